// The labelled pairs, and what counts as right.
import * as z from 'zod';
import { CHANGES } from './copies/copy.ts';
import labelled from './duplicate-pairs.json' with { type: 'json' };

const Reference = z.object({ path: z.string(), name: z.string(), line: z.int() });
const Labelled = z.object({ repository: z.string(), language: z.string(), a: Reference, same: z.boolean() });
const LabelledPair = z.union([
  Labelled.extend({ changes: z.array(z.enum(CHANGES)), seed: z.int() }),
  Labelled.extend({ b: Reference, nearBy: z.enum(['vector', 'tokens', 'names']) }),
]);
const PairFile = z.object({
  /** Constants were chosen on the first part; defects found on the second were fixed; the third is unseen. */
  repositories: z.record(
    z.string(),
    z.object({ url: z.url(), commit: z.string(), half: z.enum(['chosen', 'held', 'fresh']) }),
  ),
  pairs: z.array(LabelledPair),
});

export type LabelledPair = z.infer<typeof LabelledPair>;
export type PairFile = z.infer<typeof PairFile>;

export const readPairs = (): PairFile => PairFile.parse(labelled);

export interface Confusion {
  readonly copies: number;
  readonly lookAlikes: number;
  readonly found: number;
  readonly wrong: number;
  /** Null if there is nothing to count. */
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

/** Every pair counts in each of its groups. */
export function confusions<T extends { readonly same: boolean; readonly score: number }>(
  pairs: readonly T[],
  threshold: number,
  groupsOf: (pair: T) => string[],
): Record<string, Confusion> {
  const groups = new Map<string, T[]>();
  for (const pair of pairs) for (const group of groupsOf(pair)) groups.set(group, [...(groups.get(group) ?? []), pair]);
  return Object.fromEntries([...groups].sort().map(([group, members]) => [group, confusion(members, threshold)]));
}

function confusion(pairs: readonly { readonly same: boolean; readonly score: number }[], threshold: number): Confusion {
  const copies = pairs.filter(({ same }) => same).length;
  const found = pairs.filter(({ same, score }) => same && score >= threshold).length;
  const wrong = pairs.filter(({ same, score }) => !same && score >= threshold).length;
  const precision = found + wrong > 0 ? found / (found + wrong) : null;
  const recall = copies > 0 ? found / copies : null;
  const f1 = precision && recall ? (2 * precision * recall) / (precision + recall) : null;
  return { copies, lookAlikes: pairs.length - copies, found, wrong, precision, recall, f1 };
}
