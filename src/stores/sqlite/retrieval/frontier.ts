import { entityReach } from '../../../engine/access/actor.ts';
import type { SearchFilter } from '../../../engine/memories/ports.ts';
import type { Frontier, FrontierEdges, FrontierStore } from '../../../engine/retrieval/ports.ts';
import type { SqliteLinks } from '../code/links.ts';
import type { SqliteGraph } from '../graph/graph.ts';
import type { SqliteTrace } from '../memories/trace.ts';

/** Answers only what is asked: further queries cost nothing here, but every row does. */
export class SqliteFrontier implements FrontierStore {
  readonly #graph: SqliteGraph;
  readonly #links: SqliteLinks;
  readonly #trace: SqliteTrace;

  constructor(graph: SqliteGraph, links: SqliteLinks, trace: SqliteTrace) {
    this.#graph = graph;
    this.#links = links;
    this.#trace = trace;
  }

  async edges(
    { memories, entities }: Frontier,
    hub: number,
    filter: Pick<SearchFilter, 'within' | 'validAt' | 'past'>,
  ): Promise<FrontierEdges> {
    const { within, validAt, past } = filter;
    return {
      memories,
      entities,
      mentions: await this.#graph.mentionsOf(memories, hub),
      neighbours: await this.#graph.neighbours(memories),
      sharing: this.#links.sharing(memories, hub, within),
      traces: await this.#trace.edges(memories, 'both', { within, validAt, past }),
      mentioned: await this.#graph.mentionedBy(entities, hub),
      relations: await this.#graph.relations(entities, 'both', { validAt, past }, entityReach(within)),
    };
  }
}
