import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../file/database.ts';
import { GUARD } from '../migrations/010-guard.ts';
import { migrations } from '../migrations/index.ts';
import { openSqliteStore } from '../store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remanence-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a store from a version without digests', () => {
  it('gets digests for its existing memories', async () => {
    const file = join(folder, 'old.db');
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '008-digests'),
    );
    const old = new Database(file, { migrations: before });
    old.run('INSERT INTO scopes (id) VALUES (1)');
    for (const id of ['one', 'two']) {
      old.run(
        `INSERT INTO memories (id, scope_id, content, kind, importance, metadata, event_time, ingestion_time, updated_at, valid_from, invalid_reason, revision)
         VALUES (?, 1, 'Grüße, 船.', 'semantic', 0.25, '{"n":1}', 1, 2, 3, 4, ?, 1)`,
        id,
        `it ended\0${id}`,
      );
    }
    old.close();
    const listed = async () => {
      const store = await openSqliteStore(file);
      const found = await store.memories.list({ within: {}, limit: 9, offset: 0 });
      await store.close();
      return found.map(({ id }) => id).sort();
    };
    expect(await listed()).toEqual(['one', 'two']);
    const other = new DatabaseSync(file);
    other.function(GUARD, () => null);
    other.exec("UPDATE memories SET event_time = 5 WHERE id = 'two'");
    other.close();
    expect(await listed()).toEqual(['one']);
  });
});
