// How far the names in a chunk and its path are what a query speaks of.
import { terms } from '../../text/terms.ts';
import type { CodeQuery } from './query.ts';

/** The part of two words that must be the same at their beginning: `formatter` and `formatting`, not `context` and `contest`. */
const SAME_BEGINNING = 0.8;
const LEAST_BEGINNING = 4;
/** A name in another case is likely meant, but not surely. */
const OTHER_CASE = 0.6;
/** The same name in another class than the one that was named. */
const OTHER_OWNER = 0.6;
/** A folder that the query speaks of counts less than the file. */
const FOLDER = 0.4;

export type WordMatch = (word: string) => boolean;

/** Whether the query has a word: in any spelling, as two of its words together (`real ip`, `realip`), or in another form. */
export function wordMatch({ terms: asked, spellings }: CodeQuery): WordMatch {
  const joined = new Set(asked.slice(1).map((term, i) => `${asked[i]}${term}`));
  return (word) => spellings.has(word) || joined.has(word) || asked.some((term) => sameBeginning(term, word));
}

function sameBeginning(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same >= LEAST_BEGINNING && same >= SAME_BEGINNING * Math.max(a.length, b.length);
}

/** A chunk by what it is called and holds. */
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

/** Which of the names that a chunk defines the query asks for, if it names one. */
export const namedIn = ({ defines }: Defining, { names }: CodeQuery): string | undefined =>
  defines.find((defined) => names.some(({ name }) => name === defined)) ??
  defines.find((defined) => names.some(({ name }) => sameName(defined, name) > 0));

/** `Router` in `Router.route` is the class that the chunk is, or is in, or the file. */
function isOwner({ path, name, container }: Defining, qualifier: string | null): boolean {
  if (qualifier === null) return true;
  const owner = qualifier.toLowerCase();
  const parts = [...(container?.split(/\.|::|#|\\/) ?? []), name ?? ''].map((part) => part.toLowerCase());
  return parts.includes(owner) || path.toLowerCase().split(/[/.]/).includes(owner);
}

const sameName = (a: string, b: string): number => (a === b ? 1 : a.toLowerCase() === b.toLowerCase() ? OTHER_CASE : 0);

/** Whether the query names this file, or a folder that it is in. */
export function isNamed(path: string, { paths }: CodeQuery): boolean {
  const lower = `/${path.toLowerCase()}`;
  return paths.some((named) => lower.endsWith(`/${named}`) || lower.includes(`/${named}/`));
}

/** 0..1: how far the name of the file, and of its folders, has the words of the query. */
export function pathMatch(path: string, match: WordMatch): number {
  const folders = path.split('/');
  const words = nameWords(folders.pop()?.replace(/(?<=.)\.(?:(?:test|spec|d)\.)?[^.]+$/, '') ?? '');
  const named = words.length === 0 ? 0 : words.filter(match).length / words.length;
  const inFolder = folders.some((folder) => nameWords(folder).some(match));
  return (named + (inFolder ? FOLDER : 0)) / (1 + FOLDER);
}

/** The stemmed words of a name, without the name as a whole where it has several. */
function nameWords(name: string): string[] {
  const found = terms(name.replace(/[^\p{L}\p{N}_]+/gu, '_'));
  return found.length > 1 ? found.slice(1) : found;
}
