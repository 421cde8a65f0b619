/** Cuts a text into passages of at most `most` tokens, at the ends of lines and sentences where possible. */
export function splitText(text: string, count: (text: string) => number, most: number): string[] {
  if (count(text) <= most) return [text];
  const pieces = text.split(/(?<=[.!?。！？])\s+|(?<=\n)/u).flatMap((piece) => halve(piece, count, most));
  const passages: string[] = [];
  let current = '';
  let used = 0;
  for (const piece of pieces) {
    const size = count(piece);
    if (current !== '' && used + size > most) {
      passages.push(current);
      current = '';
      used = 0;
    }
    current += (current === '' || current.endsWith('\n') ? '' : ' ') + piece;
    used += size;
  }
  if (current.trim() !== '') passages.push(current);
  return passages.length > 0 ? passages : [text];
}

function halve(piece: string, count: (text: string) => number, most: number): string[] {
  if (piece.length < 2 || count(piece) <= most) return [piece];
  const middle = piece.length >> 1;
  const space = piece.lastIndexOf(' ', middle);
  const cut = wholeCharacter(piece, space > piece.length / 4 ? space + 1 : middle) || 2;
  return [...halve(piece.slice(0, cut), count, most), ...halve(piece.slice(cut), count, most)];
}

/** The given place, or the one before it if it would split a surrogate pair. */
export function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
