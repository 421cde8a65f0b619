import { invalid } from '../../../errors.ts';

const MAX_PATTERN_LENGTH = 500;
/** `{a,b}{c,d}` expands to four patterns. */
const MAX_ALTERNATIVES = 100;

/** Two stars with a slash (any folders), two or more stars (across folders), or one character, `*` and `?` included. */
const TOKEN = /\*\*\/|\*{2,}|[\s\S]/gu;

/**
 * Matches paths against a pattern: `*` inside a folder, `**` across folders, `?`, `{a,b}`; without a slash, in any
 * folder. Reads every character of the path only once; a regular expression could backtrack exponentially.
 */
export function globFilter(pattern: string): (path: string) => boolean {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw invalid(
      `The path pattern ${pattern.slice(0, 60)}… is too long.`,
      `Use at most ${MAX_PATTERN_LENGTH} characters.`,
    );
  }
  const anywhere = pattern.includes('/') ? '' : '**/';
  const base = `${anywhere}${pattern.replace(/^\.?\//, '')}`;
  // A plain name matches a file, or a folder with everything in it.
  const wholes = /[*?{]/.test(pattern) ? [base] : [base, `${base}/**`];
  const all = pattern.endsWith('/') ? [`${base}**`] : wholes;
  const alternatives = all.flatMap(expand).map((each) => each.toLowerCase().match(TOKEN) ?? []);
  return (path) => {
    const characters = [...path.toLowerCase()];
    return alternatives.some((tokens) => fits(tokens, characters));
  };
}

/** All combinations of the alternatives in braces. */
function expand(pattern: string): string[] {
  let expanded = [''];
  for (const part of pattern.match(/\{[^{}]*\}|[^{]+|\{/g) ?? []) {
    const choices = /^\{[^{}]*\}$/.test(part) ? part.slice(1, -1).split(',') : [part];
    expanded = expanded.flatMap((before) => choices.map((choice) => before + choice));
    if (expanded.length > MAX_ALTERNATIVES) {
      throw invalid(
        `The path pattern ${pattern.slice(0, 60)} has too many alternatives.`,
        `Use at most ${MAX_ALTERNATIVES}.`,
      );
    }
  }
  return expanded;
}

/** Tracks all positions in the pattern at once that the path may have reached. */
function fits(tokens: readonly string[], path: readonly string[]): boolean {
  // Positions inside `**/`, which must end at a slash, are numbered after all others.
  const inside = (place: number) => tokens.length + 1 + place;
  let places = reachable(new Set([0]), tokens);
  for (const character of path) {
    const next = new Set<number>();
    for (const place of places) {
      const crossing = place > tokens.length ? place - inside(0) : tokens[place] === '**/' ? place : null;
      const token = tokens[place];
      if (crossing !== null) {
        next.add(inside(crossing));
        if (character === '/') next.add(crossing + 1);
      } else if (isWild(token)) {
        if (token !== '*' || character !== '/') next.add(place);
      } else if (token === character || (token === '?' && character !== '/')) {
        next.add(place + 1);
      }
    }
    places = reachable(next, tokens);
  }
  return places.has(tokens.length);
}

const isWild = (token: string | undefined): boolean => token?.startsWith('*') ?? false;

/** Adds the positions after wildcards, which may match nothing. */
function reachable(places: Set<number>, tokens: readonly string[]): Set<number> {
  // Iterating a set includes elements added during the loop.
  for (const place of places) if (isWild(tokens[place])) places.add(place + 1);
  return places;
}
