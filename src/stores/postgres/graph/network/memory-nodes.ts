import type { NetworkNode, NodeCount, NodeMatch, Wanted } from '../../../../engine/graph/network.ts';
import { readId } from '../../../../engine/ids.ts';
import { isName, traceKey } from '../../../../engine/memories/names.ts';
import { isLight, lightNode, MEMORY_NODES, memoryCounts, memoryNode, typesWith } from '../../../rows/memory-nodes.ts';
import { isText } from '../../../rows/network.ts';
import type { Row } from '../../../rows/row.ts';
import { MEMORY, readMemory, WITH_SCOPE } from '../../memories/memory-row.ts';
import { joined, NOTHING, prepared, type Sql, sql } from '../../server/sql.ts';
import type { NodeKind } from './node-kind.ts';
import type { Reach } from './reach.ts';

export class MemoryNodes implements NodeKind {
  readonly shape = MEMORY_NODES;
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  async find({ labels, equal = {} }: NodeMatch, wanted: Wanted, after: number, limit: number): Promise<NetworkNode[]> {
    const types = typesWith(labels);
    if (types === null) return [];
    const { tenant } = this.#reach;
    const conditions: Sql[] = [sql`m.row > ${after}`, this.#reach.memories('m')];
    if (types !== 'any') conditions.push(sql`m.type = ANY (${types}::text[])`);
    if (isText(equal.id)) conditions.push(sql`m.id = ${readId(equal.id) ?? ''}`);
    for (const [field, value] of Object.entries(equal)) {
      // The index of names covers the naming fields; the caller compares the others.
      if (!isText(value) || types === 'any' || !isName(types, field)) continue;
      conditions.push(
        sql`m.row IN (SELECT n.memory_row FROM trace_names n WHERE n.tenant_id = ${tenant} AND n.key = ${traceKey(value)})`,
      );
    }
    return this.#read(
      sql`FROM memories m ${WITH_SCOPE} WHERE ${joined(conditions, ' AND ')} ORDER BY m.row LIMIT ${limit}`,
      wanted,
    );
  }

  load(rows: readonly number[], wanted: Wanted): Promise<NetworkNode[]> {
    return this.#read(
      sql`FROM unnest(${rows}::bigint[]) WITH ORDINALITY wanted(row, place) JOIN memories m ON m.tenant_id = ${this.#reach.tenant} AND m.row = wanted.row
        ${WITH_SCOPE} WHERE ${this.#reach.memories('m')} ORDER BY wanted.place`,
      wanted,
      prepared,
    );
  }

  async #read(from: Sql, wanted: Wanted, as = (query: Sql): Sql => query): Promise<NetworkNode[]> {
    if (isLight(wanted)) return (await this.#reach.all(as(sql`SELECT m.row, m.type, m.kind ${from}`))).map(lightNode);
    return (await this.#reach.all(as(sql`SELECT ${MEMORY} ${from}`))).map((row) => memoryNode(readMemory(row)));
  }

  async countBy(labels: readonly string[], by: readonly string[]): Promise<NodeCount[] | null> {
    const types = typesWith(labels);
    if (types === null) return [];
    if (!isLight(by)) return null;
    const ofTypes = types === 'any' ? NOTHING : sql` WHERE type = ANY (${types}::text[])`;
    const groups = await this.#reach.all(prepared(sql`SELECT * FROM (${this.#reach.memoryCounts}) counted${ofTypes}`));
    return groups.map((group) => {
      const { properties } = lightNode(group);
      return { values: by.map((name) => properties[name] ?? null), count: Number(group.n) };
    });
  }

  get counting(): Sql {
    return sql`SELECT type, sum(n) AS n FROM (${this.#reach.memoryCounts}) counted GROUP BY type`;
  }

  counted(rows: readonly Row[]): Map<string, number> {
    return memoryCounts(rows);
  }
}
