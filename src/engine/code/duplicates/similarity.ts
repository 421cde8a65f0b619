// Whether one function is a copy of another, from their fingerprints alone. A copy may add statements; what it may not do is
// put one name or value in the place of another: that is how look-alikes differ (tests, handlers, adapters).
import { type Fingerprint, type Sample, SMALL } from './fingerprint.ts';
import { type Naming, naming } from './own-names.ts';

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
/** How much of the longer one the shorter one must be: a copy with as much again added is no copy. */
const LEAST_SHARE = 0.6;
/**
 * The share of tokens in a row that people keep when they write a function a second time: it is the same one where it is
 * called the same and leaves out none of the names and values, even if a statement in three was touched.
 */
const REWRITTEN: Readonly<Record<Naming, number>> = { same: 0.8, extended: 0.9, other: Number.POSITIVE_INFINITY };

/** What each of the two functions is called. */
type Called = readonly [string, string];

interface Opinions {
  /** Of their embeddings. */
  readonly cosine?: number | null;
  readonly called?: Called | null;
}

export function similarity(
  a: Fingerprint,
  b: Fingerprint,
  { cosine = null, called = null }: Opinions = {},
): Similarity {
  const names = overlap(a.names, b.names).kept;
  const tokens = overlap(a.tokens, b.tokens);
  const tree = overlap(a.tree, b.tree);
  const parts = { tokens: tokens.alike, tree: tree.alike, names, vector: cosine };
  if (a.length === b.length && a.text === b.text) return { score: 1, kind: 'exact', parts };
  if (a.length === b.length && a.form === b.form) return { score: 1, kind: 'renamed', parts };
  const shape = (Math.max(tokens.alike, tree.alike) + tree.kept ** 2) / 2;
  const isReordered = tree.alike === 1 && overlap(a.names, b.names).alike === 1;
  const score = Math.max(stretched(shape * names ** STRICTNESS), called && names === 1 ? rewritten(tokens, called) : 0);
  return {
    score: isSmall(a, b) || isMuchLonger(a, b) ? Math.min(score, MOST_OF_SMALL) : score,
    kind: isReordered ? 'reordered' : 'similar',
    parts,
  };
}

/** Scores from DUPLICATE to 1, or 0 where the one is not the other written again. */
function rewritten({ kept }: Overlap, [a, b]: Called): number {
  const least = REWRITTEN[naming(a, b)];
  return kept < least ? 0 : DUPLICATE + ((kept - least) / (1 - least)) * (1 - DUPLICATE);
}

const isMuchLonger = (a: Fingerprint, b: Fingerprint): boolean =>
  Math.min(a.length, b.length) < Math.max(a.length, b.length) * LEAST_SHARE;

const isSmall = (a: Fingerprint, b: Fingerprint): boolean => Math.min(a.length, b.length) < SMALL;

const stretched = (score: number): number =>
  score < MEASURED ? (score * DUPLICATE) / MEASURED : 1 - ((1 - score) * (1 - DUPLICATE)) / (1 - MEASURED);

/** The score without the rest, or 0 as soon as it cannot be reached: what a scan of all functions can afford. */
export function scoreAtLeast(least: number, a: Fingerprint, b: Fingerprint, called: Called | null = null): number {
  if (a.form === b.form && a.length === b.length) return 1;
  if ((isSmall(a, b) || isMuchLonger(a, b)) && least > MOST_OF_SMALL) return 0;
  if (stretched(overlap(a.names, b.names).kept ** STRICTNESS) < least) return 0;
  const { score } = similarity(a, b, { called });
  return score >= least ? score : 0;
}

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
