// Whether code that a search found is still in its file as it was indexed. A project that nobody watches changes unseen.
import type { CodeBase } from './code-base.ts';
import { withoutSecrets } from './indexing/source.ts';
import type { Definition, Project, StoredChunk } from './ports.ts';
import { placeOf } from './projects.ts';

export interface Placed {
  readonly chunk: StoredChunk;
  readonly project: Project;
  /** How the file differs now from what was indexed; null if it does not, or nobody looked. */
  readonly stale: string | null;
}

const GONE = 'The file is gone, or no longer indexed.';
const OUTDATED = 'Some results have changed since they were indexed: index the project again, or watch it.';
const REDACTED = '[REDACTED:';
/** A line that stands in many places says little about where its neighbours are. */
const MAX_TRIES = 100;

/** Marks what has changed, moved or vanished in the projects that are here. */
export async function markStale<T extends Placed>(
  found: readonly T[],
  codeBase: Pick<CodeBase, 'text'>,
  isHere: (project: Project) => boolean,
  signal?: AbortSignal,
): Promise<T[]> {
  const files = new Map<string, PresentFile | null>();
  for (const { chunk, project } of found) {
    const place = placeOf(project, chunk.path);
    if (!isHere(project) || files.has(place)) continue;
    signal?.throwIfAborted();
    const text = await codeBase.text(project.root, chunk.path);
    files.set(place, text === null ? null : new PresentFile(text, chunk.language));
  }
  return found.map((each) => {
    const present = files.get(placeOf(each.project, each.chunk.path));
    return present === undefined ? each : { ...each, stale: staleness(each.chunk, present) };
  });
}

/** What is no longer there comes last: the folder may have been renamed, and be indexed again under its new name. */
export const goneLast = <T extends Pick<Placed, 'stale'>>(found: readonly T[]): T[] =>
  found.toSorted((a, b) => Number(a.stale === GONE) - Number(b.stale === GONE));

/** The first `limit` definitions whose file is still there, as far as that can be seen from here. */
export async function withoutGone<T extends { readonly project: Project; readonly definition: Definition }>(
  found: readonly T[],
  codeBase: Pick<CodeBase, 'text'>,
  isHere: (project: Project) => boolean,
  limit: number,
): Promise<T[]> {
  const present: T[] = [];
  for (const each of found) {
    if (present.length === limit) break;
    const { project, definition } = each;
    if (!isHere(project) || (await codeBase.text(project.root, definition.path)) !== null) present.push(each);
  }
  return present;
}

/** A note that also says if results are outdated. */
export const noteWithStale = (note: string | null, found: readonly Pick<Placed, 'stale'>[]): string | null =>
  found.some(({ stale }) => stale !== null) ? [note, OUTDATED].filter(Boolean).join(' ') : note;

/** A file as it is now, read once however many of its chunks were found. */
export class PresentFile {
  readonly #text: string;
  readonly #isCode: boolean;
  #lines: string[] | null = null;
  #redacted: string[] | null = null;

  constructor(text: string, language: string) {
    this.#text = text;
    this.#isCode = language !== 'text' && language !== 'markdown';
  }

  get lines(): string[] {
    this.#lines ??= linesOf(this.#text);
    return this.#lines;
  }

  get redacted(): string[] {
    this.#redacted ??= linesOf(withoutSecrets(this.#text, this.#isCode));
    return this.#redacted;
  }
}

/** What is wrong with the indexed lines, given the present file; null if nothing is. */
export function staleness(
  { text, startLine }: Pick<StoredChunk, 'text' | 'startLine'>,
  present: PresentFile | null,
): string | null {
  if (present === null) return GONE;
  const indexed = linesOf(text);
  const lines = text.includes(REDACTED) ? present.redacted : present.lines;
  const isAt = (start: number) => indexed.every((line, i) => line === lines[start + i]);
  if (isAt(startLine - 1)) return null;
  const longest = indexed.reduce((most, line, i) => (line.length > (indexed[most]?.length ?? 0) ? i : most), 0);
  let at = -1;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    at = lines.indexOf(indexed[longest] ?? '', at + 1);
    if (at < 0) break;
    if (isAt(at - longest)) return `These lines have moved to line ${at - longest + 1}.`;
  }
  return 'These lines have changed.';
}

/** Without white space at their ends; a store may not hold NUL. */
const linesOf = (text: string): string[] =>
  text
    .trimEnd()
    .replaceAll('\0', '\uFFFD')
    .split('\n')
    .map((line) => line.trimEnd());
