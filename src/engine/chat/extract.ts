// An answer without a language model: what the memories say, with their ids, and that nobody has put it into words.
import { cutText, fairShare, tokens } from '../retrieval/budget.ts';
import type { Quoted } from './prompt.ts';

/** What an id and its brackets take. */
const CITATION = 12;

export interface Extracting {
  /** No memory is clearly about it. */
  readonly isWeak: boolean;
  /** There is a language model, but it did not answer. */
  readonly isSilent: boolean;
}

/** Within so many tokens, the best memory first. */
export function extract(memories: readonly Quoted[], { isWeak, isSilent }: Extracting, most: number): string {
  const why = isSilent ? 'The language model did not answer' : 'No language model is configured';
  const nothing = isWeak ? 'No memory is clearly about this.' : 'Nothing is stored about this.';
  if (memories.length === 0) return `${nothing} (${why}; answers are taken from memories.)`;
  const head = `${why}; this is what the memories say:`;
  const room = most - tokens(head);
  // Each that is shown says something.
  const shown = memories.slice(0, Math.max(1, Math.floor(room / (2 * CITATION))));
  const share = fairShare(
    shown.map(({ content }) => tokens(content)),
    room - shown.length * CITATION,
  );
  const lines = shown.map(({ id, content }) => {
    const { text, left } = cutText(content.replace(/\s+/g, ' ').trim(), Math.max(share, 1));
    return `- ${text}${left > 0 ? '…' : ''} [${id}]`;
  });
  return [head, ...lines].join('\n');
}
