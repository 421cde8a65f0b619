// How sure that anything relevant was found. The parts of a score are normalised and say nothing about this: the best
// of nothing still gets a one. Calibrated on questions that belong to other stores.
import { questionNames } from '../text/names.ts';
import { terms } from '../text/terms.ts';

const BEST = 0.33;
const FIRST = 0.67;
const NAMES = 0.2;
/** Below this nothing that was found is about the question. */
export const FLOOR = 0.38;
const LOOKED_AT = 10;
const NAMED_IN = 3;
const LEAD = /^([^\n]{1,40}?):\s|^([^\n]{1,100})\n\n/;

export interface Evidence {
  readonly content: string;
  readonly cosine: number;
}

/** About 0..1, from the results in their order: how near the first ones are, and whether they hold the names asked for. */
export function confidence(question: string, results: readonly Evidence[], storeSize: number): number {
  // In a small store all but the very first results are far away, whatever was asked.
  const first = results.slice(0, Math.max(1, Math.min(LOOKED_AT, Math.ceil(storeSize / 10))));
  if (first.length === 0) return 0;
  const cosines = first.map(({ cosine }) => cosine);
  const names = [...new Set(questionNames(question).flatMap(terms))];
  const held = mean(first.slice(0, NAMED_IN).map(({ content }) => holds(content, names)));
  return Math.min(1, Math.max(0, BEST * Math.max(...cosines) + FIRST * mean(cosines) + NAMES * held));
}

/** The share of the names that a text holds; in its heading, or as who speaks, they count whole. */
function holds(content: string, names: readonly string[]): number {
  if (names.length === 0) return 0.5;
  const lead = new Set(terms(LEAD.exec(content)?.[0] ?? ''));
  const all = new Set(terms(content));
  return mean(names.map((name) => (lead.has(name) ? 1 : all.has(name) ? 0.5 : 0)));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
