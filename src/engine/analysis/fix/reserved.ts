// Judges who does what a rule reserves for one part.
import { terms } from '../../text/terms.ts';
import { allWordsOf, deedWords, MOST_WORDS } from './deeds.ts';
import type { Demand } from './demands.ts';
import type { Diff } from './diff.ts';
import type { Exclusive } from './exclusives.ts';
import { type Judgement, make, type Nearness } from './judgement.ts';
import type { Proposal } from './proposal.ts';

/** How a fix makes use of what is reserved, besides the verb of the rule. */
const REACHES =
  /\b(?:open|connect|call|writ|publish|send|post|insert|updat|delet|set|own|direct|straight|itself|run|issu|execut)\w*\b/i;

export function reserved(proposal: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  const { exclusive } = demand;
  if (exclusive === null || !tied) return null;
  const holds = proposal.diff ? inCode(exclusive, proposal, proposal.diff) : null;
  const verdict = holds ?? inWords(exclusive, proposal);
  if (verdict === null) return null;
  return verdict === 'keeps'
    ? make('keeps', 'asked_for', demand, 'leaves it to the part that may do it')
    : make('breaks', 'forbidden', demand, 'does what only another part may do');
}

type Held = 'keeps' | 'breaks' | null;

function inWords(exclusive: Exclusive, { doing, undoing, words, component }: Proposal): Held {
  const { who, holders, deed, keys } = exclusive;
  const does = doing.map(({ text }) => text).join(' ; ');
  const met = (all: ReadonlySet<string>) => [...deed].filter((term) => all.has(term)).length;
  const [removing = ''] = deedWords(terms('delete'));
  const isRemoval = deed.has(removing);
  const undone = undoing.map(({ text }) => allWordsOf(text));
  const isBypassed = undone.some((all) => holders.some((holder) => [...holder].every((term) => all.has(term))));
  const isHeld = holders.some((holder) => [...holder].every((term) => words.has(term) || component.has(term)));
  if (!isBypassed && who.size > 0 && met(words) > 0 && isHeld) return undoing.length > 0 && !isRemoval ? null : 'keeps';
  if (!isRemoval && undone.some((all) => met(all) >= 2)) return null;
  const isKey = [...keys].some((key) => does.toLowerCase().includes(key)) && REACHES.test(does);
  const fixWords = isRemoval ? words : allWordsOf(does);
  return met(fixWords) >= 2 && (met(fixWords) / deed.size >= MOST_WORDS || isKey) ? 'breaks' : null;
}

/** Whether the names of what is reserved come into the code, or go from it. */
function inCode({ holders, keys }: Exclusive, { component }: Proposal, { come, gone, added }: Diff): Held {
  const isIn = (words: ReadonlySet<string>) => [...keys].some((key) => words.has(key));
  const words = allWordsOf(added);
  const isPermitted = holders.some((holder) => [...holder].every((term) => words.has(term) || component.has(term)));
  if (isIn(come)) return isPermitted ? null : 'breaks';
  return isIn(gone) && !isPermitted ? 'keeps' : null;
}
