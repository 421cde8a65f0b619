// Builds an answer without a language model: quotes the memories with their ids, and says why no model wrote it.
import { cutText, fairShare, tokens } from '../retrieval/budget.ts';
import type { Quoted } from './prompt.ts';

/** Tokens of an id with its brackets. */
const CITATION = 12;

export interface Extracting {
  /** Whether no memory is clearly about the question. */
  readonly isWeak: boolean;
  /** Whether a language model is configured but did not answer. */
  readonly isSilent: boolean;
}

/** At most `most` tokens, best memory first. */
export function extract(memories: readonly Quoted[], { isWeak, isSilent }: Extracting, most: number): string {
  const why = isSilent ? 'The language model did not answer' : 'No language model is configured';
  const nothing = isWeak ? 'No memory is clearly about this.' : 'Nothing is stored about this.';
  if (memories.length === 0) return `${nothing} (${why}; answers are taken from memories.)`;
  const head = `${why}; this is what the memories say:`;
  const room = most - tokens(head);
  // Shows only as many memories as leave room for some text of each.
  const shown = memories.slice(0, Math.max(1, Math.floor(room / (2 * CITATION))));
  const share = fairShare(
    shown.map(({ content }) => tokens(content)),
    room - shown.reduce((sum, { remark }) => sum + CITATION + tokens(remark ?? ''), 0),
  );
  const lines = shown.map(({ id, content, remark }) => {
    const { text, left } = cutText(content.replace(/\s+/g, ' ').trim(), Math.max(share, 1));
    return `- ${text}${left > 0 ? '…' : ''}${remark === null ? '' : ` (${remark})`} [${id}]`;
  });
  return [head, ...lines].join('\n');
}
