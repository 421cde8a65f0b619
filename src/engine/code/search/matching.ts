// How well the names in a chunk and its path match a query.
import { terms } from '../../text/terms.ts';
import type { CodeQuery } from './query.ts';

/** The share of a common prefix by which two words match: `formatter` and `formatting`, not `context` and `contest`. */
const SAME_BEGINNING = 0.8;
const MIN_PREFIX = 4;
/** The factor for a name in a different case, which is probably but not surely meant. */
const OTHER_CASE = 0.6;
/** The factor for the same name in another class than the one named. */
const OTHER_OWNER = 0.6;
/** The weight of a matching folder relative to the file. */
const FOLDER = 0.4;

/** The query's term that a word stands for, if any. */
export type WordMatch = (word: string) => string | undefined;
/** 0..1: how much a term of the query tells, relative to its rarest. */
type Telling = (term: string) => number;

/**
 * Finds a word in the query: in any spelling, as two joined words (`real ip`, `realip`), or in another form. A
 * question that names the project means all of it, not the files that are called the same.
 */
export function wordMatch({ kind, terms: asked, spellings }: CodeQuery, projectFolder: string | null): WordMatch {
  const joined = new Map(asked.slice(1).map((term, i) => [`${asked[i]}${term}`, term]));
  const folder = kind === 'language' && projectFolder !== null ? terms(projectFolder) : [];
  const own = new Set(folder.every((word) => asked.includes(word)) ? folder : []);
  return (word) =>
    own.has(word)
      ? undefined
      : (spellings.get(word) ?? joined.get(word) ?? asked.find((term) => sameBeginning(term, word)));
}

function sameBeginning(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same >= MIN_PREFIX && same >= SAME_BEGINNING * Math.max(a.length, b.length);
}

/** The names and path of a chunk. */
export interface Defining {
  readonly path: string;
  readonly name: string | null;
  readonly container: string | null;
  readonly defines: readonly string[];
}

/** 0..1: how surely a chunk defines what the query names. */
export const definitionMatch = (chunk: Defining, { names }: CodeQuery): number =>
  Math.max(
    0,
    ...names.flatMap(({ name, qualifier }) =>
      chunk.defines.map((defined) => sameName(defined, name) * (isOwner(chunk, qualifier) ? 1 : OTHER_OWNER)),
    ),
  );

/** The name in a chunk that the query asks for, if any. */
export const namedIn = ({ defines }: Defining, { names }: CodeQuery): string | undefined =>
  defines.find((defined) => names.some(({ name }) => name === defined)) ??
  defines.find((defined) => names.some(({ name }) => sameName(defined, name) > 0));

/** Whether `Router` in `Router.route` is the chunk's class, an enclosing class, or its file. */
function isOwner({ path, name, container }: Defining, qualifier: string | null): boolean {
  if (qualifier === null) return true;
  const owner = qualifier.toLowerCase();
  const parts = [...(container?.split(/\.|::|#|\\/) ?? []), name ?? ''].map((part) => part.toLowerCase());
  return parts.includes(owner) || path.toLowerCase().split(/[/.]/).includes(owner);
}

const sameName = (a: string, b: string): number => (a === b ? 1 : a.toLowerCase() === b.toLowerCase() ? OTHER_CASE : 0);

/** Whether the query names this file or one of its folders. */
export function isNamed(path: string, { paths }: CodeQuery): boolean {
  const lower = `/${path.toLowerCase()}`;
  return paths.some((named) => lower.endsWith(`/${named}`) || lower.includes(`/${named}/`));
}

/**
 * 0..1: how well the names of the file and its folders match the words of the query. A word that is everywhere in a
 * project, such as `type` or `packages`, tells little in a path, too.
 */
export function pathMatch(path: string, match: WordMatch, telling: Telling): number {
  const told = (word: string) => {
    const term = match(word);
    return term === undefined ? 0 : telling(term);
  };
  const folders = path.split('/');
  const words = nameWords(folders.pop()?.replace(/(?<=.)\.(?:(?:test|spec|d)\.)?[^.]+$/, '') ?? '');
  const named = words.length === 0 ? 0 : words.reduce((sum, word) => sum + told(word), 0) / words.length;
  const inFolder = Math.max(0, ...folders.flatMap(nameWords).map(told));
  return (named + FOLDER * inFolder) / (1 + FOLDER);
}

/** The stemmed words of a name, without the whole name if it has several. */
export function nameWords(name: string): string[] {
  const found = terms(name.replace(/[^\p{L}\p{N}_]+/gu, '_'));
  return found.length > 1 ? found.slice(1) : found;
}
