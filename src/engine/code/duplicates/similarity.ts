// Decides from fingerprints whether one function is a copy of another. A copy may add statements, but not replace a
// name or value by another: that is how look-alikes differ (tests, handlers, adapters).
import { type Fingerprint, type Sample, SMALL } from './fingerprint.ts';
import { type Naming, naming } from './own-names.ts';

/** exact: only comments, formatting and types differ; renamed: also variables; reordered: also the order. */
export type CopyKind = 'exact' | 'renamed' | 'reordered' | 'similar';

export interface Similarity {
  /** 0..1; a copy from DUPLICATE on. */
  readonly score: number;
  readonly kind: CopyKind;
  readonly parts: {
    /** Runs of tokens, regardless of names. */
    readonly tokens: number;
    /** Statements, in any order. */
    readonly tree: number;
    /** The share of names and values of the smaller function that the other has as well. */
    readonly names: number;
    /** Cosine of the embeddings, if available. Reported but not counted: look-alikes are as near as copies. */
    readonly vector: number | null;
  };
}

/** Scores from here on are copies; bench/duplicates.ts measures how well that holds. */
export const DUPLICATE = 0.85;
/** The raw score that `stretched` maps to DUPLICATE, so that copies start where callers expect. */
const MEASURED = 0.82;
/** With this exponent, replacing one name in twenty nearly halves the score. */
const STRICTNESS = 12;
/** The maximum score of small functions that differ in more than names. */
const MAX_SCORE_OF_SMALL = 0.6;
/** The minimum length of the shorter function relative to the longer: a longer one is not a copy. */
const MIN_SHARE = 0.6;
/**
 * The share of token runs that is kept when someone rewrites a function: with the same name and all names and values
 * kept, it counts as a copy even if every third statement was edited.
 */
const REWRITTEN: Readonly<Record<Naming, number>> = { same: 0.8, extended: 0.9, other: Number.POSITIVE_INFINITY };

/** The names of the two functions. */
type Called = readonly [string, string];

interface Opinions {
  /** The cosine of their embeddings. */
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
    score: isSmall(a, b) || isMuchLonger(a, b) ? Math.min(score, MAX_SCORE_OF_SMALL) : score,
    kind: isReordered ? 'reordered' : 'similar',
    parts,
  };
}

/** A score from DUPLICATE to 1, or 0 if neither is a rewrite of the other. */
function rewritten({ kept }: Overlap, [a, b]: Called): number {
  const least = REWRITTEN[naming(a, b)];
  return kept < least ? 0 : DUPLICATE + ((kept - least) / (1 - least)) * (1 - DUPLICATE);
}

const isMuchLonger = (a: Fingerprint, b: Fingerprint): boolean =>
  Math.min(a.length, b.length) < Math.max(a.length, b.length) * MIN_SHARE;

const isSmall = (a: Fingerprint, b: Fingerprint): boolean => Math.min(a.length, b.length) < SMALL;

const stretched = (score: number): number =>
  score < MEASURED ? (score * DUPLICATE) / MEASURED : 1 - ((1 - score) * (1 - DUPLICATE)) / (1 - MEASURED);

/** The score, or 0 as soon as `least` is out of reach: cheap enough for a scan of all functions. */
export function scoreAtLeast(least: number, a: Fingerprint, b: Fingerprint, called: Called | null = null): number {
  if (a.form === b.form && a.length === b.length) return 1;
  if ((isSmall(a, b) || isMuchLonger(a, b)) && least > MAX_SCORE_OF_SMALL) return 0;
  if (stretched(overlap(a.names, b.names).kept ** STRICTNESS) < least) return 0;
  const { score } = similarity(a, b, { called });
  return score >= least ? score : 0;
}

/** Whether a copy that replaces a single name or value scores less than `least`: most functions have too few of them. */
export const hidesOneChange = (least: number, { names, length }: Fingerprint): boolean =>
  length < SMALL || stretched(Math.max(0, 1 - 1 / names.size) ** STRICTNESS) < least;

interface Overlap {
  /** The share of the smaller sample that is in the other: 1 if one only adds to the other. */
  readonly kept: number;
  /** The mean of `kept` and the shared part of both, so that additions count half. */
  readonly alike: number;
}

/** If one is sampled, both are compared only within the range of the sample. */
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
