type Count = (text: string) => number;

interface Piece {
  readonly text: string;
  readonly size: number;
}

/** Cuts a text into passages of at most `most` tokens, at the ends of lines and sentences where possible. */
export const splitText = (text: string, count: Count, most: number): string[] => [...eachPassage(text, count, most)];

/** The same, one at a time: a caller that lets others go first between two passages must not count all tokens before. */
export function* eachPassage(text: string, count: Count, most: number): Generator<string> {
  if (!isLonger(text, count, most)) return yield text;
  let isEmpty = true;
  let current: string[] = [];
  let used = 0;
  // Kept apart from the text: to look at the end of a text that grows copies all of it, for every piece.
  let endsLine = true;
  for (const sentence of text.split(/(?<=[.!?。！？])\s+|(?<=\n)/u)) {
    for (const piece of halve(sentence, count, most)) {
      if (current.length > 0 && used + piece.size > most) {
        yield current.join('');
        isEmpty = false;
        current = [];
        used = 0;
        endsLine = true;
      }
      const added: string = endsLine ? piece.text : ` ${piece.text}`;
      if (added !== '') {
        current.push(added);
        endsLine = added.endsWith('\n');
      }
      used += piece.size;
    }
  }
  const last = current.join('');
  if (last.trim() !== '') yield last;
  else if (isEmpty) yield text;
}

/** Characters at the beginning that tell whether a much longer text fits. */
const HEAD = 2000;

/** Whether a text has more tokens than that. No token spans a blank, so the beginning alone may have more already. */
export function isLonger(text: string, count: Count, most: number): boolean {
  const blank = text.length > HEAD ? text.lastIndexOf(' ', HEAD) : 0;
  return (blank > 0 && count(text.slice(0, blank)) > most) || count(text) > most;
}

function* halve(text: string, count: Count, most: number): Generator<Piece> {
  if (text.length < 2 || !isLonger(text, count, most)) return yield { text, size: count(text) };
  const middle = text.length >> 1;
  const space = text.lastIndexOf(' ', middle);
  const cut = wholeCharacter(text, space > text.length / 4 ? space + 1 : middle) || 2;
  yield* halve(text.slice(0, cut), count, most);
  yield* halve(text.slice(cut), count, most);
}

/** The given place, or the one before it if it would split a surrogate pair. */
export function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
