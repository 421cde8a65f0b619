import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backUp, homeOf } from '../compose.ts';
import { stamp } from '../data-folder.ts';
import { invalid } from '../errors.ts';
import { requireConfirmation } from './confirmation.ts';
import { configOf } from './options.ts';
import { bytes, print, type StoreFlags } from './store-command.ts';

export async function backup(path: string, flags: StoreFlags): Promise<void> {
  const target = fileAt(resolve(path));
  if (!existsSync(dirname(target)))
    throw invalid(`The folder ${dirname(target)} does not exist.`, 'Create it, or name another.');
  const copy = { path: target, ...(await backUp(configOf(flags), target)) };
  print(flags, copy, () =>
    [
      `${bytes(copy.bytes)}, checked: ${target}`,
      ...copy.cubes.map((each) => `with ${named(each)}: ${each.copy}`),
      ...copy.left.map((each) => `NOT COPIED: ${named(each)}: ${each.reason}`),
    ].join('\n'),
  );
  if (copy.left.length > 0) process.exitCode = 1;
}

/** A path that is an existing folder gets a file whose name sorts by time. */
function fileAt(path: string): string {
  if (!existsSync(path) || !statSync(path).isDirectory()) return path;
  return join(path, `remanence-${stamp(Date.now())}.db`);
}

export async function restore(path: string, flags: StoreFlags & { readonly yes?: boolean }): Promise<void> {
  const source = resolve(path);
  const config = configOf(flags);
  const home = homeOf(config);
  // A database is only restored into an empty tenant.
  if (config.database === undefined && existsSync(source) && (await home.exists()))
    await requireConfirmation(
      `Replace everything in ${home.address} with ${source}? A copy of what it replaces is kept.`,
      flags,
    );
  const { kept, cubes, damaged, left } = await home.restore(source);
  const keeping = (kept: string | null) => {
    if (kept === null) return '';
    return damaged.includes(kept)
      ? ` The damaged file it replaced is kept byte for byte: ${kept}`
      : ` The file it replaced is kept: ${kept}`;
  };
  print(flags, { restored: source, kept, cubes, damaged, left }, () =>
    [
      `Restored ${source}.${keeping(kept)}`,
      ...cubes.map((each) => `With ${named(each)}: ${each.path}.${keeping(each.kept)}`),
      ...left.map((each) => `Not in this backup: ${named(each)}, which belongs at ${each.path}`),
    ].join('\n'),
  );
}

const named = ({ cubes }: { readonly cubes: readonly string[] }): string =>
  `the ${cubes.length === 1 ? 'cube' : 'cubes'} ${cubes.join(', ')}`;
