// Earlier incidents with a component, so that nobody repeats them.
import { texts, titleOf } from '../memories/names.ts';
import type { Memory } from '../model.ts';
import { sentences, shorten } from '../text/sentences.ts';
import { says } from './reading.ts';
import { type Tie, tieInWords } from './surroundings.ts';

export interface Incident {
  readonly memory: Memory;
  readonly title: string;
  /** The sentences that describe the incident or name the component. */
  readonly excerpt: string;
  readonly at: number;
  readonly basis: string;
}

const WENT_WRONG =
  /\b(?:incidents?|outages?|post-?mortems?|root cause|downtime|regressions?|hot-?fix(?:ed)?|rolled back|rollback|data loss|corrupt(?:ed|ion)|crash(?:ed|es)?|went down|broke|double[- ]charged|leak(?:ed|s)?|deadlock(?:ed|s)?)\b/i;

const isIncident = ({ content, metadata, tags }: Memory): boolean =>
  WENT_WRONG.test([content, ...tags, ...texts(metadata.category), ...texts(metadata.summary)].join('\n'));

/** The incidents among the memories tied to a component, latest first. */
export function incidentsOf(ours: Memory, names: readonly string[], ties: readonly Tie[]): Incident[] {
  return ties
    .filter((tie) => isIncident(tie.memory))
    .map((tie) => ({
      memory: tie.memory,
      title: texts(tie.memory.metadata.summary)[0] ?? titleOf(tie.memory),
      excerpt: excerptOf(tie.memory, names),
      at: tie.memory.eventTime,
      basis: tieInWords(ours, tie),
    }))
    .sort((a, b) => b.at - a.at);
}

function excerptOf({ content }: Memory, names: readonly string[]): string {
  const all = sentences(content);
  const telling = all.filter((each) => WENT_WRONG.test(each) || names.some((name) => says(each, name)));
  return shorten((telling.length > 0 ? telling : all).slice(0, 3).join(' '), 400);
}
