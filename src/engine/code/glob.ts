import { invalid } from '../../errors.ts';

/** More of them make a pattern that takes forever on the wrong path. */
const MOST_WILDCARDS = 12;

/** Whether a path fits a pattern: `*` inside a folder, `**` across folders, `?`, `{a,b}`; without a slash, any file so named. */
export function globFilter(pattern: string): (path: string) => boolean {
  if ((pattern.match(/\*+|\?|\{/g) ?? []).length > MOST_WILDCARDS) {
    throw invalid(`The path pattern ${pattern.slice(0, 60)} has too many wildcards.`, `Use at most ${MOST_WILDCARDS}.`);
  }
  const anywhere = !pattern.includes('/');
  // A plain name is a file, or a folder with all that is in it.
  const within = /[*?{]/.test(pattern) ? '' : '(?:/.*)?';
  const source = pattern
    .replace(/^\.?\//, '')
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/(?:\*\*\/)+/g, '**/')
    .replace(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}/g, (token) => {
      if (token === '**/') return '(?:.*/)?';
      if (token === '**') return '.*';
      if (token === '*') return '[^/]*';
      if (token === '?') return '[^/]';
      return `(?:${token.slice(1, -1).replaceAll(',', '|')})`;
    })
    .replace(/[{}]/g, '\\$&');
  const expression = new RegExp(
    `^${anywhere ? '(?:.*/)?' : ''}${source}${pattern.endsWith('/') ? '.*' : within}$`,
    'i',
  );
  return (path) => expression.test(path);
}
