// What is said of a proposal by one demand, and what every judgement looks at.
import type { Demand } from './demands.ts';
import type { Chosen } from './families.ts';
import type { Proposal } from './proposal.ts';
import type { Quantity } from './quantities.ts';

export type Severity = 'high' | 'medium' | 'low';

export interface Judgement {
  readonly verdict: 'keeps' | 'breaks';
  readonly kind: 'forbidden' | 'other_choice' | 'removed' | 'number' | 'asked_for' | 'judged';
  readonly severity: Severity;
  /** What the fix does, as a short sentence. */
  readonly does: string;
  readonly demand: Pick<Demand, 'quote'>;
}

/** How near the document is: tied to the component, and how like the fix its text is. */
export interface Nearness {
  readonly tied: boolean;
  readonly similarity: number;
  readonly title: ReadonlySet<string>;
  /** The telling words of the whole document. */
  readonly topic: ReadonlySet<string>;
  /** The same, in words that one deed is known by. */
  readonly topicDeeds: ReadonlySet<string>;
  /** Which number that is asked for each number of the fix measures up to, of all documents. */
  readonly measured: ReadonlyMap<Quantity, ReadonlySet<Quantity>>;
  /** What any sentence of the document asks for. */
  readonly wanted: readonly Chosen[];
}

export const SAME_SUBJECT = 0.4;

const severityOf = ({ strength }: Demand): Severity => (strength === 'must' ? 'high' : 'medium');
export const make = (
  verdict: Judgement['verdict'],
  kind: Judgement['kind'],
  demand: Demand,
  does: string,
  severity = severityOf(demand),
): Judgement => ({ verdict, kind, severity, does, demand });

/** A fix that names nothing but its choice is about the component; one with a subject of its own has to share it. */
export function isAboutTheSame(
  { subject, diff, deeds }: Proposal,
  { terms, subject: holds, everywhere }: Demand,
  { tied, similarity, topic, topicDeeds }: Nearness,
): boolean {
  const shared = [
    ...[...subject].filter((term) => topic.has(term)),
    ...[...deeds].filter((term) => topicDeeds.has(term)),
  ];
  // A diff changes the very component that the document is tied to.
  if (tied && (diff !== null || everywhere)) return true;
  if (!tied) return similarity >= SAME_SUBJECT / 2 && [...subject].some((term) => terms.has(term));
  return Math.min(subject.size, holds.size) <= 1 || shared.length > 0 || similarity >= SAME_SUBJECT;
}
