import { HOUR_MS } from '../../engine/clock.ts';
import type { MatchesQuestion } from '../../engine/memories/quotes.ts';
import type {
  Between,
  Recall,
  RecallHour,
  RecallOwners,
  RecallQuery,
  RecallStore,
} from '../../engine/recalls/ports.ts';
import { readSpeaker } from '../rows/access.ts';
import { findMatching } from '../rows/pages.ts';
import { LOOK_EVERY, MAX_RECALLS, ONLY, PAGE, readRecall, readRecallHour } from '../rows/recall.ts';
import { KNOWN, Marks } from './maintenance/marks.ts';
import type { Database } from './server/database.ts';
import { joined, raw, type Sql, sql } from './server/sql.ts';

export class PostgresRecalls implements RecallStore {
  readonly #database: Database;
  readonly #marks = new Marks();

  constructor(database: Database) {
    this.#database = database;
  }

  async add(recalls: readonly Recall[], expiry: number): Promise<void> {
    await this.#database.change(async (on) => {
      let last = 0;
      for (const recall of recalls) {
        const row =
          await on.get(sql`INSERT INTO recalls (tenant_id, id, at, who, "user", project, session, profile, tool, client, question, given, count, weak, confidence, tokens, ms)
          VALUES (${on.tenant}, ${recall.id}, ${recall.at}, ${recall.who}, ${recall.user}, ${recall.project}, ${recall.session}, ${recall.profile},
            ${recall.tool}, ${recall.client}, ${recall.question}, ${JSON.stringify(recall.given)}, ${recall.given.length}, ${Number(recall.weak)},
            ${recall.confidence}, ${recall.tokens}, ${recall.ms}) RETURNING seq`);
        last = Number(row?.seq);
      }
      await on.run(sql`DELETE FROM recalls WHERE tenant_id = ${on.tenant} AND at < ${expiry}`);
      // Tenants share these numbers, so each has its turn by chance.
      if (last % LOOK_EVERY < recalls.length)
        await on.run(sql`DELETE FROM recalls WHERE tenant_id = ${on.tenant} AND seq <=
          (SELECT seq FROM recalls WHERE tenant_id = ${on.tenant} ORDER BY seq DESC OFFSET ${MAX_RECALLS} LIMIT 1)`);
    });
  }

  async list({ owners, only, limit, ...query }: RecallQuery): Promise<Recall[]> {
    const { tenant } = this.#database;
    const conditions: [unknown, Sql][] = [
      [query.tool, sql` AND tool = ${query.tool ?? ''}`],
      [query.client, sql` AND client = ${query.client ?? ''}`],
      [
        query.memory,
        sql` AND EXISTS (SELECT 1 FROM json_array_elements(given::json) g WHERE g.value ->> 'id' = ${query.memory ?? ''})`,
      ],
      [query.since, sql` AND at >= ${query.since ?? 0}`],
      [query.until, sql` AND at < ${query.until ?? 0}`],
      [
        query.after,
        sql` AND seq < (SELECT seq FROM recalls WHERE tenant_id = ${tenant} AND id = ${query.after ?? ''})`,
      ],
    ];
    const set = conditions.flatMap(([value, condition]) => (value === undefined ? [] : [condition]));
    const rows = await this.#database.all(
      sql`SELECT * FROM recalls WHERE ${this.#owned(owners)}${raw(ONLY[only])}${joined(set, '')} ORDER BY seq DESC LIMIT ${limit}`,
    );
    return rows.map(readRecall);
  }

  async judge(id: string, owners: RecallOwners, useful: boolean | null): Promise<Recall | null> {
    const judged = await this.#database.change((on) =>
      on.get(
        sql`UPDATE recalls SET useful = ${useful === null ? null : Number(useful)} WHERE ${this.#owned(owners)} AND id = ${id} RETURNING *`,
      ),
    );
    return judged ? readRecall(judged) : null;
  }

  async mark(): Promise<number> {
    const rows = await this.#database.all(
      sql`SELECT seq FROM recalls WHERE tenant_id = ${this.#database.tenant} ORDER BY seq DESC LIMIT ${KNOWN}`,
    );
    return this.#marks.at(rows.map(({ seq }) => Number(seq)));
  }

  async since(marks: Between, owners: RecallOwners, limit: number): Promise<Recall[]> {
    const rows = await this.#database.all(
      sql`SELECT * FROM recalls WHERE ${this.#owned(owners)} AND ${this.#marks.between('seq', marks)} ORDER BY seq LIMIT ${limit}`,
    );
    return rows.map(readRecall);
  }

  async forget(owners: RecallOwners, before = Number.MAX_SAFE_INTEGER): Promise<void> {
    await this.#database.run(sql`DELETE FROM recalls WHERE ${this.#owned(owners)} AND at < ${before}`);
  }

  async forgetQuestions(matches: MatchesQuestion): Promise<void> {
    const { tenant } = this.#database;
    const read = (after: number) =>
      this.#database.all(
        sql`SELECT seq, question, given, who, "user", project FROM recalls WHERE tenant_id = ${tenant} AND seq > ${after} ORDER BY seq LIMIT ${PAGE}`,
      );
    const meant = await findMatching(PAGE, read, (row) =>
      matches(String(row.question), String(row.given), readSpeaker(row)),
    );
    if (meant.length > 0)
      await this.#database.run(sql`DELETE FROM recalls WHERE tenant_id = ${tenant} AND seq = ANY (${meant}::bigint[])`);
  }

  async hours(since: number): Promise<RecallHour[]> {
    const rows =
      await this.#database.all(sql`SELECT at / ${raw(String(HOUR_MS))} * ${raw(String(HOUR_MS))} AS hour, count(*) AS recalls,
      count(*) FILTER (WHERE count = 0) AS empty, sum(weak) AS weak FROM recalls WHERE tenant_id = ${this.#database.tenant} AND at >= ${since} GROUP BY 1 ORDER BY 1`);
    return rows.map(readRecallHour);
  }

  #owned({ who, user, project }: RecallOwners): Sql {
    const set = Object.entries({ who, '"user"': user, project }).flatMap(([column, value]) =>
      value === undefined ? [] : [sql` AND ${raw(column)} = ${value}`],
    );
    return sql`tenant_id = ${this.#database.tenant}${joined(set, '')}`;
  }
}
