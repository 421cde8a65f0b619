import { read, write } from '../api.ts';
import { ago, formatDay } from '../format.ts';
import { notifyProblem, tell } from '../notices.tsx';
import { route } from '../route.ts';
import { mayWrite, refOf } from './changes.ts';
import { List } from './list.tsx';
import { MemoryRow, type MemoryView } from './memory-row.tsx';

/** Forgotten memories that can still be restored. */
export function BinList() {
  const { query } = route.value;
  const where = {
    cube: query.get('cube') || undefined,
    user: query.get('user') || undefined,
    project: query.get('project') || undefined,
  };
  return (
    <section class="results" aria-label="In the bin">
      <List
        name={`bin ${JSON.stringify(where)}`}
        load={(after, signal) => read('memory.bin', { ...where, after, limit: 30 }, signal)}
        keyOf={({ memory }) => memory.id}
        empty={
          <div class="empty">
            <h2>The bin is empty</h2>
            <p>Forgotten memories stay here for a while, by default 30 days, and can be restored unchanged.</p>
          </div>
        }
      >
        {({ memory, deletedAt, endsAt }) => (
          <MemoryRow memory={memory}>
            <div class="stack">
              {mayWrite() && (
                <button type="button" onClick={() => restore(memory)}>
                  Restore
                </button>
              )}
              <p class="muted small">
                forgotten {ago(deletedAt)}, deleted permanently on {formatDay(endsAt)}
              </p>
            </div>
          </MemoryRow>
        )}
      </List>
    </section>
  );
}

async function restore(memory: MemoryView): Promise<void> {
  try {
    await write('memory.restore', refOf(memory));
    tell('Restored.');
  } catch (error) {
    notifyProblem(error);
  }
}
