import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Proposal } from '../../engine/inbox/ports.ts';
import type { Store } from '../../engine/ports.ts';
import { testOpening, warmUp } from '../postgres/server/fixture-database.ts';
import type { Opening } from '../postgres/server/opening.ts';
import { openDatabase, openPostgresStore } from '../postgres/store.ts';
import { Database } from '../sqlite/file/database.ts';
import { openSqliteStore } from '../sqlite/store.ts';
import { entity, memory, NOW, NOWHERE, vector } from '../suites/store-fixture.ts';
import { copyBetween } from './between.ts';
import { copyStore, type Target } from './copy.ts';
import { furnish } from './fixture-everything.ts';
import { PostgresSide } from './postgres-side.ts';
import { SqliteSide } from './sqlite-side.ts';
import { TABLES } from './tables.ts';

const PERSON = { name: 'Eve', role: 'user', active: true, createdAt: NOW, updatedAt: NOW } as const;
const CUBE = {
  id: 'team',
  name: 'Team',
  description: null,
  path: null,
  owner: 'local',
  project: null,
  createdAt: NOW,
  updatedAt: NOW,
};
const CHAT = { who: 'local', user: null, project: null, id: 'c', createdAt: NOW, lastAt: NOW };
const PROPOSAL: Proposal = {
  id: 'p',
  scope: NOWHERE,
  content: 'waits',
  kind: 'semantic',
  type: null,
  tags: [],
  metadata: {},
  by: 'ada',
  source: null,
  proposedAt: NOW,
};

let folder: string;
let source: string;

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

/** The same target, which fails at this table. */
function stopping(side: Target, at = 'passages'): Target {
  return new Proxy(side, {
    get: (target, name) => {
      if (name !== 'write') {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return async (...args: Parameters<Target['write']>) => {
        if (args[0].name === at) throw new Error('pulled the plug');
        await target.write(...args);
      };
    },
  });
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

  it('resumes where it was stopped, and is not served until it is complete', async () => {
    const database = await opening();
    const from = await SqliteSide.reading(source);
    const first = PostgresSide.writing(await openDatabase(database));
    await expect(copyStore(from, stopping(first))).rejects.toThrow('pulled the plug');
    await first.close();
    await expect(openPostgresStore(database)).rejects.toThrow('A copy into this tenant was begun');
    const second = PostgresSide.writing(await openDatabase(database));
    const { digest } = await copyStore(from, second);
    await second.close();
    await from.close();
    const whole = await copyBetween({ file: source }, { database: await opening() });
    expect(digest).toBe(whole.digest);
  });

  it.each<[string, (path: string) => Promise<Target>]>([
    ['a file', SqliteSide.writing],
    ['a database', async () => PostgresSide.writing(await openDatabase(await opening()))],
  ])('into %s starts again if the source has changed since it was stopped', async (_, open) => {
    const path = join(folder, `${randomUUID()}.db`);
    const store = await openSqliteStore(path);
    await furnish(store);
    const first = await SqliteSide.reading(path);
    const target = await open(`${path}-copy`);
    await expect(copyStore(first, stopping(target, 'hourly_timings'))).rejects.toThrow('pulled the plug');
    await first.close();

    await store.statistics.addTimings(new Map([['search', { count: 1, ms: 1, slowest: 1 }]]), NOW);
    const [memory] = await store.memories.page({ within: {}, after: null, limit: 1 });
    await store.forgetting.remove(memory?.id ?? '', {});
    await store.close();
    const second = await SqliteSide.reading(path);
    const { digest } = await copyStore(second, target);
    const back = await SqliteSide.writing(`${path}-back`);
    expect((await copyStore(target, back)).digest).toBe(digest);
    await Promise.all([second.close(), target.close(), back.close()]);
    expect(await contentOf(`${path}-back`)).toBe(await contentOf(path));
  });

  it('into a file is not served either until it is complete', async () => {
    const half = join(folder, 'half.db');
    const from = await SqliteSide.reading(source);
    const to = await SqliteSide.writing(half);
    await expect(copyStore(from, stopping(to))).rejects.toThrow('pulled the plug');
    await to.close();
    await expect(openSqliteStore(half)).rejects.toThrow(`A copy into ${half} was begun`);
    const again = await SqliteSide.writing(half);
    await copyStore(from, again);
    await again.close();
    await from.close();
    await (await openSqliteStore(half)).close();
    expect(await contentOf(half)).toBe(await contentOf(source));
  });

  it('is refused if the target is not empty', async () => {
    const database = await opening();
    const store = await openPostgresStore(database);
    await store.memories.add([memory('here first')]);
    await store.close();
    await expect(copyBetween({ file: source }, { database })).rejects.toThrow('not empty');
    await expect(copyBetween({ database }, { file: source })).rejects.toThrow('not empty');
  });

  it.each([
    ['a user', (store: Store) => store.access.addUser({ ...PERSON, id: 'eve' })],
    ['a cube', (store: Store) => store.access.addCube(CUBE)],
    ['a chat', (store: Store) => store.chat.append(CHAT, [{ role: 'user', content: 'hello', at: NOW }])],
    ['a proposal', (store: Store) => store.inbox.propose(PROPOSAL, 'digest')],
  ])('is refused if the target holds only %s', async (_, put) => {
    const database = await opening();
    const file = join(folder, `${randomUUID()}.db`);
    for (const store of [await openPostgresStore(database), await openSqliteStore(file)]) {
      await put(store);
      await store.close();
    }
    for (const target of [{ database }, { file }])
      await expect(copyBetween({ file: source }, target)).rejects.toThrow('not empty');
  });

  it('may go into a store of which a server has noted only its figures', async () => {
    const database = await opening();
    const file = join(folder, 'served.db');
    for (const store of [await openPostgresStore(database), await openSqliteStore(file)]) {
      await store.statistics.noteSize(NOW, { memories: 0, bytes: 1 }, 0);
      await store.close();
    }
    for (const target of [{ database }, { file }]) await copyBetween({ file: source }, target);
    expect(await contentOf(file)).toBe(await contentOf(source));
  });

  it('into a folder that does not exist is refused', async () => {
    const missing = join(folder, 'missing');
    const copied = copyBetween({ file: source }, { file: join(missing, 'copy.db') });
    await expect(copied).rejects.toMatchObject({ code: 'invalid', message: `The folder ${missing} does not exist.` });
  });

  it('below a file is refused', async () => {
    for (const below of [join(source, 'copy.db'), join(source, 'deep', 'copy.db')])
      for (const [from, to] of [
        [source, below],
        [below, source],
      ] as const)
        await expect(copyBetween({ file: from }, { file: to })).rejects.toMatchObject({
          code: 'invalid',
          message: `${source} is a file, not a folder.`,
          hint: `Nothing can be at ${below}.`,
        });
  });

  it('gives no number of a deleted entity to another', async () => {
    const path = join(folder, 'numbers.db');
    const from = await openSqliteStore(path);
    // More than the other tests have used up of the database's numbers.
    const given = 300;
    for (let i = 0; i < given; i++) await from.graph.declareEntity(entity(`thing ${i}`));
    await from.forgetting.reset({}, {});
    await from.close();
    const database = await opening();
    await copyBetween({ file: path }, { database });
    const to = await openPostgresStore(database);
    expect((await to.graph.declareEntity(entity('another'))).row).toBeGreaterThan(given);
    await to.close();
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
