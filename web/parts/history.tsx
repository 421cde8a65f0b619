import type { Routes } from '../../src/transports/api/routes.ts';
import { write } from '../api.ts';
import { ago, formatMoment } from '../format.ts';
import { notifyProblem, tell } from '../notices.tsx';
import { Text } from '../text.tsx';
import { mayWrite, refOf, undoing } from './changes.ts';
import { Difference } from './difference.tsx';
import type { MemoryView } from './memory-row.tsx';

type Past = Routes['memory.get']['output']['history'][number];

interface HistoryProps {
  readonly memory: MemoryView;
  /** The latest change first. */
  readonly history: readonly Past[];
  readonly undoable: boolean;
}

/** Each earlier version, as a diff to the next one. */
export function History({ memory, history, undoable }: HistoryProps) {
  const states = after(memory, history);
  return (
    <section aria-label="History" class="stack">
      <div class="row ends">
        <h2>History</h2>
        {undoable && mayWrite() && (
          <button type="button" class="small" onClick={() => undo(memory)}>
            Undo the latest change
          </button>
        )}
      </div>
      <ol class="history">
        {history.map((past, at) => (
          <li key={`${past.changedAt} ${at}`}>
            <time title={formatMoment(past.changedAt)} dateTime={new Date(past.changedAt).toISOString()}>
              {ago(past.changedAt)}
            </time>
            <Change before={past.before} after={states[at] ?? {}} />
          </li>
        ))}
        <li>
          <time title={formatMoment(memory.learnedAt)} dateTime={new Date(memory.learnedAt).toISOString()}>
            {ago(memory.learnedAt)}
          </time>
          <p class="muted">Learned</p>
        </li>
      </ol>
    </section>
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields after each change, newest first. */
function after(memory: MemoryView, history: readonly Past[]): Fields[] {
  let now: Fields = memory;
  return history.map(({ before }) => {
    const then = now;
    now = { ...now, ...before };
    return then;
  });
}

function Change({ before, after }: { readonly before: Past['before']; readonly after: Fields }) {
  const { content, ...rest } = before;
  const fields = Object.entries(rest).filter(
    ([name, value]) => name in after && inWords(name, value) !== inWords(name, after[name]),
  );
  return (
    <div class="stack">
      {content !== undefined && <Difference before={content} after={String(after.content ?? '')} />}
      {fields.length > 0 && (
        <dl class="sheet small">
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt>{WORDS[name] ?? name}</dt>
              <dd>
                <del>
                  <Text of={inWords(name, value)} />
                </del>{' '}
                <ins>
                  <Text of={inWords(name, after[name])} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  validFrom: 'Holds since',
  validUntil: 'Holds until',
  invalidReason: 'Why it ended',
  supersededBy: 'Replaced by',
  eventTime: 'Happened',
};

function inWords(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'number' && /^(?:valid|eventTime)/.test(name)) return formatMoment(value);
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function undo(memory: MemoryView): Promise<void> {
  try {
    const answer = await write('memory.undo', {
      reverts: [{ ...refOf(memory), version: memory.version }],
      restores: [],
      discards: [],
    });
    tell('Undone.', { undo: undoing(answer.undo) });
  } catch (error) {
    notifyProblem(error);
  }
}
