// Code without its comments and strings: what is said there is not done.

const HASH_COMMENTS: ReadonlySet<string> = new Set(['python', 'ruby', 'shell', 'bash', 'php', 'yaml', 'elixir', 'r']);
const STRINGS =
  String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|` + '`(?:\\\\.|[^`\\\\])*`';
const SLASHES = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`;
const HASHES = '#[^\\n]*';

/** What is an apostrophe in Rust is a lifetime more often than a character. */
export function plainCode(text: string, language: string): string {
  const name = language.toLowerCase();
  const comments = name === 'php' ? `${SLASHES}|${HASHES}` : HASH_COMMENTS.has(name) ? HASHES : SLASHES;
  const strings = name === 'rust' ? STRINGS.replace(/\|'\(\?:[^|]*\|[^|]*\)\*'/, '') : STRINGS;
  return text.replace(new RegExp(`${strings}|${comments}`, 'g'), (found) => (/^["'`]/.test(found) ? '""' : ' '));
}
