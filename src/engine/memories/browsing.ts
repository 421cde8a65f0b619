// Lists memories page by page: by filing, from the bin, and as they were known at some moment.
import { invalid } from '../../errors.ts';
import { type Actor, inSession, reach } from '../access/actor.ts';
import type { Changeable, Memory, MemoryKind, MemoryType, PastState } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { isValidAt } from '../temporal/validity.ts';
import type { InBin, MemoryNames, MemoryPage, PageKey } from './ports.ts';

export interface Filters {
  readonly kinds?: readonly MemoryKind[] | undefined;
  readonly types?: readonly MemoryType[] | undefined;
  readonly tag?: string | undefined;
  readonly label?: string | undefined;
  readonly session?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** Continues after the item named by a key; keys reveal only time and id. */
export interface Paging {
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface Paged<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

export interface Binned extends InBin {
  /** When it is permanently deleted. */
  readonly endsAt: number;
}

/** Reads for one answer; when few memories match, the next request continues from there. */
const MAX_READS = 10;
/** Memories in one read, at least: of those changed since, few may have matched then. */
const MIN_READ = 200;

export class Browsing {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #keptMs: number;

  constructor(store: Store, clock: Clock, keptMs: number) {
    this.#store = store;
    this.#clock = clock;
    this.#keptMs = keptMs;
  }

  async page(
    actor: Actor,
    { validity, ...query }: Filters & Paging & { readonly validity: 'valid' | 'ended' | 'all' },
  ): Promise<Paged<Memory>> {
    const at = this.#clock.now();
    const items = await this.#store.memories.page({
      ...pageOf(actor, query),
      ...(validity === 'all' ? {} : { validity: { at, isValid: validity === 'valid' } }),
    });
    return { items, next: items.length < query.limit ? null : keyOf(items.at(-1)) };
  }

  /** What was true at `trueAt`, as known at `knownAt`; without `trueAt`, everything known then. */
  async asOf(
    actor: Actor,
    {
      trueAt,
      knownAt = this.#clock.now(),
      ...query
    }: Filters & Paging & { trueAt?: number | undefined; knownAt?: number | undefined },
  ): Promise<Paged<Memory> & { readonly from: number; readonly to: number }> {
    const page = pageOf(actor, query);
    const validity = trueAt === undefined ? {} : { validity: { at: trueAt, isValid: true, past: true } };
    const items: Memory[] = [];
    const limit = Math.max(query.limit, MIN_READ);
    let { after } = page;
    let isEnd = false;
    for (let reads = 0; reads < MAX_READS && items.length < query.limit && !isEnd; reads++) {
      const found = await this.#store.memories.knownAt({ ...page, ...validity, after, limit }, knownAt);
      const known = found.map(({ memory, later }) => asKnown(memory, later));
      items.push(
        ...known.filter((memory) => matches(query, memory) && (trueAt === undefined || isValidAt(memory, trueAt))),
      );
      const last = found.at(-1)?.memory;
      after = last ? { time: last.ingestionTime, id: last.id } : after;
      isEnd = found.length < limit;
    }
    const given = items.slice(0, query.limit);
    const next = isEnd || after === null ? null : `${after.time}.${after.id}`;
    const now = this.#clock.now();
    const from = (await this.#store.memories.earliest(page.within)) ?? now;
    return {
      items: given,
      next: given.length < items.length ? keyOf(given.at(-1)) : next,
      from: Math.min(from, now),
      to: now,
    };
  }

  names(actor: Actor): Promise<MemoryNames> {
    return this.#store.memories.names(reach(actor));
  }

  async bin(actor: Actor, { after, limit }: Paging): Promise<Paged<Binned>> {
    const found = await this.#store.forgetting.bin(reach(actor), readKey(after), limit);
    const last = found.at(-1);
    return {
      items: found.map((each) => ({ ...each, endsAt: each.deletedAt + this.#keptMs })),
      next: found.length < limit || !last ? null : `${last.deletedAt}.${last.memory.id}`,
    };
  }
}

function pageOf(actor: Actor, { session, after, ...query }: Filters & Paging): MemoryPage {
  const within = reach(session === undefined ? actor : inSession(actor, session));
  return { ...query, within, after: readKey(after) };
}

const keyOf = (memory: Memory | undefined): string | null =>
  memory === undefined ? null : `${memory.ingestionTime}.${memory.id}`;

export const noKey = () => invalid('after is not a key of this list.', 'Pass the next value of the previous page.');

export function readKey(key: string | undefined): PageKey | null {
  if (key === undefined) return null;
  const [, time, id] = /^(-?\d{1,15})\.([0-9a-z]{20})$/.exec(key) ?? [];
  if (time === undefined || id === undefined) throw noKey();
  return { time: Number(time), id };
}

const matches = ({ kinds, types, tag, label }: Filters, memory: Memory): boolean =>
  (kinds === undefined || kinds.includes(memory.kind)) &&
  (types === undefined || (memory.type !== null && types.includes(memory.type))) &&
  (tag === undefined || memory.tags.includes(tag)) &&
  (label === undefined || memory.label === label);

/** Undoes the later changes of a memory, the latest first. */
function asKnown(memory: Memory, later: readonly PastState[]): Memory {
  let known = memory;
  for (const past of later) known = { ...known, ...fieldsOf(past) };
  return known;
}

/** The fields recorded in a past state. */
export const fieldsOf = ({ before }: Pick<PastState, 'before'>): Partial<Changeable> =>
  Object.fromEntries(Object.entries(before).filter(([, value]) => value !== undefined));
