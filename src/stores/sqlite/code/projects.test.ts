import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NOW, NOWHERE } from '../../suites/store-fixture.ts';
import { Database } from '../file/database.ts';
import { migrations } from '../migrations/index.ts';
import { openSqliteStore } from '../store.ts';

/** The last schema in which projects had no machine. */
const WITHOUT_MACHINES = 15;

it('a project of an older file has no machine, and the first that indexes it gets it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remanence-projects-'));
  const path = join(folder, 'test.db');
  const old = new Database(path, { migrations: migrations.slice(0, WITHOUT_MACHINES) });
  old.run('INSERT INTO scopes (id, space_id) VALUES (1, 1)');
  old.run(
    `INSERT INTO projects (scope_id, name, root, watch, generation, created_at) VALUES (1, 'shop', '/work/shop', 1, 3, ${NOW})`,
  );
  old.close();
  const store = await openSqliteStore(path);
  const [project] = await store.code.projects.list({});
  expect(project).toMatchObject({ name: 'shop', watch: true, generation: 3, machine: null });
  const machine = { id: 'm1', name: 'laptop' };
  const declared = { scope: NOWHERE, root: '/work/shop', machine, names: ['shop'], createdAt: NOW };
  expect(await store.code.projects.declare(declared)).toEqual({ ...project, machine });
  await store.close();
  rmSync(folder, { recursive: true });
});
