// How sure that anything relevant was found. The parts of a score are normalised and say nothing about this: the best
// of nothing still gets a one. Calibrated on questions that belong to other stores.
import { questionNames } from '../text/names.ts';
import { terms } from '../text/terms.ts';
import { titled } from '../text/titles.ts';

const BEST = 0.33;
const MEAN = 0.67;
const NAMES = 0.2;
/** Below this nothing that was found is about the question. */
export const FLOOR = 0.38;
/** A result that holds so much of what the question asks for, by rarity, is about it, however far its meaning seems. */
const COVERED = 0.6;
const LOOKED_AT = 10;
const NAMED_IN = 3;
const SPEAKER = /^[^\n]{1,40}?:\s/;

export interface Standing {
  /** Every candidate's cosine, in any order. */
  readonly cosines: readonly number[];
  /** The first results, and how much of the question's words each holds, 0..1. */
  readonly first: readonly { readonly content: string; readonly coverage: number }[];
  readonly storeSize: number;
}

/** About 0..1: how near the nearest are, whether the first results hold the names asked for, or simply the words. */
export function confidence(question: string, { cosines, first, storeSize }: Standing): number {
  // In a small store all but the very nearest are far away, whatever was asked.
  const counted = Math.max(1, Math.min(LOOKED_AT, Math.ceil(storeSize / 10)));
  const nearest = cosines.toSorted((a, b) => b - a).slice(0, counted);
  if (nearest.length === 0 || first.length === 0) return 0;
  const names = [...new Set(questionNames(question).flatMap(terms))];
  const leading = first.slice(0, NAMED_IN);
  const held = mean(leading.map(({ content }) => holds(content, names)));
  const near = BEST * Math.max(...nearest) + MEAN * mean(nearest) + NAMES * held;
  const covered = (FLOOR / COVERED) * Math.max(...leading.map(({ coverage }) => coverage));
  return Math.min(1, Math.max(0, near, covered));
}

/** The share of the names that a text holds; in its title, or as who speaks, they count whole. */
function holds(content: string, names: readonly string[]): number {
  if (names.length === 0) return 0.5;
  const lead = new Set(terms(titled(content)?.title ?? SPEAKER.exec(content)?.[0] ?? ''));
  const all = new Set(terms(content));
  return mean(names.map((name) => (lead.has(name) ? 1 : all.has(name) ? 0.5 : 0)));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
