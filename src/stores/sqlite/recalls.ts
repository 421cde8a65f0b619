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
import type { Database } from './file/database.ts';

export class SqliteRecalls implements RecallStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(recalls: readonly Recall[], expiry: number): Promise<void> {
    await this.#database.change(() => {
      let last = 0;
      for (const recall of recalls) {
        last = this.#database.run(
          `INSERT INTO recalls (id, at, who, user, project, session, profile, tool, client, question, given, count, weak, confidence, tokens, ms)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          recall.id,
          recall.at,
          recall.who,
          recall.user,
          recall.project,
          recall.session,
          recall.profile,
          recall.tool,
          recall.client,
          recall.question,
          JSON.stringify(recall.given),
          recall.given.length,
          Number(recall.weak),
          recall.confidence,
          recall.tokens,
          recall.ms,
        ).lastRow;
      }
      this.#database.run('DELETE FROM recalls WHERE at < ?', expiry);
      if (last % LOOK_EVERY < recalls.length)
        this.#database.run('DELETE FROM recalls WHERE seq <= ?', last - MAX_RECALLS);
    });
  }

  async list({ owners, only, limit, ...query }: RecallQuery): Promise<Recall[]> {
    const owned = clauseOf(owners);
    const conditions: [string, string | number | undefined][] = [
      ['tool = ?', query.tool],
      ['client = ?', query.client],
      ["EXISTS (SELECT 1 FROM json_each(given) g WHERE g.value ->> 'id' = ?)", query.memory],
      ['at >= ?', query.since],
      ['at < ?', query.until],
      ['seq < (SELECT seq FROM recalls WHERE id = ?)', query.after],
    ];
    const set = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql: ` AND ${sql}`, value }]));
    const rows = this.#database.all(
      `SELECT * FROM recalls WHERE true${owned.sql}${ONLY[only]}${set.map(({ sql }) => sql).join('')} ORDER BY seq DESC LIMIT ?`,
      ...owned.values,
      ...set.map(({ value }) => value),
      limit,
    );
    return rows.map(readRecall);
  }

  async judge(id: string, owners: RecallOwners, useful: boolean | null): Promise<Recall | null> {
    const { sql, values } = clauseOf(owners);
    const judged = await this.#database.change(() =>
      this.#database.get(
        `UPDATE recalls SET useful = ? WHERE id = ?${sql} RETURNING *`,
        useful === null ? null : Number(useful),
        id,
        ...values,
      ),
    );
    return judged ? readRecall(judged) : null;
  }

  async mark(): Promise<number> {
    return Number(this.#database.get('SELECT ifnull(max(seq), 0) AS mark FROM recalls')?.mark);
  }

  async since({ after, until }: Between, owners: RecallOwners, limit: number): Promise<Recall[]> {
    const { sql, values } = clauseOf(owners);
    return this.#database
      .all(
        `SELECT * FROM recalls WHERE seq > ? AND seq <= ?${sql} ORDER BY seq LIMIT ?`,
        after,
        until,
        ...values,
        limit,
      )
      .map(readRecall);
  }

  async forget(owners: RecallOwners, before = Number.MAX_SAFE_INTEGER): Promise<void> {
    const { sql, values } = clauseOf(owners);
    const known = this.#database.get(`SELECT 1 FROM recalls WHERE at < ?${sql} LIMIT 1`, before, ...values);
    if (!known) return;
    await this.#database.change(() => this.#database.run(`DELETE FROM recalls WHERE at < ?${sql}`, before, ...values));
    await this.#database.flushLog();
  }

  async forgetQuestions(matches: MatchesQuestion): Promise<void> {
    const page = 'SELECT seq, question, given, who, user, project FROM recalls WHERE seq > ? ORDER BY seq LIMIT ?';
    const read = (after: number) => this.#database.all(page, after, PAGE);
    const meant = await findMatching(PAGE, read, (row) =>
      matches(String(row.question), String(row.given), readSpeaker(row)),
    );
    if (meant.length === 0) return;
    const sql = 'DELETE FROM recalls WHERE seq IN (SELECT value FROM json_each(?))';
    await this.#database.change(() => this.#database.run(sql, JSON.stringify(meant)));
    await this.#database.flushLog();
  }

  async hours(since: number): Promise<RecallHour[]> {
    const rows = this.#database.all(
      `SELECT at / ${HOUR_MS} * ${HOUR_MS} AS hour, count(*) AS recalls, sum(count = 0) AS empty, sum(weak) AS weak
       FROM recalls WHERE at >= ? GROUP BY 1 ORDER BY 1`,
      since,
    );
    return rows.map(readRecallHour);
  }
}

function clauseOf(owners: RecallOwners): { sql: string; values: string[] } {
  const { who, user, project } = owners;
  const set = Object.entries({ who, user, project }).flatMap(([column, value]) =>
    value === undefined ? [] : [{ sql: ` AND ${column} = ?`, value }],
  );
  return { sql: set.map(({ sql }) => sql).join(''), values: set.map(({ value }) => value) };
}
