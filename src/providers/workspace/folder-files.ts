import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { isHidden, MAX_FILE_BYTES } from './indexable.ts';
import { readPlainFile } from './plain-file.ts';

interface Rules {
  /** The folder of these rules, relative to the root, with a trailing slash. */
  readonly folder: string;
  readonly rules: Ignore;
}

const MAX_RULES = 2000;
const MAX_RULE_LENGTH = 500;
const MAX_DOUBLE_STARS = 2;

/**
 * Keeps only rules that match in bounded time. Rules come from untrusted folders, and the library turns them into
 * regular expressions that try every way to divide a path among several `**`.
 */
const safeRules = (rules: readonly string[]): string[] =>
  rules
    .slice(0, MAX_RULES)
    .filter((rule) => rule.length <= MAX_RULE_LENGTH && (rule.match(/\*\*+/g) ?? []).length <= MAX_DOUBLE_STARS);

/** The rules of an ignore file; null when there is none. */
export async function readIgnore(root: string, folder: string, file: string): Promise<Rules | null> {
  const text = await readPlainFile(join(root, folder, file), MAX_FILE_BYTES);
  return text && { folder, rules: ignore().add(safeRules(text.toString('utf8').split(/\r?\n/))) };
}

export const isIgnored = (path: string, all: readonly Rules[]): boolean =>
  all.some(
    ({ folder, rules }) => path.startsWith(folder) && path !== folder && rules.ignores(path.slice(folder.length)),
  );

/** The files below a folder outside git, filtered by its .gitignore files. Links are not followed. */
export async function walkFolder(root: string, folder = '', inherited: readonly Rules[] = []): Promise<string[]> {
  const own = await readIgnore(root, folder, '.gitignore');
  const rules = own ? [...inherited, own] : inherited;
  const found: string[] = [];
  // A folder that vanishes or cannot be read is left out.
  for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
    const path = `${folder}${entry.name}`;
    if (isHidden(path)) continue;
    if (entry.isFile() && !isIgnored(path, rules)) found.push(path);
    if (entry.isDirectory() && entry.name !== 'node_modules' && !isIgnored(`${path}/`, rules)) {
      for (const inner of await walkFolder(root, `${path}/`, rules)) found.push(inner);
    }
  }
  return found;
}
