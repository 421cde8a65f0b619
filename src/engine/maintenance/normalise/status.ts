// What a job of normalising has done, how far it is, and how both are stored with it.
import type { Job, Stage } from '../../job.ts';
import type { Merged } from '../ports.ts';

export interface NormaliseStatus {
  readonly job: Job;
  /** The current phase, or the last one. */
  readonly phase: string;
  /** Percent. */
  readonly progress: number;
  readonly remainingMs: number | null;
  readonly figures: NormaliseFigures;
  /** Which memories were merged into which; only the first 200. */
  readonly merged: readonly Merged[];
}

export type NormaliseOutcome = Pick<NormaliseStatus, 'figures' | 'merged'>;

const PHASES = ['snapshot', 'deduplicate', 'orphans', 'embeddings', 'purge', 'check', 'swap'] as const;
export type Phase = (typeof PHASES)[number];

const FIGURES = ['memoriesProcessed', 'duplicatesMerged', 'orphansRemoved', 'embeddingsRefreshed', 'purged'] as const;
type NormaliseFigures = Readonly<Record<(typeof FIGURES)[number], number>>;

/** Merges beyond this number are counted but not listed. */
export const MAX_MERGES = 200;

/** As stored with the job: each merge is the id that stays, followed by those merged into it. */
export function resultOf(outcomes: readonly NormaliseOutcome[]): NonNullable<Job['result']> {
  const sum = (name: keyof NormaliseFigures) => outcomes.reduce((all, { figures }) => all + figures[name], 0);
  const merged = outcomes.flatMap((outcome) => outcome.merged).slice(0, MAX_MERGES);
  return {
    ...Object.fromEntries(FIGURES.map((name) => [name, sum(name)])),
    merged: merged.map(({ into, from }) => [into, ...from].join(' ')),
  };
}

function mergedOf({ result }: Job): Merged[] {
  const lines = result?.merged;
  if (typeof lines !== 'object') return [];
  return lines.map((line) => {
    const [into = '', ...from] = line.split(' ');
    return { into, from };
  });
}

export function statusOf(job: Job, now: number): NormaliseStatus {
  const figure = (name: keyof NormaliseFigures) => Number(job.result?.[name] ?? 0);
  const progress = job.state === 'completed' ? 100 : progressOf(job.stages);
  return {
    job,
    phase: job.stages.at(-1)?.name ?? PHASES[0],
    progress,
    remainingMs: job.state === 'running' && progress > 0 ? ((now - job.startedAt) * (100 - progress)) / progress : null,
    figures: {
      memoriesProcessed: figure('memoriesProcessed'),
      duplicatesMerged: figure('duplicatesMerged'),
      orphansRemoved: figure('orphansRemoved'),
      embeddingsRefreshed: figure('embeddingsRefreshed'),
      purged: figure('purged'),
    },
    merged: mergedOf(job),
  };
}

/** The two slow phases make up most of the progress. */
const WEIGHTS: Readonly<Record<Phase, number>> = {
  snapshot: 1,
  deduplicate: 50,
  orphans: 4,
  embeddings: 30,
  purge: 1,
  check: 10,
  swap: 4,
};

function progressOf(stages: readonly Stage[]): number {
  const shares = PHASES.map((phase) => {
    const stage = stages.find(({ name }) => name === phase);
    if (!stage) return 0;
    return stage.total === 0 ? WEIGHTS[phase] : (WEIGHTS[phase] * stage.done) / stage.total;
  });
  return Math.min(99, Math.floor(shares.reduce((sum, share) => sum + share, 0)));
}
