// How well a fix agrees with what was decided: 0.6 of it designs and patterns, 0.4 requirements.

import { titleOf } from '../../memories/names.ts';
import type { Memory } from '../../model.ts';
import { demandsOf, topicOf } from './demands.ts';
import { type Judgement, judge, type Severity } from './judgement.ts';
import type { Proposal } from './proposal.ts';
import { tellingTerms } from './stretches.ts';

export interface Document {
  readonly memory: Memory;
  /** Connected to the component; otherwise only like the fix. */
  readonly tied: boolean;
  readonly similarity: number;
  /** Why it was looked at, in words. */
  readonly basis: string;
}

export interface Judged extends Document {
  readonly breaks: readonly Judgement[];
  readonly keeps: readonly Judgement[];
}

type Verdict = 'aligned' | 'contradicts' | 'unrelated' | 'unknown';

export interface Alignment {
  /** 0..1; one half where nothing speaks for or against it. */
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
/** The right thing with a wrong number is not as far off as another thing. */
const WRONG_NUMBER = 0.15;

export function judgeDocument(proposal: Proposal, document: Document): Judged {
  const nearness = {
    ...document,
    title: new Set(tellingTerms(titleOf(document.memory))),
    topic: topicOf(document.memory),
  };
  const found = demandsOf(document.memory).flatMap((demand) => judge(proposal, demand, nearness) ?? []);
  return {
    ...document,
    breaks: found.filter(({ verdict }) => verdict === 'breaks').map((each) => (document.tied ? each : milder(each))),
    keeps: found.filter(({ verdict }) => verdict === 'keeps'),
  };
}

/** What binds another component is worth a word, but not the alarm. */
const milder = (judgement: Judgement): Judgement => ({
  ...judgement,
  severity: judgement.severity === 'high' ? 'medium' : 'low',
});

export function alignmentOf(judged: readonly Judged[]): Alignment {
  const design = scoreOf(judged.filter(({ memory }) => memory.type !== 'requirements'));
  const requirements = scoreOf(judged.filter(({ memory }) => memory.type === 'requirements'));
  const score =
    design === null || requirements === null
      ? (design ?? requirements ?? SILENT)
      : DESIGN * design + REQUIREMENTS * requirements;
  return { score: Math.round(score * 100) / 100, design, requirements, verdict: verdictOf(judged) };
}

function verdictOf(judged: readonly Judged[]): Verdict {
  if (judged.some(({ breaks }) => breaks.some(({ severity }) => severity !== 'low'))) return 'contradicts';
  if (judged.some(({ keeps }) => keeps.length > 0)) return 'aligned';
  return judged.some(({ tied }) => tied) ? 'unrelated' : 'unknown';
}

/** Null without documents. What is broken decides; silence decides nothing. */
function scoreOf(documents: readonly Judged[]): number | null {
  if (documents.length === 0) return null;
  const broken = documents.filter(({ breaks }) => breaks.length > 0);
  if (broken.length > 0) return Math.min(...broken.map(brokenScore));
  return documents.some(({ keeps }) => keeps.length > 0) ? KEPT : SILENT;
}

const brokenScore = ({ breaks }: Judged): number =>
  Math.min(...breaks.map(({ severity, kind }) => BROKEN[severity] + (kind === 'number' ? WRONG_NUMBER : 0)));
