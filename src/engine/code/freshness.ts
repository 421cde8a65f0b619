// Whether code that a search found is still in its file as it was indexed. A project that nobody watches changes unseen.
import type { CodeBase } from './code-base.ts';
import type { Project } from './ports.ts';
import { placeOf } from './projects.ts';
import type { CodeAnswer, CodeFound } from './search/search.ts';

const OUTDATED = 'Some results have changed since they were indexed: index the project again, or watch it.';
/** What stands for a secret in the index, but not in the file. */
const REDACTED = '[REDACTED:';

/** Marks what has changed, moved or vanished in the projects that are here. */
export async function withFreshness(
  answer: CodeAnswer,
  codeBase: Pick<CodeBase, 'text'>,
  isHere: (project: Project) => boolean,
): Promise<CodeAnswer> {
  const texts = new Map<string, Promise<string | null>>();
  const textOf = (project: Project, path: string): Promise<string | null> => {
    const place = placeOf(project, path);
    const known = texts.get(place) ?? codeBase.text(project.root, path);
    texts.set(place, known);
    return known;
  };
  const found = await Promise.all(
    answer.found.map(async (each): Promise<CodeFound> => {
      const { chunk, project } = each;
      const stale = isHere(project) ? staleness(chunk, await textOf(project, chunk.path)) : null;
      return stale === null ? each : { ...each, stale };
    }),
  );
  const isOutdated = found.some(({ stale }) => stale !== undefined);
  return { ...answer, found, note: isOutdated ? [answer.note, OUTDATED].filter(Boolean).join(' ') : answer.note };
}

/** What is wrong with the indexed lines, given the file's present text; null if nothing is. */
export function staleness(
  { text, startLine }: Pick<CodeFound['chunk'], 'text' | 'startLine'>,
  present: string | null,
): string | null {
  if (present === null) return 'The file is gone, or cannot be read.';
  const [indexed, lines] = [linesOf(text), linesOf(present)];
  const isAt = (start: number) => indexed.every((line, i) => line.includes(REDACTED) || line === lines[start + i]);
  if (isAt(startLine - 1)) return null;
  const moved = lines.findIndex((_, start) => isAt(start));
  return moved < 0 ? 'These lines have changed.' : `These lines have moved to line ${moved + 1}.`;
}

/** Without white space at their ends, which reading may have changed. */
const linesOf = (text: string): string[] =>
  text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd());
