// Forms for the actions on a memory. Each states its effect and whether it can be undone.
import { useState } from 'preact/hooks';
import { ApiError, write } from '../api.ts';
import { draft, dropDraft } from '../drafts.ts';
import { tell } from '../notices.tsx';
import { go, to } from '../route.ts';
import { refOf, undoing } from './changes.ts';
import { Conflict, storedIn } from './conflict.tsx';
import { EditFields, editsOf } from './edit-fields.tsx';
import type { MemoryView } from './memory-row.tsx';
import { MergeWith } from './merge-with.tsx';
import { Problem } from './problem.tsx';
import { TextField } from './text-field.tsx';

export type Task = 'edit' | 'replace' | 'invalidate' | 'merge' | 'erase';

interface FormProps {
  readonly task: Task;
  readonly memory: MemoryView;
  readonly onDone: () => void;
}

const SAID: Readonly<Record<Task, { what: string; button: string }>> = {
  edit: { what: 'The text changes; the history keeps the old one.', button: 'Save' },
  replace: { what: 'This memory ends now and points to the new one, which holds from now on.', button: 'Replace' },
  invalidate: {
    what: 'It no longer holds. Searches leave it out; the history keeps it.',
    button: 'End it',
  },
  merge: { what: 'Two become one: this one stays, the other goes into the bin.', button: 'Merge' },
  erase: {
    what: 'Deletes this memory, its history and any copy in the bin. Backups keep it until they expire. This cannot be undone.',
    button: 'Erase for good',
  },
};

const bases = new Map<string, MemoryView>();

export function MemoryForm({ task, memory, onDone }: FormProps) {
  const name = `${task} ${memory.id}`;
  // The version the draft is based on: if somebody else changed it meanwhile, the server refuses the write.
  const [base, setBase] = useState(() => bases.get(name) ?? memory);
  bases.set(name, base);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [other, setOther] = useState<MemoryView | null>(null);
  const text = draft(name, task === 'edit' || task === 'replace' ? memory.content : '');
  const stored = error instanceof ApiError && error.status === 409 ? storedIn(error) : null;
  const done = () => {
    dropDraft(name);
    bases.delete(name);
    onDone();
  };
  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    setBusy(true);
    try {
      await perform(task, base, { text: text.value, other, form: new FormData(event.currentTarget) });
      done();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="stack task" onSubmit={submit} aria-label={SAID[task].button}>
      <p class={task === 'erase' ? 'remark bad' : 'muted'}>{SAID[task].what}</p>
      {task === 'edit' && <EditFields memory={memory} text={text} />}
      {task === 'replace' && <TextField label="What holds now" text={text} />}
      {task === 'invalidate' && <ReasonField text={text} />}
      {task === 'merge' && <MergeWith memory={memory} other={other} onChoose={setOther} text={text} />}
      {stored ? (
        <Conflict
          stored={stored}
          yours={text.value}
          onTake={(mine) => {
            setBase(stored);
            setError(null);
            if (!mine) text.value = stored.content;
          }}
        />
      ) : (
        <Problem error={error} />
      )}
      <div class="row">
        <button
          type="submit"
          class={task === 'erase' ? 'danger' : 'primary'}
          disabled={isBusy || stored !== null || (task === 'merge' && other === null)}
        >
          {SAID[task].button}
        </button>
        <button type="button" class="quiet" onClick={done}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function ReasonField({ text }: { readonly text: { value: string } }) {
  return (
    <label>
      Why (optional)
      <input
        name="reason"
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
    </label>
  );
}

interface Typed {
  readonly text: string;
  readonly other: MemoryView | null;
  readonly form: FormData;
}

async function perform(task: Task, memory: MemoryView, { text, other, form }: Typed): Promise<void> {
  const seen = { ...refOf(memory), version: memory.version };
  if (task === 'edit') {
    const { undo } = await write('memory.edit', { ...seen, ...editsOf(memory, form, text) });
    tell('Saved.', { undo: undoing(undo) });
  } else if (task === 'replace') {
    const { memories, undo } = await write('memory.replace', { ...seen, content: text });
    tell('Replaced.', { undo: undoing(undo) });
    const fresh = memories[0];
    if (fresh) go(to('memory', fresh.id, { cube: refOf(fresh).cube }));
  } else if (task === 'invalidate') {
    const { undo } = await write('memory.invalidate', { ...seen, reason: text || undefined });
    tell('Ended.', { undo: undoing(undo) });
  } else if (task === 'merge' && other) {
    const gone = { ...refOf(other), version: other.version };
    const { undo } = await write('memory.merge', { keep: seen, gone, content: text.trim() || undefined });
    tell('Merged into one.', { undo: undoing(undo) });
  } else if (task === 'erase') {
    await write('memory.erase', refOf(memory));
    tell('Erased for good.');
    go(to('search'));
  }
}
