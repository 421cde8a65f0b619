// Recalls: what each agent was given, for which question, and whether it helped.
import { useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { read, write } from '../api.ts';
import { ago, compact, counted, formatMoment, ms, percent } from '../format.ts';
import { recalled } from '../live.ts';
import { notifyProblem } from '../notices.tsx';
import { mayWrite } from '../parts/changes.ts';
import { set } from '../parts/filters.tsx';
import { GivenList } from '../parts/given.tsx';
import { List } from '../parts/list.tsx';
import { route, to } from '../route.ts';
import { Text } from '../text.tsx';

export type Recall = Routes['recalls.list']['output']['items'][number];

const ONLY = ['all', 'empty', 'weak', 'useful', 'useless', 'unjudged'] as const;
const WORDS = {
  all: 'All',
  empty: 'Empty',
  weak: 'Weak',
  useful: 'Useful',
  useless: 'Not useful',
  unjudged: 'Unjudged',
};

export default function Recalls() {
  const { query } = route.value;
  const only = ONLY.find((each) => each === query.get('only')) ?? 'all';
  const filters = {
    only,
    tool: query.get('tool') || undefined,
    client: query.get('client') || undefined,
    who: query.get('who') || undefined,
    project: query.get('project') || undefined,
    memory: query.get('memory') || undefined,
  };
  const [isKept, setKept] = useState(true);
  const latest = recalled.value?.id;
  return (
    <>
      <div class="head">
        <h1>Recalls</h1>
        <div class="tabs" role="group" aria-label="Which">
          {ONLY.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === only}
              onClick={() => set('only', each === 'all' ? '' : each)}
            >
              {WORDS[each]}
            </button>
          ))}
        </div>
      </div>
      <Narrowed />
      {!isKept && <p class="remark warn">The recall log is off: new recalls are not recorded.</p>}
      <List
        name={`recalls ${JSON.stringify(filters)} ${latest}`}
        class="cards"
        load={async (after, signal) => {
          const page = await read('recalls.list', { ...filters, after, limit: 30 }, signal);
          setKept(page.kept);
          return page;
        }}
        keyOf={({ id }) => id}
        empty={
          <div class="empty">
            <h2>No recalls yet</h2>
            <p>Every question of a client or a hook is listed here with what it was given, even if that was nothing.</p>
          </div>
        }
      >
        {(recall) => <RecallCard recall={recall} />}
      </List>
    </>
  );
}

/** The active filters, each with a button to remove it. */
function Narrowed() {
  const { query } = route.value;
  const set_ = ['tool', 'client', 'who', 'project', 'memory'].filter((name) => query.get(name));
  if (set_.length === 0) return null;
  return (
    <p class="row lead">
      {set_.map((name) => (
        <button key={name} type="button" class="small" onClick={() => set(name, '')}>
          {name} <Text of={query.get(name) ?? ''} /> ×
        </button>
      ))}
    </p>
  );
}

function RecallCard({ recall }: { readonly recall: Recall }) {
  const [isOpen, setOpen] = useState(false);
  const { given, confidence } = recall;
  return (
    <article class="card recall" data-row>
      <div class="row ends top-row">
        <button type="button" class="question" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Text of={recall.question || '(no question)'} />
        </button>
        {mayWrite() && <Verdict recall={recall} />}
      </div>
      <p class="facts">
        <time dateTime={new Date(recall.at).toISOString()} title={formatMoment(recall.at)}>
          {ago(recall.at)}
        </time>
        <Narrow name="client" value={recall.client} />
        <Narrow name="tool" value={recall.tool} />
        <Narrow name="who" value={recall.user ?? recall.who} />
        <Narrow name="project" value={recall.project} />
        {given.length === 0 ? <span class="tag bad">empty</span> : <span>{counted(given.length, 'result')}</span>}
        {recall.weak && <span class="tag warn">weak</span>}
        {confidence !== null && <span class="number">confidence {percent(confidence)}</span>}
        <span class="number">{compact(recall.tokens)} tokens</span>
        <span class="number">{ms(recall.ms)}</span>
      </p>
      {isOpen && <GivenList given={given} question={recall.question} />}
    </article>
  );
}

function Narrow({ name, value }: { readonly name: string; readonly value: string | null }) {
  if (!value) return null;
  return (
    <a href={to('recalls', null, { ...Object.fromEntries(route.value.query), [name]: value })}>
      <Text of={value} />
    </a>
  );
}

function Verdict({ recall: { id, useful } }: { readonly recall: Recall }) {
  const judge = (verdict: boolean) =>
    write('recalls.judge', { id, useful: useful === verdict ? null : verdict }).catch(notifyProblem);
  return (
    <div class="row verdict" role="group" aria-label="Was it useful?">
      <button type="button" class="small" aria-pressed={useful === true} onClick={() => judge(true)}>
        Useful
      </button>
      <button type="button" class="small" aria-pressed={useful === false} onClick={() => judge(false)}>
        Not useful
      </button>
    </div>
  );
}
