// Checks the patterns that choose the files of a project, before they are stored.
import { invalid } from '../../../errors.ts';
import { checkNoSecret } from '../../secrets/redact.ts';
import type { Listing, Selection } from '../code-base.ts';
import type { IndexedFile } from '../ports.ts';
import { selectionFilter } from './glob.ts';

/** Each path of the folder is compared with each of them. */
const MAX_PATTERNS = 50;

/** With patterns relative to the folder, of which `folders` are the names; they may be given as full paths. */
export function checkedSelection({ include, exclude }: Selection, folders: readonly string[]): Selection {
  const check = (patterns: readonly string[]) => {
    const relative = patterns.map((pattern) => relativeTo(folders, pattern));
    for (const pattern of relative) checkPattern(pattern);
    return relative;
  };
  if (include.length + exclude.length > MAX_PATTERNS)
    throw invalid(`Use at most ${MAX_PATTERNS} path patterns.`, EXAMPLES);
  return { include: check(include), exclude: check(exclude) };
}

function relativeTo(folders: readonly string[], pattern: string): string {
  const [, back = '', path = ''] = /^(!?)(.*)$/s.exec(pattern.trim()) ?? [];
  const asRoots = folders.map((folder) => `${folder.replaceAll('\\', '/').replace(/\/$/, '')}/`);
  const slashed = /^[a-z]:\\/i.test(path) ? path.replaceAll('\\', '/') : path;
  const root = asRoots.find((each) => slashed.startsWith(each));
  return `${back}${root === undefined ? path : `/${slashed.slice(root.length)}`}`;
}

function checkPattern(pattern: string): void {
  checkNoSecret(pattern, 'pattern');
  if (/^!?[./]*$/.test(pattern)) throw invalid(`The path pattern ${JSON.stringify(pattern)} names nothing.`, EXAMPLES);
  if (/(?:^!?|\/)\.\.\/|^[a-z]:[\\/]/i.test(pattern)) {
    throw invalid(`The path pattern ${pattern} is outside of the folder that is indexed.`, EXAMPLES);
  }
  selectionFilter([pattern]);
}

/** Patterns that match nothing are a mistake, unless what they matched was deleted: they must not empty the index. */
export function checkSelected(
  { unselected }: Listing,
  known: readonly IndexedFile[],
  { include, exclude }: Selection,
): void {
  const there = new Set(unselected);
  if (unselected.length === 0 || (known.length > 0 && !known.some(({ path }) => there.has(path)))) return;
  const patterns = [
    ...(include.length > 0 ? [`include ${include.join(', ')}`] : []),
    ...(exclude.length > 0 ? [`exclude ${exclude.join(', ')}`] : []),
  ];
  const note = known.length > 0 ? ' The index stays as it was.' : '';
  throw invalid(`0 of ${unselected.length} files match (${patterns.join('; ')}).${note}`, EXAMPLES);
}

const EXAMPLES = 'Patterns are relative to the folder: src/**/*.ts, *.{py,pyi}, tests/.';
