// Judges a proposal by one demand: it keeps the demand, breaks it, or has nothing to do with it.
import { forbiddenChoice, otherChoice, setting } from './choices.ts';
import { byConcept, statusCode } from './conceptual.ts';
import { deedWords } from './deeds.ts';
import type { Demand } from './demands.ts';
import { dependency } from './dependencies.ts';
import { isExcepted } from './exceptions.ts';
import { widens } from './exclusives.ts';
import { askedFor, byMeans, opposed, ordered } from './fulfilment.ts';
import { importsIn } from './imported.ts';
import { frozen } from './interfaces.ts';
import { type Judgement, make, type Nearness, SAME_SUBJECT } from './judgement.ts';
import { isOfOthers } from './labels.ts';
import { leak } from './leaks.ts';
import { library } from './libraries.ts';
import { endless, number, renumbered, version } from './measures.ts';
import { sideOfFix } from './places.ts';
import type { Proposal } from './proposal.ts';
import { removal } from './removal.ts';
import { reserved } from './reserved.ts';
import { exchanged, forbiddenDeed } from './ruled-out.ts';
import { agreement, isOfOtherCase } from './running.ts';
import { shape } from './shapes.ts';
import { state } from './states.ts';

type Rule = (proposal: Proposal, demand: Demand, nearness: Nearness) => Judgement | null;

/** What a demand that something runs or rests says besides. */
const MEASURES: readonly Rule[] = [otherChoice, number, version, endless, setting];

/** In this order: the first that breaks decides, else the first that keeps. */
const RULES: readonly Rule[] = [
  forbiddenChoice,
  otherChoice,
  forbiddenDeed,
  removal,
  askedFor,
  number,
  version,
  renumbered,
  endless,
  exchanged,
  setting,
  reserved,
  widening,
  byMeans,
  opposed,
  ordered,
  library,
  statusCode,
  dependency,
  frozen,
  shape,
  state,
];

export function judge(proposal: Proposal, demand: Demand, nearness: Nearness): Judgement | null {
  if (isOfOthers(demand.scope, proposal.labels)) return null;
  if (isNarrow(proposal, demand)) return narrowly(proposal, demand, nearness);
  const ran = running(proposal, demand, nearness);
  const rules = ran === null ? RULES : [() => (ran === 'silent' ? null : ran), ...MEASURES];
  const practised = ran === null ? (byConcept(proposal, demand, nearness) ?? leak(proposal, demand, nearness)) : null;
  // A practice is not kept by other means than the rule names.
  const known = practised?.verdict === 'keeps' && usesRival(proposal, demand) ? null : practised;
  const found = [known, ...rules.map((rule) => rule(proposal, demand, nearness))].filter((each) => each !== null);
  const broken = found.find(({ verdict }) => verdict === 'breaks');
  if (isExcepted(demand.exception, proposal) && (broken || isRefusedIn(demand, proposal.words)))
    return make('keeps', 'asked_for', demand, 'falls under an exception');
  // A rule that is kept only in some cases does not count as kept.
  const { loosens } = proposal;
  const isLoosened = loosens !== null && !demand.quote.toLowerCase().includes(loosens.toLowerCase());
  return broken ?? known ?? (isLoosened ? null : (found[0] ?? null));
}

/** Whether it forbids only an import, or a deed only in one place, which a diff does not show. */
const isNarrow = ({ diff }: Proposal, { imported, placed, exception }: Demand): boolean =>
  exception.size === 0 && (imported !== null || (diff === null && placed !== null));

function narrowly(proposal: Proposal, demand: Demand, { tied, similarity }: Nearness): Judgement | null {
  if (!tied && similarity < SAME_SUBJECT) return null;
  const { imported, placed } = demand;
  const imports = imported === null ? null : importsIn(imported, proposal);
  if (imports === 'breaks') return make('breaks', 'forbidden', demand, 'imports what must not be imported');
  if (imports === 'keeps') return make('keeps', 'asked_for', demand, 'does without the import');
  const side = placed === null ? null : sideOfFix(proposal.told, placed);
  if (side === null) return null;
  return side === 'inside'
    ? make('breaks', 'forbidden', demand, 'does it where it is forbidden')
    : make('keeps', 'asked_for', demand, 'does it outside of where it is forbidden');
}

/** Null if the rule is about something else; silent if the fix lets the thing run or rest only in cases that the rule does not mention. */
function running({ runnings }: Proposal, demand: Demand, { tied, similarity }: Nearness): Judgement | 'silent' | null {
  const { running: demanded } = demand;
  if (demanded === null || runnings.length === 0) return null;
  const agreed = runnings.map((given) => agreement(demanded, given));
  const isNear = tied || similarity >= SAME_SUBJECT;
  if (isNear && agreed.includes('opposite'))
    return demanded.rests
      ? make('breaks', 'forbidden', demand, 'lets run what must rest')
      : make('breaks', 'removed', demand, 'stops what must run');
  if (isNear && agreed.includes('same')) return make('keeps', 'asked_for', demand, 'does what is required');
  return demanded.rests && runnings.every((given) => isOfOtherCase(demanded, given)) ? 'silent' : null;
}

const usesRival = ({ uses }: Proposal, { wanted }: Demand): boolean =>
  uses.some((each) => wanted.some(({ family, member }) => family === each.family && member !== each.member));

function widening({ text, subject, deeds }: Proposal, demand: Demand, { tied, topic }: Nearness): Judgement | null {
  if (demand.accepted === null || !tied || !widens(text)) return null;
  return [...subject, ...deeds].some((term) => topic.has(term))
    ? make('breaks', 'forbidden', demand, 'accepts what is not allowed')
    : null;
}

/** Whether the fix speaks of what the rule refuses elsewhere. */
const isRefusedIn = ({ forbidden }: Demand, words: ReadonlySet<string>): boolean =>
  forbidden.some(({ terms }) => [...deedWords(terms)].some((term) => words.has(term)));
