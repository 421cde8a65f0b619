import type { SearchFilter, TraceEdge, TraceStore } from '../../../engine/memories/ports.ts';
import { byId, type Claim, redirected, type Trace, type TraceName } from '../../../engine/memories/trace.ts';
import type { Direction } from '../../../engine/model.ts';
import { ClaimRow, claimKey, NameRow, nameKey, toClaim } from '../../rows/trace.ts';
import type { Database } from '../file/database.ts';
import { filterClause, filteredMemories } from './filter.ts';
import type { Scopes } from './scopes.ts';
import { TraceEdges } from './trace-edges.ts';

/** The edges that memories state. Call its writing methods inside a change. */
export class SqliteTrace implements TraceStore {
  readonly #database: Database;
  readonly #scopes: Scopes;
  readonly #edges: TraceEdges;

  constructor(database: Database, scopes: Scopes) {
    this.#database = database;
    this.#scopes = scopes;
    this.#edges = new TraceEdges(database);
  }

  insert(row: number, { names, claims }: Trace, at: number): void {
    for (const name of names) this.#name(row, name);
    for (const claim of claims) this.#claim(row, claim, false, at);
  }

  /** Hand-made edges refer to memories by id, so those memories must answer to their ids. */
  declare(row: number, claims: readonly Claim[], at: number): void {
    for (const claim of claims) {
      this.#claim(row, claim, true, at);
      for (const end of [claim.from, claim.to]) {
        const known = this.#database.get('SELECT row FROM memories WHERE id = ?', end.key);
        if (known) this.#name(Number(known.row), end);
      }
    }
  }

  #name(row: number, { label, key, space }: TraceName): void {
    const { changes } = this.#database.run(
      'INSERT OR IGNORE INTO trace_names (memory_row, label, key, space) VALUES (?, ?, ?, ?)',
      row,
      label,
      key,
      space,
    );
    if (changes > 0) this.#edges.nameGiven(row, { label, key, space });
  }

  #claim(row: number, claim: Claim, declared: boolean, at: number): void {
    const { type, from, to } = claim;
    const { changes } = this.#database.run(
      `INSERT OR IGNORE INTO trace_claims (owner_row, type, declared, from_label, from_key, from_space, to_label, to_key,
         to_space, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      row,
      type,
      declared ? 1 : 0,
      from.label,
      from.key,
      from.space,
      to.label,
      to.key,
      to.space,
      at,
    );
    if (changes > 0) this.#edges.claimMade(claim);
  }

  #takeBack(where: string, ...values: (string | number)[]): void {
    const rows = this.#database.all(`DELETE FROM trace_claims WHERE ${where} RETURNING *`, ...values);
    for (const row of rows) this.#edges.claimTakenBack(toClaim(ClaimRow.parse(row)));
  }

  /** Replaces what the text and metadata of a memory stated before. */
  replace(row: number, { names, claims }: Trace, at: number): void {
    const [kept, told] = [new Set(names.map(nameKey)), new Set(claims.map(claimKey))];
    const known = this.#database.all(
      "SELECT label, key, space FROM trace_names WHERE memory_row = ? AND label <> 'Memory'",
      row,
    );
    const lost = known.map((each) => NameRow.parse(each)).filter((name) => !kept.has(nameKey(name)));
    for (const { label, key } of lost) {
      this.#database.run('DELETE FROM trace_names WHERE memory_row = ? AND label = ? AND key = ?', row, label, key);
    }
    if (lost.length > 0) this.#edges.namesLost(row);
    const before = this.#database
      .all('SELECT * FROM trace_claims WHERE owner_row = ? AND declared = 0', row)
      .map((each) => ClaimRow.parse(each));
    for (const each of before) {
      if (!told.has(claimKey(toClaim(each)))) this.#takeBack('id = ?', each.id);
    }
    this.insert(row, { names, claims }, at);
  }

  /** Keeps others' claims about it by name, since another memory may come to answer to it. */
  remove(row: number, id: string): void {
    const { key, label, space } = byId(id);
    this.#database.run('DELETE FROM trace_names WHERE memory_row = ?', row);
    this.#edges.gone(row);
    for (const end of ['from', 'to']) {
      this.#takeBack(`${end}_key = ? AND ${end}_label = ? AND ${end}_space = ?`, key, label, space);
    }
    this.#takeBack('owner_row = ?', row);
  }

  /**
   * Moves edges that refer to a memory by id, or were made by hand from it, to another memory. They are deleted and
   * recreated, not updated, so that both ends are looked up again.
   */
  move(gone: { row: number; id: string }, kept: { row: number; id: string }): void {
    const { key, label, space } = byId(gone.id);
    const touching = `((from_key = ?1 AND from_label = ?2 AND from_space = ?3) OR (to_key = ?1 AND to_label = ?2 AND to_space = ?3)
      OR (owner_row = ?4 AND declared = 1))`;
    const claims = this.#database.all(`SELECT * FROM trace_claims WHERE ${touching}`, key, label, space, gone.row);
    if (claims.length > 0) this.#name(kept.row, byId(kept.id));
    for (const row of claims) {
      const { owner_row: owner, declared, created_at: at, ...claim } = ClaimRow.parse(row);
      this.#takeBack('id = ?', claim.id);
      const moved = redirected(toClaim(claim), gone.id, kept.id);
      if (moved) this.#claim(owner === gone.row ? kept.row : owner, moved, declared === 1, at);
    }
  }

  /** The ids that a memory answers to: its own, and those of memories merged into it. */
  idsOf(row: number): string[] {
    const sql = "SELECT key FROM trace_names WHERE memory_row = ? AND label = 'Memory' AND space = ''";
    return this.#database.all(sql, row).map(({ key }) => String(key));
  }

  answerTo(row: number, ids: readonly string[]): void {
    for (const id of ids) this.#name(row, byId(id));
  }

  async named(
    names: readonly Pick<TraceName, 'label' | 'key'>[],
    filter: SearchFilter,
  ): Promise<{ row: number; key: string }[]> {
    const clause = filterClause(filter, this.#scopes, 'm');
    const rows = this.#database.all(
      `SELECT DISTINCT n.memory_row, n.key FROM json_each(?) wanted JOIN trace_names n ON n.key = wanted.value ->> 'key'
         AND n.label = wanted.value ->> 'label'
       JOIN memories m ON m.row = n.memory_row WHERE ${clause.sql} ORDER BY wanted.key, n.memory_row DESC`,
      JSON.stringify(names),
      ...clause.values,
    );
    return rows.map((row) => ({ row: Number(row.memory_row), key: String(row.key) }));
  }

  async edges(rows: readonly number[], direction: Direction, filter: SearchFilter): Promise<TraceEdge[]> {
    const ends = { outgoing: ['from'], incoming: ['to'], both: ['from', 'to'] }[direction];
    const touching = ends.map(
      (end) =>
        `SELECT e.type, e.from_row, e.to_row FROM json_each(?) wanted CROSS JOIN trace_edges e ON e.${end}_row = wanted.value`,
    );
    const clauses = ['f', 't'].map((alias) => filterClause(filter, this.#scopes, alias));
    const found = this.#database.all(
      `SELECT e.type, e.from_row, e.to_row FROM (${touching.join(' UNION ')}) e
       CROSS JOIN ${filteredMemories('f')} ON f.row = e.from_row CROSS JOIN ${filteredMemories('t')} ON t.row = e.to_row
       WHERE ${clauses.map(({ sql }) => sql).join(' AND ')} ORDER BY e.type, e.from_row, e.to_row`,
      ...ends.map(() => JSON.stringify(rows)),
      ...clauses.flatMap(({ values }) => values),
    );
    return found.map((row) => ({ type: String(row.type), from: Number(row.from_row), to: Number(row.to_row) }));
  }
}
