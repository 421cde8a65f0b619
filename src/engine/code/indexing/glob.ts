import { invalid } from '../../../errors.ts';

const LONGEST_PATTERN = 500;
/** `{a,b}{c,d}` makes four patterns of one. */
const MOST_ALTERNATIVES = 100;

/** `*` inside a folder, `**` across folders, the same up to the end of a folder, `?`; anything else is itself. */
const TOKEN = /\*\*\/|\*{2,}|[\s\S]/gu;

/**
 * Whether a path fits a pattern: `*` inside a folder, `**` across folders, `?`, `{a,b}`; without a slash, any file so named.
 * Every character of the path is looked at once: a regular expression would try each way to share it among the wildcards.
 */
export function globFilter(pattern: string): (path: string) => boolean {
  if (pattern.length > LONGEST_PATTERN) {
    throw invalid(
      `The path pattern ${pattern.slice(0, 60)}… is too long.`,
      `Use at most ${LONGEST_PATTERN} characters.`,
    );
  }
  const anywhere = pattern.includes('/') ? '' : '**/';
  const base = `${anywhere}${pattern.replace(/^\.?\//, '')}`;
  // A plain name is a file, or a folder with all that is in it.
  const wholes = /[*?{]/.test(pattern) ? [base] : [base, `${base}/**`];
  const all = pattern.endsWith('/') ? [`${base}**`] : wholes;
  const alternatives = all.flatMap(expand).map((each) => each.toLowerCase().match(TOKEN) ?? []);
  return (path) => {
    const characters = [...path.toLowerCase()];
    return alternatives.some((tokens) => fits(tokens, characters));
  };
}

/** Each way to choose from the braces. */
function expand(pattern: string): string[] {
  let expanded = [''];
  for (const part of pattern.match(/\{[^{}]*\}|[^{]+|\{/g) ?? []) {
    const choices = /^\{[^{}]*\}$/.test(part) ? part.slice(1, -1).split(',') : [part];
    expanded = expanded.flatMap((before) => choices.map((choice) => before + choice));
    if (expanded.length > MOST_ALTERNATIVES) {
      throw invalid(
        `The path pattern ${pattern.slice(0, 60)} has too many alternatives.`,
        `Use at most ${MOST_ALTERNATIVES}.`,
      );
    }
  }
  return expanded;
}

/** Follows every place in the pattern at once that the path may have come to. */
function fits(tokens: readonly string[], path: readonly string[]): boolean {
  // Inside of `**/`, which has to come to the end of a folder: a place of its own, behind all others.
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

/** With the places behind wildcards, which may stand for nothing. */
function reachable(places: Set<number>, tokens: readonly string[]): Set<number> {
  // A set goes on with what is added to it meanwhile.
  for (const place of places) if (isWild(tokens[place])) places.add(place + 1);
  return places;
}
