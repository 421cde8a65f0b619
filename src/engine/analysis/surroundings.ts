// Finds what is connected to a memory: by edges, or by prose in which one names the other.
import { type Actor, entityReach } from '../access/actor.ts';
import { idOf, labelOf, namesOf, splitIdentifiers } from '../memories/names.ts';
import type { SearchFilter } from '../memories/ports.ts';
import { EDGE, type Memory, type MemoryKind, type MemoryType } from '../model.ts';
import type { Store } from '../ports.ts';
import { entityKey, nameKey } from '../text/names.ts';
import { claimed } from '../text/tickets.ts';
import type { Finding } from './finding.ts';
import { says } from './reading.ts';

export interface Tie {
  readonly memory: Memory;
  /** `edge`: one refers to the other in its metadata or by id. `names`: its text names ours. `named`: ours names it. */
  readonly by: 'edge' | 'names' | 'named';
  /** The type of the edge; null for a mention. */
  readonly edge: string | null;
  /** Whether the edge starts at ours. */
  readonly outgoing: boolean;
}

/** For a name that more memories mention, only those about it count. */
const HUB = 100;
const MOST_TIES = 2000;

export class Surroundings {
  readonly #store: Store;
  readonly #finding: Finding;

  constructor(store: Store, finding: Finding) {
    this.#store = store;
    this.#finding = finding;
  }

  /** Everything of these types connected to a memory, without duplicates, edges first. */
  async of(actor: Actor, memory: Memory, types: readonly (MemoryType | MemoryKind)[]): Promise<Tie[]> {
    const filter = this.#finding.filter(actor, types);
    const ties = [...(await this.#edges(actor, memory)), ...(await this.#prose(memory, filter))];
    const permitted = await this.#store.search.permitted([...new Set(ties.map(({ row }) => row))], filter);
    const memories = await this.#store.memories.byRows([...permitted].slice(0, MOST_TIES));
    const byRow = new Map(memories.map((each) => [each.row, each]));
    const found = new Map<string, Tie>();
    const met = new Set<number>();
    for (const { row, ...tie } of ties) {
      const other = byRow.get(row);
      // Two edges of one pair may differ in meaning; a mention beside an edge adds nothing.
      if (!other || (tie.by !== 'edge' && met.has(row)) || !isMeant(memory, other, tie.by)) continue;
      met.add(row);
      found.set(`${row} ${tie.edge} ${tie.outgoing}`, { memory: other, ...tie });
    }
    return [...found.values()];
  }

  async #edges(actor: Actor, { row }: Memory): Promise<(Omit<Tie, 'memory'> & { row: number })[]> {
    const edges = await this.#store.trace.edges([row], 'both', this.#finding.filter(actor));
    return edges.map(({ type, from, to }) => ({
      row: from === row ? to : from,
      by: 'edge',
      edge: type,
      outgoing: from === row,
    }));
  }

  async #prose(memory: Memory, filter: SearchFilter): Promise<(Omit<Tie, 'memory'> & { row: number })[]> {
    const { graph } = this.#store;
    const keys = tellingNames(memory).flatMap((name) => [nameKey(name), entityKey(splitIdentifiers(name))]);
    const own = await graph.entitiesByKey([...new Set(keys)], entityReach(filter.within));
    const naming = await graph.mentionedBy(
      own.map(({ row }) => row),
      HUB,
    );
    const ownRows = new Set(own.map(({ row }) => row));
    const mentioned = (await graph.mentionsOf([memory.row], HUB)).filter(
      ({ entity, subject, subjects }) => !subject && subjects > 0 && !ownRows.has(entity),
    );
    const named = await graph.mentionedBy(
      mentioned.map(({ entity }) => entity),
      HUB,
    );
    const isOther = ({ memory: row }: { readonly memory: number }) => row !== memory.row;
    return [
      ...named
        .filter((each) => each.subject && isOther(each))
        .map(({ memory: row }) => ({ row, by: 'named' as const, edge: null, outgoing: true })),
      ...naming
        // A memory about the same name does not name ours.
        .filter((each) => !each.subject && isOther(each))
        .map(({ memory: row }) => ({ row, by: 'names' as const, edge: null, outgoing: false })),
    ];
  }
}

/** Excludes chance mentions (the word `storage` does not name a design of that title) and explicit denials. */
function isMeant(ours: Memory, other: Memory, by: Tie['by']): boolean {
  if (by === 'named') return tellingNames(other).some((name) => says(claimed(ours.content), name));
  const left = claimed(other.content);
  return by === 'edge' || left === other.content || tellingNames(ours).some((name) => says(left, name));
}

/** Names that nobody writes by chance; short titles of requirements and designs are plain words. */
function tellingNames(memory: Memory): string[] {
  if (memory.type !== 'requirements' && memory.type !== 'design') return namesOf(memory);
  const id = idOf(memory);
  return [...(id === null ? [] : [id]), ...namesOf(memory).filter((name) => name.trim().split(/\s+/).length > 2)];
}

const EDGE_WORDS: Readonly<Record<string, string>> = {
  [EDGE.IMPLEMENTS_REQ]: 'implements',
  [EDGE.FOLLOWS_DESIGN]: 'follows',
  [EDGE.USES_PATTERN]: 'uses',
  [EDGE.DEPENDS_ON]: 'depends on',
  [EDGE.TESTS]: 'tests',
};

/** Why the memory is included: `A implements B`, `A names B`. */
export function tieInWords(ours: Memory, { memory, by, edge, outgoing }: Tie): string {
  const [from, to] = outgoing ? [ours, memory] : [memory, ours];
  if (by !== 'edge') return `${labelOf(from)} names ${labelOf(to)}`;
  const verb = from.type === 'design' && edge === EDGE.IMPLEMENTS_REQ ? 'serves' : (EDGE_WORDS[edge ?? ''] ?? edge);
  return `${labelOf(from)} ${verb} ${labelOf(to)}`;
}
