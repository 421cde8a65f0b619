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
import { readPairs, readProposal as readProposalRow } from '../rows/inbox.ts';
import { fullPage } from '../rows/pages.ts';
import type { Row } from '../rows/row.ts';
import { validAt } from './memories/filter.ts';
import type { PostgresMemories } from './memories/memories.ts';
import { readScope, SCOPE_COLUMNS, scopeClause, scopeId } from './memories/scopes.ts';
import type { Database } from './server/database.ts';
import { prepared, raw, type Sql, sql, when } from './server/sql.ts';

const JOINED = raw(`memory_pairs p JOIN memories m ON m.tenant_id = p.tenant_id AND m.row = p.memory_row
  JOIN memories o ON o.tenant_id = p.tenant_id AND o.row = p.other_row`);
const PROPOSAL = sql`SELECT p.*, ${SCOPE_COLUMNS} FROM proposals p JOIN scopes s ON s.tenant_id = p.tenant_id AND s.id = p.scope_id`;

export class PostgresInbox implements InboxStore {
  readonly #database: Database;
  readonly #memories: PostgresMemories;

  constructor(database: Database, memories: PostgresMemories) {
    this.#database = database;
    this.#memories = memories;
  }

  async note(given: readonly Pair[]): Promise<void> {
    const pairs = eitherWayOnce(given);
    if (pairs.length === 0) return;
    const { tenant } = this.#database;
    // Either memory may have been removed meanwhile.
    const rows = sql`INSERT INTO memory_pairs (tenant_id, kind, memory_row, other_row, similarity, found_at)
      SELECT ${tenant}, p.kind, m.row, o.row, p.similarity, p.found_at FROM unnest(${pairs.map(({ kind }) => kind)}::text[],
        ${pairs.map(({ memory }) => memory.row)}::bigint[], ${pairs.map(({ other }) => other.row)}::bigint[],
        ${pairs.map(({ similarity }) => similarity)}::float8[], ${pairs.map(({ foundAt }) => foundAt)}::bigint[])
        WITH ORDINALITY p(kind, memory, other, similarity, found_at, place)
      JOIN memories m ON m.tenant_id = ${tenant} AND m.row = p.memory JOIN memories o ON o.tenant_id = ${tenant} AND o.row = p.other
      WHERE NOT EXISTS (SELECT 1 FROM memory_pairs r WHERE r.tenant_id = ${tenant} AND r.memory_row = p.other AND r.other_row = p.memory)
      ORDER BY p.place ON CONFLICT DO NOTHING`;
    await this.#database.run(prepared(rows));
  }

  async pairs(kind: PairKind, page: PairPage): Promise<NotedPair[]> {
    return fullPage(
      page,
      (after) => this.#pairRows(kind, { ...page, after }),
      ({ seq }) => Number(seq),
      (rows) => this.#read(rows),
    );
  }

  #pairRows(kind: PairKind, { within, at, after, limit }: PairPage): Promise<Row[]> {
    const behind = when(after !== null, () => sql` AND p.seq < ${after ?? 0}`);
    return this.#database.all(
      sql`SELECT p.* FROM ${JOINED} WHERE ${this.#open(kind, at)}${this.#reached(within)}${behind} ORDER BY p.seq DESC LIMIT ${limit}`,
      within,
    );
  }

  async pair([memory, other]: PairKey, within: ScopeFilter): Promise<Pair | null> {
    const row = await this.#database.get(
      sql`SELECT p.* FROM ${JOINED} WHERE p.tenant_id = ${this.#database.tenant} AND m.id = ${memory} AND o.id = ${other} AND p.settled = 0${this.#reached(within)}`,
      within,
    );
    const [found] = row ? await this.#read([row]) : [];
    return found ?? null;
  }

  async countPairs(kind: PairKind, within: ScopeFilter, at: number): Promise<number> {
    const row = await this.#database.get(
      sql`SELECT count(*) AS n FROM ${JOINED} WHERE ${this.#open(kind, at)}${this.#reached(within)}`,
      within,
    );
    return Number(row?.n);
  }

  async successors(older: readonly number[], within: ScopeFilter, at: number): Promise<Map<number, Successor>> {
    const rows = await this.#database.all(
      sql`SELECT p.other_row, m.row, m.id, substr(m.content, 1, 500) AS content FROM ${JOINED} WHERE ${this.#open('contradiction', at)}${this.#reached(within)}
        AND m.event_time >= o.event_time AND p.other_row = ANY(${[...older]}::bigint[]) ORDER BY p.memory_row`,
      within,
    );
    return new Map(
      rows.map(({ other_row, row, id, content }) => [
        Number(other_row),
        { row: Number(row), id: String(id), content: String(content) },
      ]),
    );
  }

  async settle([memory, other]: PairKey): Promise<void> {
    const { tenant } = this.#database;
    await this.#database.run(sql`UPDATE memory_pairs SET settled = 1 WHERE tenant_id = ${tenant}
      AND memory_row = (SELECT row FROM memories WHERE tenant_id = ${tenant} AND id = ${memory})
      AND other_row = (SELECT row FROM memories WHERE tenant_id = ${tenant} AND id = ${other})`);
  }

  async settled(keys: readonly PairKey[]): Promise<PairKey[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(sql`SELECT a.id AS first, b.id AS second
      FROM unnest(${keys.map(([first]) => first)}::text[], ${keys.map(([, second]) => second)}::text[]) k(first, second)
      JOIN memories a ON a.tenant_id = ${tenant} AND a.id = k.first JOIN memories b ON b.tenant_id = ${tenant} AND b.id = k.second
      WHERE EXISTS (SELECT 1 FROM memory_pairs p WHERE p.tenant_id = ${tenant} AND p.settled = 1
        AND (p.memory_row = a.row AND p.other_row = b.row OR p.memory_row = b.row AND p.other_row = a.row))`);
    return rows.map((row): PairKey => [String(row.first), String(row.second)]);
  }

  async propose(proposal: Proposal, digest: string): Promise<boolean> {
    return this.#database.change(async (on) => {
      const scope = await scopeId(on, proposal.scope);
      const rejected = await on.get(
        sql`SELECT 1 FROM rejected_proposals WHERE tenant_id = ${on.tenant} AND scope_id = ${scope} AND digest = ${digest}`,
      );
      if (rejected) return false;
      const added =
        await on.run(sql`INSERT INTO proposals (tenant_id, id, scope_id, content, kind, type, tags, metadata, proposed_by, source, proposed_at, digest)
        VALUES (${on.tenant}, ${proposal.id}, ${scope}, ${proposal.content}, ${proposal.kind}, ${proposal.type}, ${JSON.stringify(proposal.tags)},
          ${JSON.stringify(proposal.metadata)}, ${proposal.by}, ${proposal.source}, ${proposal.proposedAt}, ${digest}) ON CONFLICT DO NOTHING`);
      return added > 0;
    });
  }

  async proposals(within: ScopeFilter, after: string | null, limit: number): Promise<Proposal[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`${PROPOSAL} WHERE p.tenant_id = ${tenant}${when(after !== null, () => sql` AND p.id < ${after}`)}${scopeClause(tenant, within, 'p.scope_id')}
        ORDER BY p.id DESC LIMIT ${limit}`,
      within,
    );
    return rows.map(readProposal);
  }

  async proposal(id: string, within: ScopeFilter): Promise<Proposal | null> {
    const { tenant } = this.#database;
    const row = await this.#database.get(
      sql`${PROPOSAL} WHERE p.tenant_id = ${tenant} AND p.id = ${id}${scopeClause(tenant, within, 'p.scope_id')}`,
      within,
    );
    return row ? readProposal(row) : null;
  }

  async countProposals(within: ScopeFilter): Promise<number> {
    const { tenant } = this.#database;
    const row = await this.#database.get(
      sql`SELECT count(*) AS n FROM proposals WHERE tenant_id = ${tenant}${scopeClause(tenant, within, 'scope_id')}`,
      within,
    );
    return Number(row?.n);
  }

  async withdraw(id: string, within: ScopeFilter, isRejected: boolean): Promise<boolean> {
    return this.#database.change(async (on) => {
      const gone = await on.get(
        sql`DELETE FROM proposals WHERE tenant_id = ${on.tenant} AND id = ${id}${scopeClause(on.tenant, within, 'scope_id')} RETURNING scope_id, digest`,
        within,
      );
      if (!gone) return false;
      if (isRejected)
        await on.run(
          sql`INSERT INTO rejected_proposals VALUES (${on.tenant}, ${Number(gone.scope_id)}, ${String(gone.digest)}) ON CONFLICT DO NOTHING`,
        );
      return true;
    });
  }

  #open(kind: PairKind, at: number): Sql {
    return sql`p.tenant_id = ${this.#database.tenant} AND p.kind = ${kind} AND p.settled = 0 AND ${validAt('m', at)} AND ${validAt('o', at)}`;
  }

  #reached(within: ScopeFilter): Sql {
    const { tenant } = this.#database;
    return sql`${scopeClause(tenant, within, 'm.scope_id')}${scopeClause(tenant, within, 'o.scope_id')}`;
  }

  #read(rows: readonly Row[]): Promise<NotedPair[]> {
    return readPairs(rows, (wanted) => this.#memories.byRows(wanted));
  }
}

/** Without those that repeat one the other way round, since a statement does not see the rows that it inserts. */
function eitherWayOnce(pairs: readonly Pair[]): Pair[] {
  const known = new Set<string>();
  return pairs.filter(({ memory, other }) => {
    known.add(`${memory.row} ${other.row}`);
    return memory.row === other.row || !known.has(`${other.row} ${memory.row}`);
  });
}

const readProposal = (row: Row): Proposal => readProposalRow(row, () => readScope(row));
