// Scores how well a fix agrees with the rules: designs and patterns weigh 0.6, requirements 0.4.

import { titleOf } from '../../memories/names.ts';
import type { Memory } from '../../model.ts';
import { affinity, isSurelyTheSame } from './affinity.ts';
import { wordsOf } from './deeds.ts';
import { type Demand, demandsOf, topicOf } from './demands.ts';
import type { Chosen } from './families.ts';
import { judge } from './judge.ts';
import type { Judgement, Severity } from './judgement.ts';
import type { Proposal } from './proposal.ts';
import type { Quantity } from './quantities.ts';
import { tellingTerms } from './stretches.ts';

export interface Document {
  readonly memory: Memory;
  /** Whether it is connected to the component; otherwise it only resembles the fix. */
  readonly tied: boolean;
  /** A rule of another component, of which the fix affects a file. */
  readonly ofOther?: boolean;
  readonly similarity: number;
  /** Why it was considered, in words. */
  readonly basis: string;
}

export interface Judged extends Document {
  readonly breaks: readonly Judgement[];
  readonly keeps: readonly Judgement[];
}

type Verdict = 'aligned' | 'contradicts' | 'unrelated' | 'unknown';

export interface Alignment {
  /** 0..1; one half if nothing speaks for or against the fix. */
  readonly score: number;
  readonly design: number | null;
  readonly requirements: number | null;
  readonly verdict: Verdict;
}

const DESIGN = 0.6;
const REQUIREMENTS = 0.4;
const SILENT = 0.5;
const KEPT = 1;
const BROKEN: Readonly<Record<Severity, number>> = { high: 0.05, medium: 0.2, low: 0.4 };
/** Added to the score if only a number is wrong: that is closer to the rule than a different choice. */
const WRONG_NUMBER = 0.15;

export function judgeDocuments(proposal: Proposal, documents: readonly Document[]): Judged[] {
  const read = documents.map((document) => ({ document, demands: demandsOf(document.memory) }));
  const isOwn = ({ tied, ofOther }: Document) => tied && ofOther !== true;
  const own = read.flatMap(({ document, demands }) => (isOwn(document) ? demands : []));
  const measured = measuredBy(proposal, own);
  const unmeasured = withoutMeasured(proposal, measured);
  const isDecided = ({ family }: Chosen) => own.some(({ wanted }) => wanted.some((each) => each.family === family));
  return read.map(({ document, demands }) => {
    if (isOwn(document)) return judgeDocument(proposal, document, demands, measured);
    const undecided = demands.map((demand) => withoutDecided(demand, isDecided));
    return judgeDocument(proposal, document, undecided, measuredBy(unmeasured, demands, isSurelyTheSame));
  });
}

/** What the component's own rules choose is not chosen again by a rule of another component. */
const withoutDecided = (demand: Demand, isDecided: (choice: Chosen) => boolean): Demand => ({
  ...demand,
  wanted: demand.wanted.filter((each) => !isDecided(each)),
  unwanted: demand.unwanted.filter((each) => !isDecided(each)),
});

/** Leaves out the numbers that the component's own rules set. */
const withoutMeasured = (proposal: Proposal, measured: Measured): Pick<Proposal, 'quantities'> => ({
  quantities: proposal.quantities.filter(({ quantity }) => (measured.get(quantity)?.size ?? 0) === 0),
});

function judgeDocument(proposal: Proposal, document: Document, demands: readonly Demand[], measured: Measured): Judged {
  const nearness = {
    ...document,
    title: new Set(tellingTerms(titleOf(document.memory))),
    topic: topicOf(document.memory),
    topicDeeds: wordsOf(`${titleOf(document.memory)} ${document.memory.content.slice(0, 4000)}`),
    measured,
    wanted: demands.flatMap(({ wanted }) => wanted),
  };
  const found = demands.flatMap((demand) => judge(proposal, demand, nearness) ?? []);
  return {
    ...document,
    breaks: found.filter(({ verdict }) => verdict === 'breaks').map((each) => (document.tied ? each : milder(each))),
    keeps: found.filter(({ verdict }) => verdict === 'keeps'),
  };
}

type Measured = ReadonlyMap<Quantity, ReadonlySet<Quantity>>;

/** Compares each number of the fix only with the demanded numbers that most surely measure the same. */
function measuredBy(
  { quantities }: Pick<Proposal, 'quantities'>,
  demands: readonly Demand[],
  isSure: typeof isSurelyTheSame = () => true,
): Measured {
  const asked = demands.flatMap((demand) => demand.quantities);
  return new Map(
    quantities.map(({ quantity, terms }) => {
      const known = asked
        .filter((each) => isSure(each, quantity, terms))
        .map((each) => [each, affinity(each, quantity, terms)] as const);
      const best = Math.max(0, ...known.map(([, sure]) => sure));
      return [quantity, new Set(known.filter(([, sure]) => sure > 0 && sure > best - CLOSE).map(([each]) => each))];
    }),
  );
}

/** Affinities within this distance count as equal, so that both bounds of a range are checked. */
const CLOSE = 0.5;

/** Breaking a rule of another component is worth a mention, but less severe. */
const milder = (judgement: Judgement): Judgement => ({
  ...judgement,
  severity: judgement.severity === 'high' ? 'medium' : 'low',
});

export function alignmentOf(judged: readonly Judged[]): Alignment {
  const design = scoreOf(judged.filter(({ memory }) => memory.type !== 'requirements'));
  const requirements = scoreOf(judged.filter(({ memory }) => memory.type === 'requirements'));
  const verdict = verdictOf(judged);
  // The score is below one half exactly if the fix contradicts a rule; keeping other rules does not compensate.
  const [from, to] = verdict === 'contradicts' ? [0, SILENT] : [SILENT, KEPT];
  const parts = [design, requirements].map((part) => (part === null ? null : Math.min(Math.max(part, from), to)));
  const [ofDesign = null, ofRequirements = null] = parts;
  const score =
    ofDesign === null || ofRequirements === null
      ? (ofDesign ?? ofRequirements ?? SILENT)
      : DESIGN * ofDesign + REQUIREMENTS * ofRequirements;
  return { score: Math.round(score * 100) / 100, design, requirements, verdict };
}

function verdictOf(judged: readonly Judged[]): Verdict {
  if (judged.some(({ breaks }) => breaks.some(({ severity }) => severity !== 'low'))) return 'contradicts';
  if (judged.some(({ keeps }) => keeps.length > 0)) return 'aligned';
  return judged.some(({ tied }) => tied) ? 'unrelated' : 'unknown';
}

/** Null without documents. A broken rule decides; silent documents count neither way. */
function scoreOf(documents: readonly Judged[]): number | null {
  if (documents.length === 0) return null;
  const broken = documents.filter(({ breaks }) => breaks.length > 0);
  if (broken.length > 0) return Math.min(...broken.map(brokenScore));
  return documents.some(({ keeps }) => keeps.length > 0) ? KEPT : SILENT;
}

const brokenScore = ({ breaks }: Judged): number =>
  Math.min(...breaks.map(({ severity, kind }) => BROKEN[severity] + (kind === 'number' ? WRONG_NUMBER : 0)));
