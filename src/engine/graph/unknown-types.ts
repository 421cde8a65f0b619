// Reports requested relationship types that do not occur, which are usually misspelt.
import { EDGE } from '../model.ts';
import type { StoredNetwork } from './network.ts';

const MAX_LISTED = 20;
/** Types that the engine gives: whoever asks for one has not misspelt it, even if no edge has it yet. */
const GIVEN: ReadonlySet<string> = new Set(Object.values(EDGE));

export const isGivenType = (type: string): boolean => GIVEN.has(type);

const plain = (type: string): string => type.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A hint about requested types that no edge has; null if all are known. */
export async function unknownTypes(
  network: Pick<StoredNetwork, 'edgeTypes'>,
  asked: readonly string[],
): Promise<string | null> {
  if (asked.length === 0) return null;
  const known = await network.edgeTypes();
  const unknown = [...new Set(asked)].filter((type) => !known.includes(type));
  if (unknown.length === 0) return null;
  const meant = known.filter((type) => unknown.some((each) => isNear(plain(each), plain(type))));
  const there = known.length === 0 ? 'none' : known.toSorted().slice(0, MAX_LISTED).join(', ');
  const what = `No relationship has the type ${unknown.map(shown).join(', ')}`;
  return meant.length > 0
    ? `${what}; did you mean ${meant.toSorted().join(', ')}?`
    : `${what}; existing types: ${there}.`;
}

/** In quotes if it is empty or could be read as something else. */
const shown = (type: string): string => (/^[\p{L}\p{N}_]+$/u.test(type) ? type : JSON.stringify(type));

const MAX_TYPED = 60;

/** Whether at most one letter in four is different, missing or too many. */
function isNear(a: string, b: string): boolean {
  const most = Math.floor(Math.min(a.length, b.length) / 4);
  if (a === b) return a !== '';
  return Math.abs(a.length - b.length) <= most && Math.max(a.length, b.length) <= MAX_TYPED && distance(a, b) <= most;
}

/** How many letters have to be changed, added or removed. */
function distance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
