// The commands that look after memories, where cubes have files of their own.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';
import { MAIN } from './stdio-client.ts';

let open: OpenEngine;
beforeEach(async () => {
  open = await openTestEngine();
  await open.engine.cubes.register(OWNER, { id: 'logbook', name: 'Log book' }, join(open.dataDir, 'logbook.db'));
});
afterEach(() => open.dispose());

const add = async ({ engine }: OpenEngine, cube: string, content: string) => {
  const { shelf, author } = await engine.cubes.open(OWNER, cube, 'write');
  return (await shelf.memories.store(author, { content })).memory;
};
const count = async ({ engine }: OpenEngine, cube: string) =>
  (await engine.cubes.figures(await engine.cubes.registry.find(OWNER, cube)))?.total ?? null;
const run = ({ dataDir }: OpenEngine, ...input: string[]) => {
  const command = [MAIN, ...input, '--data-dir', dataDir];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status, stdout, stderr };
};
/** A cube whose file somebody has removed. */
const lose = async ({ engine, dataDir }: OpenEngine) => {
  await engine.cubes.register(OWNER, { id: 'lost' }, join(dataDir, 'lost.db'));
  rmSync(join(dataDir, 'lost.db'));
};

describe('normalize', () => {
  beforeEach(async () => {
    for (const end of ['.', '!']) {
      await open.engine.memories.store(OWNER, { content: `The lighthouse is painted every five years${end}` });
      await add(open, 'logbook', `The harbour is dredged every five years${end}`);
    }
  });

  it('looks into the store and into every cube with a file, each by itself', async () => {
    const { status, stdout } = run(open, 'normalize', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      duplicatesMerged: 1,
      cubes: [{ cube: 'logbook', memoriesProcessed: 2, duplicatesMerged: 1 }],
      left: [],
    });
    expect(await count(open, 'logbook')).toBe(1);
    expect((await open.engine.memories.counts(OWNER)).memories).toBe(1);
    expect(run(open, 'normalize').stdout).toMatch(/duplicates merged +0\n(?:.*\n)+\nthe cube logbook\n.* 1\n/);
  });

  it('goes on without a cube whose file is gone, and says so in the exit code', async () => {
    await lose(open);
    expect(run(open, 'normalize')).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/the cube logbook\n(?:.*\n)+LEFT AS IT IS: the cube lost: .*lost\.db/),
    });
    expect(await count(open, 'logbook')).toBe(1);
  });
});
