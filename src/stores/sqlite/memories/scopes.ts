import * as z from 'zod';
import { DEFAULT_CUBE, DIMENSIONS, type ScopeFilter } from '../../../engine/access/actor.ts';
import { Scope } from '../../../engine/model.ts';
import type { Database } from '../file/database.ts';
import type { WordReach } from '../retrieval/reach-words.ts';
import type { Revisions } from './revisions.ts';

/** Tables whose rows belong to a scope. */
const HOLDERS = ['memories', 'entities', 'projects', 'deleted_memories', 'proposals', 'rejected_proposals'];

const ScopeRow = Scope.extend({ id: z.number() });

/** Scopes as small numbers. A scope never changes, so those read are cached until a backup is restored. */
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
    const space = scope.session === null ? null : this.idOf({ ...scope, session: null });
    const sql = 'INSERT INTO scopes (cube, user, project, session, space_id) VALUES (?, ?, ?, ?, ?)';
    const { lastRow: id } = this.#database.run(sql, ...values, space);
    if (space === null) this.#database.run('UPDATE scopes SET space_id = id WHERE id = ?', id);
    return id;
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

  /** The numbers of the scopes inside a filter; null if it lets everything through. */
  within(filter: ScopeFilter): number[] | null {
    const epoch = this.#revisions.epoch();
    if (epoch !== this.#epoch) this.#byId.clear();
    this.#epoch = epoch;
    const { cubes, commons, ...single } = filter;
    const set = Object.entries(single).filter(([, value]) => value !== undefined);
    if (set.length === 0 && cubes === undefined) return null;
    const conditions = [
      ...set.map(([dimension]) =>
        commons && dimension === 'project' ? '(project = ? OR (project IS NULL AND cube IS NULL))' : `${dimension} = ?`,
      ),
      ...(cubes === undefined ? [] : [`ifnull(cube, '${DEFAULT_CUBE}') IN (SELECT value FROM json_each(?))`]),
    ];
    const values = [...set.map(([, value]) => value), ...(cubes === undefined ? [] : [JSON.stringify(cubes)])];
    return this.#database
      .all(`SELECT id FROM scopes WHERE ${conditions.join(' AND ')}`, ...values)
      .map((row) => Number(row.id));
  }

  /**
   * The words within a filter; null if it lets everything through. Words are indexed by session and by the space of
   * all its sessions, so either is a single lookup.
   */
  wordsWithin(filter: ScopeFilter): WordReach | null {
    const ids = this.within(filter);
    if (ids === null) return null;
    const held = this.#database.all(
      `SELECT s.id, s.space_id, s.passages, s.tokens FROM json_each(?) wanted JOIN scopes s ON s.id = wanted.value
       WHERE s.passages > 0`,
      JSON.stringify(ids),
    );
    const group = filter.session === undefined ? 'space_id' : 'id';
    const sum = (column: 'passages' | 'tokens') => held.reduce((all, row) => all + Number(row[column]), 0);
    const groups = [...new Set(held.map((row) => Number(row[group])))];
    return { groups, texts: sum('passages'), tokens: sum('tokens') };
  }

  /** Deletes empty scopes, and with them the names of users and projects. Call it inside a change. */
  sweep(): void {
    // Sessions first, since a space is kept while one of its sessions remains. Matched by name, since copies with older
    // schemas are swept, too.
    const hasSession = `EXISTS (SELECT 1 FROM scopes s WHERE s.session IS NOT NULL AND s.cube IS scopes.cube
      AND s.user IS scopes.user AND s.project IS scopes.project)`;
    const holders = HOLDERS.filter((table) => this.#database.get('SELECT 1 FROM sqlite_schema WHERE name = ?', table));
    const isHeld = holders
      .map((table) => `EXISTS (SELECT 1 FROM ${table} t WHERE t.scope_id = scopes.id)`)
      .join(' OR ');
    for (const which of ['session IS NOT NULL', `session IS NULL AND NOT ${hasSession}`]) {
      this.#database.run(`DELETE FROM scopes WHERE NOT (${isHeld}) AND ${which}`);
    }
  }
}

/** `AND column IN (…)` with the value to bind, or nothing if the filter is open: two SQL texts for all scopes. */
export function scopeClause(ids: readonly number[] | null, column: string): { sql: string; values: string[] } {
  if (ids === null) return { sql: '', values: [] };
  return { sql: ` AND ${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(ids)] };
}
