import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../engine/ids.ts';
import { byId } from '../../engine/memories/trace.ts';
import type { Store } from '../../engine/ports.ts';
import { testOpening, warmUp } from '../postgres/server/fixture-database.ts';
import type { Opening } from '../postgres/server/opening.ts';
import { openDatabase, openPostgresStore } from '../postgres/store.ts';
import { Database } from '../sqlite/file/database.ts';
import { openSqliteStore } from '../sqlite/store.ts';
import { file } from '../suites/code-fixture.ts';
import { DIMENSIONS, MODEL, memory, mention, NOW, NOWHERE, vector } from '../suites/store-fixture.ts';
import { copyBetween } from './between.ts';
import { copyStore, type Target } from './copy.ts';
import { PostgresSide } from './postgres-side.ts';
import { SqliteSide } from './sqlite-side.ts';
import { TABLES } from './tables.ts';

/** Numbers that are easily lost: the smallest ones, and a negative zero. */
const EDGES = new Float32Array(DIMENSIONS).fill(1.401298464324817e-45);
EDGES[0] = -0;
EDGES[1] = 1;

let folder: string;
let source: string;

/** Fills every table. */
async function furnish(store: Store): Promise<void> {
  await store.embeddings.adopt(MODEL);
  const ada = { ...NOWHERE, user: 'ada', session: 's1' };
  const [one, two, gone] = await store.memories.add([
    memory('the gateway retries', {
      scope: ada,
      mentions: [mention('Gateway', true)],
      trace: { names: [byId('a')], claims: [] },
      metadata: { tiny: 5e-324, text: 'ü\u{1F600}' },
      importance: -0,
    }),
    memory('edges of numbers', {
      passages: [
        { terms: 'edges of numbers', vector: EDGES },
        { terms: 'late', vector: null },
      ],
    }),
    memory('soon gone'),
  ]);
  if (!one || !two || !gone) throw new Error('not stored');
  await store.memories.change(one.id, one.revision, { importance: 7, updatedAt: NOW + 1 });
  await store.forgetting.discard(gone.id, {}, NOW + 2);
  const entity = {
    id: newId(NOW),
    scope: { ...NOWHERE, user: 'ada' },
    key: 'queue',
    name: 'Queue',
    type: 'service',
    description: null,
    createdAt: NOW,
  };
  const told = await store.knowledge.observe(entity, ['holds jobs'], one.row, NOW);
  await store.knowledge.addVectors(MODEL, [{ entity: told.row, vector: vector(3) }]);
  await store.transfer.relate({ type: 'DEPENDS_ON', from: one.id, to: two.id, createdAt: NOW }, {});
  await store.knowledge.relateOnce(
    {
      id: newId(NOW),
      from: entity,
      to: { ...entity, id: newId(NOW), key: 'bus', name: 'Bus' },
      type: 'uses',
      weight: 0.1,
      createdAt: NOW,
      validFrom: NOW,
      validUntil: null,
    },
    null,
  );
  const project = await store.code.projects.declare({
    scope: NOWHERE,
    root: '/work/shop',
    names: ['shop'],
    createdAt: NOW,
  });
  await store.code.index.add(project.id, [file('a.go', ['Alpha', 'Beta'])]);
  await store.code.index.publish(project.id, { gone: [], commit: 'abc', at: NOW });
  const [chunk] = await store.code.vectors.pending(project.id, 1);
  if (chunk) await store.code.vectors.fill([{ id: chunk.id, vector: EDGES }], MODEL);
  await store.code.links.add([
    { memory: one.row, project: project.id, path: 'a.go', container: null, symbol: 'Alpha', digest: 'x' },
  ]);
  await store.access.addUser({ id: 'ada', name: 'Ada', role: 'user', active: true, createdAt: NOW, updatedAt: NOW });
  await store.access.addToken({ id: 't1', user: 'ada', hash: 'h', createdAt: NOW, expiresAt: null, revokedAt: null });
  await store.access.record(
    [{ at: NOW, who: 'ada', action: 'memory.add', subject: one.id, cube: null, outcome: 'done' }],
    0,
  );
  await store.chat.append({ who: 'ada', user: null, project: null, id: 'c', createdAt: NOW, lastAt: NOW }, [
    { role: 'user', content: 'hello', at: NOW },
  ]);
  await store.jobs.start({ id: newId(NOW), kind: 'k', total: 1, startedAt: NOW, by: null }, NOW - 1);
  await store.inbox.note([{ kind: 'duplicate', memory: two, other: one, similarity: 0.9, foundAt: NOW }]);
  await store.statistics.addTimings(new Map([['search', { count: 1, ms: 0.1, slowest: 0.1 }]]), NOW);
}

beforeAll(async () => {
  await warmUp();
  folder = mkdtempSync(join(tmpdir(), 'remanence-copy-'));
  source = join(folder, 'source.db');
  const store = await openSqliteStore(source);
  await furnish(store);
  await store.close();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

const opening = (): Promise<Opening> => testOpening(randomUUID());

async function contentOf(path: string): Promise<string> {
  const side = new SqliteSide(await Database.open(path));
  const all: unknown[] = [];
  for (const table of TABLES) all.push([table.name, await side.read(table, null, 1000)]);
  await side.close();
  return JSON.stringify(all, (_, value) =>
    Object.is(value, -0) ? '-0' : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
}

describe('a copy', () => {
  it('is identical in every table after a round trip, to the last bit of a vector', async () => {
    const database = await opening();
    const there = await copyBetween({ file: source }, { database });
    const back = join(folder, 'back.db');
    const again = await copyBetween({ database }, { file: back });
    expect(again.digest).toBe(there.digest);
    expect(await contentOf(back)).toBe(await contentOf(source));
  });

  it('resumes where it was stopped', async () => {
    const database = await opening();
    let written = 0;
    const stopping = (side: PostgresSide): Target =>
      new Proxy(side, {
        get: (target, name) => {
          if (name !== 'write') {
            const value: unknown = Reflect.get(target, name);
            return typeof value === 'function' ? value.bind(target) : value;
          }
          return async (...args: Parameters<Target['write']>) => {
            if (++written === 6) throw new Error('pulled the plug');
            await target.write(...args);
          };
        },
      });
    const from = await SqliteSide.reading(source);
    const first = PostgresSide.writing(await openDatabase(database));
    await expect(copyStore(from, stopping(first))).rejects.toThrow('pulled the plug');
    await first.close();
    const second = PostgresSide.writing(await openDatabase(database));
    const { digest } = await copyStore(from, second);
    await second.close();
    await from.close();
    const whole = await copyBetween({ file: source }, { database: await opening() });
    expect(digest).toBe(whole.digest);
  });

  it('is refused if the target is not empty', async () => {
    const database = await opening();
    const store = await openPostgresStore(database);
    await store.memories.add([memory('here first')]);
    await store.close();
    await expect(copyBetween({ file: source }, { database })).rejects.toThrow('not empty');
    await expect(copyBetween({ database }, { file: source })).rejects.toThrow('not empty');
  });

  it('can be searched and written to like any other store', async () => {
    const database = await opening();
    await copyBetween({ file: source }, { database });
    const store = await openPostgresStore(database);
    const [hit] = await store.search.nearest(vector(0), { within: {}, validAt: NOW + 5 }, 1);
    const [found] = await store.memories.byRows([hit?.row ?? 0]);
    expect(found?.content).toBe('the gateway retries');
    expect((await store.search.statistics(['gateway'], {})).frequency.get('gateway')).toBe(1);
    await store.memories.add([memory('new here')]);
    expect(await store.memories.count({})).toBe(3);
    await store.close();
  });
});
