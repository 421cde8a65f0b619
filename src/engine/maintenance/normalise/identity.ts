// Decides whether memories may be merged: similar texts are not enough, their other fields must agree too.
import { createHash } from 'node:crypto';
import { likeness, plain } from '../../memories/likeness.ts';
import { namesOf, traceKey } from '../../memories/names.ts';
import type { Memory } from '../../model.ts';

/** The fields that keep memories apart, however similar their texts. */
interface Identity {
  /** The memory's names, except its id: REQ-1 and REQ-2 are two requirements. */
  readonly names: readonly string[];
  readonly label: string | null;
  /** A test that passed and one that failed are two outcomes. */
  readonly outcome: unknown;
}

export function identityOf(memory: Memory): Identity {
  const { type, label, metadata } = memory;
  return {
    names: [...new Set(namesOf(memory).map(traceKey))].sort(),
    label,
    outcome: type === 'test_history' ? (metadata.status ?? null) : null,
  };
}

/** The two combined; null when they contradict each other. A field missing in one may come from the other. */
export function joined(a: Identity, b: Identity): Identity | null {
  if (a.outcome !== b.outcome || (a.label !== null && b.label !== null && a.label !== b.label)) return null;
  const [few, many] = a.names.length < b.names.length ? [a.names, b.names] : [b.names, a.names];
  const known = new Set(many);
  if (!few.every((name) => known.has(name))) return null;
  return { names: many, label: a.label ?? b.label, outcome: a.outcome };
}

/** Memories with the same key are copies: same text, same identity. */
export function copyKey(memory: Memory): string {
  const { scope, type, kind, validUntil, content } = memory;
  const parts = [scope, type ?? kind, validUntil, identityOf(memory), plain(content)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

export const saysTheSame = (a: Memory, b: Memory, similarity: number): boolean =>
  likeness(a.content, b.content, similarity) === 'duplicate';

/** Sorts the memory to keep first: the longest, then the oldest. */
export const worthKeeping = (a: Memory, b: Memory): number =>
  b.content.length - a.content.length || a.ingestionTime - b.ingestionTime || a.row - b.row;
