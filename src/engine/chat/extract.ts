// An answer without a language model: what the memories say, with their ids, and that nobody has put it into words.
import { cutText, fairShare, tokens } from '../retrieval/budget.ts';
import type { Quoted } from './prompt.ts';

const NOTHING = 'Nothing is stored about this. (No language model is configured; answers are taken from memories.)';
const FOUND = 'No language model is configured; this is what the memories say:';
const WEAK = 'No language model is configured, and no memory is clearly about this; the nearest are:';
/** What an id and its brackets take. */
const CITATION = 12;

/** Within so many tokens, the best memory first. */
export function extract(memories: readonly Quoted[], isWeak: boolean, most: number): string {
  if (memories.length === 0) return NOTHING;
  const head = isWeak ? WEAK : FOUND;
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
