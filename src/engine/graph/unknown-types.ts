// Reports requested relationship types that do not occur, which are usually misspelt.
import type { StoredNetwork } from './network.ts';

const MAX_LISTED = 20;

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
  const meant = known.filter((type) => unknown.some((each) => plain(each) === plain(type)));
  const there = known.length === 0 ? 'none' : known.toSorted().slice(0, MAX_LISTED).join(', ');
  const what = `No relationship has the type ${unknown.join(', ')}`;
  return meant.length > 0 ? `${what}; did you mean ${meant.join(', ')}?` : `${what}; existing types: ${there}.`;
}
