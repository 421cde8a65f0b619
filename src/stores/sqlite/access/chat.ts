import { type ChatKey, ChatMessage, ChatSession, type ChatStore } from '../../../engine/chat/ports.ts';
import type { Database, Row } from '../database.ts';

export class SqliteChat implements ChatStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async session(user: string, id: string): Promise<ChatSession | null> {
    return read(this.#database.get('SELECT * FROM chat_sessions WHERE user = ? AND id = ?', user, id));
  }

  async latest(user: string): Promise<ChatSession | null> {
    const sql = 'SELECT * FROM chat_sessions WHERE user = ? ORDER BY last_at DESC, id DESC LIMIT 1';
    return read(this.#database.get(sql, user));
  }

  async append({ id, user, createdAt, lastAt }: ChatSession, messages: readonly ChatMessage[]): Promise<void> {
    await this.#database.change(() => {
      this.#database.run(
        `INSERT INTO chat_sessions (user, id, created_at, last_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (user, id) DO UPDATE SET last_at = max(last_at, ?4)`,
        user,
        id,
        createdAt,
        lastAt,
      );
      for (const { role, content, at } of messages) {
        const sql = 'INSERT INTO chat_messages (user, session, role, content, at) VALUES (?, ?, ?, ?, ?)';
        this.#database.run(sql, user, id, role, content, at);
      }
    });
  }

  async messages({ user, id }: ChatKey, { limit, offset }: { limit: number; offset: number }): Promise<ChatMessage[]> {
    const sql = `SELECT role, content, at FROM chat_messages WHERE user = ? AND session = ? ORDER BY seq LIMIT ? OFFSET ?`;
    return this.#database.all(sql, user, id, limit, offset).map((row) => ChatMessage.parse(row));
  }

  async count({ user, id }: ChatKey): Promise<number> {
    const sql = 'SELECT count(*) AS n FROM chat_messages WHERE user = ? AND session = ?';
    return Number(this.#database.get(sql, user, id)?.n);
  }

  async forget(user: string | null): Promise<number> {
    const forgotten = await this.#database.change(() => {
      this.#database.run('DELETE FROM chat_messages WHERE ?1 IS NULL OR user = ?1', user);
      return this.#database.run('DELETE FROM chat_sessions WHERE ?1 IS NULL OR user = ?1', user).changes;
    });
    if (forgotten > 0) await this.#database.flushLog();
    return forgotten;
  }
}

const read = (row: Row | undefined): ChatSession | null =>
  row ? ChatSession.parse({ id: row.id, user: row.user, createdAt: row.created_at, lastAt: row.last_at }) : null;
