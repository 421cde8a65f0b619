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
import type { Database } from '../file/database.ts';

const OWNED = 'who = ? AND user = ? AND project = ?';
/** Messages read at a time. */
const PAGE = 500;

export class SqliteChat implements ChatStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async session({ id, ...owner }: ChatKey): Promise<ChatSession | null> {
    const sql = `SELECT * FROM chat_sessions WHERE ${OWNED} AND id = ?`;
    return readSession(this.#database.get(sql, ...chatColumns(owner), id));
  }

  async latest(owner: ChatOwner): Promise<ChatSession | null> {
    const sql = `SELECT * FROM chat_sessions WHERE ${OWNED} ORDER BY last_at DESC, id DESC LIMIT 1`;
    return readSession(this.#database.get(sql, ...chatColumns(owner)));
  }

  async append({ id, createdAt, lastAt, ...owner }: ChatSession, messages: readonly ChatMessage[]): Promise<void> {
    await this.#database.change(() => {
      this.#database.run(
        `INSERT INTO chat_sessions (who, user, project, id, created_at, last_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (who, user, project, id) DO UPDATE SET last_at = max(last_at, ?6)`,
        ...chatColumns(owner),
        id,
        createdAt,
        lastAt,
      );
      for (const { role, content, at } of messages) {
        const sql =
          'INSERT INTO chat_messages (who, user, project, session, role, content, at) VALUES (?, ?, ?, ?, ?, ?, ?)';
        this.#database.run(sql, ...chatColumns(owner), id, role, content, at);
      }
    });
  }

  async messages(
    { id, ...owner }: ChatKey,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<ChatMessage[]> {
    const sql = `SELECT role, content, at FROM chat_messages WHERE ${OWNED} AND session = ? ORDER BY seq LIMIT ? OFFSET ?`;
    return this.#database.all(sql, ...chatColumns(owner), id, limit, offset).map((row) => ChatMessage.parse(row));
  }

  async count({ id, ...owner }: ChatKey): Promise<number> {
    const sql = `SELECT count(*) AS n FROM chat_messages WHERE ${OWNED} AND session = ?`;
    return Number(this.#database.get(sql, ...chatColumns(owner), id)?.n);
  }

  async forget({ who, user, project }: ChatOwners): Promise<number> {
    const meant = '(?1 IS NULL OR who = ?1) AND (?2 IS NULL OR user = ?2) AND (?3 IS NULL OR project = ?3)';
    const values = [who ?? null, user ?? null, project ?? null];
    const forgotten = await this.#database.change(() => {
      this.#database.run(`DELETE FROM chat_messages WHERE ${meant}`, ...values);
      return this.#database.run(`DELETE FROM chat_sessions WHERE ${meant}`, ...values).changes;
    });
    if (forgotten > 0) await this.#database.flushLog();
    return forgotten;
  }

  async forgetMessages(matches: MatchesMessage): Promise<number> {
    const page = 'SELECT * FROM chat_messages WHERE seq > ? ORDER BY seq LIMIT ?';
    const read = (after: number) => this.#database.all(page, after, PAGE);
    const meant = await findMatching(PAGE, read, (row) => matches(String(row.content), readSpeaker(row)));
    if (meant.length === 0) return 0;
    const sql = 'DELETE FROM chat_messages WHERE seq IN (SELECT value FROM json_each(?))';
    const { changes } = await this.#database.change(() => this.#database.run(sql, JSON.stringify(meant)));
    await this.#database.flushLog();
    return changes;
  }
}
