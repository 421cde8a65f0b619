import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backUp, restore as putBack } from '../compose.ts';
import { bytes, type KeepingFlags, print } from './keeping.ts';
import { configOf } from './options.ts';

export async function backup(path: string, flags: KeepingFlags): Promise<void> {
  const target = fileAt(resolve(path));
  const copy = { path: target, ...backUp(configOf(flags), target) };
  print(flags, copy, () => `${bytes(copy.bytes)}, checked: ${target}`);
}

/** In a folder that is there, under a name that sorts by time. */
function fileAt(path: string): string {
  if (!existsSync(path) || !statSync(path).isDirectory()) return path;
  return join(path, `remanence-${new Date().toISOString().replace(/[:.]/g, '-')}.db`);
}

export async function restore(path: string, flags: KeepingFlags): Promise<void> {
  const source = resolve(path);
  const { kept } = await putBack(configOf(flags), source);
  print(
    flags,
    { restored: source, kept },
    () => `${source} is restored.${kept ? ` What was there is kept: ${kept}` : ''}`,
  );
}
