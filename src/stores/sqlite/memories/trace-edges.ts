// Edges between memories, made from names and claims: an edge for each claim whose two ends exist, each edge once.
import type { Claim, TraceName } from '../../../engine/memories/trace.ts';
import type { Database } from '../file/database.ts';

const answers = (name: string, end: 'from' | 'to'): string =>
  `${name}.key = c.${end}_key AND ${name}.label = c.${end}_label AND ${name}.space = c.${end}_space`;

/** A condition for edges that no claim supports any more. */
const UNCLAIMED = `NOT EXISTS (SELECT 1 FROM trace_names f
  JOIN trace_claims c ON c.type = trace_edges.type AND c.from_key = f.key AND c.from_label = f.label AND c.from_space = f.space
  JOIN trace_names t ON t.memory_row = trace_edges.to_row AND ${answers('t', 'to')}
  WHERE f.memory_row = trace_edges.from_row)`;

const BETWEEN = `trace_names f, trace_names t WHERE f.key = ?2 AND f.label = ?3 AND f.space = ?4
  AND t.key = ?5 AND t.label = ?6 AND t.space = ?7 AND f.memory_row <> t.memory_row`;

const bound = ({ type, from, to }: Claim) =>
  [type, from.key, from.label, from.space, to.key, to.label, to.space] as const;

/** Call it inside a change, after what was written. */
export class TraceEdges {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  claimMade(claim: Claim): void {
    this.#database.run(
      `INSERT OR IGNORE INTO trace_edges (type, from_row, to_row, claims)
       SELECT ?1, f.memory_row, t.memory_row, 1 FROM ${BETWEEN}`,
      ...bound(claim),
    );
  }

  claimTakenBack(claim: Claim): void {
    this.#database.run(
      `DELETE FROM trace_edges WHERE id IN (SELECT e.id FROM trace_edges e, ${BETWEEN}
         AND e.from_row = f.memory_row AND e.type = ?1 AND e.to_row = t.memory_row) AND ${UNCLAIMED}`,
      ...bound(claim),
    );
  }

  nameGiven(row: number, { key, label, space }: TraceName): void {
    for (const [own, other] of [['from', 'to'] as const, ['to', 'from'] as const]) {
      this.#database.run(
        `INSERT OR IGNORE INTO trace_edges (type, ${own}_row, ${other}_row, claims)
         SELECT c.type, ?1, o.memory_row, 1 FROM trace_claims c JOIN trace_names o ON ${answers('o', other)}
         WHERE c.${own}_key = ?2 AND c.${own}_label = ?3 AND c.${own}_space = ?4 AND o.memory_row <> ?1`,
        row,
        key,
        label,
        space,
      );
    }
  }

  /** Updates the edges of a memory that answers to fewer names than before. */
  namesLost(row: number): void {
    this.#database.run(`DELETE FROM trace_edges WHERE (from_row = ?1 OR to_row = ?1) AND ${UNCLAIMED}`, row);
  }

  /** Removes the edges of a memory that no longer answers to any name. */
  gone(row: number): void {
    this.#database.run('DELETE FROM trace_edges WHERE from_row = ?1 OR to_row = ?1', row);
  }

  /** Removes edges of deleted memories. */
  sweep(): void {
    this.#database.run(`DELETE FROM trace_edges WHERE ${UNCLAIMED}`);
  }

  /** Makes all edges, for a store whose names and claims were written row by row. */
  make(): void {
    this.#database.run(
      `INSERT OR IGNORE INTO trace_edges (type, from_row, to_row, claims)
       SELECT c.type, f.memory_row, t.memory_row, 1 FROM trace_claims c JOIN trace_names f ON ${answers('f', 'from')}
       JOIN trace_names t ON ${answers('t', 'to')} WHERE f.memory_row <> t.memory_row`,
    );
  }
}
