// Copies that a restore or an upgrade keeps: not a byte of a permanently deleted memory stays in them.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../src/engine/engine.ts';
import { backUpStore } from '../src/stores/sqlite/backup/backup.ts';
import { restoreStore } from '../src/stores/sqlite/backup/restore.ts';
import { copySnapshot } from '../src/stores/sqlite/file/snapshot.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';

const SIZE = 60;

let dataDir: string;
let engine: Engine;
let ids: string[];
beforeEach(async () => {
  dataDir = temporaryFolder();
  engine = await openFolder(dataDir);
  const inputs = Array.from({ length: SIZE }, (_, i) => ({
    content: `Marker${i}Unique: the ${['grumble', 'snork', 'flurb', 'twizzle'][i % 4]} of person number ${i} is kept in the cupboard behind the ${i}th door on the left side of the long corridor.`,
  }));
  ids = (await engine.memories.storeMany(OWNER, inputs)).map(({ id }) => id);
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const forgetAll = async () => {
  for (const id of ids) expect(await engine.memories.remove(OWNER, id)).toBe(true);
};

const COPY = /-before-(?:restore|schema)-.*\.db/;
const copies = () => readdirSync(dataDir).filter((name) => COPY.test(name));

/** The numbers of the memories of which a copy holds words. */
const left = () =>
  copies().flatMap((name) =>
    [...readFileSync(join(dataDir, name), 'latin1').matchAll(/marker(\d+)uniq/gi)].map(([, number]) => number),
  );

it('a memory deleted after a restore or an upgrade is in no part of the copies', async () => {
  const [store, backup] = [join(dataDir, 'remanence.db'), join(dataDir, 'kept-elsewhere')];
  backUpStore(store, backup);
  await restoreStore(store, backup, Date.now());
  copySnapshot(store, join(dataDir, 'remanence-before-schema-7.db'));
  expect(left().length).toBeGreaterThan(SIZE);
  await forgetAll();
  expect(copies().length).toBeGreaterThan(1);
  expect(left()).toEqual([]);
});

it('nor is it in the unused parts of a copy that a former version made', async () => {
  const copy = join(dataDir, 'remanence-before-schema-7.db');
  const live = new DatabaseSync(join(dataDir, 'remanence.db'));
  live.prepare('VACUUM INTO ?').run(copy);
  live.close();
  await forgetAll();
  expect(left()).toEqual([]);
});

it('what was merged into a deleted memory goes from a copy made before that, also after some time in the bin', async () => {
  const say = (mark: string) => ({ content: `The zanzibar vault opens for marmalade${mark}` });
  const [one, other] = await engine.memories.storeMany(OWNER, [say('.'), say('!')]);
  const copy = join(dataDir, 'remanence-before-schema-7.db');
  copySnapshot(join(dataDir, 'remanence.db'), copy);
  await (await engine.normalising.start(OWNER)).ended;
  const kept = await engine.memories.get(OWNER, one?.id);
  expect((await engine.memories.get(OWNER, other?.id)).id).toBe(kept.id);
  await engine.memories.discard(OWNER, kept.id);
  expect(await engine.memories.remove(OWNER, kept.id)).toBe(true);
  expect(readFileSync(copy, 'latin1')).not.toContain('marmalade');
});
