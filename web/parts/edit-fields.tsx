import type { MemoryView } from './memory-row.tsx';
import { tagsIn } from './new-memory.tsx';
import { TextField } from './text-field.tsx';

const KINDS = ['semantic', 'episodic', 'procedural'] as const;

export function EditFields({ memory, text }: { readonly memory: MemoryView; readonly text: { value: string } }) {
  return (
    <>
      <TextField label="Text" text={text} />
      <div class="fields">
        <label>
          Kind
          <select name="kind">
            {KINDS.map((kind) => (
              <option key={kind} value={kind} selected={kind === memory.kind}>
                {kind}
              </option>
            ))}
          </select>
        </label>
        <label>
          Label
          <input name="label" defaultValue={memory.label ?? ''} />
        </label>
        <label>
          Tags, separated by commas
          <input name="tags" defaultValue={written(memory.tags)} />
        </label>
      </div>
    </>
  );
}

const written = (tags: readonly string[]): string => tags.join(', ');

/** The fields as the server expects them. */
export function editsOf(memory: MemoryView, form: FormData, content: string) {
  const label = String(form.get('label') ?? '').trim();
  const tags = String(form.get('tags') ?? '');
  return {
    content,
    kind: KINDS.find((kind) => kind === form.get('kind')),
    label: label === '' ? null : label,
    // Tags that nobody touched are not read back: one may contain a comma.
    tags: tags === written(memory.tags) ? undefined : tagsIn(tags),
  };
}
