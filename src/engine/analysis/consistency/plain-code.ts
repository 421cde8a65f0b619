// Strips comments and strings from code, so that only what it does is left.

const HASH_COMMENTS: ReadonlySet<string> = new Set(['python', 'ruby', 'shell', 'bash', 'php', 'yaml', 'elixir', 'r']);
const TRIPLE = String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''`;
const DOUBLE = String.raw`"(?:\\.|[^"\\\n])*"`;
const SINGLE = String.raw`'(?:\\.|[^'\\\n])*'`;
const BACKTICK = '`(?:\\\\.|[^`\\\\])*`';
const SLASHES = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`;
const HASHES = '#[^\\n]*';

export function plainCode(text: string, language: string): string {
  const name = language.toLowerCase();
  const comments = name === 'php' ? [SLASHES, HASHES] : HASH_COMMENTS.has(name) ? [HASHES] : [SLASHES];
  // An apostrophe in Rust is a lifetime more often than a character.
  const strings = [TRIPLE, DOUBLE, ...(name === 'rust' ? [] : [SINGLE]), BACKTICK];
  const unread = new RegExp([...strings, ...comments].join('|'), 'g');
  return text.replace(unread, (found) => (/^["'`]/.test(found) ? '""' : ' '));
}
