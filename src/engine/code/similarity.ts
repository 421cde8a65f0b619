// Whether one function is a copy of another, from their fingerprints alone. A copy may add statements; what it may not do is
// put one name or value in the place of another: that is how look-alikes differ (tests, handlers, adapters).
import { type Fingerprint, type Sample, SMALL } from './fingerprint.ts';

/** exact: but for comments, formatting and types. renamed: but for variables. reordered: but for the order of things. */
export type CopyKind = 'exact' | 'renamed' | 'reordered' | 'similar';

export interface Similarity {
  /** From 0 to 1; from DUPLICATE on it is a copy. */
  readonly score: number;
  readonly kind: CopyKind;
  readonly parts: {
    /** Tokens in a row, in any names. */
    readonly tokens: number;
    /** Statements, in any order. */
    readonly tree: number;
    /** Of what the one with fewer calls and holds, the share the other has. */
    readonly names: number;
    /** Cosine of the embeddings, when there are some. Told, not counted: look-alikes are as near as copies. */
    readonly vector: number | null;
  };
}

/** Scores from here on are copies; see bench/duplicates.ts for what that is worth. */
export const DUPLICATE = 0.85;
/** What it is before it is stretched, so that copies begin where callers expect them. */
const MEASURED = 0.82;
/** One name in twenty replaced nearly halves the score. */
const STRICTNESS = 12;
/** What two small functions reach that differ in more than names. */
const MOST_OF_SMALL = 0.6;

export function similarity(a: Fingerprint, b: Fingerprint, cosine: number | null = null): Similarity {
  const names = overlap(a.names, b.names).kept;
  const tokens = overlap(a.tokens, b.tokens);
  const tree = overlap(a.tree, b.tree);
  const parts = { tokens: tokens.alike, tree: tree.alike, names, vector: cosine };
  if (a.length === b.length && a.text === b.text) return { score: 1, kind: 'exact', parts };
  if (a.length === b.length && a.form === b.form) return { score: 1, kind: 'renamed', parts };
  const shape = (Math.max(tokens.alike, tree.alike) + tree.kept ** 2) / 2;
  const isReordered = tree.alike === 1 && overlap(a.names, b.names).alike === 1;
  const score = stretched(shape * names ** STRICTNESS);
  return {
    score: isSmall(a, b) ? Math.min(score, MOST_OF_SMALL) : score,
    kind: isReordered ? 'reordered' : 'similar',
    parts,
  };
}

const isSmall = (a: Fingerprint, b: Fingerprint): boolean => Math.min(a.length, b.length) < SMALL;

const stretched = (score: number): number =>
  score < MEASURED ? (score * DUPLICATE) / MEASURED : 1 - ((1 - score) * (1 - DUPLICATE)) / (1 - MEASURED);

/** The score without the rest, or 0 as soon as it cannot be reached: what a scan of all functions can afford. */
export function scoreAtLeast(least: number, a: Fingerprint, b: Fingerprint): number {
  if (a.form === b.form && a.length === b.length) return 1;
  if (isSmall(a, b) && least > MOST_OF_SMALL) return 0;
  // A copy with as much again added is no copy.
  if (Math.min(a.length, b.length) < Math.max(a.length, b.length) * LEAST_SHARE) return 0;
  if (stretched(overlap(a.names, b.names).kept ** STRICTNESS) < least) return 0;
  const { score } = similarity(a, b);
  return score >= least ? score : 0;
}

/** How much of the longer one the shorter one must be. */
const LEAST_SHARE = 0.4;

interface Overlap {
  /** Of the smaller one, the share that is in the other: 1 when one only adds to the other. */
  readonly kept: number;
  /** Between that and the share of both: what is added counts half. */
  readonly alike: number;
}

/** Where one is a sample, both are compared as far as the sample goes. */
function overlap(a: Sample, b: Sample): Overlap {
  const [x, y] = [a.hashes, b.hashes];
  const end = Math.min(reach(a), reach(b));
  let [i, j, both] = [0, 0, 0];
  for (;;) {
    const left = x[i] ?? NONE;
    const right = y[j] ?? NONE;
    if (left > end && right > end) break;
    if (left <= right) i++;
    if (right <= left) j++;
    if (left === right) both++;
  }
  const fewer = Math.min(i, j);
  if (fewer === 0) return { kept: 1, alike: i === j ? 1 : 0.5 };
  const kept = both / fewer;
  return { kept, alike: (kept + both / (i + j - both)) / 2 };
}

const NONE = 0x10000;
const reach = ({ hashes, size }: Sample): number => (size > hashes.length ? (hashes.at(-1) ?? 0) : 0xffff);
