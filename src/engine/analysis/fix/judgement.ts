// The judgement of a proposal by one demand, and the context that every judgement uses.
import type { Demand } from './demands.ts';
import type { Chosen } from './families.ts';
import type { Proposal } from './proposal.ts';
import type { Quantity } from './quantities.ts';

export type Severity = 'high' | 'medium' | 'low';

export interface Judgement {
  readonly verdict: 'keeps' | 'breaks';
  readonly kind: 'forbidden' | 'other_choice' | 'removed' | 'number' | 'asked_for' | 'judged';
  readonly severity: Severity;
  /** What the fix does, as a verb phrase. */
  readonly does: string;
  readonly demand: Pick<Demand, 'quote'>;
}

/** How closely the document relates to the component and the fix. */
export interface Nearness {
  readonly tied: boolean;
  readonly similarity: number;
  readonly title: ReadonlySet<string>;
  /** The significant words of the whole document. */
  readonly topic: ReadonlySet<string>;
  /** The same, with synonyms of a deed replaced by one name. */
  readonly topicDeeds: ReadonlySet<string>;
  /** For each number of the fix, the demanded numbers that measure the same. */
  readonly measured: ReadonlyMap<Quantity, ReadonlySet<Quantity>>;
  /** The choices that any sentence of the document asks for. */
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

/** A fix that names only its choice is about the component; one with its own subject must share it with the rule. */
export function isAboutTheSame(
  { subject, diff, deeds }: Proposal,
  { terms, subject: holds, everywhere }: Demand,
  { tied, similarity, topic, topicDeeds }: Nearness,
): boolean {
  const shared = [
    ...[...subject].filter((term) => topic.has(term)),
    ...[...deeds].filter((term) => topicDeeds.has(term)),
  ];
  // A diff changes the component that the document is tied to.
  if (tied && (diff !== null || everywhere)) return true;
  if (!tied) return similarity >= SAME_SUBJECT / 2 && [...subject].some((term) => terms.has(term));
  return Math.min(subject.size, holds.size) <= 1 || shared.length > 0 || similarity >= SAME_SUBJECT;
}
