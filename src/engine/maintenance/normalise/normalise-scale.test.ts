// Ten thousand memories with planted copies, orphans and expired deletions. The vectors are made up, so this tests
// normalising, not the model.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER, temporaryFolder } from '../../../../test/open.ts';
import { openSqliteStore } from '../../../stores/sqlite/store.ts';
import { memory, NOW, NOWHERE } from '../../../stores/suites/store-fixture.ts';
import type { Actor } from '../../access/actor.ts';
import type { Embedder } from '../../memories/embedder.ts';
import { Embedding } from '../../memories/embedding.ts';
import type { NewMemory } from '../../memories/ports.ts';
import type { Memory } from '../../model.ts';
import type { Store } from '../../ports.ts';
import { Normalising } from './normalise.ts';

/** The actor owns all that it may see. */
const SETTINGS = { keptMs: 30 * 86_400_000, owning: async (actor: Actor) => actor, forgetTraces: async () => {} };

const DIMENSIONS = 384;
const MODEL = { name: 'made-up', dimensions: DIMENSIONS };
const MEMORIES = 10_000;
const COPIES = 500;
const ORPHANS = 50;
const EXPIRED = 100;
const KEPT_IN_BIN = 20;
const DAY = 86_400_000;

const noModel: Embedder = {
  succeeds: [],
  status: () => ({
    state: 'ready',
    model: MODEL.name,
    dimensions: DIMENSIONS,
    backend: 'none',
    error: null,
    cache: { hits: 0, misses: 0, size: 0, bytes: 0 },
  }),
  passages: () => Promise.reject(new Error('nothing is to be embedded')),
  query: () => Promise.reject(new Error('nothing is to be embedded')),
  bulk: () => Promise.reject(new Error('nothing is to be embedded')),
  close: async () => {},
};

/** The same numbers for the same seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

function vectorOf(seed: number, tilt = 0): Float32Array {
  const random = chance(seed);
  const other = chance(seed + 7_000_001);
  const values = Float32Array.from({ length: DIMENSIONS }, () => random() + tilt * other());
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

const WORDS = 'amber basil cedar delta ember fjord grove harbor inlet jetty kelp lagoon marsh north ochre'.split(' ');
const text = (i: number): string =>
  `The ${WORDS[i % 15]} ${WORDS[Math.floor(i / 15) % 15]} service number ${i} keeps its journal on host ${i * 7}.`;

const planted = (i: number, overrides: Partial<NewMemory> = {}): NewMemory =>
  memory(text(i), {
    passages: [{ terms: text(i).toLowerCase(), vector: vectorOf(i) }],
    model: MODEL,
    scope: { ...NOWHERE, project: i % 2 === 0 ? 'even' : 'odd' },
    metadata: { tags: [`t${i}`], source: 'original' },
    eventTime: NOW + i,
    ingestionTime: NOW + i,
    updatedAt: NOW + i,
    validFrom: NOW + i,
    ...overrides,
  });

/** Shorter, slightly shifted in vector space, and with extra fields. */
const copyOf = (i: number): NewMemory => {
  const shorter = text(i).replace('The ', '');
  return planted(i, {
    content: shorter,
    passages: [{ terms: shorter.toLowerCase(), vector: vectorOf(i, 0.15) }],
    metadata: { tags: [`copy${i}`], source: 'copy', ticket: `T${i}` },
    importance: 5,
    accesses: 3,
    eventTime: NOW - 1000 + i,
    ingestionTime: NOW + 1_000_000 + i,
    updatedAt: NOW + 1_000_000 + i,
  });
};

describe('ten thousand memories', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'remanence.db');
  let store: Store;
  let originals: Memory[];
  let copies: Memory[];
  let longest = 0;
  let took = 0;
  const now = NOW + 40 * DAY;

  beforeAll(async () => {
    store = await openSqliteStore(file);
    await store.embeddings.adopt(MODEL);
    const single = Array.from({ length: MEMORIES - COPIES }, (_, i) => planted(i));
    originals = [];
    for (let start = 0; start < single.length; start += 500) {
      originals.push(...(await store.memories.add(single.slice(start, start + 500))));
    }
    copies = await store.memories.add(Array.from({ length: COPIES }, (_, i) => copyOf(i * 3)));
    await plantDeleted(store, EXPIRED, now - 31 * DAY);
    await plantDeleted(store, KEPT_IN_BIN, now - 29 * DAY);
    plantOrphans(file, ORPHANS);

    const normalising = new Normalising(store, new Embedding(store, noModel, 1000), { now: () => now }, SETTINGS);
    const gap = longestGap();
    const began = computed();
    const { ended } = await normalising.start(OWNER);
    expect(await ended).toMatchObject({ state: 'completed', error: null });
    took = computed() - began;
    longest = gap.stop();
  }, 120_000);

  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('lose exactly their copies, orphans and expired deletions', async () => {
    expect((await store.jobs.latest('normalise'))?.result).toMatchObject({
      memoriesProcessed: MEMORIES,
      duplicatesMerged: COPIES,
      orphansRemoved: ORPHANS,
      embeddingsRefreshed: 0,
      purged: EXPIRED,
    });
    expect(await store.memories.count({})).toBe(MEMORIES - COPIES);
    expect(await store.forgetting.discarded({})).toBe(KEPT_IN_BIN);
    expect(await store.memories.byRows(copies.map(({ row }) => row))).toEqual([]);
    expect(await store.check()).toEqual([]);
  });

  it('gain what their copies knew', async () => {
    const kept = await store.memories.get(originals[3]?.id ?? '', {});
    expect(kept).toMatchObject({
      content: text(3),
      metadata: { tags: ['t3', 'copy3'], source: 'original', ticket: 'T3' },
      importance: 5,
      accesses: 3,
      eventTime: NOW - 1000 + 3,
      ingestionTime: NOW + 3,
      updatedAt: NOW + 1_000_000 + 3,
    });
    expect(await store.memories.history(kept?.id ?? '')).toMatchObject([
      { changedAt: now, before: { metadata: { tags: ['t3'], source: 'original' }, importance: 1 } },
    ]);
  });

  it('are otherwise unchanged', async () => {
    const touched = new Set(Array.from({ length: COPIES }, (_, i) => i * 3));
    const others = originals.filter((_, i) => !touched.has(i));
    expect(await store.memories.byRows(others.map(({ row }) => row))).toEqual(others);
  });

  it('are normalised in seconds, while other calls are answered', () => {
    process.stderr.write(
      `normalised in ${Math.round(took)} ms of computing, ${Math.round(longest)} ms at most without an answer\n`,
    );
    expect(took).toBeLessThan(20_000);
    expect(longest).toBeLessThan(1000);
  });
});

async function plantDeleted(store: Store, count: number, at: number): Promise<void> {
  const doomed = await store.memories.add(
    Array.from({ length: count }, (_, i) => planted(1_000_000 + i, { passages: [], content: `old ${at} ${i}` })),
  );
  for (const { id } of doomed) await store.forgetting.discard(id, {}, at);
}

/** Half are manual edges to deleted memories, half are rows of deleted memories. */
function plantOrphans(file: string, count: number): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  for (let i = 0; i < count / 2; i++) {
    database
      .prepare(
        `INSERT INTO trace_claims (owner_row, type, declared, from_label, from_key, from_space, to_label, to_key, to_space, created_at)
         SELECT row, 'SEE', 1, 'Memory', id, '', 'Memory', ?, '', 0 FROM memories LIMIT 1 OFFSET ?`,
      )
      .run(`gone${i}`, i + 5000);
    database
      .prepare(
        "INSERT INTO code_links (memory_row, project_id, path, container, symbol, digest) VALUES (?, 1, 'a', '', '', 'd')",
      )
      .run(9_000_000 + i);
  }
  database.close();
}

/** CPU time of this process so far, in milliseconds: other processes may keep the machine busy. */
function computed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function longestGap(): { stop(): number } {
  let longest = 0;
  let last = computed();
  const timer = setInterval(() => {
    longest = Math.max(longest, computed() - last);
    last = computed();
  }, 1);
  return {
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}
