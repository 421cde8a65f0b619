import type { NetworkNode, NodeMatch, Wanted } from '../../../../engine/graph/network.ts';
import { ENTITY } from '../../../../engine/graph/nodes.ts';
import { readId } from '../../../../engine/ids.ts';
import { nameKey } from '../../../../engine/text/names.ts';
import { ENTITY_NODES, entityNode, isText } from '../../../rows/network.ts';
import type { Row } from '../../../rows/row.ts';
import { joined, type Sql, sql } from '../../server/sql.ts';
import { ENTITY as COLUMNS, ENTITY_SCOPE, readEntity } from '../graph.ts';
import type { NodeKind } from './node-kind.ts';
import type { Reach } from './reach.ts';

export class EntityNodes implements NodeKind {
  readonly shape = ENTITY_NODES;
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  async find({ labels, equal = {} }: NodeMatch, _: Wanted, after: number, limit: number): Promise<NetworkNode[]> {
    if (labels.some((label) => label !== ENTITY)) return [];
    const conditions: Sql[] = [sql`e.row > ${after}`, this.#reach.entities('e')];
    if (isText(equal.name)) conditions.push(sql`e.key = ${nameKey(equal.name)}`);
    if (isText(equal.id)) conditions.push(sql`e.id = ${readId(equal.id) ?? ''}`);
    return this.#read(
      sql`FROM entities e ${ENTITY_SCOPE} WHERE ${joined(conditions, ' AND ')} ORDER BY e.row LIMIT ${limit}`,
    );
  }

  load(rows: readonly number[]): Promise<NetworkNode[]> {
    return this.#read(sql`FROM unnest(${rows}::bigint[]) WITH ORDINALITY wanted(row, place)
      JOIN entities e ON e.tenant_id = ${this.#reach.tenant} AND e.row = wanted.row ${ENTITY_SCOPE} WHERE ${this.#reach.entities('e')} ORDER BY wanted.place`);
  }

  async #read(from: Sql): Promise<NetworkNode[]> {
    return (await this.#reach.all(sql`SELECT ${COLUMNS} ${from}`)).map((row) => entityNode(readEntity(row)));
  }

  get counting(): Sql {
    return sql`SELECT count(*) AS n FROM entities e WHERE ${this.#reach.entities('e')}`;
  }

  counted(rows: readonly Row[]): Map<string, number> {
    return new Map([[ENTITY, Number(rows[0]?.n)]]);
  }
}
