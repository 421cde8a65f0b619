// Merges several memories that say the same into one.
import type { Memory, Metadata } from '../../model.ts';

/** The first memory keeps what it has; what it lacks comes from the others. */
export function mergeMemories(kept: Memory, others: readonly Memory[]): Memory {
  const all = [kept, ...others];
  const earliest = (field: 'eventTime' | 'ingestionTime' | 'validFrom') => Math.min(...all.map((each) => each[field]));
  const first = <T>(values: readonly (T | null)[]): T | null => values.find((value) => value !== null) ?? null;
  return {
    ...kept,
    label: first(all.map(({ label }) => label)),
    tags: [...new Set(all.flatMap(({ tags }) => tags))],
    summary: first(all.map(({ summary }) => summary)),
    importance: Math.max(...all.map(({ importance }) => importance)),
    metadata: all.map(({ metadata }) => metadata).reduce(mergeMetadata),
    eventTime: earliest('eventTime'),
    ingestionTime: earliest('ingestionTime'),
    validFrom: earliest('validFrom'),
    updatedAt: Math.max(...all.map(({ updatedAt }) => updatedAt)),
    supersededBy: others.some(({ id }) => id === kept.supersededBy) ? null : kept.supersededBy,
    ...looksAt(all),
  };
}

type Looks = Pick<Memory, 'accesses' | 'accessedAt'>;

/** How often several memories were looked at in all, and when last. */
export function looksAt(all: readonly Looks[]): Looks {
  const times = all.flatMap(({ accessedAt }) => accessedAt ?? []);
  return {
    accesses: all.reduce((sum, { accesses }) => sum + accesses, 0),
    accessedAt: times.length > 0 ? Math.max(...times) : null,
  };
}

/** Joins lists and fills in missing fields; where both have a value, the first one's stays. */
export function mergeMetadata(into: Metadata, from: Metadata): Metadata {
  const merged: Metadata = { ...into };
  for (const [key, value] of Object.entries(from)) {
    const own = merged[key];
    if (own === undefined || own === null) merged[key] = value;
    else if (Array.isArray(own) && Array.isArray(value)) merged[key] = union(own, value);
  }
  return merged;
}

function union(own: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(own.map((item) => JSON.stringify(item)));
  return [...own, ...others.filter((item) => !known.has(JSON.stringify(item)))];
}
