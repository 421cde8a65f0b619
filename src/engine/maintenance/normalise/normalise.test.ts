import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from '../../../../test/open.ts';
import { openSqliteStore } from '../../../stores/sqlite/store.ts';
import type { Actor } from '../../access/actor.ts';
import type { Job } from '../../job.ts';
import type { MemoryInput } from '../../memories/draft.ts';
import { Embedding } from '../../memories/embedding.ts';
import type { Forgotten } from '../../memories/quotes.ts';
import type { Memory } from '../../model.ts';
import type { Store } from '../../ports.ts';
import type { NormaliseStore } from '../ports.ts';
import { type NormaliseOptions, Normalising } from './normalise.ts';

/** The actor owns all that it may see. */
const SETTINGS = { keptMs: 30 * 86_400_000, owning: async (actor: Actor) => actor, forgetTraces: async () => {} };

let open: OpenEngine;
// A store without background work: it writes nothing in between.
beforeEach(async () => {
  open = await openTestEngine({}, { tends: false });
});
afterEach(() => open.dispose());

const add = async (content: string, input: Partial<MemoryInput> = {}, actor: Actor = OWNER): Promise<Memory> =>
  (await open.engine.memories.store(actor, { content, ...input })).memory;

async function normalise(options: NormaliseOptions = {}, actor: Actor = OWNER): Promise<Job> {
  const { ended } = await open.engine.normalising.start(actor, options);
  return ended;
}

const contents = async (): Promise<string[]> =>
  (await open.engine.memories.list(OWNER, { limit: 100, offset: 0 })).memories.map(({ content }) => content).sort();

/** Every row of the file, except jobs and the audit trail, which keeps ids. */
function everything(): Record<string, unknown[]> {
  const database = new DatabaseSync(join(open.dataDir, 'remanence.db'));
  try {
    const tables = database
      // Full-text indexes cannot be read, but the tables beneath them can.
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('jobs', 'audit', 'passage_words', 'chunk_words')",
      )
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => [String(name), database.prepare(`SELECT * FROM "${name}"`).all()]),
    );
  } finally {
    database.close();
  }
}

const LONG = 'The nightly backup of the billing database runs at two and is kept for a month.';
const SHORT = 'Nightly backup of the billing database runs at two and is kept for a month.';

describe('memories that say the same', () => {
  it('are merged into the longest, which gains what the others knew', async () => {
    const short = await add(SHORT, { metadata: { tags: ['db'], owner: 'ada' }, importance: 7, tags: ['a'] });
    const long = await add(LONG, { metadata: { tags: ['backup'] }, importance: 2, tags: ['b'] });
    await open.engine.memories.open(OWNER, short.id);
    expect(await normalise()).toMatchObject({
      state: 'completed',
      result: { duplicatesMerged: 1, memoriesProcessed: 2 },
    });
    expect(await open.engine.memories.get(OWNER, long.id)).toMatchObject({
      content: LONG,
      metadata: { tags: ['backup', 'db'], owner: 'ada' },
      tags: ['b', 'a'],
      importance: 7,
      accesses: 1,
      ingestionTime: short.ingestionTime,
    });
    expect((await open.engine.memories.get(OWNER, short.id)).id).toBe(long.id);
    // Only its id remains, as a name of the memory that stays.
    const { trace_names: names, ...rest } = everything();
    expect(names).toContainEqual(expect.objectContaining({ memory_row: long.row, key: short.id }));
    expect(JSON.stringify(rest)).not.toContain(short.id);
    expect(await open.engine.check()).toEqual([]);
    expect(await normalise()).toMatchObject({ result: { duplicatesMerged: 0 } });
  });

  it.each([
    ['plain', {}],
    ['known by name already', { type: 'design' as const }],
  ])('pass on their edges and what they superseded, when they are %s', async (_, typed) => {
    const target = await add('Billing lives in its own cluster.');
    const short = await add(SHORT, { ...typed, relations: [{ type: 'SEE', target: target.id }] });
    const long = await add(LONG, typed);
    const pointing = await add('Ask the database team before a restore.', {
      relations: [{ type: 'NEEDS', target: short.id }],
    });
    const past = await add('There is no backup of billing yet.');
    await open.engine.memories.invalidate(OWNER, past.id, { supersededBy: short.id });
    await normalise();
    const store = await openSqliteStore(join(open.dataDir, 'remanence.db'));
    const edges = await store.trace.edges([long.row], 'both', { within: {}, validAt: Date.now() });
    expect(edges).toEqual([
      { type: 'NEEDS', from: pointing.row, to: long.row },
      { type: 'SEE', from: long.row, to: target.row },
    ]);
    expect(await store.trace.edges([short.row], 'both', { within: {}, validAt: Date.now() })).toEqual([]);
    const { types } = await store.network({ within: {}, validAt: Date.now() }).schema();
    expect(types.get('NEEDS')).toBe(1);
    expect((await store.memories.get(past.id, {}))?.supersededBy).toBe(long.id);
    await store.close();
  });

  it('pass on the tags by which they are found', async () => {
    await add(SHORT, { tags: ['disaster'] });
    const long = await add(LONG);
    await normalise();
    expect((await open.engine.retrieval.byWords(OWNER, 'disaster', 5)).map(({ memory }) => memory.id)).toEqual([
      long.id,
    ]);
    expect(await normalise()).toMatchObject({ result: { embeddingsRefreshed: 0 } });
  });

  it('pass on their observations about entities', async () => {
    const { knowledge } = open.engine;
    const short = await add(SHORT);
    const long = await add(LONG);
    for (const memory of [short.id, long.id])
      await knowledge.tell(OWNER, { name: 'Billing', type: null, observations: ['Is backed up.'], memory });
    await knowledge.tell(OWNER, { name: 'Billing', type: null, observations: ['Rests at two.'], memory: short.id });
    await knowledge.relate(OWNER, { type: 'kept by', source: 'Billing', target: 'Vault' }, short.id);
    expect(await normalise()).toMatchObject({ result: { duplicatesMerged: 1 } });
    expect(await knowledge.about(OWNER, 'Billing')).toMatchObject({
      observations: ['Rests at two.', 'Is backed up.'],
      relations: [{ type: 'kept by', source: 'Billing', target: 'Vault' }],
    });
    await open.engine.memories.remove(OWNER, long.id);
    expect(await knowledge.about(OWNER, 'Billing')).toMatchObject({ observations: [], relations: [] });
  });

  it.each([
    ['a number', 'The cache holds 500 entries per worker.', 'The cache holds 900 entries per worker.'],
    ['a negation', 'Deploys are allowed on Friday evenings.', 'Deploys are not allowed on Friday evenings.'],
  ])('are not merged when they differ in %s', async (_, first, second) => {
    await add(first);
    await add(second);
    expect(await normalise()).toMatchObject({ result: { duplicatesMerged: 0 } });
    expect(await contents()).toEqual([first, second].sort());
  });

  it('stay apart by scope, type, name, label, outcome and validity', async () => {
    await add(LONG);
    await add(LONG, {}, { who: 'local', project: 'other' });
    await add(LONG, { kind: 'procedural' });
    await add(LONG, { label: 'decision' });
    await add(LONG, { label: 'question' });
    await add(LONG, { type: 'requirements', metadata: { requirement_id: 'REQ-1' } });
    await add(LONG, { type: 'requirements', metadata: { requirement_id: 'REQ-2' } });
    await add(LONG, { type: 'test_history', metadata: { test_name: 'backs up', status: 'Passed' } });
    await add(LONG, { type: 'test_history', metadata: { test_name: 'backs up', status: 'Failed' } });
    const ended = await add(LONG);
    await open.engine.memories.invalidate(OWNER, ended.id, { reason: 'moved' });
    // Only the memory without a label agrees with one that has a label.
    expect(await normalise()).toMatchObject({ result: { duplicatesMerged: 1 } });
    expect((await contents()).length).toBe(9);
    expect(await open.engine.memories.get(OWNER, ended.id)).toMatchObject({ invalidReason: 'moved' });
  });

  it('are not merged by way of a third that lacks what tells them apart', async () => {
    await add(LONG, { type: 'requirements' });
    await add(SHORT, { type: 'requirements', metadata: { requirement_id: 'REQ-1' } });
    await add(SHORT, { type: 'requirements', metadata: { requirement_id: 'REQ-2' } });
    expect(await normalise()).toMatchObject({ result: { duplicatesMerged: 1 } });
    const { memories } = await open.engine.memories.list(OWNER, { limit: 10, offset: 0 });
    expect(memories.map(({ metadata }) => metadata.requirement_id).sort()).toEqual(['REQ-1', 'REQ-2']);
  });

  it('are left alone out of reach, and when deduplication is skipped', async () => {
    const ada = { who: 'local', user: 'ada' };
    for (const actor of [ada, OWNER]) for (const text of [LONG, SHORT]) await add(text, {}, actor);
    expect(await normalise({ skipDeduplication: true })).toMatchObject({ result: { duplicatesMerged: 0 } });
    expect(await normalise({}, ada)).toMatchObject({ result: { duplicatesMerged: 1, memoriesProcessed: 2 } });
    expect((await contents()).length).toBe(3);
  });
});

describe('a memory that is changed while normalising', () => {
  it('keeps its new state', async () => {
    const first = await add(LONG);
    await add(SHORT);
    const store = await openSqliteStore(join(open.dataDir, 'remanence.db'));
    const overtaken = wrapped(store, {
      apply: async (plan, reached) => {
        await open.engine.memories.update(OWNER, first.id, { metadata: { by: 'somebody else' } });
        return store.normalising.apply(plan, reached);
      },
    });
    expect(await runOn(overtaken)).toMatchObject({ state: 'completed', result: { duplicatesMerged: 0 } });
    expect(await open.engine.memories.get(OWNER, first.id)).toMatchObject({ metadata: { by: 'somebody else' } });
    await store.close();
  });

  it('is written without waiting, even in the middle of the swap', async () => {
    for (let i = 0; i < 30; i++) await add(LONG, { metadata: { i } });
    const { ended } = await open.engine.normalising.start(OWNER);
    const written: string[] = [];
    const writing = (async () => {
      for (let i = 0; i < 40; i++) written.push((await add(`Note ${i} of the watch.`, { importance: 3 })).id);
    })();
    expect(await ended).toMatchObject({ state: 'completed', result: { duplicatesMerged: 29 } });
    await writing;
    for (const id of written) expect(await open.engine.memories.get(OWNER, id)).toMatchObject({ importance: 3 });
    expect(await open.engine.check()).toEqual([]);
  });
});

/** The first count is for the estimate. */
const failingTheSecondTime = (store: Store): Store['memories']['count'] => {
  let looks = 0;
  return (within) => (looks++ === 0 ? store.memories.count(within) : fail());
};

const fail = async (): Promise<never> => {
  throw new Error('the power went out');
};

/** The real store, with the given parts replaced. */
const wrapped = (
  store: Store,
  normalising: Partial<NormaliseStore>,
  memories: Partial<Store['memories']> = {},
): Store => ({
  ...store,
  memories: overlay(store.memories, memories),
  normalising: overlay(store.normalising, normalising),
});
const overlay = <T extends object>(real: T, own: Partial<T>): T =>
  new Proxy(real, {
    get: (target, name) => {
      const value = Reflect.get(name in own ? own : target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

async function runOn(store: Store, options: NormaliseOptions = {}): Promise<Job> {
  const embedding = new Embedding(store, brokenEmbedder, 1000);
  const { ended } = await new Normalising(store, embedding, { now: () => Date.now() }, SETTINGS).start(OWNER, options);
  return ended;
}
const brokenEmbedder = {
  succeeds: [],
  status: () => ({
    state: 'ready' as const,
    model: 'remanence-minilm-1',
    dimensions: 384,
    backend: 'none',
    error: null,
    cache: { hits: 0, misses: 0, size: 0, bytes: 0 },
  }),
  passages: fail,
  query: fail,
  bulk: fail,
  close: async () => {},
};

describe('a failure', () => {
  const at = (phase: 'check' | 'swap', store: Store): Partial<NormaliseStore> => ({
    apply: (plan, reached) =>
      store.normalising.apply(plan, (now) => {
        reached(now);
        if (now === phase) throw new Error('the power went out');
      }),
  });

  it.each([
    ['snapshot', (store: Store) => wrapped(store, {}, { count: failingTheSecondTime(store) })],
    ['deduplicate', (store: Store) => wrapped(store, { twins: fail })],
    ['orphans', (store: Store) => wrapped(store, { orphans: fail })],
    ['embeddings', (store: Store) => wrapped(store, { unembedded: fail })],
    ['embeddings', (store: Store) => store],
    ['purge', (store: Store) => wrapped(store, { expired: fail })],
    ['check', (store: Store) => wrapped(store, at('check', store))],
    ['swap', (store: Store) => wrapped(store, at('swap', store))],
  ])('in the phase %s leaves everything unchanged', async (phase, broken) => {
    await add(SHORT, { metadata: { tags: ['db'] } });
    await add(LONG);
    await add('Somebody must look after the certificates.');
    const gone = await add('Nobody needs this any more.');
    await open.engine.memories.discard(OWNER, gone.id);
    const database = new DatabaseSync(join(open.dataDir, 'remanence.db'));
    // One vector is missing, and one memory was deleted long ago.
    database.exec(
      'UPDATE deleted_memories SET deleted_at = 0; UPDATE passages SET vector = NULL, segment = NULL WHERE id = 3',
    );
    database.close();
    const before = everything();
    const store = await openSqliteStore(join(open.dataDir, 'remanence.db'));
    const skipEmbeddings = phase === 'check' || phase === 'swap' || phase === 'purge';
    expect(await runOn(broken(store), { skipEmbeddings })).toMatchObject({
      state: 'failed',
      error: 'the power went out',
      result: null,
    });
    expect(everything()).toEqual(before);
    await store.close();
    expect(await normalise()).toMatchObject({
      state: 'completed',
      result: { duplicatesMerged: 1, embeddingsRefreshed: 1, purged: 1 },
    });
  });

  it('of the check names what is wrong', async () => {
    await add(LONG);
    const database = new DatabaseSync(join(open.dataDir, 'remanence.db'), { enableForeignKeyConstraints: false });
    database.exec('INSERT INTO passages (memory_row, position) VALUES (999, 0)');
    database.close();
    expect(await normalise({ skipOrphans: true })).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('1 rows of passages have dangling references'),
    });
    expect(await normalise()).toMatchObject({ state: 'completed', result: { orphansRemoved: 1 } });
  });

  it('does not happen once observations without a memory or an entity are removed', async () => {
    await open.engine.knowledge.tell(OWNER, { name: 'Billing', type: null, observations: ['Is old.'] });
    const database = new DatabaseSync(join(open.dataDir, 'remanence.db'), { enableForeignKeyConstraints: false });
    database.exec(`INSERT INTO observations (entity_row, memory_row, text, created_at)
      SELECT row, 999, 'Told by nobody.', 0 FROM entities UNION SELECT 999, NULL, 'Of nobody.', 0;
      INSERT INTO entity_vectors (entity_row, model, vector) VALUES (998, 'm', x'00')`);
    database.close();
    expect(await normalise()).toMatchObject({ state: 'completed', result: { orphansRemoved: 3 } });
    expect(await open.engine.knowledge.about(OWNER, 'Billing')).toMatchObject({ observations: ['Is old.'] });
  });
});

describe('the bin', () => {
  it('loses what has expired, all of whose traces are looked for at once, or nothing if it is told to stop', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 30; i++) {
      const { id } = await add(`The berth of ship ${i} is the third.`);
      await open.engine.memories.discard(OWNER, id);
      ids.push(id);
    }
    const store = await openSqliteStore(join(open.dataDir, 'remanence.db'));
    const traced: string[][] = [];
    const forgetTraces = async (memories: readonly Forgotten[]) => {
      traced.push(memories.map(({ id }) => id).sort());
    };
    const clock = { now: () => Date.now() + 1 };
    const settings = { ...SETTINGS, keptMs: 0, forgetTraces };
    const normalising = new Normalising(store, new Embedding(store, brokenEmbedder, 1000), clock, settings);
    const stopped = AbortSignal.abort(new Error('It is told to stop.'));
    await expect(normalising.emptyBin(stopped)).rejects.toThrow('It is told to stop.');
    expect(traced).toEqual([]);
    expect(await open.engine.memories.discardedAt(OWNER, ids[0])).not.toBeNull();
    await normalising.emptyBin();
    expect(traced).toEqual([ids.sort()]);
    expect(await open.engine.memories.discardedAt(OWNER, ids[0])).toBeNull();
    await store.close();
  });

  it('takes with what has expired no message or question about a memory that says the same', async () => {
    const text = 'The staging server is rebooted each Sunday at four.';
    const other = 'The spare key lies under the third flowerpot.';
    const ask = async (question: string) => {
      await open.engine.chat.say(OWNER, question, { session: 'same', memories: 1, maxTokens: 500 });
    };
    for (const content of [text, other]) {
      const { id } = await add(content);
      await open.engine.memories.discard(OWNER, id);
    }
    await add(text);
    await ask(`Is it so? ${text}`);
    await ask(`Is it so? ${other}`);
    const { engine } = open;
    const store = await openSqliteStore(join(open.dataDir, 'remanence.db'));
    const forgetTraces = (memories: readonly Forgotten[]) => engine.chat.forgetQuotes(memories).then(() => {});
    const settings = { ...SETTINGS, keptMs: 0, forgetTraces };
    const later = { now: () => Date.now() + 1 };
    await new Normalising(store, new Embedding(store, brokenEmbedder, 1000), later, settings).emptyBin();
    await store.close();
    const { messages } = await engine.chat.history(OWNER, 'same', { limit: 10, offset: 0 });
    const said = messages.map(({ content }) => content).join('\n');
    expect(said).toContain('Sunday at four');
    expect(said).not.toContain('flowerpot');
  });
});

describe('a job', () => {
  it('is found by its id, with its figures, also from another process; a second job at the same time is refused', async () => {
    await add(SHORT);
    await add(LONG);
    const { job, ended } = await open.engine.normalising.start(OWNER);
    await expect(open.engine.normalising.start(OWNER)).rejects.toMatchObject({
      code: 'conflict',
      details: { job: job.id },
    });
    // Its figures count what not everyone may see, and a guest may change nothing.
    const ann = { who: 'ann', role: 'user', cubes: [] } as const;
    await expect(open.engine.normalising.start(ann)).rejects.toMatchObject({ code: 'conflict', details: undefined });
    const guest = { ...ann, role: 'guest' } as const;
    await expect(open.engine.normalising.start(guest)).rejects.toMatchObject({ code: 'forbidden' });
    await ended;
    const store = await openSqliteStore(join(open.dataDir, 'remanence.db'));
    const elsewhere = new Normalising(
      store,
      new Embedding(store, brokenEmbedder, 1000),
      { now: () => Date.now() },
      SETTINGS,
    );
    const status = await elsewhere.status(OWNER, job.id);
    expect(status).toMatchObject({ phase: 'swap', progress: 100, remainingMs: null });
    expect(status.figures).toMatchObject({ memoriesProcessed: 2, duplicatesMerged: 1 });
    expect(status.job.stages.map(({ name }) => name)).toEqual([
      'snapshot',
      'deduplicate',
      'orphans',
      'embeddings',
      'purge',
      'check',
      'swap',
    ]);
    await expect(elsewhere.status(OWNER, 'nothing')).rejects.toMatchObject({ code: 'not_found' });
    await store.close();
  });
});
