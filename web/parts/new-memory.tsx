import { useState } from 'preact/hooks';
import { write } from '../api.ts';
import { draft, dropDraft } from '../drafts.ts';
import { tell } from '../notices.tsx';
import { go, route, to } from '../route.ts';
import { HiddenWarning } from './hidden-warning.tsx';
import { Problem } from './problem.tsx';

const TEXT = 'new memory';
const TAGS = 'tags of the new memory';

export function NewMemory({ onClose }: { readonly onClose: () => void }) {
  const content = draft(TEXT);
  const tags = draft(TAGS);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const { query } = route.peek();
    const project = query.get('project') || undefined;
    const cube = query.get('cube') || undefined;
    try {
      const { memory, redacted } = await write('memory.add', {
        content: content.value,
        tags: tagsIn(tags.value),
        project,
        cube,
      });
      dropDraft(TEXT);
      dropDraft(TAGS);
      tell(redacted.length > 0 ? `Stored without ${redacted.join(', ')}.` : 'Stored.');
      onClose();
      go(to('memory', memory.id, { cube }));
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <form class="card stack" onSubmit={submit} aria-label="New memory">
      <label>
        What should be remembered?
        <textarea
          name="content"
          required
          autofocus
          value={content.value}
          onInput={(event) => {
            content.value = event.currentTarget.value;
          }}
        />
      </label>
      <HiddenWarning text={content.value} />
      <label>
        Tags, separated by commas
        <input
          name="tags"
          value={tags.value}
          onInput={(event) => {
            tags.value = event.currentTarget.value;
          }}
        />
      </label>
      <Problem error={error} />
      <div class="row">
        <button type="submit" class="primary">
          Store
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </form>
  );
}

export const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];
