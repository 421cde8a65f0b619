import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { command } from '../../test/command.ts';
import { temporaryFolder } from '../../test/open.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const doctor = async (dataDir: string) => (await command(['doctor', '--data-dir', dataDir])).stdout;

it('doctor creates neither a folder nor a database, and says that there is none yet', async () => {
  const missing = join(folder, 'typo');
  expect(await doctor(missing)).toContain(
    `warn data folder: ${missing}\n     It does not exist yet; the first server creates it.\n`,
  );
  expect(existsSync(missing)).toBe(false);
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const told = await doctor(empty);
  expect(told).toContain(`ok   database: none yet at ${join(empty, 'remanence.db')}; the first server creates it\n`);
  expect(told).toContain('ok   embedding model: ');
  expect(readdirSync(empty)).toEqual([]);
});

it('the commands that doctor suggests can be pasted if a path holds a space', async () => {
  const dataDir = join(folder, 'my data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'remanence.db'), 'no database'.repeat(1000));
  expect(await doctor(dataDir)).toContain(`remanence salvage --data-dir "${dataDir}"`);
});

it.skipIf(process.platform === 'win32')(
  'doctor warns of files that other users can reach, with the line that closes them',
  async () => {
    const dataDir = join(folder, 'open');
    const database = join(dataDir, 'remanence.db');
    await command(['user', 'add', 'ann', '--data-dir', dataDir]);
    expect(await doctor(dataDir)).not.toContain('chmod');
    chmodSync(database, 0o644);
    // The closed folder protects it.
    expect(await doctor(dataDir)).not.toContain('chmod');
    chmodSync(dataDir, 0o777);
    expect(await doctor(dataDir)).toContain(
      `warn data folder: ${dataDir}\n     Others on this machine may reach it: chmod go-rwx ${dataDir} ${database}\n`,
    );
  },
);

it('doctor says what helps if a store has a model that is missing', async () => {
  const dataDir = join(folder, 'no model');
  await command(['user', 'add', 'ann', '--data-dir', dataDir]);
  const { stdout } = await command(['doctor', '--data-dir', dataDir, '--model', join(folder, 'nowhere')]);
  expect(stdout).toContain('Reinstall the package, or point --model at a folder with model.onnx and tokenizer.json.');
  expect(stdout).not.toContain('remanence doctor');
});
