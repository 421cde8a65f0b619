// Declared facts about the entities in a question, as sentences: what they are, and how they are related.
import { type Actor, entityReach, reach } from '../access/actor.ts';
import type { Entity } from '../model.ts';
import type { Store } from '../ports.ts';
import type { Question } from '../text/question.ts';
import { terms } from '../text/terms.ts';

export interface Fact {
  readonly kind: 'entity' | 'relation';
  /** The id of the entity or relation. */
  readonly id: string;
  readonly text: string;
  /** 0..1: how much of the question it covers, raised if the question names its entity. */
  readonly score: number;
}

const MAX_FACTS = 5;
const MAX_ENTITIES = 20;
const MAX_OBSERVATIONS = 5;
/** The limit for pasted prompts, which have more words than any fact could answer. */
const MAX_WORDS = 40;
/** The share of words that makes a fact relevant if the question does not name its entity. */
const ENOUGH = 0.5;

type Sentence = Omit<Fact, 'score'> & { readonly isNamed: boolean };

/** The best first. */
export async function factsFor(store: Store, actor: Actor, question: Question, now: number): Promise<Fact[]> {
  const asked = new Set(question.terms);
  const within = entityReach(reach(actor));
  const keys = [...new Set(question.spans.map(({ key }) => key))];
  const words = [...asked].slice(0, MAX_WORDS).map(beginning);
  const [known, holding] = await Promise.all([
    store.graph.entitiesByKey(keys, within),
    words.length === 0 ? [] : store.knowledge.declaredWith(words, within, MAX_ENTITIES),
  ]);
  const named = new Set(known.map(({ row }) => row));
  const rows = [...new Set([...named, ...holding])].slice(0, MAX_ENTITIES * 2);
  if (rows.length === 0) return [];
  const sentences = await Promise.all([
    relationsOf(store, rows, now, (row) => named.has(row), actor),
    descriptionsOf(store, rows, (row) => named.has(row), new Set(holding)),
  ]);
  return sentences
    .flat()
    .flatMap(({ isNamed, ...fact }) => {
      const share = shareOf(asked, fact.text);
      if (!isNamed && share < ENOUGH) return [];
      return [{ ...fact, score: isNamed ? (1 + share) / 2 : share }];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_FACTS);
}

async function relationsOf(
  store: Store,
  rows: readonly number[],
  now: number,
  isNamed: (row: number) => boolean,
  actor: Actor,
): Promise<Sentence[]> {
  const relations = await store.graph.relations(rows, 'both', { validAt: now }, entityReach(reach(actor)));
  const ends = await store.graph.entitiesByRow([...new Set(relations.flatMap((each) => [each.fromRow, each.toRow]))]);
  const names = new Map(ends.map(({ row, name }) => [row, name]));
  return relations.map(({ id, type, fromRow, toRow }) => ({
    kind: 'relation',
    id,
    text: `${names.get(fromRow)} ${type.replaceAll('_', ' ')} ${names.get(toRow)}`,
    isNamed: isNamed(fromRow) || isNamed(toRow),
  }));
}

async function descriptionsOf(
  store: Store,
  rows: readonly number[],
  isNamed: (row: number) => boolean,
  declared: ReadonlySet<number>,
): Promise<Sentence[]> {
  const [observations, entities] = await Promise.all([
    store.knowledge.observations(rows, MAX_OBSERVATIONS),
    store.graph.entitiesByRow(rows),
  ]);
  const textsOf = ({ row, name, type, description }: Entity) => {
    const texts = observations.filter(({ entity }) => entity === row).map(({ text }) => text);
    if (description !== null) texts.unshift(description);
    if (texts.length === 0 && declared.has(row)) return [`${name} (${type})`];
    return texts.map((text) => `${name} (${type}): ${text}`);
  };
  return entities.flatMap((entity) =>
    textsOf(entity).map((text) => ({
      kind: 'entity' as const,
      id: entity.id,
      text,
      isNamed: isNamed(entity.row),
    })),
  );
}

/** The share of the question's words in the text or, with two or more in common, of the text's words. */
function shareOf(asked: ReadonlySet<string>, text: string): number {
  const own = new Set(terms(text));
  const held = [...asked].filter((term) => own.has(term)).length;
  const ofAsked = held / (asked.size || 1);
  return held < 2 ? ofAsked : Math.max(ofAsked, held / own.size);
}

/** The letters that a stem shares with its word: `memor` for `memori` and `memory`. */
const beginning = (stem: string): string => (stem.length > 3 ? stem.replace(/i$/, '') : stem);
