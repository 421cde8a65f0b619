// One memory: its text, validity, history, connections and actions.
import { useEffect, useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { ApiError, read } from '../api.ts';
import { ago, counted, formatMoment } from '../format.ts';
import { bindKeys } from '../keys.ts';
import { written } from '../live.ts';
import { CodePlaces } from '../parts/code-places.tsx';
import { History } from '../parts/history.tsx';
import { MemoryActions } from '../parts/memory-actions.tsx';
import { addressOf, type MemoryView } from '../parts/memory-row.tsx';
import { MemoryForm, type Task } from '../parts/memory-task.tsx';
import { Neighbours } from '../parts/neighbours.tsx';
import { Pending } from '../parts/pending.tsx';
import { useResource } from '../resource.ts';
import { route, to } from '../route.ts';
import { Text } from '../text.tsx';

export default function Memory() {
  const id = route.value.id ?? '';
  const cube = route.value.query.get('cube') || undefined;
  const { data, error, reload } = useResource(`memory ${id} ${cube}`, (signal) =>
    read('memory.get', { id, cube }, signal),
  );
  const [task, setTask] = useState<Task | null>(null);
  useEffect(() => bindKeys({ e: () => setTask('edit') }), []);
  const now = written.value;
  // Reload when somebody else changed this memory, not when the function's identity changes
  useEffect(() => {
    if (now?.memories.some((each) => each.id === id)) reload();
  }, [now]);
  if (error instanceof ApiError && error.status === 404) return <Gone id={id} />;
  if (!data) return <Pending title="Memory" error={error} retry={reload} />;
  const { memory, history, stale, code, undoable, replaces } = data;
  return (
    <div class="memory">
      <section class="stack loose">
        <Heading memory={memory} stale={stale} replaces={replaces} />
        {task ? (
          <MemoryForm key={task} task={task} memory={memory} onDone={() => setTask(null)} />
        ) : (
          <>
            <div class="content">
              <Text of={memory.content} />
            </div>
            {memory.summary && (
              <p class="muted">
                <Text of={memory.summary} />
              </p>
            )}
            <MemoryActions memory={memory} onTask={setTask} />
          </>
        )}
        <History memory={memory} history={history} undoable={undoable} />
      </section>
      <aside class="stack loose">
        <Facts memory={memory} />
        <Neighbours id={id} />
        <CodePlaces code={code} />
      </aside>
    </div>
  );
}

interface HeadingProps extends Pick<Routes['memory.get']['output'], 'memory' | 'stale' | 'replaces'> {}

function Heading({ memory, stale, replaces }: HeadingProps) {
  const isEnded = memory.validUntil !== null && memory.validUntil <= Date.now();
  return (
    <header class="stack">
      <div class="row">
        <h1>{memory.label ? <Text of={memory.label} /> : titleOf(memory)}</h1>
        {isEnded ? <span class="tag bad">ended</span> : <span class="tag good">valid</span>}
        {stale && <span class="tag warn">stale</span>}
      </div>
      {isEnded && (
        <p class="remark warn">
          Held until {formatMoment(memory.validUntil ?? 0)}
          {memory.invalidReason && (
            <>
              : <Text of={memory.invalidReason} />
            </>
          )}
          {memory.supersededBy && (
            <>
              {' '}
              <a href={addressOf({ id: memory.supersededBy, cube: memory.cube })}>See what replaced it</a>
            </>
          )}
        </p>
      )}
      {replaces && (
        <p class="remark">
          Replaces “
          <a href={addressOf({ id: replaces.id, cube: memory.cube })}>
            <Text of={beginningOf(replaces.content)} />
          </a>
          ”
        </p>
      )}
      {stale && (
        <p class="remark warn">
          <Text of={stale} />
        </p>
      )}
    </header>
  );
}

const beginningOf = (text: string): string => (text.length > 140 ? `${text.slice(0, 139)}…` : text);

const titleOf = ({ type, kind }: MemoryView): string => {
  const word = (type ?? kind).replaceAll('_', ' ');
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} memory`;
};

function Facts({ memory }: { readonly memory: MemoryView }) {
  const facts: [string, string | null][] = [
    ['Kind', memory.kind],
    ['Type', memory.type?.replaceAll('_', ' ') ?? null],
    ['Project', memory.project],
    ['User', memory.user],
    ['Cube', memory.cube],
    ['Session', memory.session],
    ['Holds since', formatMoment(memory.validFrom)],
    ['Happened', memory.eventTime === memory.validFrom ? null : formatMoment(memory.eventTime)],
    ['Learned', `${formatMoment(memory.learnedAt)} (${ago(memory.learnedAt)})`],
    ['Changed', memory.updatedAt === memory.learnedAt ? null : ago(memory.updatedAt)],
    ['Importance', memory.importance.toFixed(2)],
    // Neither recalls nor this page count: only a read by id does.
    ['Read by id', memory.accesses > 0 ? counted(memory.accesses, 'time') : 'never'],
    ['Id', memory.id],
  ];
  const metadata = Object.entries(memory.metadata);
  return (
    <section aria-label="Facts">
      <dl class="sheet">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Text of={value} />
                </dd>
              </div>
            ),
        )}
        {memory.tags.length > 0 && (
          <div>
            <dt>Tags</dt>
            <dd class="row">
              {memory.tags.map((tag) => (
                <a key={tag} class="tag" href={to('search', null, { tag })}>
                  <Text of={tag} />
                </a>
              ))}
            </dd>
          </div>
        )}
      </dl>
      {metadata.length > 0 && (
        <details>
          <summary>Metadata</summary>
          <pre>
            <Text of={JSON.stringify(memory.metadata, null, 2)} />
          </pre>
        </details>
      )}
      <p class="row small links">
        <a href={to('graph', null, { start: memory.id })}>In the graph</a>
        <a href={to('recalls', null, { memory: memory.id })}>Who received it</a>
      </p>
    </section>
  );
}

function Gone({ id }: { readonly id: string }) {
  return (
    <div class="empty">
      <h1>Memory not found</h1>
      <p>
        <code>
          <Text of={id} />
        </code>{' '}
        does not exist, was forgotten, or is not visible to you. Forgotten memories stay in{' '}
        <a href="#/search?validity=bin">the bin</a> until it is emptied.
      </p>
    </div>
  );
}
