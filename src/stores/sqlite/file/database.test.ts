import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index.ts';
import { Database } from './database.ts';

describe('migrations', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'remanence-migrations-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = (more: { name: string; sql: string }[] = []) =>
    new Database(join(folder, 'db'), { migrations: [...migrations, ...more] });
  const put = "INSERT INTO settings (key, value) VALUES ('mine', 'kept')";
  const read = (database: Database) => database.get("SELECT value FROM settings WHERE key = 'mine'")?.value;

  it('run forward, keep the data, and leave a backup of the old file', () => {
    const before = open();
    before.run(put);
    before.close();
    const after = open([{ name: 'next', sql: 'ALTER TABLE settings ADD COLUMN note TEXT' }]);
    expect(read(after)).toBe('kept');
    expect(after.get('PRAGMA user_version')?.user_version).toBe(migrations.length + 1);
    after.close();
    const backup = new Database(join(folder, `db-before-schema-${migrations.length + 1}.db`));
    expect(read(backup)).toBe('kept');
    backup.close();
  });

  it('replace the backup of an attempt that failed', () => {
    open().close();
    expect(() => open([{ name: 'broken', sql: 'SELECT nonsense' }])).toThrow();
    const before = open();
    before.run(put);
    before.close();
    open([{ name: 'next', sql: 'ALTER TABLE settings ADD COLUMN note TEXT' }]).close();
    const backup = new Database(join(folder, `db-before-schema-${migrations.length + 1}.db`));
    expect(read(backup)).toBe('kept');
    backup.close();
  });

  it('leave everything unchanged if they fail', () => {
    const before = open();
    before.run(put);
    before.close();
    expect(() => open([{ name: 'broken', sql: 'CREATE TABLE half (x); SELECT nonsense' }])).toThrow();
    const after = open();
    expect(read(after)).toBe('kept');
    expect(after.get("SELECT name FROM sqlite_master WHERE name = 'half'")).toBeUndefined();
    after.close();
  });

  it('keep old conversations for the unconfined owner', () => {
    const before = new Database(join(folder, 'db'), { migrations: migrations.slice(0, 6) });
    before.run("INSERT INTO chat_sessions VALUES ('local', 's', 1, 2)");
    before.run(
      "INSERT INTO chat_messages (user, session, role, content, at) VALUES ('local', 's', 'user', 'Hello', 2)",
    );
    before.close();
    const after = open();
    expect(after.get('SELECT who, user, project, content FROM chat_messages')).toEqual({
      who: 'local',
      user: '',
      project: '',
      content: 'Hello',
    });
    expect(after.all('PRAGMA foreign_key_check')).toEqual([]);
    expect(after.get("SELECT seq FROM sqlite_sequence WHERE name = 'chat_messages'")?.seq).toBe(1);
    after.close();
  });

  it('by another process make an older process refuse to write and say why', async () => {
    const older = open();
    const newer = open([{ name: 'next', sql: 'ALTER TABLE settings ADD COLUMN note TEXT' }]);
    await expect(older.change(() => older.run(put))).rejects.toThrow('upgraded by a newer Remanence');
    newer.close();
    older.close();
  });

  it('protect memories from servers that do not know the new schema', () => {
    open().close();
    const older = new DatabaseSync(join(folder, 'db'));
    expect(() => older.exec('DELETE FROM memories')).toThrow(/older_than_the_data_folder/);
    older.close();
  });

  it('need no backup for a new file', () => {
    open().close();
    expect(existsSync(join(folder, 'db-before-schema-1.db'))).toBe(false);
  });
});

describe('a change', () => {
  it('leaves nothing behind if it throws half way', async () => {
    const database = new Database(':memory:');
    const change = database.change(() => {
      database.run("INSERT INTO settings (key, value) VALUES ('a', 'b')");
      throw new Error('stop');
    });
    await expect(change).rejects.toThrow('stop');
    expect(database.get("SELECT 1 FROM settings WHERE key = 'a'")).toBeUndefined();
    database.close();
  });
});

/** SQLite's numbers for the synchronous modes. */
const NORMAL = 1;
const FULL = 2;

describe('a light change', () => {
  it('leaves the next change fully durable, whether it succeeds or throws', async () => {
    const database = new Database(':memory:');
    const synchronous = () => Number(database.get('PRAGMA synchronous')?.synchronous);
    expect(synchronous()).toBe(FULL);
    expect(await database.changeLightly(synchronous)).toBe(NORMAL);
    expect(synchronous()).toBe(FULL);
    const failing = database.changeLightly(() => {
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(synchronous()).toBe(FULL);
    database.close();
  });
});

describe('a closed file', () => {
  it('is complete without its log, so that it can be copied', () => {
    const folder = mkdtempSync(join(tmpdir(), 'remanence-copy-'));
    const database = new Database(join(folder, 'db'));
    database.run("INSERT INTO settings (key, value) VALUES ('mine', 'kept')");
    database.close();
    copyFileSync(join(folder, 'db'), join(folder, 'copy'));
    const copy = new Database(join(folder, 'copy'));
    expect(copy.get("SELECT value FROM settings WHERE key = 'mine'")?.value).toBe('kept');
    copy.close();
    rmSync(folder, { recursive: true });
  });
});
