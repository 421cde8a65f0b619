// Why a memory ended, and what superseded it.
import { invalid } from '../../errors.ts';
import type { Actor } from '../access/actor.ts';
import type { Memory } from '../model.ts';
import { redactText } from '../secrets/redact.ts';
import type { Lookup } from './lookup.ts';

/** Refuses a successor that the memory itself supersedes, directly or through others. */
export async function checkNoCircle(lookup: Lookup, actor: Actor, memory: Memory, successor: Memory): Promise<void> {
  if (successor.id === memory.id) throw invalid('A memory cannot be superseded by itself.');
  const seen = new Set<string>();
  for (let next: Memory | null = successor; next?.supersededBy != null && !seen.has(next.id); ) {
    seen.add(next.id);
    if (next.supersededBy === memory.id) {
      throw invalid(
        `${successor.id} cannot supersede ${memory.id}: ${memory.id} already supersedes it.`,
        'Store the current state as a new memory, and name that one.',
      );
    }
    next = await lookup.find(actor, next.supersededBy);
  }
}

/** Adds a reason on a line of its own. SQLite truncates text at a NUL and PostgreSQL rejects it, so it is replaced. */
export function reasonAfter(known: string | null, given: string | undefined): string | null {
  if (given === undefined) return known;
  const reason = redactText(given.toWellFormed().replaceAll('\0', '\uFFFD')).value;
  return known === null ? reason : [...new Set([...known.split('\n'), ...reason.split('\n')])].join('\n');
}
