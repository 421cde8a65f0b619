import { entityReach } from '../../../engine/access/actor.ts';
import type { SearchFilter } from '../../../engine/memories/ports.ts';
import type { Frontier, FrontierEdges, FrontierStore } from '../../../engine/retrieval/ports.ts';
import { readMention, readRelation } from '../../rows/graph.ts';
import type { Row } from '../../rows/row.ts';
import { sharingOf } from '../code/links.ts';
import { mentionedBy, mentionsOf, neighboursOf, readNeighbour, relationsOf } from '../graph/graph.ts';
import { edgesOf } from '../memories/trace.ts';
import type { Database } from '../server/database.ts';
import { prepared, type Sql } from '../server/sql.ts';

/** The graph that a search walks: six kinds of edge, queried together in one round trip. */
export class PostgresFrontier implements FrontierStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async edges(
    { memories, entities }: Frontier,
    hub: number,
    filter: Pick<SearchFilter, 'within' | 'validAt' | 'past'>,
  ): Promise<FrontierEdges> {
    const { tenant } = this.#database;
    const ofMemories: Sql[] = [
      mentionsOf(tenant, memories, hub),
      neighboursOf(tenant, memories),
      sharingOf(tenant, memories, hub, filter.within),
      edgesOf(tenant, memories, 'both', filter),
    ];
    const ofEntities: Sql[] = [
      mentionedBy(tenant, entities, hub),
      relationsOf(tenant, entities, 'both', filter, entityReach(filter.within)),
    ];
    const questions = [...(memories.length > 0 ? ofMemories : []), ...(entities.length > 0 ? ofEntities : [])];
    const answers = await this.#database.together(questions.map(prepared), filter.within);
    const [mentions = [], neighbours = [], sharing = [], traces = []] = memories.length > 0 ? answers : [];
    const [mentioned = [], relations = []] = entities.length > 0 ? answers.slice(-ofEntities.length) : [];
    return {
      memories,
      entities,
      mentions: mentions.map(readMention),
      neighbours: neighbours.map(readNeighbour),
      sharing: sharing.map((row) => ({ memory: Number(row.memory_row), other: Number(row.other) })),
      traces: traces.map(readTrace),
      mentioned: mentioned.map(readMention),
      relations: relations.map(readRelation),
    };
  }
}

const readTrace = (row: Row) => ({ type: String(row.type), from: Number(row.from_row), to: Number(row.to_row) });
