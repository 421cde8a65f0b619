import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NOW } from '../../suites/store-fixture.ts';
import { Database } from '../file/database.ts';
import { migrations } from '../migrations/index.ts';
import { openSqliteStore } from '../store.ts';

/** The last schema in which the keys of names had no signs. */
const WITHOUT_SIGNS = 18;

it('an entity of an older file is found by the name it shows, with its signs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remanence-keys-'));
  const path = join(folder, 'test.db');
  const old = new Database(path, { migrations: migrations.slice(0, WITHOUT_SIGNS) });
  old.run("INSERT INTO scopes (id, space_id, user) VALUES (1, 1, NULL), (2, 2, 'bob')");
  const entities = [
    ['c', 'C++', 1, 1],
    ['c', 'C', 2, 1],
    ['visual c', 'Visual C#', 1, 1],
    ['cafe c', 'Café: C++', 1, 1],
    ['foo bar', 'Foo#bar', 1, 1],
    ['redacted 7', 'C++ token', 1, 1],
    ['net', 'NET', 1, 0],
    ['net core', 'NET Core', 1, 0],
  ] as const;
  for (const [i, [key, name, scope, declared]] of entities.entries()) {
    old.run(
      `INSERT INTO entities (row, id, scope_id, key, name, type, declared, created_at)
       VALUES (${i + 1}, 'e${i}', ${scope}, ?, ?, 'concept', ${declared}, ${NOW})`,
      key,
      name,
    );
  }
  for (const [row, content] of ['Runs on .NET today.', 'Is .NET Core or NET Core right?'].entries()) {
    old.run(
      `INSERT INTO memories (row, id, scope_id, content, kind, importance, metadata, event_time, ingestion_time, updated_at,
         valid_from, revision) VALUES (${row + 1}, 'm${row}', 1, ?, 'semantic', 1, '{}', ${NOW}, ${NOW}, ${NOW}, ${NOW}, 1)`,
      content,
    );
  }
  old.run('INSERT INTO mentions (memory_row, entity_row, subject) VALUES (1, 7, 0), (2, 8, 0)');
  old.close();
  const store = await openSqliteStore(path);
  const found = async (key: string) =>
    store.graph.entitiesByRow((await store.graph.entitiesByKey([key], {})).map(({ row }) => row));
  const names = async (key: string) => (await found(key)).map(({ name }) => name);
  expect(await names('c++')).toEqual(['C++']);
  expect(await names('c')).toEqual(['C']);
  expect(await names('visual c#')).toEqual(['Visual C#']);
  expect(await names('cafe c++')).toEqual(['Café: C++']);
  expect(await names('foo bar')).toEqual(['Foo#bar']);
  expect(await names('redacted 7')).toEqual(['C++ token']);
  expect(await names('.net')).toEqual(['.NET']);
  expect(await names('.net core')).toEqual(['.NET Core']);
  await store.close();
  rmSync(folder, { recursive: true });
});
