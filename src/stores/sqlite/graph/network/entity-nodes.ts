import type { NetworkNode, NodeMatch, Wanted } from '../../../../engine/graph/network.ts';
import { ENTITY } from '../../../../engine/graph/nodes.ts';
import { readId } from '../../../../engine/ids.ts';
import { nameKey } from '../../../../engine/text/names.ts';
import { ENTITY_NODES, entityNode, isText } from '../../../rows/network.ts';
import type { SqliteGraph } from '../graph.ts';
import { inOrder, type NodeKind } from './node-kind.ts';
import type { Condition, Reach } from './reach.ts';

export class EntityNodes implements NodeKind {
  readonly shape = ENTITY_NODES;
  readonly #reach: Reach;
  readonly #graph: SqliteGraph;

  constructor(reach: Reach, graph: SqliteGraph) {
    this.#reach = reach;
    this.#graph = graph;
  }

  async find(match: NodeMatch, _: Wanted, after: number, limit: number): Promise<NetworkNode[]> {
    return this.load(this.#rows(match, after, limit));
  }

  #rows({ labels, equal = {} }: NodeMatch, after: number, limit: number): number[] {
    if (labels.some((label) => label !== ENTITY)) return [];
    const conditions: Condition[] = [{ sql: 'e.row > ?', values: [after] }, this.#reach.entities('e')];
    if (isText(equal.name)) conditions.push({ sql: 'e.key = ?', values: [nameKey(equal.name)] });
    if (isText(equal.id)) conditions.push({ sql: 'e.id = ?', values: [readId(equal.id) ?? ''] });
    const where = conditions.map(({ sql }) => sql).join(' AND ');
    const sql = `SELECT e.row FROM entities e WHERE ${where} ORDER BY e.row LIMIT ?`;
    return inOrder(this.#reach.database.all(sql, ...conditions.flatMap(({ values }) => values), limit));
  }

  async load(rows: readonly number[]): Promise<NetworkNode[]> {
    const { sql, values } = this.#reach.entities('e');
    const seen = this.#reach.database.all(
      `SELECT e.row FROM json_each(?) w JOIN entities e ON e.row = w.value WHERE ${sql} ORDER BY w.key`,
      JSON.stringify(rows),
      ...values,
    );
    const entities = await this.#graph.entitiesByRow(inOrder(seen));
    return entities.map(entityNode);
  }

  counts(): Map<string, number> {
    const { sql, values } = this.#reach.entities('e');
    const found = this.#reach.database.get(`SELECT count(*) AS n FROM entities e WHERE ${sql}`, ...values);
    return new Map([[ENTITY, Number(found?.n)]]);
  }
}
