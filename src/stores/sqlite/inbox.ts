import type { ScopeFilter } from '../../engine/access/actor.ts';
import type {
  InboxStore,
  NotedPair,
  Pair,
  PairKey,
  PairKind,
  PairPage,
  Proposal,
  Successor,
} from '../../engine/inbox/ports.ts';
import { readPairs, readProposal } from '../rows/inbox.ts';
import { fullPage } from '../rows/pages.ts';
import type { Row } from '../rows/row.ts';
import type { Database } from './file/database.ts';
import { validAt } from './memories/filter.ts';
import type { SqliteMemories } from './memories/memories.ts';
import { type Scopes, scopeClause } from './memories/scopes.ts';

const JOINED = 'memory_pairs p JOIN memories m ON m.row = p.memory_row JOIN memories o ON o.row = p.other_row';
const OPEN = `p.settled = 0 AND ${validAt('m')} AND ${validAt('o')}`;

export class SqliteInbox implements InboxStore {
  readonly #database: Database;
  readonly #scopes: Scopes;
  readonly #memories: SqliteMemories;

  constructor(database: Database, scopes: Scopes, memories: SqliteMemories) {
    this.#database = database;
    this.#scopes = scopes;
    this.#memories = memories;
  }

  async note(pairs: readonly Pair[]): Promise<void> {
    if (pairs.length === 0) return;
    await this.#database.change(() => {
      for (const { kind, memory, other, similarity, foundAt } of pairs) {
        // Either memory may have been removed meanwhile.
        this.#database.run(
          `INSERT OR IGNORE INTO memory_pairs (kind, memory_row, other_row, similarity, found_at)
           SELECT ?, m.row, o.row, ?, ? FROM memories m, memories o WHERE m.row = ? AND o.row = ?
             AND NOT EXISTS (SELECT 1 FROM memory_pairs p WHERE p.memory_row = o.row AND p.other_row = m.row)`,
          kind,
          similarity,
          foundAt,
          memory.row,
          other.row,
        );
      }
    });
  }

  async pairs(kind: PairKind, page: PairPage): Promise<NotedPair[]> {
    return fullPage(
      page,
      (after) => this.#pairRows(kind, { ...page, after }),
      ({ seq }) => Number(seq),
      (rows) => this.#read(rows),
    );
  }

  #pairRows(kind: PairKind, { within, at, after, limit }: PairPage): Row[] {
    const reached = this.#reached(within);
    const behind = after === null ? '' : ' AND p.seq < ?';
    return this.#database.all(
      `SELECT p.* FROM ${JOINED} WHERE p.kind = ? AND ${OPEN}${reached.sql}${behind} ORDER BY p.seq DESC LIMIT ?`,
      kind,
      at,
      at,
      at,
      at,
      ...reached.values,
      ...(after === null ? [] : [after]),
      limit,
    );
  }

  async pair([memory, other]: PairKey, within: ScopeFilter): Promise<Pair | null> {
    const reached = this.#reached(within);
    const row = this.#database.get(
      `SELECT p.* FROM ${JOINED} WHERE m.id = ? AND o.id = ? AND p.settled = 0${reached.sql}`,
      memory,
      other,
      ...reached.values,
    );
    const [found] = row ? await this.#read([row]) : [];
    return found ?? null;
  }

  async countPairs(kind: PairKind, within: ScopeFilter, at: number): Promise<number> {
    const reached = this.#reached(within);
    const sql = `SELECT count(*) AS n FROM ${JOINED} WHERE p.kind = ? AND ${OPEN}${reached.sql}`;
    return Number(this.#database.get(sql, kind, at, at, at, at, ...reached.values)?.n);
  }

  async successors(older: readonly number[], within: ScopeFilter, at: number): Promise<Map<number, Successor>> {
    const reached = this.#reached(within);
    const rows = this.#database.all(
      `SELECT p.other_row, m.row, m.id, substr(m.content, 1, 500) AS content FROM ${JOINED} WHERE p.kind = 'contradiction' AND m.event_time >= o.event_time AND ${OPEN}${reached.sql}
         AND p.other_row IN (SELECT value FROM json_each(?)) ORDER BY p.memory_row`,
      at,
      at,
      at,
      at,
      ...reached.values,
      JSON.stringify(older),
    );
    return new Map(
      rows.map(({ other_row, row, id, content }) => [
        Number(other_row),
        { row: Number(row), id: String(id), content: String(content) },
      ]),
    );
  }

  async settle([memory, other]: PairKey): Promise<void> {
    await this.#database.change(() =>
      this.#database.run(
        `UPDATE memory_pairs SET settled = 1 WHERE memory_row = (SELECT row FROM memories WHERE id = ?)
           AND other_row = (SELECT row FROM memories WHERE id = ?)`,
        memory,
        other,
      ),
    );
  }

  async settled(keys: readonly PairKey[]): Promise<PairKey[]> {
    const rows = this.#database.all(
      `SELECT a.id AS first, b.id AS second FROM json_each(?) k JOIN memories a ON a.id = k.value ->> 0 JOIN memories b ON b.id = k.value ->> 1
         WHERE EXISTS (SELECT 1 FROM memory_pairs p WHERE p.settled = 1
           AND (p.memory_row = a.row AND p.other_row = b.row OR p.memory_row = b.row AND p.other_row = a.row))`,
      JSON.stringify(keys),
    );
    return rows.map((row): PairKey => [String(row.first), String(row.second)]);
  }

  async propose(proposal: Proposal, digest: string): Promise<boolean> {
    return this.#database.change(() => {
      const scope = this.#scopes.idOf(proposal.scope);
      if (this.#database.get('SELECT 1 FROM rejected_proposals WHERE scope_id = ? AND digest = ?', scope, digest))
        return false;
      const { changes } = this.#database.run(
        `INSERT INTO proposals (id, scope_id, content, kind, type, tags, metadata, proposed_by, source, proposed_at, digest)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        proposal.id,
        scope,
        proposal.content,
        proposal.kind,
        proposal.type,
        JSON.stringify(proposal.tags),
        JSON.stringify(proposal.metadata),
        proposal.by,
        proposal.source,
        proposal.proposedAt,
        digest,
      );
      return changes > 0;
    });
  }

  async proposals(within: ScopeFilter, after: string | null, limit: number): Promise<Proposal[]> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    const rows = this.#database.all(
      `SELECT * FROM proposals WHERE true${after === null ? '' : ' AND id < ?'}${scope.sql} ORDER BY id DESC LIMIT ?`,
      ...(after === null ? [] : [after]),
      ...scope.values,
      limit,
    );
    return rows.map((row) => readProposal(row, (id) => this.#scopes.scopeOf(id)));
  }

  async proposal(id: string, within: ScopeFilter): Promise<Proposal | null> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    const row = this.#database.get(`SELECT * FROM proposals WHERE id = ?${scope.sql}`, id, ...scope.values);
    return row ? readProposal(row, (id) => this.#scopes.scopeOf(id)) : null;
  }

  async countProposals(within: ScopeFilter): Promise<number> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    const sql = `SELECT count(*) AS n FROM proposals WHERE true${scope.sql}`;
    return Number(this.#database.get(sql, ...scope.values)?.n);
  }

  async withdraw(id: string, within: ScopeFilter, isRejected: boolean): Promise<boolean> {
    const withdrawn = await this.#database.change(() => {
      const scope = scopeClause(this.#scopes.within(within), 'scope_id');
      const gone = this.#database.get(
        `DELETE FROM proposals WHERE id = ?${scope.sql} RETURNING scope_id, digest`,
        id,
        ...scope.values,
      );
      if (!gone) return false;
      if (isRejected) {
        const sql = 'INSERT OR IGNORE INTO rejected_proposals (scope_id, digest) VALUES (?, ?)';
        this.#database.run(sql, Number(gone.scope_id), String(gone.digest));
      }
      return true;
    });
    if (withdrawn) await this.#database.flushLog();
    return withdrawn;
  }

  #reached(within: ScopeFilter): { sql: string; values: string[] } {
    const scopes = this.#scopes.within(within);
    const [memory, other] = [scopeClause(scopes, 'm.scope_id'), scopeClause(scopes, 'o.scope_id')];
    return { sql: `${memory.sql}${other.sql}`, values: [...memory.values, ...other.values] };
  }

  #read(rows: readonly Row[]): Promise<NotedPair[]> {
    return readPairs(rows, (wanted) => this.#memories.byRows(wanted));
  }
}
