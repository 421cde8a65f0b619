// The codes of all vectors, in memory. Each process keeps its own copy and follows other processes' writes by the
// store's revision counter.
import { isValidAt } from '../../../engine/temporal/validity.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../file/database.ts';
import { type SqlitePassages, toVector } from '../memories/passages.ts';
import type { Revisions } from '../memories/revisions.ts';
import { likelyNearest, nearestSlots } from './nearest-codes.ts';
import {
  appendCodes,
  appendVector,
  type Codes,
  codeOf,
  decodeSegment,
  emptyCodes,
  retain,
  wordsFor,
} from './segments.ts';

/** Two vectors with a cosine of .95 differ in about a tenth of their signs. */
const BITS_APART = 0.3;
const BOUNDED = 'm.valid_until IS NOT NULL OR m.valid_from > m.ingestion_time';
/** A begin that was not given is none: its clock may have been ahead. Whatever was learned later is left out elsewhere. */
const BOUNDS =
  'm.row, CASE WHEN m.valid_from > m.ingestion_time THEN m.valid_from ELSE 0 END AS valid_from, m.valid_until';

interface Bounds {
  readonly validFrom: number;
  readonly validUntil: number | null;
}

interface Admitted {
  /** Null admits every scope. */
  readonly scopes: readonly number[] | null;
  /** The memories that pass a narrower filter; null without one. */
  readonly only: ReadonlySet<number> | null;
  readonly moment: number;
  /** Whether memories that have ended by then are admitted, too. */
  readonly ended: boolean;
}

export class VectorIndex {
  readonly #database: Database;
  readonly #revisions: Revisions;
  readonly #passages: SqlitePassages;
  #codes: Codes = emptyCodes(0, 0);
  #dimensions = 0;
  /** Memories whose validity has an end, or starts after their ingestion. */
  #bounded = new Map<number, Bounds>();
  /** When the last memory was learned: at any moment since then, those that are not bounded are valid. */
  #learned = 0;
  #mask: { readonly of: ReadonlySet<number>; readonly bytes: Uint8Array } = { of: new Set(), bytes: new Uint8Array(0) };
  #revision = -1;
  /** The newest memory ever loaded: newer ones have no code here yet. */
  #newest = 0;

  constructor(database: Database, revisions: Revisions, passages: SqlitePassages) {
    this.#database = database;
    this.#revisions = revisions;
    this.#passages = passages;
  }

  /** The number of vectors. Call it inside a snapshot. */
  count(): number {
    this.#follow();
    return this.#codes.count;
  }

  /** Whether memories were learned after that moment, which `candidates` does not leave out. Call it inside a snapshot. */
  isPast(moment: number): boolean {
    this.#follow();
    return moment < this.#learned;
  }

  /** The passages that may be nearest. Call it inside a snapshot. */
  candidates(query: Float32Array, { scopes, only, moment, ended }: Admitted, wanted: number): number[] {
    this.#follow();
    if (query.length !== this.#dimensions) return [];
    const allowed = scopes === null ? null : new Set(scopes);
    const { owners, groups } = this.#codes;
    const admits = (slot: number): boolean => {
      if (allowed !== null && !allowed.has(groups[slot] ?? 0)) return false;
      if (only !== null) return only.has(owners[slot] ?? 0);
      const bounds = this.#bounded.size > 0 ? this.#bounded.get(owners[slot] ?? 0) : undefined;
      return bounds === undefined || (ended ? bounds.validFrom <= moment : isValidAt(bounds, moment));
    };
    return this.#ids(likelyNearest(this.#codes, query, wanted, admits));
  }

  /** Passages of newer memories of the same scope that may say the same. Call it inside a snapshot. */
  twins(vector: Float32Array, own: { row: number; scope: number }, among: ReadonlySet<number>, most: number): number[] {
    this.#follow();
    if (vector.length !== this.#dimensions) return [];
    const { owners, groups } = this.#codes;
    const wanted = this.#maskOf(among);
    const admits = (slot: number): boolean => {
      const owner = owners[slot] ?? 0;
      return owner > own.row && groups[slot] === own.scope && wanted[owner] === 1;
    };
    const apart = Math.ceil(this.#dimensions * BITS_APART);
    return this.#ids(nearestSlots(this.#codes, codeOf(vector), most, admits, apart));
  }

  #ids(slots: readonly number[]): number[] {
    return slots.map((slot) => this.#codes.ids[slot] ?? 0);
  }

  /** The set is queried for every slot of every scan; as bytes it is several times faster. */
  #maskOf(among: ReadonlySet<number>): Uint8Array {
    if (this.#mask.of === among) return this.#mask.bytes;
    const bytes = new Uint8Array(this.#newest + 1);
    for (const row of among) bytes[row] = 1;
    this.#mask = { of: among, bytes };
    return bytes;
  }

  #follow(): void {
    const current = this.#revisions.current();
    if (current === this.#revision) return;
    const dimensions = this.#passages.dimensions();
    if (this.#revision < this.#revisions.floor() || dimensions !== this.#dimensions) this.#load(dimensions);
    else this.#catchUp();
    this.#revision = current;
  }

  #load(dimensions: number): void {
    const words = wordsFor(dimensions);
    this.#dimensions = dimensions;
    this.#codes = emptyCodes(words, 4096);
    for (const row of this.#database.all('SELECT data FROM vector_segments')) {
      if (row.data instanceof Uint8Array) appendCodes(this.#codes, decodeSegment(row.data, words));
    }
    const loose = this.#database.all(
      `SELECT p.id, p.memory_row, m.scope_id, p.vector FROM passages p CROSS JOIN memories m ON m.row = p.memory_row
       WHERE p.segment IS NULL AND p.vector IS NOT NULL`,
    );
    this.#append(loose);
    this.#newest = Number(this.#database.get('SELECT max(row) AS row FROM memories')?.row ?? 0);
    this.#learned = 0;
    this.#learn('true');
    this.#bounded = new Map();
    this.#bound(this.#database.all(`SELECT ${BOUNDS} FROM memories m WHERE ${BOUNDED}`));
  }

  #catchUp(): void {
    const since = this.#revision;
    const changed = this.#database.all('SELECT row FROM memories WHERE revision > ?', since);
    const removed = this.#database.all('SELECT row FROM removals WHERE revision > ?', since);
    const touched = new Set([...changed, ...removed].map((row) => Number(row.row)));
    const known = new Set([...touched].filter((row) => row <= this.#newest));
    if (known.size > 0) retain(this.#codes, (slot) => !known.has(this.#codes.owners[slot] ?? 0));
    for (const row of touched) {
      this.#bounded.delete(row);
      this.#newest = Math.max(this.#newest, row);
    }
    // CROSS JOIN fixes the order: from the few changed memories to their passages.
    const fresh = this.#database.all(
      `SELECT p.id, p.memory_row, m.scope_id, p.vector FROM memories m CROSS JOIN passages p ON p.memory_row = m.row
       WHERE m.revision > ? AND p.vector IS NOT NULL`,
      since,
    );
    this.#append(fresh);
    this.#learn('revision > ?', since);
    const bounds = `SELECT ${BOUNDS} FROM memories m WHERE m.revision > ? AND (${BOUNDED})`;
    this.#bound(this.#database.all(bounds, since));
  }

  #append(rows: readonly Row[]): void {
    for (const row of rows) {
      const vector = toVector(row.vector);
      if (vector.length !== this.#dimensions) continue;
      appendVector(this.#codes, Number(row.id), Number(row.memory_row), Number(row.scope_id), vector);
    }
  }

  #learn(which: string, ...values: readonly number[]): void {
    const row = this.#database.get(`SELECT max(ingestion_time) AS last FROM memories WHERE ${which}`, ...values);
    this.#learned = Math.max(this.#learned, Number(row?.last ?? 0));
  }

  #bound(rows: readonly Row[]): void {
    for (const { row, valid_from: from, valid_until: until } of rows) {
      this.#bounded.set(Number(row), { validFrom: Number(from), validUntil: until === null ? null : Number(until) });
    }
  }
}
