import type { NetworkNode, NodeCount, NodeMatch, Wanted } from '../../../../engine/graph/network.ts';
import { readId } from '../../../../engine/ids.ts';
import { isName, traceKey } from '../../../../engine/memories/names.ts';
import { isLight, lightNode, MEMORY_NODES, memoryCounts, memoryNode, typesWith } from '../../../rows/memory-nodes.ts';
import { isText } from '../../../rows/network.ts';
import type { Row } from '../../../rows/row.ts';

import type { SqliteMemories } from '../../memories/memories.ts';
import { inOrder, type NodeKind } from './node-kind.ts';
import type { Condition, Reach } from './reach.ts';

export class MemoryNodes implements NodeKind {
  readonly shape = MEMORY_NODES;
  readonly #reach: Reach;
  readonly #memories: SqliteMemories;

  constructor(reach: Reach, memories: SqliteMemories) {
    this.#reach = reach;
    this.#memories = memories;
  }

  async find(match: NodeMatch, wanted: Wanted, after: number, limit: number): Promise<NetworkNode[]> {
    const rows = this.#rows(match, after, limit);
    return isLight(wanted) ? rows.map(lightNode) : this.#whole(rows);
  }

  #rows({ labels, equal = {} }: NodeMatch, after: number, limit: number): Row[] {
    const seen = this.#reach.memories('m');
    const conditions: Condition[] = [{ sql: 'm.row > ?', values: [after] }, seen];
    const types = typesWith(labels);
    if (types === null) return [];
    if (types !== 'any') {
      conditions.push({ sql: 'm.type IN (SELECT value FROM json_each(?))', values: [JSON.stringify(types)] });
    }
    const id = isText(equal.id) ? readId(equal.id) : null;
    if (isText(equal.id)) conditions.push({ sql: 'm.id = ?', values: [id ?? ''] });
    for (const [field, value] of Object.entries(equal)) {
      // The index of names covers the naming fields; the caller compares the others.
      if (!isText(value) || types === 'any' || !isName(types, field)) continue;
      conditions.push({
        sql: 'm.row IN (SELECT n.memory_row FROM trace_names n WHERE n.key = ?)',
        values: [traceKey(value)],
      });
    }
    const where = conditions.map(({ sql }) => sql).join(' AND ');
    const sql = `SELECT m.row, m.type, m.kind FROM memories m WHERE ${where} ORDER BY m.row LIMIT ?`;
    return this.#reach.database.all(sql, ...conditions.flatMap(({ values }) => values), limit);
  }

  async load(rows: readonly number[], wanted: Wanted): Promise<NetworkNode[]> {
    const { sql, values } = this.#reach.memories('m');
    const seen = this.#reach.database.all(
      `SELECT m.row, m.type, m.kind FROM json_each(?) w JOIN memories m ON m.row = w.value WHERE ${sql} ORDER BY w.key`,
      JSON.stringify(rows),
      ...values,
    );
    return isLight(wanted) ? seen.map(lightNode) : this.#whole(seen);
  }

  async #whole(rows: readonly Row[]): Promise<NetworkNode[]> {
    const memories = await this.#memories.byRows(inOrder(rows));
    return memories.map(memoryNode);
  }

  countBy(labels: readonly string[], by: readonly string[]): NodeCount[] | null {
    const types = typesWith(labels);
    if (types === null) return [];
    if (!isLight(by)) return null;
    const { sql, values } = this.#reach.memories('m');
    const ofTypes = types === 'any' ? '' : ' AND m.type IN (SELECT value FROM json_each(?))';
    const bound = [...values, ...(types === 'any' ? [] : [JSON.stringify(types)])];
    const groupsBy = (columns: string, group: string, where = ''): Row[] =>
      this.#reach.database.all(
        `SELECT ${columns}, count(*) AS n FROM memories m WHERE ${sql}${ofTypes}${where} ${group}`,
        ...bound,
      );
    // An index counts memories with a type; only the others need their kind.
    const groups =
      by.length === 0
        ? groupsBy("NULL AS type, '' AS kind", '')
        : by.includes('kind')
          ? groupsBy('m.type, m.kind', 'GROUP BY m.type, m.kind')
          : [
              ...groupsBy("m.type, '' AS kind", 'GROUP BY m.type', ' AND m.type IS NOT NULL'),
              ...groupsBy('NULL AS type, m.kind', 'GROUP BY m.kind', ' AND m.type IS NULL'),
            ];
    return groups.map((group) => {
      const { properties } = lightNode(group);
      return { values: by.map((name) => properties[name] ?? null), count: Number(group.n) };
    });
  }

  counts(): Map<string, number> {
    const { sql, values } = this.#reach.memories('m');
    const all = `SELECT m.type, count(*) AS n FROM memories m WHERE ${sql} GROUP BY m.type`;
    return memoryCounts(this.#reach.database.all(all, ...values));
  }
}
