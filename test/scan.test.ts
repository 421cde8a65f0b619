// Secrets stored by an older version are found everywhere, cut out with all derived data, and reported where they stay.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { GUARD } from '../src/stores/sqlite/migrations/010-guard.ts';
import { command } from './command.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';
import { leaksIn, Planting } from './planted.ts';
import { createProject } from './project.ts';

const Finding = z.object({
  place: z.string(),
  field: z.string(),
  id: z.string(),
  kinds: z.array(z.string()),
  hint: z.string(),
});
const Report = z.object({
  found: z.array(Finding),
  left: z.array(Finding),
  copies: z.array(z.object({ path: z.string(), secrets: z.number(), problem: z.string().nullable() })),
  unreadable: z.array(z.unknown()),
});

const planting = new Planting();
const dataDir = temporaryFolder();
const cubeDir = temporaryFolder();
const project = createProject('shop', { 'src/a.ts': 'export function a() {\n  return "PLACEHOLDER_LITERAL";\n}\n' });
const openStore = () => openFolder(dataDir, {}, { tends: false });

const scan = (...flags: string[]) => command(['scan', '--data-dir', dataDir, ...flags]);
const report = async (...flags: string[]) => {
  const { status, stdout } = await scan('--json', ...flags);
  return { status, ...Report.parse(JSON.parse(stdout)) };
};

/** Where each planted string is, as a version without today's patterns would have left it. */
const PLANTED: readonly (readonly [table: string, column: string])[] = [
  ['memories', 'content'],
  ['memories', 'summary'],
  ['memories', 'label'],
  ['memories', 'invalid_reason'],
  ['entities', 'name'],
  ['entities', 'description'],
  ['observations', 'text'],
  ['relations', 'type'],
  ['chat_messages', 'content'],
  ['chunks', 'text'],
  ['symbols', 'signature'],
  ['cubes', 'description'],
  ['jobs', 'error'],
  ['audit', 'subject'],
  ['scopes', 'session'],
];

let id: string;
let filed: string;
beforeAll(async () => {
  const engine = await openStore();
  const { memory } = await engine.memories.store(OWNER, {
    content: 'The deploy job runs at noon.',
    label: 'note',
    summary: 'Noon.',
    metadata: { a: 'b' },
  });
  id = memory.id;
  await engine.memories.update(OWNER, id, { content: 'The deploy job runs at one.' });
  await engine.memories.invalidate(OWNER, id, { reason: 'moved' });
  const binned = await engine.memories.store(OWNER, { content: 'Thrown away.' });
  await engine.memories.discard(OWNER, binned.memory.id);
  await engine.memories.store({ ...OWNER, session: 'standup' }, { content: 'Said in a session.' });
  const entity = await engine.graph.createEntity(OWNER, { name: 'Deployer', type: 'tool', description: 'Runs.' });
  await engine.graph.createRelation(OWNER, { from: entity.id, to: entity.id, type: 'is', weight: 1 });
  await engine.knowledge.tell(OWNER, { name: 'Deployer', type: null, observations: ['Runs at noon.'] });
  await engine.cubes.register(OWNER, { id: 'shared', description: 'A cube.' });
  await engine.chat.say(OWNER, 'When does the deploy job run?', { memories: 3, maxTokens: 100 });
  await engine.code.index(OWNER, project.root);
  await engine.users.add(OWNER, { id: 'ada', role: 'user' });
  await engine.cubes.register({ who: 'ada', role: 'user', cubes: [] }, { id: 'adas' });
  await engine.cubes.register(OWNER, { id: 'filed' }, join(cubeDir, 'filed.db'));
  const { shelf, author } = await engine.cubes.open(OWNER, 'filed', 'write');
  filed = (await shelf.memories.store(author, { content: 'In a file of its own.' })).memory.id;
  await engine.cubes.register(OWNER, { id: 'in-the-same-file' }, join(cubeDir, 'filed.db'));
  await engine.close();

  const database = new DatabaseSync(join(dataDir, 'remanence.db'));
  database.function(GUARD, () => null);
  for (const [table, column] of PLANTED) {
    const secret = planting.secret(`${table}.${column}`);
    const first =
      table === 'memories'
        ? `WHERE id = '${id}'`
        : table === 'scopes'
          ? "WHERE session = 'standup'"
          : `WHERE ${column} IS NOT NULL`;
    const set =
      table === 'jobs'
        ? 'UPDATE jobs SET error = ?'
        : `UPDATE ${table} SET ${column} = ${column === 'text' && table === 'chunks' ? 'text || ?' : '?'} ${first}`;
    expect(Number(database.prepare(set).run(` ${secret}`.trimStart()).changes), `${table}.${column}`).toBeGreaterThan(
      0,
    );
  }
  // A name that other rows refer to.
  database.exec('PRAGMA foreign_keys = OFF');
  const [user, session] = [planting.secret('user'), planting.secret('session')];
  database.prepare("UPDATE users SET id = ?, name = ? WHERE id = 'ada'").run(user, user);
  database.prepare("UPDATE cubes SET owner = ? WHERE owner = 'ada'").run(user);
  database.prepare('UPDATE chat_sessions SET id = ?, who = ?').run(session, user);
  database.prepare('UPDATE chat_messages SET session = ?, who = ?').run(session, user);
  // As a version without digests would have left it.
  database.exec('UPDATE memories SET digest = NULL');
  const json = (table: string, column: string, path: string) =>
    database
      .prepare(`UPDATE ${table} SET ${column} = json_set(${column}, '${path}', ?)`)
      .run(planting.secret(`${table}.${column}`));
  json('memory_changes', 'before', '$.content');
  json('deleted_memories', 'memory', '$.content');
  database
    .prepare('UPDATE memories SET metadata = ? WHERE id = ?')
    .run(JSON.stringify({ note: planting.secret('metadata'), [planting.secret('metadata key')]: 1 }), id);
  // The index words of the old text.
  database
    .prepare('UPDATE passage_text SET terms = ? WHERE rowid = (SELECT min(id) FROM passages)')
    .run(planting.secret('passage_text').toLowerCase());
  database.close();

  const cube = new DatabaseSync(join(cubeDir, 'filed.db'));
  cube.function(GUARD, () => null);
  cube.prepare('UPDATE memories SET digest = NULL, content = ?').run(`Deploy with ${planting.secret('cube file')}.`);
  cube.close();

  mkdirSync(join(dataDir, 'exports'));
  writeFileSync(
    join(dataDir, 'exports', 'old.jsonl'),
    `{"format":"remanence"}\n{"content":"${planting.secret('export')}"}\n`,
  );
  mkdirSync(join(dataDir, 'backups'));
  const { status } = await command(['backup', join(dataDir, 'backups', 'b.db'), '--data-dir', dataDir]);
  expect(status).toBe(0);
});
afterAll(() => {
  project.dispose();
  for (const folder of [dataDir, cubeDir]) rmSync(folder, { recursive: true, force: true });
});

describe('remanence scan', () => {
  it('finds stored secrets everywhere, and never prints them', async () => {
    const { status, stdout, stderr } = await scan('--json');
    expect(status).toBe(1);
    expect(planting.foundIn(Buffer.from(stdout + stderr))).toEqual([]);
    const { found, left, copies } = Report.parse(JSON.parse(stdout));
    expect(left).toEqual(found);
    const places = [
      'memory',
      'history',
      'bin',
      'entity',
      'observation',
      'relation',
      'chat',
      'code',
      'cube',
      'job',
      'audit trail',
      'scope',
      'user',
    ];
    expect([...new Set(found.map(({ place }) => place))].sort()).toEqual(places.sort());
    expect(found.find(({ place, field }) => place === 'memory' && field === 'content')).toMatchObject({
      id,
      kinds: ['github_token'],
      hint: 'ghp_… (40 characters)',
    });
    // Once, though two cubes share the file.
    expect(found.filter(({ id }) => id === filed)).toMatchObject([{ place: 'memory', field: 'content' }]);
    expect(copies.map(({ path }) => path.slice(dataDir.length + 1))).toEqual([
      expect.stringMatching(/^backups\/b\.cubes\/filed-/),
      'backups/b.db',
      'exports/old.jsonl',
    ]);
    expect(planting.foundIn(Buffer.from((await scan()).stdout))).toEqual([]);
  });

  it('cuts them out with --fix, leaves them in no byte of the store, and names the copies that still hold them', async () => {
    const fixed = await report('--fix');
    expect(fixed.found.length).toBeGreaterThan(15);
    expect(fixed.left).toEqual([]);
    expect(fixed.copies).toHaveLength(3);
    expect(fixed.status).toBe(1);
    for (const folder of ['backups', 'exports']) rmSync(join(dataDir, folder), { recursive: true });
    for (const folder of [dataDir, cubeDir]) expect(leaksIn(folder, planting)).toEqual([]);
    expect(await report()).toMatchObject({ status: 0, found: [], copies: [] });
    expect((await scan()).stdout).toBe('No secret was recognised.\n');
  });

  it('reads nothing but copies of the database in a project folder that contains it', async () => {
    const folder = temporaryFolder();
    const run = (...args: string[]) =>
      command([...args, '--data-dir', join(folder, 'data')], { CODE_MEMORY_DB_PATH: join(folder, 'mine.db') });
    expect((await run('user', 'add', 'ann')).status).toBe(0);
    const unfinished = 'data/b.db.0198c0de-0000-4000-8000-000000000000.part.cubes';
    const line = `{"content":"${planting.secret('project')}"}\n`;
    for (const name of ['src', 'exports', 'backups', 'data/exports', unfinished])
      mkdirSync(join(folder, name), { recursive: true });
    const theirs = ['.env', 'src/fixture.ts', 'exports/report.csv'];
    const ours = [
      'backups/mine-2026-03-01.db',
      `${unfinished}/logbook.db`,
      'data/exports/old.jsonl',
      'mine-before-restore-2026-03-01T09-00-00-000Z.db',
    ];
    for (const name of [...theirs, ...ours]) writeFileSync(join(folder, name), line);
    const { copies } = Report.parse(JSON.parse((await run('scan', '--json')).stdout));
    expect(copies.map(({ path }) => path.slice(folder.length + 1))).toEqual(ours);
    rmSync(folder, { recursive: true });
  });

  it('leaves an intact store in which everything is found', async () => {
    const engine = await openStore();
    expect(await engine.check()).toEqual([]);
    const memory = await engine.memories.get(OWNER, id);
    expect(memory.content).toBe('[REDACTED:github_token]');
    expect(memory.metadata).toEqual({ note: '[REDACTED:github_token]', '[REDACTED:github_token]': 1 });
    expect((await engine.memories.history(OWNER, id)).map(({ before }) => before.content)).toContain(
      '[REDACTED:github_token]',
    );
    expect(await engine.memories.history(OWNER, id)).toHaveLength(2);
    expect((await engine.retrieval.byWords(OWNER, 'session', 5)).map(({ memory: found }) => found.content)).toContain(
      'Said in a session.',
    );
    expect((await engine.knowledge.search(OWNER, 'github token redacted', 5, false)).entities).not.toEqual([]);
    expect((await engine.code.search(OWNER, 'PLACEHOLDER_LITERAL', { limit: 3 })).found.length).toBeGreaterThan(0);
    await engine.close();
  });
});
