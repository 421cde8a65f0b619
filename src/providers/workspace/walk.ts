import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { readPlainFile } from './plain-file.ts';
import { isHidden, LARGEST_BYTES } from './worth.ts';

interface Rules {
  /** The folder whose rules these are, from the root, with a slash at its end. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** The rules of an ignore file; null where there is none. */
export async function readIgnore(root: string, folder: string, file: string): Promise<Rules | null> {
  const text = await readPlainFile(join(root, folder, file), LARGEST_BYTES);
  return text && { folder, rules: ignore().add(text.toString('utf8')) };
}

export const isIgnored = (path: string, all: readonly Rules[]): boolean =>
  all.some(
    ({ folder, rules }) => path.startsWith(folder) && path !== folder && rules.ignores(path.slice(folder.length)),
  );

/** The files below a folder that is not under git, by its .gitignore files. Links are not followed. */
export async function walkFolder(root: string, folder = '', inherited: readonly Rules[] = []): Promise<string[]> {
  const own = await readIgnore(root, folder, '.gitignore');
  const rules = own ? [...inherited, own] : inherited;
  const found: string[] = [];
  // A folder that vanishes or may not be read is left out.
  for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
    const path = `${folder}${entry.name}`;
    if (isHidden(path)) continue;
    if (entry.isFile() && !isIgnored(path, rules)) found.push(path);
    if (entry.isDirectory() && entry.name !== 'node_modules' && !isIgnored(`${path}/`, rules)) {
      found.push(...(await walkFolder(root, `${path}/`, rules)));
    }
  }
  return found;
}
