// Finds the clause of an earlier note that a later one changes: of `Ben owns the lab; Ida owns the shop`, the second, after
// `Kim took the shop over`.
import { reportsChange } from '../text/changes.ts';
import { sentences } from '../text/sentences.ts';
import { questionTerms, wordCount } from '../text/terms.ts';
import { areAboutOthers, mayChange } from './likeness.ts';
import { type Compared, isLikely, replaces } from './replacing.ts';

/** Longer notes, and those of several lines, tell of many things, of which a later one often names another side. */
const MOST_WORDS = 40;
const MOST_CLAUSES = 6;
const FEWEST_WORDS = 3;
/** How many clauses are embedded. */
const READ = 3;

/** The clauses that a later note may change, those that share most words with it first; none unless it reports a change. */
export function clausesChangedBy(later: string, earlier: string): readonly string[] {
  if (!reportsChange(later) || wordCount(earlier) > MOST_WORDS || earlier.trim().includes('\n')) return [];
  const clauses = sentences(earlier);
  if (clauses.length < 2 || clauses.length > MOST_CLAUSES) return [];
  const words = new Set(questionTerms(later));
  return clauses
    .filter((clause) => wordCount(clause) >= FEWEST_WORDS && !areAboutOthers(later, clause))
    .map((clause) => ({ clause, shared: new Set(questionTerms(clause).filter((term) => words.has(term))).size }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, READ)
    .map(({ clause }) => clause);
}

/** The model must confirm it, for a clause has lost what the rest of its note says of it. */
export const changesClause = (later: string, clause: string, compared: Compared): boolean =>
  isLikely(compared.odds) && (mayChange(later, clause, compared.similarity) || replaces(later, clause, compared));

/** `…, and its logs go to /var/log`, `… and are tested on Mondays` */
const JOINED = /,\s+(?:and\s+|but\s+)?(?=\S+\s\S+\s)|\s+and\s+(?=(?:is|are|was|were|has|have|it|its|their|the)\s)/;

/** What a later note changes in an earlier one, and what it leaves as it was. */
export interface Changed {
  readonly changed: string;
  readonly kept: string;
}

/** The clauses of an earlier note that share most words with a later one, and the others; null if none are left over. */
export function changedIn(earlier: string, later: string): Changed | null {
  if (wordCount(earlier) > MOST_WORDS) return null;
  const clauses: string[] = [];
  for (const piece of sentences(earlier).flatMap((sentence) => sentence.split(JOINED))) {
    if (wordCount(piece) < FEWEST_WORDS && clauses.length > 0) clauses.push(`${clauses.pop()} ${piece}`);
    else clauses.push(piece);
  }
  const words = new Set(questionTerms(later));
  const shared = clauses.map((clause) => new Set(questionTerms(clause).filter((term) => words.has(term))).size);
  const most = Math.max(...shared);
  const [changed, kept] = [clauses.filter((_, i) => shared[i] === most), clauses.filter((_, i) => shared[i] !== most)];
  return most > 0 && kept.length > 0 ? { changed: changed.join(' '), kept: kept.join(' ') } : null;
}
