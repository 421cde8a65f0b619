import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/open.ts';
import { file } from '../../suites/code-fixture.ts';
import { NOW, NOWHERE } from '../../suites/store-fixture.ts';
import { openSqliteStore } from '../store.ts';

it('a large file is deleted in steps that let other writers in', async () => {
  const folder = temporaryFolder();
  const store = await openSqliteStore(join(folder, 'code.db'));
  const { projects, index, search } = store.code;
  const { id } = await projects.declare({ scope: NOWHERE, root: '/shop', names: ['shop'], createdAt: NOW });
  const names = Array.from({ length: 150 }, (_, i) => `Alpha${i}`);
  await index.add(id, [file('large.go', names)]);
  await index.publish(id, { gone: [], commit: 'a', at: NOW });
  const [large] = await index.files(id);
  await index.publish(id, { gone: [large?.id ?? 0], commit: 'b', at: NOW });
  // Every look at the clock finds the time of a step used up, so each step deletes one batch.
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 50;
    return now;
  });
  let steps = 1;
  while (await index.sweep()) steps++;
  clock.mockRestore();
  expect(steps).toBe(26);
  expect(await search.matching(['alpha149'], { projects: [id], files: null }, 10)).toEqual([]);
  expect(await store.tables()).toContainEqual({ name: 'chunks', rows: 0 });
  expect(await store.check()).toEqual([]);
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
