import { z } from 'zod';
import { DEFAULT_CUBE, DIMENSIONS, type ScopeFilter } from '../../engine/access/actor.ts';
import { Scope } from '../../engine/model.ts';
import type { Database } from './database.ts';
import type { Revisions } from './revisions.ts';

const ScopeRow = Scope.extend({ id: z.number() });

/** Scopes as small numbers. A scope never changes, so this process remembers those it has read, until a backup is restored. */
export class Scopes {
  readonly #database: Database;
  readonly #revisions: Revisions;
  readonly #byId = new Map<number, Scope>();
  #epoch: unknown;

  constructor(database: Database, revisions: Revisions) {
    this.#database = database;
    this.#revisions = revisions;
  }

  /** The number of a scope; call it inside a change. */
  idOf(scope: Scope): number {
    const values = DIMENSIONS.map((d) => scope[d]);
    const where = DIMENSIONS.map((d) => `ifnull(${d}, char(0)) = ifnull(?, char(0))`).join(' AND ');
    const row = this.#database.get(`SELECT id FROM scopes WHERE ${where}`, ...values);
    if (row) return Number(row.id);
    return this.#database.run('INSERT INTO scopes (cube, user, project, session) VALUES (?, ?, ?, ?)', ...values)
      .lastRow;
  }

  scopeOf(id: number): Scope {
    let scope = this.#byId.get(id);
    if (!scope) {
      const { id: _, ...found } = ScopeRow.parse(this.#database.get('SELECT * FROM scopes WHERE id = ?', id));
      scope = found;
      this.#byId.set(id, scope);
    }
    return scope;
  }

  /** The numbers of the scopes inside a filter; null when the filter lets everything through. */
  within(filter: ScopeFilter): number[] | null {
    const epoch = this.#revisions.epoch();
    if (epoch !== this.#epoch) this.#byId.clear();
    this.#epoch = epoch;
    const { cubes, ...single } = filter;
    const set = Object.entries(single).filter(([, value]) => value !== undefined);
    if (set.length === 0 && cubes === undefined) return null;
    const conditions = [
      ...set.map(([dimension]) => `${dimension} = ?`),
      ...(cubes === undefined ? [] : [`ifnull(cube, '${DEFAULT_CUBE}') IN (SELECT value FROM json_each(?))`]),
    ];
    const values = [...set.map(([, value]) => value), ...(cubes === undefined ? [] : [JSON.stringify(cubes)])];
    return this.#database
      .all(`SELECT id FROM scopes WHERE ${conditions.join(' AND ')}`, ...values)
      .map((row) => Number(row.id));
  }

  /** Scopes that hold nothing any more, and with them the names of users and projects. Call it inside a change. */
  sweep(): void {
    this.#database.run(
      `DELETE FROM scopes WHERE NOT EXISTS (SELECT 1 FROM memories m WHERE m.scope_id = scopes.id)
         AND NOT EXISTS (SELECT 1 FROM entities e WHERE e.scope_id = scopes.id)
         AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.scope_id = scopes.id)
         AND NOT EXISTS (SELECT 1 FROM deleted_memories d WHERE d.scope_id = scopes.id)`,
    );
  }
}

/** `AND column IN (…)` with the value to bind, or nothing when the filter is open: two texts of SQL for any scopes. */
export function scopeClause(ids: readonly number[] | null, column: string): { sql: string; values: string[] } {
  if (ids === null) return { sql: '', values: [] };
  return { sql: ` AND ${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(ids)] };
}
