import { useState } from 'preact/hooks';
import { read } from '../api.ts';
import { useResource } from '../resource.ts';
import { Text } from '../text.tsx';
import { Difference } from './difference.tsx';
import { excerpt, type MemoryView } from './memory-row.tsx';
import { Problem } from './problem.tsx';

interface MergeProps {
  readonly memory: MemoryView;
  readonly other: MemoryView | null;
  readonly onChoose: (other: MemoryView | null) => void;
  /** The text of the merged memory; if empty, the server chooses it. */
  readonly text: { value: string };
}

/** Finds the other memory; the nearest ones are offered at once. */
export function MergeWith({ memory, other, onChoose, text }: MergeProps) {
  const [asked, setAsked] = useState('');
  const question = asked.trim() || memory.content.slice(0, 500);
  const cube = memory.cube === 'default' ? undefined : memory.cube;
  const { data, error } = useResource(`merge ${question}`, (signal) =>
    read('search.recall', { question, cube, limit: 6 }, signal),
  );
  if (other) {
    return (
      <>
        <p class="muted small">From this memory to the other:</p>
        <Difference before={memory.content} after={other.content} />
        <label>
          Text of the merged memory
          <textarea
            name="content"
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
        </label>
        <div class="row">
          <button type="button" class="small" onClick={() => onChoose(null)}>
            Choose another
          </button>
        </div>
      </>
    );
  }
  const hits = data?.hits.filter((hit) => hit.memory.id !== memory.id) ?? [];
  return (
    <>
      <label>
        Merge with
        <input
          type="search"
          placeholder="The nearest are below; type to find another"
          value={asked}
          onInput={(event) => setAsked(event.currentTarget.value)}
        />
      </label>
      <Problem error={error} />
      <ol class="choices">
        {hits.map((hit) => (
          <li key={hit.memory.id}>
            <button
              type="button"
              class="quiet"
              data-row
              onClick={() => {
                text.value = memory.content;
                onChoose(hit.memory);
              }}
            >
              <Text of={excerpt(hit.memory.content).slice(0, 240)} />
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
