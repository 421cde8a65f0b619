// Search: by words at every keystroke, the full recall after a pause, and all memories while the box is empty.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { read } from '../api.ts';
import { counted, ms, percent } from '../format.ts';
import { bindKeys } from '../keys.ts';
import { canUndo } from '../notices.tsx';
import { BinList } from '../parts/bin.tsx';
import { mayWrite } from '../parts/changes.ts';
import { Filters, filtersNow, set } from '../parts/filters.tsx';
import { List } from '../parts/list.tsx';
import { MemoryRow } from '../parts/memory-row.tsx';
import { NewMemory } from '../parts/new-memory.tsx';
import { Problem } from '../parts/problem.tsx';
import { Why } from '../parts/why.tsx';
import { useResource } from '../resource.ts';
import { route } from '../route.ts';
import { Text, wordsOf } from '../text.tsx';

const REST_MS = 120;
/** Hits shown while typing: the first must be there within a tenth of a second. */
const TYPING = 10;

export default function Search() {
  const question = route.value.query.get('q') ?? '';
  const isBin = route.value.query.get('validity') === 'bin';
  const [isAdding, setAdding] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // While a message offers to undo, its key must not be typed into the box.
    if (matchMedia('(hover: hover)').matches && !canUndo()) box.current?.focus({ preventScroll: true });
    return bindKeys({ n: () => setAdding(true) });
  }, []);
  return (
    <>
      <h1 class="visually-hidden">Search</h1>
      <search class="searching">
        <input
          ref={box}
          type="search"
          class="big"
          placeholder="What do you want to know?"
          aria-label="Search memories"
          autocomplete="off"
          spellcheck={false}
          value={question}
          onInput={(event) => set('q', event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key === 'ArrowDown' || event.key === 'Enter') {
              event.preventDefault();
              document.querySelector<HTMLElement>('main [data-row] a')?.focus();
            }
          }}
        />
        <Filters />
      </search>
      {isAdding && <NewMemory onClose={() => setAdding(false)} />}
      {isBin ? (
        <BinList />
      ) : question.trim() === '' ? (
        <Newest onNew={() => setAdding(true)} />
      ) : (
        <Results question={question} />
      )}
    </>
  );
}

function Newest({ onNew }: { readonly onNew: () => void }) {
  const filters = filtersNow();
  const isFiltered = [...route.value.query.keys()].length > 0;
  return (
    <section class="results" aria-label="Newest memories">
      <div class="head">
        <h2 class="muted">Newest first</h2>
        {mayWrite() && (
          <button type="button" onClick={onNew}>
            New memory <kbd>n</kbd>
          </button>
        )}
      </div>
      <List
        name={`list ${JSON.stringify(filters)}`}
        load={(after, signal) => read('memory.list', { ...filters, after, limit: 30 }, signal)}
        keyOf={(memory) => memory.id}
        empty={isFiltered ? <NothingFits /> : <NothingYet />}
      >
        {(memory) => <MemoryRow memory={memory} />}
      </List>
    </section>
  );
}

function NothingFits() {
  return (
    <div class="empty">
      <h2>No memory matches these filters</h2>
      <p>
        <a href="#/search">Show everything</a> you may see.
      </p>
    </div>
  );
}

function NothingYet() {
  return (
    <div class="empty">
      <h2>No memories yet</h2>
      <p>
        Connect an agent and let it store what it learns, import an export on the Data page, or write the first memory.
      </p>
      <pre>claude mcp add --transport http remanence {location.origin}/mcp</pre>
    </div>
  );
}

type Answer = Routes['search.recall']['output'] & {
  readonly question: string;
  /** The question with its filters. */
  readonly key: string;
};

function rowsOf({ hits, question }: Answer) {
  const from = hits.map(({ memory }) => memory.id);
  const marked = wordsOf(question);
  return hits.map((hit) => (
    <li key={hit.memory.id}>
      <MemoryRow memory={hit.memory} marked={marked} stale={hit.why.stale}>
        <Why hit={hit} question={question} from={from} />
      </MemoryRow>
    </li>
  ));
}

function Results({ question }: { readonly question: string }) {
  const filters = filtersNow();
  const key = JSON.stringify({ question, ...filters });
  const rested = useRested(key);
  const input = { ...filters, question, limit: 20 };
  const typed = async (signal: AbortSignal) => ({
    question,
    key,
    ...(await read('search.words', { ...input, limit: TYPING }, signal)),
  });
  const words = useResource(key, typed, useLayoutEffect);
  const recall = useResource(rested === key ? key : null, async (signal) => ({
    question,
    key,
    ...(await read('search.recall', input, signal)),
  }));
  const isRecalled = recall.data?.key === key;
  const shown: Answer | null = isRecalled ? recall.data : (words.data ?? recall.data);
  const error = recall.error ?? words.error;
  // Made once per answer, so that a keystroke does not draw the old hits again.
  const rows = useMemo(() => shown && rowsOf(shown), [shown]);
  return (
    <section
      class="results"
      aria-label="Results"
      aria-busy={!isRecalled || recall.isLoading}
      data-question={shown?.question}
      data-by={isRecalled ? 'recall' : 'words'}
    >
      <p class="told" role="status">
        {shown ? told(shown, isRecalled) : 'Searching…'}
      </p>
      {isRecalled && shown?.note && (
        <p class={shown.weak ? 'remark warn' : 'remark'}>
          <Text of={shown.note} />
        </p>
      )}
      <Problem error={error} retry={recall.reload} />
      <ol class={isRecalled && shown?.weak ? 'rows weak' : 'rows'}>{rows}</ol>
      {isRecalled && shown?.hits.length === 0 && (
        <div class="empty">
          <h2>Nothing found</h2>
          <p>No memory you may see matches the question by words or meaning.</p>
        </div>
      )}
    </section>
  );
}

function told({ hits, confidence, weak, ms: took }: Answer, isRecalled: boolean): string {
  const found = counted(hits.length, 'memory', 'memories');
  if (!isRecalled) return `${found} by words · ${ms(took)}`;
  const sure = confidence === null ? '' : ` · confidence ${percent(confidence)}${weak ? ', weak' : ''}`;
  return `${found} by words, meaning and graph · ${ms(took)}${sure}`;
}

/** The value, once it has been stable for a moment. */
function useRested(value: string): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
