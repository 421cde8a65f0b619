// Random and damaged queries: each ends in time, with rows or a query error. FUZZ_RUNS sets their number.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryNetwork } from '../../test/memory-network.ts';
import { CypherError } from './error.ts';
import { queries } from './fixture-queries.ts';
import { runCypher } from './run.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 500);
const TIME_MS = 300;
const clock = { now: () => Date.now() };

function network(): MemoryNetwork {
  const graph = new MemoryNetwork();
  const ids = Array.from({ length: 12 }, (_, index) =>
    graph.addNode(index % 3 === 0 ? ['A'] : index % 3 === 1 ? ['A', 'B'] : [], {
      num: index,
      name: `n${index}`,
      list: [index, 'x'],
    }),
  );
  for (let index = 0; index < 30; index++) {
    graph.addEdge(ids[index % 12] ?? '', index % 2 ? 'T' : 'R', ids[(index * 7) % 12] ?? '', { w: index });
  }
  return graph;
}

describe('random queries', () => {
  it('end in time, with rows or a query error, and change nothing', async () => {
    const graph = network();
    const before = JSON.stringify([
      ...(await graph.schema()).types,
      await graph.nodes({ labels: [] }, 'all', { after: null, limit: 100 }),
    ]);
    await fc.assert(
      fc.asyncProperty(queries, async (text) => {
        const start = performance.now();
        try {
          const { columns, rows } = await runCypher(graph, text, {
            params: { p: [1, 'x', null], map: { k: 1 } },
            rows: 50,
            timeMs: TIME_MS,
            clock,
          });
          for (const row of rows) expect(row.length).toBe(columns.length);
        } catch (error) {
          if (!(error instanceof CypherError)) throw error;
          expect(error.message).not.toBe('');
        }
        expect(performance.now() - start).toBeLessThan(TIME_MS + 2000);
      }),
      { numRuns: RUNS, seed: Number(process.env.FUZZ_SEED ?? 1) },
    );
    const after = JSON.stringify([
      ...(await graph.schema()).types,
      await graph.nodes({ labels: [] }, 'all', { after: null, limit: 100 }),
    ]);
    expect(after).toBe(before);
  }, 1_800_000);
});
