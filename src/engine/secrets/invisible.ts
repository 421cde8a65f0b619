// Invisible characters inside words of copied text: they are skipped so that a token is still recognised.
import type { Span } from './assignments.ts';

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/;

interface Visible {
  readonly text: string;
  /** The same span in the original text. */
  readonly inOriginal: (span: Span) => Span;
}

/** Null when the text has no such character, as is nearly always the case. */
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
