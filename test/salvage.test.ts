// What can be saved from a damaged store.
import { existsSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEngine } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { command } from './command.ts';
import { behead, falsify, scramble } from './damage.ts';
import { OWNER, temporaryFolder } from './open.ts';
import { type Pristine, pristine } from './pristine.ts';

const COUNT = 400;
let folder: string;
let dataDir: string;
let store: string;
let first: string;
let house: Pristine;
beforeAll(async () => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
  store = join(dataDir, 'remanence.db');
  const engine = await open();
  const stored = await engine.memories.storeMany(
    { who: 'local', user: 'ada' },
    Array.from({ length: COUNT }, (_, n) => ({
      content: `Buoy number ${n} lies off Port Ellen, ${n} fathoms deep. ${'Fog and rain again. '.repeat(20)}`,
    })),
  );
  first = stored[0]?.id ?? '';
  await engine.cubes.register(OWNER, { id: 'logbook' }, join(folder, 'project', 'logbook.db'));
  const { shelf, author } = await engine.cubes.open(OWNER, 'logbook', 'write');
  await shelf.memories.store(author, { content: 'A whale at noon.' });
  const ada = { who: 'local', user: 'ada' };
  await engine.knowledge.tell(ada, { name: 'Port Ellen', type: 'place', observations: ['It has a pier.'] });
  await engine.users.add(OWNER, { id: 'ada', role: 'user' });
  await engine.close();
  // Data still in the log would hide the damage.
  for (const file of [store, join(folder, 'project', 'logbook.db')]) {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  }
  house = pristine(folder);
});
beforeEach(() => house.putBack());
afterAll(() => house.dispose());

const open = (at = dataDir) => openEngine(readConfig({ dataDir: at }, {}), { tends: false, embeds: false });
const salvage = async (...flags: string[]) => {
  const { status, stdout, stderr } = await command(['salvage', '--json', '--data-dir', dataDir, ...flags]);
  return { status, stderr, said: stdout === '' ? null : JSON.parse(stdout) };
};
const rows = (said: { main: { tables: { name: string; saved: number; gaps: number }[] } }, name: string) =>
  said.main.tables.find((each) => each.name === name);

/** The leaf pages of a table, counted from 0. */
function leavesOf(table: string): number[] {
  const database = new DatabaseSync(store, { readOnly: true });
  const found = database
    .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
    .all(table)
    .map(({ pageno }) => Number(pageno) - 1);
  database.close();
  return found;
}

/** Everything in the folder can be found, and is what was stored. */
async function check(at: string, saved: number): Promise<void> {
  const engine = await open(at);
  const { memories } = await engine.memories.list(OWNER, { limit: 1000, offset: 0 });
  expect(memories).toHaveLength(saved);
  expect(memories.every(({ content, scope }) => content.startsWith('Buoy number') && scope.user === 'ada')).toBe(true);
  const number = /number (\d+)/.exec(memories[5]?.content ?? '')?.[1] ?? '';
  for (const actor of [OWNER, { who: 'local', user: 'ada' }])
    expect((await engine.retrieval.byWords(actor, `${number} fathoms`, 3)).length).toBeGreaterThan(0);
  const { rows: mentioned } = await engine.graph.query(
    OWNER,
    'MATCH (m:Memory)-[]-(e:Entity {name: "Port Ellen"}) RETURN count(DISTINCT m)',
    { rows: 9, timeMs: 9000 },
  );
  expect(Number(mentioned[0]?.[0])).toBe(saved);
  expect((await engine.users.list(OWNER)).map(({ id }) => id)).toContain('ada');
  const { shelf, actor } = await engine.cubes.open(OWNER, 'logbook');
  expect((await shelf.memories.list(actor, { limit: 9, offset: 0 })).memories).toHaveLength(1);
  const known = await engine.knowledge.about({ who: 'local', user: 'ada' }, 'Port Ellen');
  expect(known?.observations).toEqual(['It has a pier.']);
  expect(await engine.check()).toEqual([]);
  await engine.close();
}

describe('salvage', () => {
  it('saves the memories beside a broken page of the schema, unless that is where they are described', async () => {
    const [described, ...others] = leavesOf('sqlite_schema');
    expect(others.length).toBeGreaterThan(3);
    for (const page of [others[0], others[2], others.at(-1)]) {
      house.putBack();
      scramble(store, page ?? 0, page ?? 0);
      const { status, said } = await salvage('--to', join(folder, `beside ${page}`));
      expect(status).toBe(1);
      expect(rows(said, 'memories')).toMatchObject({ saved: COUNT, gaps: 0 });
    }
    house.putBack();
    scramble(store, described ?? 0, described ?? 0);
    const { stderr } = await salvage('--to', join(folder, 'without'));
    expect(stderr).toContain('its schema, which says where they are, is damaged');
  });

  it('saves the memories around a broken page, and says which are lost', async () => {
    const leaves = leavesOf('memories');
    const broken = leaves[Math.floor(leaves.length / 2)] ?? 0;
    scramble(store, broken, broken);
    const damaged = readFileSync(store);
    const { status, said } = await salvage();
    expect(status).toBe(1);
    const memories = rows(said, 'memories');
    expect(memories).toMatchObject({ gaps: 1 });
    expect(said.main.lost.length).toBeGreaterThan(0);
    expect(memories?.saved).toBe(COUNT - said.main.lost.length);
    expect(said.main.lost.length).toBeLessThan(20);
    expect(readFileSync(said.restored.damaged[0]).equals(damaged)).toBe(true);
    await check(dataDir, COUNT - said.main.lost.length);
  });

  it('rebuilds words and mentions if their tables are broken', async () => {
    for (const table of ['passages', 'mentions', 'passage_text_content', 'trace_names']) {
      const [leaf] = leavesOf(table).slice(-1);
      if (leaf !== undefined) scramble(store, leaf, leaf);
    }
    const { said } = await salvage();
    expect(said.main).toMatchObject({ lost: [], falsified: [] });
    await check(dataDir, COUNT);
  });

  it('leaves out a memory whose text was changed, and names it', async () => {
    expect(falsify(store, 'Buoy number 0 lies off Port Ellen', 'Buoy number 9 lies off Port Ellen')).toBe(1);
    const { status, said } = await salvage('--to', join(folder, 'new'));
    expect(status).toBe(1);
    expect(said.main).toMatchObject({ lost: [], falsified: [first] });
    await check(join(folder, 'new'), COUNT - 1);
    expect(readdirSync(dataDir).filter((name) => name.includes('before-restore'))).toEqual([]);
  });

  it('reads a file whose header is broken', async () => {
    behead(store);
    const { status, said } = await salvage();
    expect({ status, lost: said.main.lost }).toEqual({ status: 0, lost: [] });
    await check(dataDir, COUNT);
  });

  it('reads a truncated file', async () => {
    truncateSync(store, Math.floor(statSync(store).size * 0.9));
    const { status, said } = await salvage('--to', join(folder, 'saved'));
    expect(status).toBe(1);
    expect(rows(said, 'memories')?.saved).toBeGreaterThan(COUNT / 4);
  });

  it('saves a cube too', async () => {
    const cube = join(folder, 'project', 'logbook.db');
    behead(cube);
    const { said } = await salvage();
    expect(said.cubes).toMatchObject([{ cubes: ['logbook'], lost: [] }]);
    await check(dataDir, COUNT);
  });

  it('says so if nothing can be read, and leaves everything unchanged', async () => {
    scramble(store, 0, 10_000);
    const before = readFileSync(store);
    expect(await salvage()).toMatchObject({ status: 1, stderr: expect.stringContaining('is damaged') });
    expect(readFileSync(store).equals(before)).toBe(true);
    expect(existsSync(join(folder, 'new'))).toBe(false);
    expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([]);
  });
});
