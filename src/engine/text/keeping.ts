// How long a thing is kept: `Forecasts are kept as Parquet files for 400 days`, `Parquet retention is now 730 days`.
import { reportsChange } from './changes.ts';
import { areMeasuredElsewhere, givesOtherMeasure } from './measures.ts';
import { questionTerms, terms } from './terms.ts';

const TIME = String.raw`\d+\s(?:hour|day|night|week|month|quarter|year)s?\b`;
const KEPT = new RegExp(
  String.raw`\b(?:kept|keeps?|stored|retained|retention|archived|deleted|purged|expires?)\b[^.;]{0,120}?\b${TIME}`,
  'iu',
);
/** What a change of it is said of stands before or after the word. */
const RETENTION = new RegExp(
  String.raw`^(?:the\s|our\s)?(?<before>[^.;,]{0,40}?)\b(?:retention|(?:is|are)\s(?:now\s)?(?:kept|retained|stored))(?:\s(?:of|for)\s(?<behind>[^.;,]{2,40}?))?\s(?:(?:is|was|has|went|now|from|for|to)\b[^.;]{0,40}?)?${TIME}`,
  'iu',
);

/** Whether a note says that what an earlier one keeps for a time is now kept for another. */
export function isKeptOtherwise(later: string, earlier: string): boolean {
  if (!reportsChange(later) || !KEPT.test(earlier) || !givesOtherMeasure(later, earlier)) return false;
  const { before = '', behind = '' } = RETENTION.exec(later.trim())?.groups ?? {};
  const [things, known] = [questionTerms(`${before} ${behind}`.replace(TIMES, ' ')), new Set(terms(earlier))];
  return things.length > 0 && things.every((term) => known.has(term)) && !areMeasuredElsewhere(later, earlier);
}

const TIMES = new RegExp(TIME, 'giu');
