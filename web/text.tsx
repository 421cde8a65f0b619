// Shows stored text as text. Characters that are invisible or change the reading direction are made visible.

const HIDDEN = /(?![\t\n]|\r\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Emoji sequences use two of these, where they are harmless. */
const IN_EMOJI = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Emoji}|\ufe0f)$/u;

const NAMES: Readonly<Record<string, string>> = {
  '\u200b': 'zero width space',
  '\u200c': 'zero width non-joiner',
  '\u200d': 'zero width joiner',
  '\u200e': 'left-to-right mark',
  '\u200f': 'right-to-left mark',
  '\u202a': 'left-to-right embedding',
  '\u202b': 'right-to-left embedding',
  '\u202c': 'end of direction',
  '\u202d': 'left-to-right override',
  '\u202e': 'right-to-left override',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'first strong isolate',
  '\u2069': 'end of isolate',
  '\u00ad': 'soft hyphen',
  '\ufeff': 'zero width no-break space',
};

/** The pieces of a text, in order; each hidden character is its own piece. */
function piecesOf(text: string): { readonly text: string; readonly isHidden: boolean }[] {
  const pieces: { text: string; isHidden: boolean }[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(HIDDEN)) {
    const isJoiner = found === '\u200d' || found === '\ufe0f';
    if (isJoiner && IN_EMOJI.test(text.slice(Math.max(0, index - 2), index))) continue;
    if (index > at) pieces.push({ text: text.slice(at, index), isHidden: false });
    pieces.push({ text: found, isHidden: true });
    at = index + found.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isHidden: false });
  return pieces;
}

export const hiddenIn = (text: string): number => piecesOf(text).filter(({ isHidden }) => isHidden).length;

/** Hardly a word of prose is as long. */
const LONG_WORD = /\S{17}/;

/** `marked` words are highlighted. */
export function Text({ of, marked = [] }: { readonly of: string; readonly marked?: readonly string[] }) {
  const pattern = marked.length > 0 ? patternOf(marked) : null;
  return (
    <bdi class={LONG_WORD.test(of) ? 'long' : undefined}>
      {piecesOf(of).map((piece, at) =>
        piece.isHidden ? (
          <Hidden key={at} character={piece.text} />
        ) : pattern ? (
          withMarks(piece.text, pattern)
        ) : (
          piece.text
        ),
      )}
    </bdi>
  );
}

const MAX_MARKED = 12;

/** Matches words with the same beginning, without endings: `deploys` for `deployed`. */
function patternOf(words: readonly string[]): RegExp {
  const stems = words.slice(0, MAX_MARKED).map((word) => word.slice(0, Math.max(4, word.length - 2)));
  return new RegExp(`(?<![\\p{L}\\p{N}])((?:${stems.map(escaped).join('|')})[\\p{L}\\p{N}]*)`, 'giu');
}

const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&');

const withMarks = (text: string, pattern: RegExp) =>
  text.split(pattern).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part));

const TOO_COMMON =
  /^(?:.{1,2}|the|and|for|are|was|were|how|what|who|why|when|where|which|does|did|with|that|this|from|has|have|our|you|your)$/;

/** The words of a question to highlight in its results. */
export const wordsOf = (question: string): string[] =>
  (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !TOO_COMMON.test(word));

function Hidden({ character }: { readonly character: string }) {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return (
    <span class="hidden-character" title={NAMES[character] ?? 'hidden character'}>
      {code}
    </span>
  );
}

/** The same for plain strings, such as titles and drawings. */
export const plainText = (text: string): string =>
  piecesOf(text)
    .map((piece) => (piece.isHidden ? '\ufffd' : piece.text))
    .join('');
