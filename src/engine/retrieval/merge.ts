// Memories and code in one list. Their scores mean different things, so each group is measured against itself.

/** A group whose scores lie closer together than this has no order worth telling. */
const LEAST_DEVIATION = 1e-6;

interface Scored {
  readonly score: number;
}

/** Best first, each score mapped to 0..1; of equals the first group's come first. */
export function mergeGroups<A extends Scored, B extends Scored>(first: readonly A[], second: readonly B[]): (A | B)[] {
  const merged = [...standardised(first), ...standardised(second)];
  return merged.toSorted((a, b) => b.z - a.z).map(({ item, z }) => ({ ...item, score: 1 / (1 + Math.exp(-z)) }));
}

function standardised<T extends Scored>(group: readonly T[]): { item: T; z: number }[] {
  const mean = group.reduce((sum, { score }) => sum + score, 0) / group.length;
  const deviation = Math.sqrt(group.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / group.length);
  return group.map((item) => ({ item, z: deviation < LEAST_DEVIATION ? 0 : (item.score - mean) / deviation }));
}
