// Why a memory was found: by its words, its meaning, its place in the graph, what it quotes, its time, whether it answers and is current.
import { useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { read } from '../api.ts';
import { useResource } from '../resource.ts';
import { to } from '../route.ts';
import { Text } from '../text.tsx';
import { Problem } from './problem.tsx';

type Hit = Routes['search.recall']['output']['hits'][number];

const PARTS = ['words', 'meaning', 'graph', 'exact', 'time', 'answer', 'current'] as const;

export function Why({
  hit,
  question,
  from,
}: {
  readonly hit: Hit;
  readonly question: string;
  readonly from: readonly string[];
}) {
  const [isOpen, setOpen] = useState(false);
  const { why, score, memory } = hit;
  return (
    <div class="why">
      <dl>
        {PARTS.map((part) => {
          const share = why[part];
          return (
            share !== null && (
              <div key={part} class={part}>
                <dt>{part}</dt>
                <dd>
                  <Bar share={share} />
                  <span class="number">{share.toFixed(2)}</span>
                </dd>
              </div>
            )
          );
        })}
      </dl>
      <p class="muted small number">
        score {score.toFixed(3)}
        {why.cosine !== null && ` · cosine ${why.cosine.toFixed(2)}`}
        {why.graph > 0 && (
          <button type="button" class="quiet small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            path
          </button>
        )}
      </p>
      {isOpen && <Path id={memory.id} question={question} from={from} />}
    </div>
  );
}

export function Bar({ share }: { readonly share: number }) {
  return (
    <span class="bar" aria-hidden="true">
      <span style={{ width: `${Math.round(Math.max(0, Math.min(1, share)) * 100)}%` }} />
    </span>
  );
}

function Path({
  id,
  question,
  from,
}: {
  readonly id: string;
  readonly question: string;
  readonly from: readonly string[];
}) {
  const { data, error } = useResource(`path ${id} ${question}`, (signal) =>
    read('search.path', { id, question, from: from.filter((each) => each !== id).slice(0, 5) }, signal),
  );
  if (error) return <Problem error={error} />;
  if (!data) return null;
  if (data.steps.length === 0) return <p class="muted small">No short path leads here from the question.</p>;
  return (
    <ol class="path">
      {data.steps.map((step, at) => (
        <li key={at}>
          {step.edge && <span class="edge">{step.edge.toLowerCase().replaceAll('_', ' ')}</span>}
          {step.memory ? (
            <a href={to('memory', step.memory)}>
              <Text of={step.name.slice(0, 80)} />
            </a>
          ) : (
            <Text of={step.name.slice(0, 80)} />
          )}
        </li>
      ))}
    </ol>
  );
}
