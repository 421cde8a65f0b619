import { z } from 'zod';
import type { ScopeFilter } from '../../engine/access/actor.ts';
import { Scope } from '../../engine/model.ts';
import type { Database } from './database.ts';

const ScopeRow = Scope.extend({ id: z.number() });
const DIMENSIONS = ['cube', 'user', 'project', 'session'] as const;

/** Scopes as small numbers. A scope never changes, so this process remembers those it has read. */
export class Scopes {
  readonly #database: Database;
  readonly #byId = new Map<number, Scope>();

  constructor(database: Database) {
    this.#database = database;
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
    const entries = Object.entries(filter);
    if (entries.length === 0) return null;
    const where = entries.map(([dimension]) => `${dimension} = ?`).join(' AND ');
    const rows = this.#database.all(`SELECT id FROM scopes WHERE ${where}`, ...entries.map(([, value]) => value));
    return rows.map((row) => Number(row.id));
  }
}

/** `AND column IN (…)` for the scopes of a filter, or nothing when it is open. The numbers are ours, so they are printed. */
export function scopeClause(ids: readonly number[] | null, column: string): string {
  return ids === null ? '' : ` AND ${column} IN (${ids.join(',')})`;
}
