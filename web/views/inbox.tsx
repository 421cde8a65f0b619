// The inbox: items that need a decision, made with one key each.
import { useEffect, useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { ApiError, read, write } from '../api.ts';
import { ago, count, percent } from '../format.ts';
import { bindKeys } from '../keys.ts';
import { tell } from '../notices.tsx';
import { mayWrite, undoing } from '../parts/changes.ts';
import { Conflict, storedIn } from '../parts/conflict.tsx';
import { Difference } from '../parts/difference.tsx';
import { List } from '../parts/list.tsx';
import { LookForDuplicates } from '../parts/look-for-duplicates.tsx';
import { addressOf, type MemoryView } from '../parts/memory-row.tsx';
import { Problem } from '../parts/problem.tsx';
import { useResource } from '../resource.ts';
import { route, to } from '../route.ts';
import { Text } from '../text.tsx';

type Item = Routes['inbox.list']['output']['items'][number];
type Kind = Item['kind'];
type Verdict = 'keep' | 'merge' | 'replace' | 'reject';

const KINDS: readonly { kind: Kind; title: string; about: string }[] = [
  {
    kind: 'proposal',
    title: 'Proposals',
    about: 'What agents propose to remember. No search finds it until you accept it.',
  },
  { kind: 'contradiction', title: 'Contradictions', about: 'Two memories that cannot both hold.' },
  { kind: 'duplicate', title: 'Duplicates', about: 'Two memories that say the same.' },
  { kind: 'stale', title: 'Stale', about: 'The code these memories name has changed.' },
];

/** Texts at least this similar are shown as a diff. */
const NEARLY_THE_SAME = 0.85;

const KEYS: Readonly<Record<Verdict, string>> = { keep: 'y', merge: 'm', replace: 'r', reject: 'x' };

export default function Inbox() {
  const counts = useResource('inbox counts', (signal) => read('inbox.counts', {}, signal));
  const fullest = KINDS.find(({ kind }) => (counts.data?.[kind] ?? 0) > 0)?.kind ?? 'proposal';
  const kind = KINDS.find((each) => each.kind === route.value.query.get('kind'))?.kind ?? fullest;
  useEffect(() => {
    const press = (verdict: Verdict) => (row: HTMLElement | null) =>
      row?.querySelector<HTMLButtonElement>(`button[data-verdict=${verdict}]`)?.click();
    return bindKeys({ y: press('keep'), m: press('merge'), r: press('replace'), x: press('reject') });
  }, []);
  return (
    <>
      <div class="head">
        <h1>Inbox</h1>
        <nav class="tabs" aria-label="Kinds">
          {KINDS.map((each) => (
            <a
              key={each.kind}
              class="button"
              href={to('inbox', null, { kind: each.kind })}
              aria-current={each.kind === kind ? 'true' : undefined}
            >
              {each.title} <span class="muted number">{count(counts.data?.[each.kind] ?? 0)}</span>
            </a>
          ))}
        </nav>
      </div>
      <p class="row ends lead">
        <span class="muted">{KINDS.find((each) => each.kind === kind)?.about}</span>
        {kind === 'duplicate' && mayWrite() && <LookForDuplicates />}
      </p>
      <Problem error={counts.error} retry={counts.reload} />
      {counts.data && (
        <List
          name={`inbox ${kind}`}
          class="cards"
          load={(after, signal) => read('inbox.list', { kind, after, limit: 20 }, signal)}
          keyOf={({ id }) => id}
          empty={
            <div class="empty">
              <h2>Nothing to decide</h2>
              <p>New items appear here automatically.</p>
            </div>
          }
        >
          {(item) => <Card item={item} />}
        </List>
      )}
    </>
  );
}

function Card({ item }: { readonly item: Item }) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const decide = async (verdict: Verdict) => {
    setBusy(true);
    try {
      const { undo } = await write(`inbox.${verdict}`, {
        item: item.id,
        version: item.memory?.version,
        otherVersion: item.other?.version,
      });
      tell(DONE[verdict](item), { undo: undoing(undo) });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const stored = error instanceof ApiError && error.status === 409 ? storedIn(error) : null;
  return (
    <article class="card stack" data-row tabIndex={-1} aria-label={item.reason ?? item.kind}>
      <p class="row muted small">
        <span>{ago(item.at)}</span>
        {item.reason && (
          <span>
            <Text of={item.reason} />
          </span>
        )}
        {item.similarity !== null && <span class="number">{percent(item.similarity)} alike</span>}
      </p>
      <About item={item} />
      {stored ? (
        <Conflict
          stored={stored}
          yours={item.memory?.id === stored.id ? item.memory.content : (item.other?.content ?? '')}
          onTake={() => location.reload()}
        />
      ) : (
        <Problem error={error} />
      )}
      {mayWrite() && (
        <div class="row">
          {verdictsOf(item).map(([verdict, label]) => (
            <button
              key={verdict}
              type="button"
              data-verdict={verdict}
              disabled={isBusy}
              onClick={() => decide(verdict)}
            >
              {label} <kbd>{KEYS[verdict]}</kbd>
            </button>
          ))}
        </div>
      )}
    </article>
  );
}

const DONE: Readonly<Record<Verdict, (item: Item) => string>> = {
  keep: ({ kind }) => (kind === 'proposal' ? 'Remembered.' : 'Kept.'),
  merge: () => 'Merged into one.',
  replace: () => 'The older one has ended.',
  reject: ({ kind }) => (kind === 'proposal' ? 'Rejected; it is not proposed again.' : 'Moved to the bin.'),
};

function verdictsOf({ kind }: Item): [Verdict, string][] {
  if (kind === 'proposal') {
    return [
      ['keep', 'Accept'],
      ['reject', 'Reject'],
    ];
  }
  if (kind === 'stale') {
    return [
      ['keep', 'Still true'],
      ['reject', 'Forget it'],
    ];
  }
  return [
    ['keep', 'Keep both'],
    ['merge', 'Merge'],
    ['replace', 'Newer replaces older'],
    ['reject', 'Forget the newer'],
  ];
}

function About({ item: { memory, other, proposal, similarity } }: { readonly item: Item }) {
  if (proposal) {
    return (
      <>
        <p class="content">
          <Text of={proposal.content} />
        </p>
        <p class="facts">
          <span class={`kind ${proposal.kind}`}>{proposal.type?.replaceAll('_', ' ') ?? proposal.kind}</span>
          <span>
            by <Text of={proposal.by} />
          </span>
          {proposal.source && (
            <span>
              <Text of={proposal.source} />
            </span>
          )}
          {proposal.project && (
            <span>
              <Text of={proposal.project} />
            </span>
          )}
        </p>
      </>
    );
  }
  if (!memory) return null;
  if (!other) return <Side memory={memory} name="Memory" />;
  const isAlike = (similarity ?? 0) > NEARLY_THE_SAME;
  return (
    <div class="columns">
      <Side memory={other} name="Older" />
      <Side memory={memory} name="Newer" before={isAlike ? other.content : null} />
    </div>
  );
}

interface SideProps {
  readonly memory: MemoryView;
  readonly name: string;
  /** The text to diff against, if nearly the same. */
  readonly before?: string | null;
}

function Side({ memory, name, before = null }: SideProps) {
  return (
    <div class="side">
      <p class="muted small">
        {name} · <a href={addressOf(memory)}>learned {ago(memory.learnedAt)}</a>
      </p>
      <div class="content">
        {before === null ? <Text of={memory.content} /> : <Difference before={before} after={memory.content} />}
      </div>
    </div>
  );
}
