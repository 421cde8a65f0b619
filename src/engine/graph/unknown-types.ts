// Relationship types that somebody asks for and nothing has: more often a slip of the pen than a fact.
import type { Network } from './network.ts';

const MOST_LISTED = 20;

const plain = (type: string): string => type.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What to tell a caller who asks for types of which there is no edge; null where all of them are known. */
export async function unknownTypes(network: Network, asked: readonly string[]): Promise<string | null> {
  if (asked.length === 0) return null;
  const known = [...(await network.schema()).types].filter(([, count]) => count > 0).map(([type]) => type);
  const unknown = [...new Set(asked)].filter((type) => !known.includes(type));
  if (unknown.length === 0) return null;
  const meant = known.filter((type) => unknown.some((each) => plain(each) === plain(type)));
  const there = known.length === 0 ? 'no relationship at all' : known.sort().slice(0, MOST_LISTED).join(', ');
  const what = `No relationship has the type ${unknown.join(', ')}`;
  return meant.length > 0 ? `${what}; did you mean ${meant.join(', ')}?` : `${what}; there is ${there}.`;
}
