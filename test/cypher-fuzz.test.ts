// Random queries of one user on the real store: they return nothing of another user or project, and change nothing.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CypherError } from '../src/cypher/error.ts';
import { queries } from '../src/cypher/fixture-queries.ts';
import type { Actor } from '../src/engine/access/actor.ts';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 300);
const TIME_MS = 300;
const MARK = 'xyzzyforeign';
const BOB: Actor = { ...OWNER, user: 'bob', project: 'shop' };
const FOREIGN: readonly Actor[] = [
  { ...OWNER, user: 'ada', project: 'shop' },
  { ...OWNER, user: 'bob', project: 'bank' },
];

/** The generator's names, as they are in the store. */
const onTheStore = (text: string): string =>
  text
    .replaceAll(/:A\b/g, ':Component')
    .replaceAll(/:B\b/g, ':Memory')
    .replaceAll(/:T\b/g, ':DEPENDS_ON')
    .replaceAll(/:R\b/g, ':MENTIONS')
    .replaceAll(/\bnum\b/g, 'weight');

/** Guesses at internal node ids of the store. */
const byId = fc
  .tuple(fc.constantFrom('m', 'e', 'f', 's', ''), fc.nat(60), fc.constantFrom('elementId', 'id'))
  .map(([kind, row, call]) => `MATCH (n) WHERE ${call}(n) = '${kind}${row}' OPTIONAL MATCH (n)--(m) RETURN n, m`);

describe('random queries on the store', () => {
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openTestEngine();
    const { engine } = open;
    for (const actor of [BOB, ...FOREIGN]) {
      const mark = actor === BOB ? 'own' : MARK;
      for (let i = 0; i < 6; i++) {
        await engine.memories.store(actor, {
          type: 'component',
          content: `Component ${mark}${i} keeps ${mark} things for \`${mark}Queue\`.`,
          metadata: {
            name: `${mark}${i}`,
            dependencies: [`${mark}${(i + 1) % 6}`, `own${i}`],
            weight: i,
            secret: mark,
          },
        });
      }
      const from = await engine.graph.createEntity(actor, { name: `${mark} service`, type: mark });
      const to = await engine.graph.createEntity(actor, { name: `${mark} store`, description: mark });
      await engine.graph.createRelation(actor, { from: from.id, to: to.id, type: `${mark}_talks_to`, weight: 1 });
    }
  });
  afterAll(() => open.dispose());

  const everything = async () =>
    JSON.stringify(await open.engine.graph.query(OWNER, 'MATCH (n) RETURN n', { rows: 1000, timeMs: 30_000 }));

  it('show a user nothing of others, and change nothing', async () => {
    const before = await everything();
    expect(before).toContain(MARK);
    let answered = 0;
    const asked = fc.oneof({ weight: 4, arbitrary: queries.map(onTheStore) }, { weight: 1, arbitrary: byId });
    await fc.assert(
      fc.asyncProperty(asked, async (text) => {
        const params = { p: [1, 'x', null], map: { k: 1 } };
        try {
          const { rows } = await open.engine.graph.query(BOB, text, { params, rows: 50, timeMs: TIME_MS });
          expect(JSON.stringify(rows)).not.toContain(MARK);
          if (rows.length > 0) answered++;
        } catch (error) {
          if (!(error instanceof CypherError)) throw error;
          expect(error.message.replace(text, '')).not.toContain(MARK);
        }
      }),
      { numRuns: RUNS, seed: Number(process.env.FUZZ_SEED ?? 1) },
    );
    // Without any rows the test would prove nothing.
    expect(answered).toBeGreaterThan(RUNS / 20);
    expect(await everything()).toBe(before);
  }, 1_800_000);
});
