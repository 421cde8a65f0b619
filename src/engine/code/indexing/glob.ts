import { invalid } from '../../../errors.ts';

const MAX_PATTERN_LENGTH = 500;
/** `{a,b}{c,d}` expands to four patterns. */
const MAX_ALTERNATIVES = 100;

/** Two stars with a slash (any folders), two or more stars (across folders), or one character, `*` and `?` included. */
const TOKEN = /\*\*\/|\*{2,}|[\s\S]/gu;
/** The same, with one of several characters: `[jt]`, `[a-z]`, `[!x]`. */
const TOKEN_OR_CLASS = /\*\*\/|\*{2,}|\[!?[^\]/]+\]|[\s\S]/gu;

type PathFilter = (path: string) => boolean;

/**
 * Matches paths against a pattern: `*` inside a folder, `**` across folders, `?`, `{a,b}`, `[ab]`; without a slash before
 * its end, in any folder. Brackets also match themselves, because folders are called `[id]`. Reads every character of the
 * path only once; a regular expression could backtrack exponentially.
 */
export function globFilter(pattern: string): PathFilter {
  const base = checkedBase(pattern);
  // A plain name matches a file, or a folder with everything in it.
  return anyOf(/[*?{]/.test(pattern) ? [base] : [base, `${base}/**`]);
}

/** The same for several patterns: a wildcard matches folders, too, and what begins with `!` is taken back. */
export function selectionFilter(patterns: readonly string[]): PathFilter {
  const rules = patterns.map((pattern) => {
    const isBack = pattern.startsWith('!');
    const base = checkedBase(isBack ? pattern.slice(1) : pattern);
    return { isBack, fits: anyOf([base, `${base}/**`]) };
  });
  return (path) => rules.findLast(({ fits }) => fits(path))?.isBack === false;
}

/** From the root of the project: `/src` as it is, `*.ts` in any folder. */
function checkedBase(pattern: string): string {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw invalid(
      `The path pattern ${pattern.slice(0, 60)}… is too long.`,
      `Use at most ${MAX_PATTERN_LENGTH} characters.`,
    );
  }
  const anywhere = /\/./s.test(pattern) ? '' : '**/';
  return `${anywhere}${pattern.replace(/^\.?\//, '')}`;
}

function anyOf(bases: readonly string[]): PathFilter {
  const expanded = bases.map((base) => base.replace(/\/$/, '/**')).flatMap(expand);
  const alternatives = expanded.flatMap((each) => {
    const lower = each.toLowerCase();
    const [plain, withClasses] = [lower.match(TOKEN) ?? [], lower.match(TOKEN_OR_CLASS) ?? []];
    return (plain.length === withClasses.length ? [plain] : [plain, withClasses]).map((tokens) => ({
      tokens,
      literal: longestLiteral(tokens),
    }));
  });
  return (path) => {
    const lower = path.toLowerCase();
    const possible = alternatives.filter(({ literal }) => lower.includes(literal));
    if (possible.length === 0) return false;
    const characters = [...lower];
    return possible.some(({ tokens }) => fits(tokens, characters));
  };
}

/** Looked for first, because most paths do not have it. */
function longestLiteral(tokens: readonly string[]): string {
  let longest = '';
  let current = '';
  for (const token of tokens) {
    current = isLiteral(token) ? current + token : '';
    if (current.length > longest.length) longest = current;
  }
  return longest;
}

const isLiteral = (token: string): boolean => !isWild(token) && token !== '?' && !isClass(token);
const isClass = (token: string): boolean => token.length > 1 && token.startsWith('[');

function isInClass(character: string, token: string): boolean {
  const isNot = token.startsWith('[!');
  const parts = token.slice(isNot ? 2 : 1, -1).match(/[\s\S]-[\s\S]|[\s\S]/gu) ?? [];
  const isIn = parts.some((part) => {
    const [first = '', , last = first] = part;
    return character >= first && character <= last;
  });
  return isIn !== isNot && character !== '/';
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
      } else if (token !== undefined && isOne(token, character)) {
        next.add(place + 1);
      }
    }
    places = reachable(next, tokens);
  }
  return places.has(tokens.length);
}

const isOne = (token: string, character: string): boolean =>
  token === '?' ? character !== '/' : isClass(token) ? isInClass(character, token) : token === character;

const isWild = (token: string | undefined): boolean => token?.startsWith('*') ?? false;

/** Adds the positions after wildcards, which may match nothing. */
function reachable(places: Set<number>, tokens: readonly string[]): Set<number> {
  // Iterating a set includes elements added during the loop.
  for (const place of places) if (isWild(tokens[place])) places.add(place + 1);
  return places;
}
