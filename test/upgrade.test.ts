// Folders that earlier versions wrote (upgrade/write-folder.mjs), opened by this one.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../src/engine/engine.ts';
import { verifyBackup } from '../src/stores/sqlite/backup/verify-backup.ts';
import { Database } from '../src/stores/sqlite/file/database.ts';
import { migrations } from '../src/stores/sqlite/migrations/index.ts';
import { command } from './command.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';

const FOLDERS = join(dirname(fileURLToPath(import.meta.url)), 'upgrade');
const FILES = ['remanence.db', 'logbook.db'];

const scratch = temporaryFolder();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The data folder as the earlier version left it, but for where it lies. */
function unpack(version: string, name: string): string {
  const folder = join(scratch, version, name);
  mkdirSync(folder, { recursive: true });
  for (const file of FILES)
    writeFileSync(join(folder, file), gunzipSync(readFileSync(join(FOLDERS, version, `${file}.gz`))));
  const main = new DatabaseSync(join(folder, 'remanence.db'));
  main.prepare("UPDATE cubes SET path = ? WHERE id = 'logbook'").run(join(folder, 'logbook.db'));
  main.close();
  return folder;
}

type Rows = Record<string, unknown>[];

/** The rows of every table but those that a virtual table keeps for itself, without the key that each upgrade draws. */
function contentOf(path: string): Map<string, Rows> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database
      .prepare("SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .all()
      .map(({ name }) => String(name));
    const rowsOf = (table: string): Rows => database.prepare(`SELECT * FROM ${table}`).all();
    return new Map(tables.map((table) => [table, rowsOf(table).filter(({ key }) => key !== 'number_key')]));
  } finally {
    database.close();
  }
}

/** The old columns of today's rows. */
const columnsOf = (rows: Rows, [example = {}]: Rows): Rows =>
  rows.map((row) => Object.fromEntries(Object.keys(example).map((column) => [column, row[column]])));

/** Since schema 7, a conversation's user is the one that the server is confined to; who asked has its own column. */
const asToday = (table: string, rows: Rows, schema: number): Rows =>
  schema < 7 && table.startsWith('chat_') ? rows.map(({ user, ...row }) => ({ who: user, ...row })) : rows;

type Line = Record<string, unknown>;
const linesOf = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));

describe.each([
  ['schema-6', 6],
  ['schema-14', 14],
])('a folder of %s', (version, schema) => {
  const copyOf = (file: string) => file.replace('.db', `-before-schema-${schema + 1}.db`);

  describe('that is upgraded', () => {
    let before: string;
    let folder: string;
    beforeAll(() => {
      before = unpack(version, 'before');
      folder = join(scratch, version, 'after');
      cpSync(before, folder, { recursive: true });
      for (const file of FILES) new Database(join(folder, file)).close();
    });

    it.each(FILES)('has a copy of the old %s beside it, which can be restored', (file) => {
      const copy = join(folder, copyOf(file));
      expect(contentOf(copy)).toEqual(contentOf(join(before, file)));
      expect(() => verifyBackup(copy)).not.toThrow();
    });

    it.each(FILES)('keeps every row of %s', (file) => {
      const now = contentOf(join(folder, file));
      for (const [table, old] of contentOf(join(before, file))) {
        const rows = asToday(table, old, schema);
        expect(columnsOf(now.get(table) ?? [], rows), table).toEqual(expect.arrayContaining(rows));
      }
    });
  });

  describe('in use', () => {
    let engine: Engine;
    beforeAll(async () => {
      // Before upkeep empties the bin.
      engine = await openFolder(unpack(version, 'used'), {}, { now: () => Date.parse('2026-11-17') });
    });
    afterAll(() => engine.close());

    it('finds memories by words and by meaning', async () => {
      const first = async (words: string) =>
        (await engine.retrieval.byWords(OWNER, words, 1)).map(({ memory }) => memory.content)[0];
      expect(await first('nightly build')).toBe('The nightly build of the checkout service starts at three.');
      expect(await first('gęślą jaźń')).toBe('Zażółć gęślą jaźń: naïve café, 漢字 and 🦊 survive.');
      // Vectors of the public model, which the oldest version had, are made again.
      await expect.poll(async () => (await engine.status(OWNER)).pending).toBe(0);
      const [nearest] = await engine.retrieval.byMeaning(OWNER, 'at what hour is the software compiled', 1);
      expect(nearest?.memory.content).toContain('nightly build');
    });

    it('finds the memories of every cube', async () => {
      const { found } = await engine.cubes.search(OWNER, 'Who saw a whale, and what weighs its input?', { limit: 10 });
      expect(found.map(({ cube }) => cube)).toEqual(expect.arrayContaining(['logbook', 'research']));
    });

    it('finds indexed code', async () => {
      const { found } = await engine.code.search(OWNER, 'hashPassword', { limit: 1 });
      expect(found[0]).toMatchObject({ chunk: { path: 'src/password.ts' } });
    });

    it('keeps history, invalidations and the bin', async () => {
      const [build] = await engine.retrieval.byWords(OWNER, 'nightly build', 1);
      const [past] = await engine.memories.history(OWNER, build?.memory.id);
      expect(past?.before.content).toBe('The nightly build of the checkout service starts at two.');
      const ada = { ...OWNER, user: 'ada' };
      const { memories } = await engine.memories.list(ada, { limit: 10, offset: 0 });
      const ivo = memories.find(({ content }) => content.includes('Ivo'));
      const mira = memories.find(({ content }) => content.includes('Mira'));
      expect(ivo).toMatchObject({ invalidReason: 'Ivo has left', supersededBy: mira?.id });
      const { items } = await engine.browsing.bin(OWNER, { limit: 10 });
      expect(items).toHaveLength(1);
      expect(await engine.memories.restore(OWNER, items[0]?.memory.id)).toMatchObject({
        content: 'Stored by mistake.',
      });
    });

    it('traces requirements, and finds entities with their relations and observations', async () => {
      const trace = await engine.analysis.trace(OWNER, 'REQ-SEC-1');
      expect(trace.designs).toMatchObject([{ memory: { content: expect.stringContaining('ADR-1') } }]);
      expect(trace.implementations).toHaveLength(1);
      expect(await engine.knowledge.about(OWNER, 'checkout')).toMatchObject({
        observations: ['Written in Go'],
        relations: [{ source: 'Ada Lovelace', type: 'leads', target: 'checkout' }],
      });
    });

    it('keeps users, tokens, shares and conversations', async () => {
      expect(await engine.users.list(OWNER)).toMatchObject([{ id: 'local' }, { id: 'ada', role: 'user' }]);
      expect(await engine.users.tokens(OWNER)).toMatchObject([{ user: 'ada' }]);
      expect(await engine.cubes.registry.sharers(OWNER, 'logbook')).toEqual(['ada']);
      const { messages } = await engine.chat.history(OWNER, 'monday', { limit: 10, offset: 0 });
      expect(messages[0]).toMatchObject({ role: 'user', content: 'How do transformers weigh their input?' });
    });
  });

  it('exports what the old version exported', async () => {
    const target = join(scratch, version, 'export.jsonl');
    const folder = unpack(version, 'exported');
    expect(await command(['export', target, '--data-dir', folder])).toMatchObject({ status: 0 });
    const [header, ...lines] = linesOf(target);
    const [oldHeader, ...oldLines] = linesOf(join(FOLDERS, version, 'export.jsonl'));
    expect({ ...header, exported_at: null }).toEqual({ ...oldHeader, exported_at: null });
    // Owners and shares of cubes were not exported at first.
    const added = new Map([
      ['research', { owner: 'ada', shared_with: [] }],
      ['logbook', { owner: 'local', shared_with: ['ada'] }],
    ]);
    const isCube = ({ record }: Line) => record === 'cube';
    expect(lines).toEqual(oldLines.map((line) => (isCube(line) ? { ...line, ...added.get(String(line.id)) } : line)));
  });

  it('is upgraded by the next start if the upgrade is killed before its first or its last step', () => {
    const folder = unpack(version, 'killed');
    const path = join(folder, 'remanence.db');
    const old = contentOf(path);
    const images = [...new Set([schema, migrations.length - 1])].map((step) => ({
      step,
      at: join(scratch, version, `step-${step}`),
    }));
    // Reading the statements of a step copies the folder, as a kill at that moment would leave it.
    const watched = migrations.map(({ name, sql }, step) => ({
      name,
      get sql() {
        for (const image of images) if (image.step === step) cpSync(folder, image.at, { recursive: true });
        return sql;
      },
    }));
    new Database(path, { migrations: watched }).close();
    for (const { at } of images) {
      const copy = join(at, copyOf('remanence.db'));
      expect(contentOf(copy)).toEqual(old);
      // An earlier start was killed while it copied.
      writeFileSync(`${copy}.part`, 'half a copy');
      new Database(join(at, 'remanence.db')).close();
      expect(contentOf(join(at, 'remanence.db'))).toEqual(contentOf(path));
      expect(contentOf(copy)).toEqual(old);
      expect(existsSync(`${copy}.part`)).toBe(false);
    }
  });
});
