// Puts the definition that is used most before others of the same name: in a monorepo, packages repeat the names of the
// one that they build on.
import { groupBy } from '../../group.ts';
import type { SymbolStore } from '../ports.ts';
import type { ReferenceKind } from '../symbols.ts';
import type { CodeQuery } from './query.ts';
import type { RankedChunk } from './ranking.ts';

const USES: readonly ReferenceKind[] = ['call', 'extends', 'implements', 'import'];
/** How many uses are read per kind. */
const MAX_USES = 1000;

interface Defining {
  readonly project: number;
  readonly file: number;
  readonly defines: readonly string[];
}

/** The same chunks; of the files that define the name asked for equally surely, the most used takes the best score. */
export async function mostUsedFirst(
  ranked: readonly RankedChunk[],
  chunks: ReadonlyMap<number, Defining>,
  query: Pick<CodeQuery, 'names'>,
  symbols: SymbolStore,
): Promise<readonly RankedChunk[]> {
  const surest = Math.max(0, ...ranked.map(({ parts }) => parts.definition * parts.role));
  const defining = ranked.filter(({ parts }) => surest > 0 && parts.definition * parts.role === surest);
  const byFile = groupBy(defining, ({ row }) => chunks.get(row)?.file ?? 0);
  if (byFile.size < 2) return ranked;
  const asked = new Set(query.names.map(({ name }) => name.toLowerCase()));
  const tied = defining.flatMap(({ row }) => chunks.get(row) ?? []);
  const names = tied.flatMap(({ defines }) => defines).filter((name) => asked.has(name.toLowerCase()));
  const projects = [...new Set(tied.map(({ project }) => project))];
  const used = await usesOf(
    (await symbols.named(projects, [...new Set(names)])).map(({ id }) => id),
    symbols,
  );
  const firsts = [...byFile].flatMap(([file, [first]]) => (first ? [{ file, first }] : []));
  const inOrder = firsts.toSorted((a, b) => (used.get(b.file) ?? 0) - (used.get(a.file) ?? 0));
  const scores = new Map(inOrder.map(({ first }, i) => [first.row, firsts[i]?.first.score ?? first.score]));
  return ranked
    .map((each) => ({ ...each, score: scores.get(each.row) ?? each.score }))
    .toSorted((a, b) => b.score - a.score || a.row - b.row);
}

/** How many other files use these definitions, by the file of the definition. */
async function usesOf(definitions: readonly number[], symbols: SymbolStore): Promise<Map<number, number>> {
  const users = new Map<number, Set<number>>();
  for (const kind of USES) {
    for (const { from, to } of await symbols.edges(definitions, kind, 'in', MAX_USES)) {
      if (from.file !== to.file) users.set(to.file, (users.get(to.file) ?? new Set()).add(from.file));
    }
  }
  return new Map([...users].map(([file, by]) => [file, by.size]));
}
