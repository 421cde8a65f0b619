// Characters without a width or a look, which a copied text has inside its words: a token stays one without them.
import type { Span } from './assignments.ts';

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/;

interface Visible {
  readonly text: string;
  /** The same span in the text as it was. */
  readonly inOriginal: (span: Span) => Span;
}

/** Null where a text has no such character, as nearly every text. */
export function withoutInvisible(text: string): Visible | null {
  if (!INVISIBLE.test(text)) return null;
  const places: number[] = [];
  let visible = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (INVISIBLE.test(character)) continue;
    visible += character;
    places.push(at);
  }
  const placeOf = (at: number): number => places[at] ?? text.length;
  return {
    text: visible,
    inOriginal: (span) => ({ ...span, start: placeOf(span.start), end: placeOf(span.end - 1) + 1 }),
  };
}
