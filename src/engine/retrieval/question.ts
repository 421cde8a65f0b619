// What a question names: the entities in it that the store knows, and how far each can be trusted.
import type { ScopeFilter } from '../access/actor.ts';
import { groupBy } from '../group.ts';
import type { GraphStore, KnownEntity } from '../ports.ts';
import { spans, writtenAsName } from '../text/names.ts';

/** One lower-case word that happens to be a subject. */
const LOWER_CASE_WORD = 0.5;

export interface NamedEntity extends KnownEntity {
  readonly trust: number;
}

/** Known entities in a question; a longer name hides the shorter ones inside it. */
export async function entitiesIn(question: string, graph: GraphStore, within: ScopeFilter): Promise<NamedEntity[]> {
  const stretches = spans(question);
  const known = groupBy(
    await graph.entitiesByKey([...new Set(stretches.map(({ key }) => key))], within),
    ({ key }) => key,
  );
  if (known.size === 0) return [];
  const isWritten = writtenAsName(question);
  const covered = new Set<number>();
  const found = new Map<number, NamedEntity>();
  for (const { key, start, words } of stretches) {
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
