import {
  type ChatKey,
  ChatMessage,
  type ChatOwner,
  type ChatOwners,
  type ChatSession,
  type ChatStore,
} from '../../../engine/chat/ports.ts';
import type { MatchesMessage } from '../../../engine/memories/quotes.ts';
import { chatColumns, readSession, readSpeaker } from '../../rows/access.ts';
import { findMatching } from '../../rows/pages.ts';
import type { Database } from '../server/database.ts';
import { raw, type Sql, sql, when } from '../server/sql.ts';

/** Messages read at a time. */
const PAGE = 500;

export class PostgresChat implements ChatStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  #owned(owner: ChatOwner): Sql {
    const [who, user, project] = chatColumns(owner);
    return sql`tenant_id = ${this.#database.tenant} AND who = ${who} AND "user" = ${user} AND project = ${project}`;
  }

  async session({ id, ...owner }: ChatKey): Promise<ChatSession | null> {
    return readSession(
      await this.#database.get(sql`SELECT * FROM chat_sessions WHERE ${this.#owned(owner)} AND id = ${id}`),
    );
  }

  async latest(owner: ChatOwner): Promise<ChatSession | null> {
    return readSession(
      await this.#database.get(
        sql`SELECT * FROM chat_sessions WHERE ${this.#owned(owner)} ORDER BY last_at DESC, id DESC LIMIT 1`,
      ),
    );
  }

  async append({ id, createdAt, lastAt, ...owner }: ChatSession, messages: readonly ChatMessage[]): Promise<void> {
    const [who, user, project] = chatColumns(owner);
    await this.#database.change(async (on) => {
      await on.run(sql`INSERT INTO chat_sessions AS s (tenant_id, who, "user", project, id, created_at, last_at)
        VALUES (${on.tenant}, ${who}, ${user}, ${project}, ${id}, ${createdAt}, ${lastAt})
        ON CONFLICT (tenant_id, who, "user", project, id) DO UPDATE SET last_at = greatest(s.last_at, excluded.last_at)`);
      for (const { role, content, at } of messages)
        await on.run(sql`INSERT INTO chat_messages (tenant_id, who, "user", project, session, role, content, at)
          VALUES (${on.tenant}, ${who}, ${user}, ${project}, ${id}, ${role}, ${content}, ${at})`);
    });
  }

  async messages(
    { id, ...owner }: ChatKey,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<ChatMessage[]> {
    const rows =
      await this.#database.all(sql`SELECT role, content, at FROM chat_messages WHERE ${this.#owned(owner)} AND session = ${id}
      ORDER BY seq LIMIT ${limit} OFFSET ${offset}`);
    return rows.map((row) => ChatMessage.parse(row));
  }

  async count({ id, ...owner }: ChatKey): Promise<number> {
    const row = await this.#database.get(
      sql`SELECT count(*) AS n FROM chat_messages WHERE ${this.#owned(owner)} AND session = ${id}`,
    );
    return Number(row?.n);
  }

  async forget({ who, user, project }: ChatOwners): Promise<number> {
    const given = ([column, value]: [string, string | undefined]) =>
      when(value !== undefined, () => sql` AND ${raw(column)} = ${value ?? ''}`);
    return this.#database.change(async (on) => {
      const meant = sql`tenant_id = ${on.tenant}${given(['who', who])}${given(['"user"', user])}${given(['project', project])}`;
      await on.run(sql`DELETE FROM chat_messages WHERE ${meant}`);
      return on.run(sql`DELETE FROM chat_sessions WHERE ${meant}`);
    });
  }

  async forgetMessages(matches: MatchesMessage): Promise<number> {
    const { tenant } = this.#database;
    const read = (after: number) =>
      this.#database.all(
        sql`SELECT seq, who, "user", project, content FROM chat_messages WHERE tenant_id = ${tenant} AND seq > ${after} ORDER BY seq LIMIT ${PAGE}`,
      );
    const meant = await findMatching(PAGE, read, (row) => matches(String(row.content), readSpeaker(row)));
    if (meant.length === 0) return 0;
    return this.#database.run(
      sql`DELETE FROM chat_messages WHERE tenant_id = ${tenant} AND seq = ANY (${meant}::bigint[])`,
    );
  }
}
