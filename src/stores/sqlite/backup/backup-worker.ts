// Makes one backup in a separate process: copying a large store would block the server's event loop, and only a process
// can be ended at any moment.
import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { cubesFolder } from '../../../data-folder.ts';
import { messageOf } from '../../../errors.ts';
import { falsified } from '../file/examine.ts';
import { backUpStore } from './backup.ts';
import { reading } from './copies.ts';

const [file = '', target = ''] = process.argv.slice(2);
try {
  setPriority(constants.priority.PRIORITY_LOW);
  const { left } = backUpStore(file, target);
  const wrong = reading(target, falsified);
  if (wrong.length > 0) {
    for (const path of [target, cubesFolder(target)]) rmSync(path, { recursive: true, force: true });
    throw new Error(`${wrong.length} memories are damaged on disk: run remanence doctor`);
  }
  process.stdout.write(JSON.stringify({ left: left.map(({ path }) => path) }));
} catch (error) {
  process.stderr.write(messageOf(error));
  process.exitCode = 1;
}
