// Results that a later one may have changed: "We use Vitest", then "We switched from Vitest to Jest".

import type { InboxStore } from '../inbox/ports.ts';
import { namesOtherValue } from '../memories/likeness.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Memory } from '../model.ts';
import { sentences } from '../text/sentences.ts';
import { terms } from '../text/terms.ts';
import type { Found } from './results.ts';

/** Says that something is no longer as it was. */
const CHANGE = new RegExp(
  String.raw`\b(?:${[
    'no longer|not any ?more|instead of|from now on|as of',
    '(?:switch|migrat|mov|chang|convert)(?:ed|es|ing) (?:\\S+ ){0,4}?(?:from|to|off|over)',
    '(?:rais|lower|reduc|increas|bump|extend|shorten|renam|upgrad|downgrad)(?:ed|es) (?:\\S+ ){0,4}?(?:from|to|by)',
    'replac(?:ed|es)|supersed(?:ed|es)|retired|deprecated|dropped',
    '(?:took|takes|taken|hand(?:ed|s)) over|left the (?:team|company|project)|succeeds|has left',
    'now',
  ].join('|')})\b`,
  'i',
);
/** Asked words that the sentence must share with the earlier result, if the question has as many; and the part of all asked. */
const SHARED = 2;
const SHARED_PART = 0.5;
/** How many of the first results are compared. */
const LOOKED_AT = 5;

/**
 * Marks each of the first results that a later memory contradicts, as noticed when that was stored, or that a later one
 * among them says has changed; none where a time is asked for.
 */
export async function markLaterChanges<T extends Pick<Found, 'memory' | 'parts' | 'stale'>>(
  found: readonly T[],
  asked: readonly string[],
  inbox: Pick<InboxStore, 'successors'>,
  { within, validAt }: SearchFilter,
): Promise<T[]> {
  const first = found.slice(0, LOOKED_AT).map(({ memory }) => memory);
  const rows = first.map(({ row }) => row);
  const successors = rows.length > 0 ? await inbox.successors(rows, within, validAt) : new Map<number, string>();
  return found.map((each, i) => {
    if (each.stale !== null || each.parts.time !== null || i >= LOOKED_AT) return each;
    const later = successors.get(each.memory.row) ?? first.find((other) => changes(other, each.memory, asked))?.id;
    return later === undefined ? each : { ...each, stale: `A later memory may have changed this: ${later}` };
  });
}

/** Whether the later one gives what the earlier one says another value, or tells of a change in what is asked about. */
function changes(later: Memory, earlier: Memory, asked: readonly string[]): boolean {
  if (later.eventTime <= earlier.eventTime) return false;
  if (namesOtherValue(later.content, earlier.content)) return true;
  const told = new Set(terms(earlier.content));
  const common = asked.filter((term) => told.has(term));
  const least = Math.max(1, Math.min(SHARED, asked.length), SHARED_PART * asked.length);
  return sentences(later.content).some((sentence) => {
    if (!CHANGE.test(sentence)) return false;
    const written = new Set(terms(sentence));
    return common.filter((term) => written.has(term)).length >= least;
  });
}
