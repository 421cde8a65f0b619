// Analyses a question: the known entities it names, and the pieces worth embedding.
import type { ScopeFilter } from '../access/actor.ts';
import type { GraphStore, KnownEntity } from '../graph/ports.ts';
import { groupBy } from '../group.ts';
import { weighTerms } from '../text/bm25.ts';
import { writtenAsName } from '../text/names.ts';
import { splitText } from '../text/passages.ts';
import type { Question } from '../text/question.ts';
import { terms } from '../text/terms.ts';
import type { SearchStore } from './ports.ts';

/** Trust in a single lower-case word that happens to be a subject. */
const LOWER_CASE_WORD = 0.5;

export interface NamedEntity extends KnownEntity {
  readonly trust: number;
}

/** Known entities in a question; a longer name hides the shorter ones inside it. */
export async function entitiesIn(
  { text, spans }: Question,
  graph: GraphStore,
  within: ScopeFilter,
): Promise<NamedEntity[]> {
  const known = groupBy(await graph.entitiesByKey([...new Set(spans.map(({ key }) => key))], within), ({ key }) => key);
  if (known.size === 0) return [];
  const isWritten = writtenAsName(text);
  const covered = new Set<number>();
  const found = new Map<number, NamedEntity>();
  for (const { key, start, words } of spans) {
    const places = Array.from({ length: words }, (_, i) => start + i);
    const entities = known.get(key);
    if (!entities || places.every((place) => covered.has(place))) continue;
    for (const place of places) covered.add(place);
    for (const entity of entities) {
      const trust = isWritten(key) ? 1 : entity.subjects === 0 ? 0 : words > 1 ? 1 : LOWER_CASE_WORD;
      if (trust > (found.get(entity.row)?.trust ?? 0)) found.set(entity.row, { ...entity, trust });
    }
  }
  return [...found.values()];
}

/** Up to this length a question fits the model whole. */
const LONG_QUESTION = 800;
const MAX_PIECES = 4;

/** The texts to embed for a question: the question, or the pieces of a pasted prompt with its rarest known words. */
export async function questionPieces(
  search: SearchStore,
  { text, terms: asked }: Question,
  within: ScopeFilter,
): Promise<string[]> {
  if (text.length <= LONG_QUESTION) return [text];
  const statistics = await search.statistics(asked, within);
  const { telling } = weighTerms([...statistics.frequency.keys()], statistics);
  const weight = (piece: string) =>
    [...new Set(terms(piece))].reduce((sum, term) => sum + (telling.weights.get(term) ?? 0), 0);
  const pieces = splitText(text, (piece) => piece.length, LONG_QUESTION).map((piece) => ({
    piece,
    weight: weight(piece),
  }));
  return pieces
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_PIECES)
    .map(({ piece }) => piece);
}
