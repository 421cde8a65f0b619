// The names of languages as people write them.

const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['ts', 'typescript'],
  ['js', 'javascript'],
  ['jsx', 'javascript'],
  ['py', 'python'],
  ['golang', 'go'],
  ['rs', 'rust'],
  ['rb', 'ruby'],
  ['cs', 'csharp'],
  ['c#', 'csharp'],
  ['c++', 'cpp'],
  ['kt', 'kotlin'],
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['md', 'markdown'],
]);

/** The name under which code of a language is indexed: `javascript` for `JS` or `jsx`. */
export function languageName(written: string): string {
  const lower = written.toLowerCase();
  return SPELLINGS.get(lower) ?? lower;
}
