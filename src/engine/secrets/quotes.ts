// Finds out where code is a literal or a comment.

/** What surrounds a place in code: the quote of a literal, `//` in a comment, '' in plain code. */
export function quotesOf(text: string): (place: number) => string {
  let at = 0;
  let open = '';
  const opensComment = () =>
    text.startsWith('//', at) || text.startsWith('/*', at) || /^(?:#|<!--|--\s|\*\s)/.test(text.slice(at, at + 4));
  // Places come in text order, so the text is read once.
  return (place) => {
    for (; at < place; at++) {
      const character = text[at] ?? '';
      if (character === '\n') open = '';
      else if (open === '//') continue;
      else if (character === '\\') at++;
      else if (open !== '') open = character === open ? '' : open;
      else if (character === '"' || character === "'" || character === '\x60') open = character;
      else if ('/#<-*'.includes(character) && opensComment()) open = '//';
    }
    return open;
  };
}
