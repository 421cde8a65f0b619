import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addUnsigned, expectSigned } from '../../suites/unsigned-traces.ts';
import { Database } from '../file/database.ts';
import { openSqliteStore } from '../store.ts';

/** The last schema in which C and C++ were one name of components. */
const UNSIGNED = 19;

it('components of an older file are tied to those that they name, with the signs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remanence-traces-'));
  const path = join(folder, 'test.db');
  const old = await openSqliteStore(path);
  const stored = await addUnsigned(old);
  const { plain, user } = stored;
  const edges = await old.trace.edges([user.row], 'outgoing', { within: {}, validAt: Date.now() });
  expect(edges.map(({ to }) => to)).toContain(plain.row);
  await old.close();
  const file = new Database(path);
  file.run(`PRAGMA user_version = ${UNSIGNED}`);
  file.close();
  const store = await openSqliteStore(path);
  await expectSigned(store, stored);
  expect(await store.check()).toEqual([]);
  await store.close();
  rmSync(folder, { recursive: true });
});
