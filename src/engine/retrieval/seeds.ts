// The start of the walk: the best candidates, and the entities that the question names.
import { groupBy } from '../group.ts';
import type { Store } from '../ports.ts';
import { HUB, rarity } from './edges.ts';
import { entityNode, memoryNode } from './page-rank.ts';
import type { NamedEntity } from './question.ts';

const SEEDS = 30;
const SEED_TEMPERATURE = 0.04;
/** The share of the walk that starts at named entities. */
const ENTITY_MASS = 0.6;

/** The best candidates by softmax, and the entities named in the question by rarity. */
export function seedsOf(
  candidates: readonly number[],
  base: (row: number) => number,
  named: readonly NamedEntity[],
  near: (row: number) => number,
  total: number,
): Map<number, number> {
  const scored = candidates.map((row): [number, number] => [row, base(row)]).toSorted((a, b) => b[1] - a[1]);
  const peak = scored[0]?.[1] ?? 0;
  const memories = scored
    .slice(0, SEEDS)
    .map(([row, score]): [number, number] => [
      memoryNode(row),
      Math.exp((score - peak) / SEED_TEMPERATURE) * near(row),
    ]);
  const entities = named
    .filter(({ mentions, subjects }) => subjects > 0 || mentions <= HUB)
    .map(({ row, trust, mentions }): [number, number] => [entityNode(row), trust * rarity(mentions, total)]);
  const share = entities.length === 0 ? 0 : memories.length === 0 ? 1 : ENTITY_MASS;
  return new Map([...scaled(memories, 1 - share), ...scaled(entities, share)]);
}

function scaled(entries: readonly [number, number][], mass: number): [number, number][] {
  const sum = entries.reduce((total, [, weight]) => total + weight, 0);
  return sum > 0 ? entries.map(([node, weight]) => [node, (mass * weight) / sum]) : [];
}

/** 0..1: the share of named hubs mentioned by a memory or its neighbours. Hubs have no edges; this uses them anyway. */
export async function hubAffinity(
  store: Store,
  hubs: readonly NamedEntity[],
  rows: readonly number[],
  total: number,
): Promise<(row: number) => number> {
  if (hubs.length === 0) return () => 1;
  const beside = groupBy(await store.graph.neighbours(rows), ({ memory }) => memory);
  const around = (row: number) => [row, ...(beside.get(row) ?? []).map(({ neighbour }) => neighbour)];
  const all = [...new Set(rows.flatMap(around))];
  const pairs = await store.graph.mentioning(
    all,
    hubs.map(({ row }) => row),
  );
  const mentioned = new Set(pairs.map(({ memory, entity }) => `${memory}:${entity}`));
  const sum = hubs.reduce((weight, { mentions }) => weight + rarity(mentions, total), 0);
  return (row) => {
    const places = around(row);
    const met = hubs.filter((hub) => places.some((place) => mentioned.has(`${place}:${hub.row}`)));
    return met.reduce((weight, { mentions }) => weight + rarity(mentions, total), 0) / sum;
  };
}
