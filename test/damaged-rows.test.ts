// Rows of the bin and of the history whose JSON is damaged on disk: everything else stays within reach.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../src/engine/engine.ts';
import type { Memory } from '../src/engine/model.ts';
import { GUARD } from '../src/stores/sqlite/migrations/010-guard.ts';
import { command } from './command.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

let dataDir: string;
let binned: Memory;
let changed: Memory;
const open = () => openFolder(dataDir, { database: undefined }, { tends: false });
const run = (...input: string[]) => command([...input, '--data-dir', dataDir]);
function inFile(sql: string): void {
  const database = new DatabaseSync(join(dataDir, 'remanence.db'));
  database.function(GUARD, () => null);
  database.exec(sql);
  database.close();
}
async function within<T>(use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await open();
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

beforeEach(async () => {
  dataDir = temporaryFolder();
  await within(async ({ memories }) => {
    binned = (await memories.store(OWNER, { content: 'The lamp oil is stored in the north shed.' })).memory;
    await memories.discard(OWNER, binned.id);
    changed = (await memories.store(OWNER, { content: 'The gate opens at six.' })).memory;
    await memories.update(OWNER, changed.id, { content: 'The gate opens at seven.' });
    changed = await memories.update(OWNER, changed.id, { content: 'The gate opens at eight.' });
  });
  inFile(`UPDATE deleted_memories SET memory = '{x' || substr(memory, 3);
    UPDATE memory_changes SET before = '{x' || substr(before, 3) WHERE revision = (SELECT max(revision) FROM memory_changes)`);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('damaged rows', () => {
  it('do not keep the bin and a memory from being shown', async () => {
    expect(await run('bin')).toMatchObject({ status: 0 });
    expect(await run('show', changed.id)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('The gate opens at eight.'),
    });
  });

  it('do not keep the scan from finding secrets, nor from cutting them out', async () => {
    inFile(`UPDATE deleted_memories SET memory = memory || ' ${TOKEN}'`);
    expect((await run('scan')).stdout).toContain(binned.id);
    expect(await run('scan', '--fix')).toMatchObject({ status: 0 });
    expect((await run('scan')).stdout).not.toContain(binned.id);
  });

  it('are named by doctor, with the way to be rid of them', async () => {
    const { status, stdout } = await run('doctor');
    expect(status).toBe(1);
    expect(stdout).toContain(`remanence forget ${binned.id} --for-good`);
    expect(stdout).toContain(`a change in the history of the memory ${changed.id} is damaged`);
  });

  it('are left out of a salvaged store, which says so', async () => {
    const { status, stdout } = await run('salvage');
    expect(status).toBe(1);
    expect(stdout.match(/1 damaged and left out/g)).toHaveLength(2);
    expect(await run('doctor')).toMatchObject({ stdout: expect.stringMatching(/ok {3}database/) });
  });

  it('are no change that can be undone, for it is not known what was before', async () => {
    await within(async ({ editing, memories }) => {
      expect(editing.isUndoable(await memories.history(OWNER, changed.id))).toBe(false);
      await expect(editing.undo(OWNER, changed)).rejects.toMatchObject({
        code: 'storage',
        message: expect.stringContaining('damaged'),
      });
      expect((await memories.get(OWNER, changed.id)).content).toBe('The gate opens at eight.');
    });
  });
});
