import * as z from 'zod';
import { newId } from '../../../engine/ids.ts';
import { MAX_LINKED_OLDER } from '../../../engine/memories/derived.ts';
import type { Derived } from '../../../engine/memories/ports.ts';
import type { Scope } from '../../../engine/model.ts';
import { type Mention, namesKey } from '../../../engine/text/names.ts';
import { terms } from '../../../engine/text/terms.ts';
import type { Database } from '../file/database.ts';
import type { Scopes } from '../memories/scopes.ts';
import { nextRow } from './next-row.ts';

const EntityCount = z.object({ row: z.number(), subjects: z.number() });

/** Links between a memory and the entities it mentions. Call it inside a change, after the memory is stored. */
export class SqliteMentions {
  readonly #database: Database;
  readonly #scopes: Scopes;

  constructor(database: Database, scopes: Scopes) {
    this.#database = database;
    this.#scopes = scopes;
  }

  insert(
    memory: number,
    scope: Scope,
    { mentions, phrases }: Pick<Derived, 'mentions' | 'phrases'>,
    now: number,
  ): void {
    const space = this.#scopes.idOf({ ...scope, session: null });
    for (const mention of mentions) {
      const { row: entity, subjects } = this.#count(mention, space, now);
      this.#link(memory, entity, mention.subject);
      if (mention.subject && subjects === 1) this.linkOlder(memory, entity, mention.key, space);
    }
    this.#linkKnown(memory, phrases, space);
  }

  /** Links a memory by hand as the source of what is known about the entity, even if its text does not name it. */
  linkTold(memory: number, entity: number): void {
    if (!this.#isLinked(memory, entity)) this.#linkLate(memory, entity);
  }

  /** The entities linked to a memory by hand, not by its text. */
  told(memory: number, { mentions, phrases }: Pick<Derived, 'mentions' | 'phrases'>): number[] {
    const derived = [...mentions.map(({ key }) => key), ...phrases];
    const rows = this.#database.all(
      `SELECT e.row FROM mentions l JOIN entities e ON e.row = l.entity_row
       WHERE l.memory_row = ? AND e.declared = 1 AND e.key NOT IN (SELECT value FROM json_each(?))`,
      memory,
      JSON.stringify(derived),
    );
    return rows.map(({ row }) => Number(row));
  }

  /** Removes the memory's mentions, and the entities that only it mentioned. */
  remove(memory: number): void {
    const mentioned = this.#database.all(
      'DELETE FROM mentions WHERE memory_row = ? RETURNING entity_row, subject',
      memory,
    );
    for (const { entity_row: entity, subject } of mentioned) {
      this.#database.run(
        'UPDATE entities SET mentions = mentions - 1, subjects = subjects - ? WHERE row = ?',
        Number(subject),
        Number(entity),
      );
      this.#database.run(
        `DELETE FROM entities WHERE row = ?1 AND mentions <= 0 AND declared = 0
           AND NOT EXISTS (SELECT 1 FROM relations WHERE from_row = ?1 OR to_row = ?1)`,
        Number(entity),
      );
    }
  }

  #count({ key, name, type, subject }: Mention, space: number, now: number): z.infer<typeof EntityCount> {
    const known = this.#database.get(
      `UPDATE entities SET mentions = mentions + 1, subjects = subjects + ?
       WHERE key = ? AND scope_id = ? RETURNING row, subjects`,
      Number(subject),
      key,
      space,
    );
    if (known) return EntityCount.parse(known);
    const made = this.#database.get(
      `INSERT INTO entities (row, id, scope_id, key, name, type, declared, mentions, subjects, created_at)
       VALUES (?, ?, ?, ?, ?, ?, 0, 1, ?, ?) RETURNING row, subjects`,
      nextRow(this.#database, 'entities'),
      newId(now),
      space,
      key,
      name,
      type,
      Number(subject),
      now,
    );
    return EntityCount.parse(made);
  }

  #link(memory: number, entity: number, subject: boolean): void {
    this.#database.run(
      'INSERT INTO mentions (memory_row, entity_row, subject) VALUES (?, ?, ?)',
      memory,
      entity,
      Number(subject),
    );
  }

  /** Links subjects of other memories that are mentioned here, even if not written like a name. */
  #linkKnown(memory: number, phrases: readonly string[], space: number): void {
    const known = this.#database.all(
      `SELECT e.row FROM json_each(?1) phrase JOIN entities e ON e.key = phrase.value AND e.scope_id = ?2
       WHERE (e.subjects > 0 OR e.declared = 1) AND NOT EXISTS (SELECT 1 FROM mentions l WHERE l.memory_row = ?3 AND l.entity_row = e.row)`,
      JSON.stringify(phrases),
      space,
      memory,
    );
    for (const { row } of known) this.#linkLate(memory, Number(row));
  }

  /** Links new subjects to the older memories that had already named them. */
  linkOlder(memory: number | null, entity: number, key: string, space: number): void {
    const words = terms(key);
    // The text index holds words only: a name without any is looked for in the texts.
    const holding =
      words.length === 0
        ? 'memories m JOIN scopes s ON s.id = m.scope_id JOIN scopes own ON own.id = ? WHERE instr(m.content, ?) > 0'
        : `passage_text t JOIN passages p ON p.id = t.rowid JOIN memories m ON m.row = p.memory_row
           JOIN scopes s ON s.id = m.scope_id JOIN scopes own ON own.id = ? WHERE passage_text MATCH ?`;
    const rows = this.#database.all(
      `SELECT DISTINCT m.row, m.content FROM ${holding}
       AND m.row IS NOT ? AND s.cube IS own.cube AND s.user IS own.user AND s.project IS own.project LIMIT ?`,
      space,
      words.length === 0 ? key : `"${words.join(' ')}"`,
      memory,
      MAX_LINKED_OLDER + 1,
    );
    if (rows.length > MAX_LINKED_OLDER) return;
    for (const { row, content } of rows) {
      if (!this.#isLinked(Number(row), entity) && namesKey(String(content), key)) this.#linkLate(Number(row), entity);
    }
  }

  #isLinked(memory: number, entity: number): boolean {
    const sql = 'SELECT 1 FROM mentions WHERE memory_row = ? AND entity_row = ?';
    return this.#database.get(sql, memory, entity) !== undefined;
  }

  #linkLate(memory: number, entity: number): void {
    this.#link(memory, entity, false);
    this.#database.run('UPDATE entities SET mentions = mentions + 1 WHERE row = ?', entity);
  }
}
