import * as z from 'zod';
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import {
  type AccessStore,
  AuditEntry,
  type AuditQuery,
  type Cube,
  type CubeFigures,
  type Login,
  type Token,
  type TokenHolder,
  type User,
} from '../../../engine/access/ports.ts';
import { LOOK_EVERY, MAX_ENTRIES, readCube, readFigures, readLogin, readToken, readUser } from '../../rows/access.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../file/database.ts';
import { type Scopes, scopeClause } from '../memories/scopes.ts';

export class SqliteAccess implements AccessStore {
  readonly #database: Database;
  readonly #scopes: Scopes;

  constructor(database: Database, scopes: Scopes) {
    this.#database = database;
    this.#scopes = scopes;
  }

  async numberKey(): Promise<Uint8Array> {
    const row = this.#database.get("SELECT value FROM settings WHERE key = 'number_key'");
    return Buffer.from(z.object({ value: z.string() }).parse(row).value, 'hex');
  }

  async user(id: string): Promise<User | null> {
    return one(this.#database.get('SELECT * FROM users WHERE id = ?', id), readUser);
  }

  async users(): Promise<User[]> {
    return this.#database.all('SELECT * FROM users ORDER BY created_at, id').map(readUser);
  }

  async addUser({ id, name, role, active, createdAt, updatedAt }: User): Promise<User> {
    const row = await this.#database.change(() => {
      const sql = 'INSERT INTO users VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';
      this.#database.run(sql, id, name, role, Number(active), createdAt, updatedAt);
      return this.#database.get('SELECT * FROM users WHERE id = ?', id);
    });
    return readUser(row ?? {});
  }

  async changeUser(
    id: string,
    { role, active, updatedAt }: Pick<User, 'role' | 'active' | 'updatedAt'>,
  ): Promise<void> {
    const sql = 'UPDATE users SET role = ?, active = ?, updated_at = ? WHERE id = ?';
    await this.#database.change(() => this.#database.run(sql, role, Number(active), updatedAt, id));
  }

  async cube(id: string): Promise<Cube | null> {
    return one(this.#database.get('SELECT * FROM cubes WHERE id = ?', id), readCube);
  }

  async cubes(): Promise<Cube[]> {
    return this.#database.all('SELECT * FROM cubes ORDER BY created_at, id').map(readCube);
  }

  async addCube({ id, name, description, path, owner, project, createdAt, updatedAt }: Cube): Promise<Cube> {
    const row = await this.#database.change(() => {
      const sql = `INSERT INTO cubes (id, name, description, path, owner, project, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
      this.#database.run(sql, id, name, description, path, owner, project, createdAt, updatedAt);
      return this.#database.get('SELECT * FROM cubes WHERE id = ?', id);
    });
    return readCube(row ?? {});
  }

  async figures(cube: string, within: ScopeFilter, field: string | null): Promise<CubeFigures> {
    const scope = scopeClause(this.#scopes.within(inCube(cube, within)), 'm.scope_id');
    const rows = this.#database.all(
      `SELECT m.metadata ->> ? AS said, count(*) AS total, sum(octet_length(m.content)) AS bytes,
         max(m.updated_at) AS changed_at, max(m.accessed_at) AS accessed_at
       FROM memories m WHERE true${scope.sql} GROUP BY 1
       UNION ALL SELECT NULL, 0, 0, c.changed_at, NULL FROM cube_changes c WHERE c.cube = ?`,
      field,
      ...scope.values,
      cube,
    );
    return readFigures(rows);
  }

  async holds(cube: string, within: ScopeFilter): Promise<boolean> {
    // Empty scopes are swept away, so a scope means that the cube is in use.
    return this.#scopes.within(inCube(cube, within))?.length !== 0;
  }

  async cubesOf(owners: readonly [string, ...string[]]): Promise<string[]> {
    const sql = `SELECT id FROM cubes WHERE owner IN (SELECT value FROM json_each(?))
      UNION SELECT cube FROM cube_shares WHERE user = ?`;
    return this.#database.all(sql, JSON.stringify(owners), owners[0]).map((row) => String(row.id));
  }

  async sharers(cube: string): Promise<string[]> {
    return this.#database
      .all('SELECT user FROM cube_shares WHERE cube = ? ORDER BY user', cube)
      .map((row) => String(row.user));
  }

  async share(cube: string, user: string, at: number): Promise<boolean> {
    const sql = 'INSERT INTO cube_shares VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    return this.#database.change(() => this.#database.run(sql, cube, user, at).changes > 0);
  }

  async unshare(cube: string, user: string): Promise<boolean> {
    const sql = 'DELETE FROM cube_shares WHERE cube = ? AND user = ?';
    return this.#database.change(() => this.#database.run(sql, cube, user).changes > 0);
  }

  async addToken({ id, user, hash, createdAt, expiresAt, revokedAt }: Token): Promise<void> {
    const sql = 'INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?)';
    await this.#database.change(() => this.#database.run(sql, id, user, hash, createdAt, expiresAt, revokedAt));
  }

  async holder(id: string): Promise<TokenHolder | null> {
    const token = one(this.#database.get('SELECT * FROM tokens WHERE id = ?', id), readToken);
    if (!token) return null;
    const [user, cubes] = await Promise.all([this.user(token.user), this.cubesOf([token.user])]);
    return { token, user, cubes };
  }

  async tokens(): Promise<Token[]> {
    return this.#database.all('SELECT * FROM tokens ORDER BY created_at DESC, id').map(readToken);
  }

  async revoke(id: string, at: number): Promise<void> {
    const sql = 'UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL';
    await this.#database.change(() => this.#database.run(sql, at, id));
  }

  async hasTokens(): Promise<boolean> {
    return this.#database.get('SELECT 1 FROM tokens LIMIT 1') !== undefined;
  }

  async addLogin({ hash, token, createdAt, expiresAt }: Login): Promise<void> {
    await this.#database.change(() => {
      this.#database.run('DELETE FROM logins WHERE expires_at <= ?', createdAt);
      this.#database.run('INSERT INTO logins VALUES (?, ?, ?, ?)', hash, token, createdAt, expiresAt);
    });
  }

  async login(hash: string): Promise<Login | null> {
    return one(this.#database.get('SELECT * FROM logins WHERE hash = ?', hash), readLogin);
  }

  async removeLogin(hash: string): Promise<void> {
    await this.#database.change(() => this.#database.run('DELETE FROM logins WHERE hash = ?', hash));
  }

  async addLoginLink(hash: string, expiresAt: number, now: number): Promise<void> {
    await this.#database.change(() => {
      this.#database.run('DELETE FROM login_links WHERE expires_at <= ?', now);
      this.#database.run('INSERT INTO login_links VALUES (?, ?)', hash, expiresAt);
    });
  }

  async takeLoginLink(hash: string, now: number): Promise<boolean> {
    // Most links do not exist: check without a lock first.
    if (!this.#database.get('SELECT 1 FROM login_links WHERE hash = ?', hash)) return false;
    const sql = 'DELETE FROM login_links WHERE hash = ? RETURNING expires_at';
    const taken = await this.#database.change(() => this.#database.get(sql, hash));
    return taken !== undefined && Number(taken.expires_at) > now;
  }

  async record(entries: readonly AuditEntry[], expiry: number): Promise<void> {
    await this.#database.change(() => {
      let last = 0;
      for (const { at, who, action, subject, cube, outcome } of entries) {
        const sql = 'INSERT INTO audit (at, who, action, subject, cube, outcome) VALUES (?, ?, ?, ?, ?, ?)';
        last = this.#database.run(sql, at, who, action, subject, cube, outcome).lastRow;
      }
      if (last % LOOK_EVERY >= entries.length) return;
      this.#database.run('DELETE FROM audit WHERE at < ? OR seq <= ?', expiry, last - MAX_ENTRIES);
    });
  }

  async audit({ who, subject, actions, outcome, limit }: AuditQuery): Promise<AuditEntry[]> {
    const rows = this.#database.all(
      `SELECT at, who, action, subject, cube, outcome FROM audit
       WHERE (?1 IS NULL OR who = ?1) AND (?2 IS NULL OR subject = ?2) AND (?3 IS NULL OR outcome = ?3)
         AND (?4 IS NULL OR EXISTS (SELECT 1 FROM json_each(?4) WHERE substr(action, 1, length(value)) = value))
       ORDER BY seq DESC LIMIT ?5`,
      who ?? null,
      subject ?? null,
      outcome ?? null,
      actions === undefined ? null : JSON.stringify(actions),
      limit,
    );
    return rows.map((row) => AuditEntry.parse(row));
  }
}

const inCube = (cube: string, { user, project }: ScopeFilter): ScopeFilter => ({
  cubes: [cube],
  ...(user === undefined ? {} : { user }),
  ...(project === undefined ? {} : { project }),
});

const one = <T>(row: Row | undefined, read: (row: Row) => T): T | null => (row ? read(row) : null);
