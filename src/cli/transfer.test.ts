import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ON_SERVER, OWNER, openFolder, temporaryFolder } from '../../test/open.ts';
import { exportMemories } from './transfer.ts';

const dataDir = temporaryFolder();
beforeAll(async () => {
  const engine = await openFolder(dataDir);
  for (let i = 0; i < 5; i++) await engine.memories.store(OWNER, { content: `Ticket ${i} was closed.` });
  await engine.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const failing = (code: string) => {
  const error = Object.assign(new Error(`write ${code}`), { code });
  return vi.spyOn(process.stdout, 'write').mockImplementation((_: unknown, ...rest: unknown[]) => {
    for (const done of rest) if (typeof done === 'function') setImmediate(() => done(error));
    setImmediate(() => process.stdout.emit('error', error));
    return false;
  });
};

// The command opens the data folder.
it.skipIf(ON_SERVER)('export to standard output ends quietly once its reader has gone', async () => {
  const write = failing('EPIPE');
  const ignored = once(process.stdout, 'error').catch(() => {});
  await expect(exportMemories('-', { dataDir })).resolves.toBeUndefined();
  await ignored;
  expect(write).toHaveBeenCalledOnce();
});

it.skipIf(ON_SERVER)('export to standard output fails if that cannot be written', async () => {
  failing('ENOSPC');
  const ignored = once(process.stdout, 'error').catch(() => {});
  await expect(exportMemories('-', { dataDir })).rejects.toThrow('ENOSPC');
  await ignored;
});
