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
import { METADATA } from '../memories/memory-row.ts';
import { scopeClause } from '../memories/scopes.ts';
import type { Database } from '../server/database.ts';
import { prepared, type Sql, sql, when } from '../server/sql.ts';

export class PostgresAccess implements AccessStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get #tenant(): number {
    return this.#database.tenant;
  }

  async #one<T>(query: Sql, read: (row: Row) => T): Promise<T | null> {
    const row = await this.#database.get(query);
    return row ? read(row) : null;
  }

  async numberKey(): Promise<Uint8Array> {
    const row = await this.#database.get(
      sql`SELECT value FROM settings WHERE tenant_id = ${this.#tenant} AND key = 'number_key'`,
    );
    return Buffer.from(z.object({ value: z.string() }).parse(row).value, 'hex');
  }

  user(id: string): Promise<User | null> {
    return this.#one(sql`SELECT * FROM users WHERE tenant_id = ${this.#tenant} AND id = ${id}`, readUser);
  }

  async users(): Promise<User[]> {
    return (
      await this.#database.all(sql`SELECT * FROM users WHERE tenant_id = ${this.#tenant} ORDER BY created_at, id`)
    ).map(readUser);
  }

  async addUser({ id, name, role, active, createdAt, updatedAt }: User): Promise<User> {
    return this.#database.change(async (on) => {
      await on.run(
        sql`INSERT INTO users VALUES (${on.tenant}, ${id}, ${name}, ${role}, ${Number(active)}, ${createdAt}, ${updatedAt}) ON CONFLICT DO NOTHING`,
      );
      return readUser((await on.get(sql`SELECT * FROM users WHERE tenant_id = ${on.tenant} AND id = ${id}`)) ?? {});
    });
  }

  async changeUser(
    id: string,
    { role, active, updatedAt }: Pick<User, 'role' | 'active' | 'updatedAt'>,
  ): Promise<void> {
    await this.#database.run(sql`UPDATE users SET role = ${role}, active = ${Number(active)}, updated_at = ${updatedAt}
      WHERE tenant_id = ${this.#tenant} AND id = ${id}`);
  }

  cube(id: string): Promise<Cube | null> {
    return this.#one(sql`SELECT * FROM cubes WHERE tenant_id = ${this.#tenant} AND id = ${id}`, readCube);
  }

  async cubes(): Promise<Cube[]> {
    return (
      await this.#database.all(sql`SELECT * FROM cubes WHERE tenant_id = ${this.#tenant} ORDER BY created_at, id`)
    ).map(readCube);
  }

  async addCube({ id, name, description, path, owner, project, createdAt, updatedAt }: Cube): Promise<Cube> {
    return this.#database.change(async (on) => {
      await on.run(sql`INSERT INTO cubes (tenant_id, id, name, description, path, owner, project, created_at, updated_at)
        VALUES (${on.tenant}, ${id}, ${name}, ${description}, ${path}, ${owner}, ${project}, ${createdAt}, ${updatedAt}) ON CONFLICT DO NOTHING`);
      return readCube((await on.get(sql`SELECT * FROM cubes WHERE tenant_id = ${on.tenant} AND id = ${id}`)) ?? {});
    });
  }

  async figures(cube: string, within: ScopeFilter, field: string | null): Promise<CubeFigures> {
    const rows = await this.#database.all(
      sql`SELECT ${METADATA} ->> ${field}::text AS said, count(*) AS total, sum(octet_length(m.content)) AS bytes,
          max(m.updated_at) AS changed_at, max(m.accessed_at) AS accessed_at
        FROM memories m WHERE m.tenant_id = ${this.#tenant}${scopeClause(this.#tenant, inCube(cube, within), 'm.scope_id')} GROUP BY 1
        UNION ALL SELECT NULL, 0, 0, c.changed_at, NULL FROM cube_changes c WHERE c.tenant_id = ${this.#tenant} AND c.cube = ${cube}`,
      wallAround(cube, within),
    );
    return readFigures(rows);
  }

  async holds(cube: string, within: ScopeFilter): Promise<boolean> {
    // Empty scopes are swept away, so a scope means that the cube is in use.
    const inside = inCube(cube, within);
    const held = await this.#database.get(
      sql`SELECT 1 FROM scopes WHERE tenant_id = ${this.#tenant}${scopeClause(this.#tenant, inside, 'id')} LIMIT 1`,
      wallAround(cube, within),
    );
    return held !== undefined;
  }

  async cubesOf(owners: readonly [string, ...string[]]): Promise<string[]> {
    const rows =
      await this.#database.all(sql`SELECT id FROM cubes WHERE tenant_id = ${this.#tenant} AND owner = ANY (${owners}::text[])
      UNION SELECT cube FROM cube_shares WHERE tenant_id = ${this.#tenant} AND "user" = ${owners[0]} ORDER BY 1`);
    return rows.map((row) => String(row.id));
  }

  async sharers(cube: string): Promise<string[]> {
    const rows = await this.#database.all(
      sql`SELECT "user" FROM cube_shares WHERE tenant_id = ${this.#tenant} AND cube = ${cube} ORDER BY "user"`,
    );
    return rows.map((row) => String(row.user));
  }

  async share(cube: string, user: string, at: number): Promise<boolean> {
    return (
      (await this.#database.run(
        sql`INSERT INTO cube_shares VALUES (${this.#tenant}, ${cube}, ${user}, ${at}) ON CONFLICT DO NOTHING`,
      )) > 0
    );
  }

  async unshare(cube: string, user: string): Promise<boolean> {
    return (
      (await this.#database.run(
        sql`DELETE FROM cube_shares WHERE tenant_id = ${this.#tenant} AND cube = ${cube} AND "user" = ${user}`,
      )) > 0
    );
  }

  async addToken({ id, user, hash, createdAt, expiresAt, revokedAt }: Token): Promise<void> {
    await this.#database.run(
      sql`INSERT INTO tokens VALUES (${this.#tenant}, ${id}, ${user}, ${hash}, ${createdAt}, ${expiresAt}, ${revokedAt})`,
    );
  }

  async holder(id: string): Promise<TokenHolder | null> {
    const token = sql`SELECT * FROM tokens WHERE tenant_id = ${this.#tenant} AND id = ${id}`;
    const holder = sql`SELECT "user" FROM tokens WHERE tenant_id = ${this.#tenant} AND id = ${id}`;
    const [[found] = [], [user] = [], cubes = []] = await this.#database.together([
      token,
      sql`SELECT * FROM users WHERE tenant_id = ${this.#tenant} AND id = (${holder})`,
      sql`SELECT id FROM cubes WHERE tenant_id = ${this.#tenant} AND owner = (${holder})
        UNION SELECT cube FROM cube_shares WHERE tenant_id = ${this.#tenant} AND "user" = (${holder}) ORDER BY 1`,
    ]);
    if (!found) return null;
    return { token: readToken(found), user: user ? readUser(user) : null, cubes: cubes.map((row) => String(row.id)) };
  }

  async tokens(): Promise<Token[]> {
    return (
      await this.#database.all(sql`SELECT * FROM tokens WHERE tenant_id = ${this.#tenant} ORDER BY created_at DESC, id`)
    ).map(readToken);
  }

  async revoke(id: string, at: number): Promise<void> {
    await this.#database.run(
      sql`UPDATE tokens SET revoked_at = ${at} WHERE tenant_id = ${this.#tenant} AND id = ${id} AND revoked_at IS NULL`,
    );
  }

  async hasTokens(): Promise<boolean> {
    return (
      (await this.#database.get(sql`SELECT 1 FROM tokens WHERE tenant_id = ${this.#tenant} LIMIT 1`)) !== undefined
    );
  }

  async addLogin({ hash, token, createdAt, expiresAt }: Login): Promise<void> {
    await this.#database.change(async (on) => {
      await on.run(sql`DELETE FROM logins WHERE tenant_id = ${on.tenant} AND expires_at <= ${createdAt}`);
      await on.run(sql`INSERT INTO logins VALUES (${on.tenant}, ${hash}, ${token}, ${createdAt}, ${expiresAt})`);
    });
  }

  login(hash: string): Promise<Login | null> {
    return this.#one(sql`SELECT * FROM logins WHERE tenant_id = ${this.#tenant} AND hash = ${hash}`, readLogin);
  }

  async removeLogin(hash: string): Promise<void> {
    await this.#database.run(sql`DELETE FROM logins WHERE tenant_id = ${this.#tenant} AND hash = ${hash}`);
  }

  async addLoginLink(hash: string, expiresAt: number, now: number): Promise<void> {
    await this.#database.change(async (on) => {
      await on.run(sql`DELETE FROM login_links WHERE tenant_id = ${on.tenant} AND expires_at <= ${now}`);
      await on.run(sql`INSERT INTO login_links VALUES (${on.tenant}, ${hash}, ${expiresAt})`);
    });
  }

  async takeLoginLink(hash: string, now: number): Promise<boolean> {
    const taken = await this.#database.change((on) =>
      on.get(sql`DELETE FROM login_links WHERE tenant_id = ${on.tenant} AND hash = ${hash} RETURNING expires_at`),
    );
    return taken !== undefined && Number(taken.expires_at) > now;
  }

  async record(entries: readonly AuditEntry[], expiry: number): Promise<void> {
    if (entries.length === 0) return;
    const column = <K extends keyof AuditEntry>(key: K) => entries.map((entry) => entry[key]);
    await this.#database.change(async (on) => {
      const rows = sql`INSERT INTO audit (tenant_id, at, who, action, subject, cube, outcome)
        SELECT ${on.tenant}, e.* FROM unnest(${column('at')}::bigint[], ${column('who')}::text[], ${column('action')}::text[],
          ${column('subject')}::text[], ${column('cube')}::text[], ${column('outcome')}::text[]) e RETURNING seq`;
      const written = await on.all(prepared(rows));
      const last = Math.max(...written.map(({ seq }) => Number(seq)));
      if (last % LOOK_EVERY >= entries.length) return;
      await on.run(sql`DELETE FROM audit WHERE tenant_id = ${on.tenant} AND (at < ${expiry} OR seq <=
        (SELECT seq FROM audit WHERE tenant_id = ${on.tenant} ORDER BY seq DESC OFFSET ${MAX_ENTRIES} LIMIT 1))`);
    });
  }

  async audit({ who, subject, actions, outcome, limit }: AuditQuery): Promise<AuditEntry[]> {
    const rows = await this.#database.all(
      sql`SELECT at, who, action, subject, cube, outcome FROM audit WHERE tenant_id = ${this.#tenant}${when(
        who !== undefined,
        () => sql` AND who = ${who ?? ''}`,
      )}${when(subject !== undefined, () => sql` AND subject = ${subject ?? ''}`)}${when(outcome !== undefined, () => sql` AND outcome = ${outcome ?? ''}`)}${when(
        actions !== undefined,
        () =>
          sql` AND EXISTS (SELECT 1 FROM unnest(${actions ?? []}::text[]) AS start WHERE starts_with(action, start))`,
      )} ORDER BY seq DESC LIMIT ${limit}`,
    );
    return rows.map((row) => AuditEntry.parse(row));
  }
}

const inCube = (cube: string, { user, project }: ScopeFilter): ScopeFilter => ({
  cubes: [cube],
  ...(user === undefined ? {} : { user }),
  ...(project === undefined ? {} : { project }),
});
/** Only this cube, or nothing if the caller may not see it. */
const wallAround = (cube: string, { cubes = [cube] }: ScopeFilter): ScopeFilter => ({
  cubes: cubes.filter((each) => each === cube),
});
