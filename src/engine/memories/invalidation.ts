// Why a memory ended, and what superseded it.
import { invalid } from '../../errors.ts';
import type { Actor } from '../access/actor.ts';
import type { Memory } from '../model.ts';
import { redactText } from '../secrets/redact.ts';
import { checkNoNul } from './content.ts';
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

export const MAX_REASON_CHARACTERS = 2000;
const MAX_REASONS_CHARACTERS = 2 * MAX_REASON_CHARACTERS;

/** Adds a reason on a line of its own. */
export function reasonAfter(known: string | null, given: string | undefined): string | null {
  if (given === undefined) return known;
  const reason = redactText(checkReason(given)).value;
  if (known === null) return reason;
  const all = [...new Set([...known.split('\n'), ...reason.split('\n')])].join('\n');
  // A longer text that was kept before may stay, but not grow.
  if (all.length > Math.max(MAX_REASONS_CHARACTERS, known.length)) {
    throw invalid(
      `With this reason, the memory would have ${all.length} characters of reasons; the limit is ${MAX_REASONS_CHARACTERS}.`,
      'Leave the reason out: those that the memory has are kept.',
    );
  }
  return all;
}

function checkReason(reason: string): string {
  checkNoNul(reason, 'reason');
  if (reason.length > MAX_REASON_CHARACTERS) {
    throw invalid(
      `The reason has ${reason.length} characters; the limit is ${MAX_REASON_CHARACTERS}.`,
      'Say why in a sentence, and store the details as a memory of their own.',
    );
  }
  return reason.toWellFormed();
}
