// Regular expressions for =~, in RE2's syntax and in linear time: features that need backtracking (back references,
// lookaround) are refused.
import type { RE2JS } from 're2js';
import type { Budget } from '../budget.ts';
import { type CypherError, runtimeError } from '../error.ts';

/** Instructions of a compiled pattern: about what matches a short text within a tenth of a second. */
const MAX_SIZE = 2000;
/** Characters of a pattern; nobody writes a longer one. */
const MAX_LENGTH = 2000;
/** Compiling expands repetitions; this bounds the expanded length beforehand. */
const MAX_EXPANDED_LENGTH = 200_000;
/** RE2 accepts no nested repetition with a higher total. */
const MAX_REPETITIONS = 1000;
/** A program of up to this size keeps few states active; a larger one may keep all. */
const SMALL = 100;
const STEPS_OF_SMALL = 10;
const STEPS_TO_COMPILE = 100;
/** A Unicode property expands to hundreds of ranges. */
const STEPS_OF_PROPERTY = 20_000;
/** With case folding, every character of a range is processed. */
const STEPS_OF_RANGE = 150_000;

let library: typeof import('re2js') | null = null;

/** Called before a query with a pattern runs, so that startup need not load the library. */
export async function loadPatterns(): Promise<void> {
  library ??= await import('re2js');
}

const patterns = new WeakMap<Budget, Map<string, RE2JS>>();

/** Whether the whole text matches. */
export function matchesPattern(text: string, pattern: string, budget: Budget): boolean {
  const known = patterns.get(budget) ?? new Map<string, RE2JS>();
  patterns.set(budget, known);
  const compiled = known.get(pattern) ?? compilePattern(pattern, budget);
  if (known.size < 100) known.set(pattern, compiled);
  const size = compiled.programSize();
  budget.step((text.length + 1) * (size <= SMALL ? STEPS_OF_SMALL : size));
  return compiled.matches(text);
}

function compilePattern(pattern: string, budget: Budget): RE2JS {
  if (pattern.length > MAX_LENGTH) throw refused('it is too large');
  const repeated = [...pattern.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)].reduce(
    (product, [, least, most = '']) => Math.min(MAX_REPETITIONS, product * Math.max(1, Number(least), Number(most))),
    1,
  );
  if (pattern.length * repeated > MAX_EXPANDED_LENGTH) throw refused('it is too large');
  budget.step(stepsToCompile(pattern));
  const compiled = parsed(pattern);
  const size = compiled.programSize();
  if (size > MAX_SIZE) throw refused('it is too large');
  budget.step(size);
  return compiled;
}

function stepsToCompile(pattern: string): number {
  const properties = pattern.match(/\\p/gi)?.length ?? 0;
  // A range that ends in an ASCII character is short.
  const ranges = /\(\?[a-z-]*i/i.test(pattern) ? (pattern.match(/-(?:\\|[^\0-\x7f])/g)?.length ?? 0) : 0;
  return pattern.length * STEPS_TO_COMPILE + properties * STEPS_OF_PROPERTY + ranges * STEPS_OF_RANGE;
}

function parsed(pattern: string): RE2JS {
  if (!library) throw new Error('loadPatterns must run before a query with a pattern');
  try {
    return library.RE2JS.compile(pattern);
  } catch (error) {
    throw error instanceof library.RE2JSException ? refused(error.message) : error;
  }
}

const refused = (reason: string): CypherError =>
  runtimeError('ArgumentError', 'InvalidArgumentValue', `This regular expression is not supported: ${reason}.`);
