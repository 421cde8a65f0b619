// Marks in numbers that commit out of order. Local to this process.
import type { Between } from '../../../engine/recalls/ports.ts';
import { raw, type Sql, sql } from '../server/sql.ts';

/** So many of the newest numbers are remembered individually. */
export const KNOWN = 500;
/** Older marks are forgotten. */
const KEPT_MARKS = 20;

export class Marks {
  /** The newest numbers that were visible at each mark. */
  readonly #seen = new Map<number, readonly number[]>();
  #latest = 0;

  /** A mark for the newest numbers, highest first. A late commit makes a new one even though its number is not the highest. */
  at(now: readonly number[]): number {
    const before = this.#seen.get(this.#latest);
    const known = new Set(before);
    if (before && now.every((number) => known.has(number) || number <= floorOf(before))) return this.#latest;
    this.#latest = Math.max(this.#latest + 1, now[0] ?? 0);
    this.#seen.set(this.#latest, now);
    for (const mark of this.#seen.keys()) if (this.#seen.size > KEPT_MARKS) this.#seen.delete(mark);
    return this.#latest;
  }

  /** Selects what was not visible at one mark, and was at the other. */
  between(column: string, { after, until }: Between): Sql {
    const number = raw(column);
    const [old, now] = [this.#seen.get(after), this.#seen.get(until)];
    const isNew = old
      ? sql`${number} > ${floorOf(old)} AND ${number} <> ALL (${old}::bigint[])`
      : sql`${number} > ${after}`;
    const isVisible = now
      ? sql`(${number} <= ${floorOf(now)} OR ${number} = ANY (${now}::bigint[]))`
      : sql`${number} <= ${until}`;
    return sql`${isNew} AND ${isVisible}`;
  }
}

/** A mark says nothing about numbers at or below this one. */
const floorOf = (seen: readonly number[]): number => (seen.length < KNOWN ? 0 : (seen.at(-1) ?? 0));
