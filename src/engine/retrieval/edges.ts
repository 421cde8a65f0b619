// The graph as the walk sees it. The constants were tuned on multi-hop and conversation data (see docs/decisions).
import type { Neighbour } from '../graph/ports.ts';
import { groupBy } from '../group.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Store } from '../ports.ts';
import { type Edge, type Expand, entityNode, isMemory, memoryNode, rowOf } from './page-rank.ts';

/** An entity mentioned by more memories links only to those about it; the cap does not grow with the store. */
export const HUB = 50;
/** From an entity to a memory about it; a memory that only mentions it has weight 1. */
const SUBJECT = 30;
/** From a memory to an entity that no memory is about. */
const MENTION_ONLY = 0.05;
/** To the memory before or after in a conversation; less for a very long text. */
const NEIGHBOUR = 30;
/** To the note before or after in a session: notes are self-contained. */
const BESIDE = 2;
/** To a memory that names the same project file or something in it. */
const SAME_FILE = 5;
/** To a memory tied by name or by hand: the requirement of a component, the design of a requirement. */
const TRACE = 20;
/** Weight of staying at a node, which matters when it has few links. */
const STAY = 3;
/** Between entities, multiplied by the relation's own weight. */
const RELATION = 10;

/** The weight of an entity: the rarer, the higher. */
export const rarity = (mentions: number, total: number): number => Math.log(1 + total / Math.max(1, mentions));

/** Adjacency from the store, one frontier at a time. `total` is the number of passages within the caller's reach. */
export function edgesFrom({ frontier }: Pick<Store, 'frontier'>, total: number, filter: SearchFilter): Expand {
  const { within, validAt, past } = filter;
  return async (nodes) => {
    const asked = {
      memories: nodes.filter(isMemory).map(rowOf),
      entities: nodes.filter((node) => !isMemory(node)).map(rowOf),
    };
    const found = await frontier.edges(asked, HUB, { within, validAt, past });
    const known = [...found.memories.map(memoryNode), ...found.entities.map(entityNode)];
    const edges = new Map<number, Edge[]>(known.map((node) => [node, []]));
    const add = (from: number, to: number, weight: number) => edges.get(from)?.push([to, weight]);

    for (const { memory, entity, mentions, subjects } of found.mentions) {
      add(memoryNode(memory), entityNode(entity), rarity(mentions, total) * (subjects > 0 ? 1 : MENTION_ONLY));
    }
    for (const [memory, beside] of groupBy(found.neighbours, (each) => each.memory)) {
      const weight = isSpoken(beside) ? NEIGHBOUR : BESIDE;
      for (const { neighbour, passages } of beside)
        add(memoryNode(memory), memoryNode(neighbour), weight / passages ** 2);
    }
    for (const { memory, other } of found.sharing) {
      add(memoryNode(memory), memoryNode(other), SAME_FILE);
    }
    for (const { from, to } of found.traces) {
      add(memoryNode(from), memoryNode(to), TRACE);
      add(memoryNode(to), memoryNode(from), TRACE);
    }
    for (const memory of found.memories) add(memoryNode(memory), memoryNode(memory), STAY);

    for (const { memory, entity, subject } of found.mentioned) {
      add(entityNode(entity), memoryNode(memory), subject ? SUBJECT : 1);
    }
    for (const { fromRow, toRow, weight } of found.relations) {
      add(entityNode(fromRow), entityNode(toRow), RELATION * weight);
      add(entityNode(toRow), entityNode(fromRow), RELATION * weight);
    }
    return edges;
  };
}

const SPEAKER = /^([^\n:]{1,40}):\s/;
const ROLE = /^(?:user|assistant|human|ai|system)$/i;

/** Whether a memory and its neighbours are alternating turns of a dialogue: `Ada: … Ben: … Ada: …`. */
function isSpoken(beside: readonly Neighbour[]): boolean {
  const speakers = [beside[0]?.openings.memory, ...beside.map(({ openings }) => openings.neighbour)].map(
    (opening) => SPEAKER.exec(opening ?? '')?.[1],
  );
  if (speakers.some((speaker) => speaker === undefined)) return false;
  return new Set(speakers).size < speakers.length || speakers.every((speaker) => ROLE.test(speaker ?? ''));
}
