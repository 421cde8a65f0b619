import { useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { ask } from '../api.ts';
import { draft } from '../drafts.ts';
import { percent } from '../format.ts';
import { to } from '../route.ts';
import { Text } from '../text.tsx';
import { Problem } from './problem.tsx';

/** Finds functions that do the same as pasted code. */
export function Copies({ project }: { readonly project: string }) {
  const code = draft(`copies ${project}`);
  const [answer, setAnswer] = useState<Routes['code.duplicates']['output'] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      setAnswer(await ask('code.duplicates', { code: code.value, project }));
      setError(null);
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <>
      <form class="stack lead" onSubmit={submit}>
        <label>
          A function, or a signature
          <textarea
            class="code"
            required
            spellcheck={false}
            value={code.value}
            onInput={(event) => {
              code.value = event.currentTarget.value;
            }}
          />
        </label>
        <div class="row">
          <button type="submit" class="primary">
            Find copies
          </button>
        </div>
      </form>
      <Problem error={error} />
      {answer?.note && (
        <p class="remark">
          <Text of={answer.note} />
        </p>
      )}
      {answer?.found.length === 0 && <p class="muted">No indexed code does the same.</p>}
      <ul class="lines">
        {answer?.found.map(({ symbol, similarity, kind }) => (
          <li key={symbol.id} class="line" data-row>
            <span class="number">{percent(similarity)}</span>
            <a
              class="mono"
              href={to('code', symbol.project, { show: 'symbols', symbol: symbol.id, path: symbol.path })}
            >
              <Text of={symbol.name} />
            </a>
            <span class="muted small">
              <Text of={`${symbol.path}:${symbol.startLine}`} />
            </span>
            <span class="tag">{kind}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
