// Counts how often the engine queries its store. In one process a query is free; across a network each trip is a wait.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Access } from '../src/engine/access/access.ts';
import { Audit } from '../src/engine/access/audit.ts';
import { Refusals } from '../src/engine/access/refusals.ts';
import { Users } from '../src/engine/access/users.ts';
import type { CodeBase } from '../src/engine/code/code-base.ts';
import { createShelf } from '../src/engine/create-shelf.ts';
import type { Embedder } from '../src/engine/memories/embedder.ts';
import type { Store } from '../src/engine/ports.ts';
import type { Shelf } from '../src/engine/shelf.ts';
import { terms } from '../src/engine/text/terms.ts';
import { openSqliteStore } from '../src/stores/sqlite/store.ts';
import { file } from '../src/stores/suites/code-fixture.ts';
import { farSighted, overWire, Wire } from './counting-store.ts';
import { OWNER } from './open.ts';

const DIMENSIONS = 64;

/** A vector of the words in a text. */
function vectorOf(text: string): Float32Array {
  const values = new Float32Array(DIMENSIONS).fill(0.01);
  for (const term of terms(text)) {
    const place = [...term].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % DIMENSIONS, 7);
    values[place] = (values[place] ?? 0) + 1;
  }
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

const embedder: Embedder = {
  succeeds: [],
  status: () => ({
    state: 'ready',
    model: 'words',
    dimensions: DIMENSIONS,
    backend: 'native',
    error: null,
    cache: { hits: 0, misses: 0, size: 0, bytes: 0 },
  }),
  passages: async (text) =>
    (text.match(/[\s\S]{1,1500}/g) ?? []).map((piece) => ({ text: piece, vector: vectorOf(piece) })),
  query: async (text) => vectorOf(text),
  bulk: async (texts) => texts.map(vectorOf),
  close: async () => {},
};

/** Nothing is indexed here. */
const codeBase = {} as CodeBase;
const clock = { now: () => 1_800_000_000_000 };

describe('the engine asks the store', () => {
  let folder: string;
  let store: Store;
  const wire = new Wire();
  let audit: Audit;
  let shelf: Shelf;
  const shelfOn = (on: Store) =>
    createShelf(overWire(on, wire), {
      embedder,
      codeBase,
      machine: null,
      clock,
      modelWaitMs: 1000,
      audit,
      keptMs: 0,
      owning: async (actor) => actor,
      runUpkeepSoon: () => {},
      forgetTraces: async () => {},
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'remanence-trips-'));
    store = await openSqliteStore(join(folder, 'test.db'));
    audit = new Audit(overWire(store, wire).access, clock);
    shelf = shelfOn({ ...store, frontier: farSighted(store.frontier) });
    const service = (i: number) => `Service${i}`;
    await shelf.memories.storeMany(
      OWNER,
      Array.from({ length: 200 }, (_, i) => ({
        content: `${service(i)}\n\n${service(i)} hands orders of step ${i} to ${service(i + 1)} by way of Gateway${i % 10}.`,
      })),
    );
    await shelf.memories.storeMany(
      OWNER,
      Array.from({ length: 60 }, (_, i) => ({ content: `The Harbour team met on day ${i} about Service${i}.` })),
    );
    const scope = { cube: null, user: null, project: null, session: null };
    const project = { scope, root: '/work/shop', names: ['shop'], createdAt: clock.now() };
    const { id } = await store.code.projects.declare(project);
    await store.code.index.add(id, [file('src/open.ts', ['open_1', 'open_2'])]);
    await store.code.index.publish(id, { gone: [], commit: null, at: clock.now() });
    await shelf.memories.store(OWNER, {
      content: `Deploys of Service7\n\n${'They wait for the harbour. '.repeat(200)}`,
    });
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    'Which service takes the orders of Service3 from the gateway?',
    'What did the Harbour team say about Service7?',
    'Which deploys wait for the harbour, and what does `Service7` hand on?',
    'What happened in the harbour in January 2027?',
  ])('in at most 12 trips to answer: %s', async (question) => {
    const recall = (from: Shelf) =>
      from.retrieval.recallFrom({ memories: true, code: null }, OWNER, question, { limit: 10 });
    const { trips, questions } = await wire.count(() => recall(shelf));
    expect(trips, questions.join(' ')).toBeLessThanOrEqual(12);
    // A store that answers only what is requested finds the same memories, in more trips.
    const scores = ({ found }: Awaited<ReturnType<typeof recall>>) => found.map(({ score }) => score.toFixed(9));
    expect(scores(await recall(shelf))).toEqual(scores(await recall(shelfOn(store))));
  });

  it.each([
    ['a memory', 'Service3 is written in Rust because of the harbour.', 4],
    ['one that may supersede others, which is noted', 'Service3 is written in Rust since the harbour moved.', 5],
  ])('in few trips to store %s', async (_, content, most) => {
    const { trips, questions } = await wire.count(() => shelf.memories.store(OWNER, { content }));
    expect(trips, questions.join(' ')).toBeLessThanOrEqual(most);
  });

  it('in at most 10 trips to store a hundred memories at once, including the code they name', async () => {
    const inputs = Array.from({ length: 100 }, (_, i) => ({
      content: `Lesson ${i}: \`open_${i}\` is in src/open.ts.`,
    }));
    const { trips, questions } = await wire.count(() => shelf.memories.storeValid(OWNER, inputs));
    expect(trips, questions.join(' ')).toBeLessThanOrEqual(10);
    expect(questions).toContain('code.links.add');
  });

  it('once to identify a token', async () => {
    const users = new Users(store.access, audit, clock);
    await users.add(OWNER, { id: 'ada', role: 'user' });
    const { token } = await users.issueToken(OWNER, 'ada', 1);
    const around = { cube: async () => null, cubeOfMemory: async () => null, hasChat: async () => false };
    const access = new Access(overWire(store, wire).access, around, new Refusals(audit, clock), clock);
    const { questions } = await wire.count(() => access.authenticate(token));
    expect(questions).toEqual(['access.holder']);
  });
});
