// What a copy of a function preserves, as three samples of small hashes that can be compared without the code:
//   tokens  runs of a few tokens, with variables numbered by appearance, and names and literals reduced to their kind
//   tree    each statement with its parent statement, in any order
//   names   what is called, constructed and read, and the literals: where look-alikes differ
import { type CodeToken, isProse } from './tokens.ts';

/** The tokens of a function, each with its statement. */
export interface FunctionTokens {
  readonly tokens: readonly CodeToken[];
  /** For each token, the innermost enclosing statement; 0 is the function itself. */
  readonly statements: readonly number[];
  /** For each statement, its enclosing statement. */
  readonly parents: readonly number[];
}

/** Hashes in ascending order. If there are more than fit, the smallest ones, which are a fair sample. */
export interface Sample {
  readonly hashes: Uint16Array;
  /** The number of hashes before sampling. */
  readonly size: number;
}

export interface Fingerprint {
  /** The number of tokens. */
  readonly length: number;
  /** Equal if only comments, formatting and types differ. */
  readonly text: number;
  /** Equal if variables were consistently renamed as well. */
  readonly form: number;
  readonly tokens: Sample;
  readonly tree: Sample;
  readonly names: Sample;
}

/** Functions with fewer tokens are alike anyway: getters, delegations, constructors that only assign. */
export const MIN_TOKENS = 10;
/** Functions with fewer tokens have too little shape: they are copies only if nothing but variable names differs. */
export const SMALL = 20;
/** Tokens in a row. */
const GRAM = 5;
/** Sample sizes; functions with no more elements are compared exactly. */
export const MAX_SAMPLES = { tokens: 112, tree: 56, names: 64 } as const;

const VARIABLE = 0x9e3779b1;
const NAME = 0x85ebca6b;
const TEXT = 0xc2b2ae35;
const NUMBER = 0x27d4eb2f;

/** Null for a function that is too small to compare. */
export function fingerprint(code: FunctionTokens): Fingerprint | null {
  const { tokens } = code;
  if (tokens.length < MIN_TOKENS) return null;
  const words = new Int32Array(tokens.length);
  const shapes = new Int32Array(tokens.length);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token) continue;
    words[i] = hashText(token.text);
    shapes[i] = shapeOf(token, words[i] ?? 0);
  }
  return {
    length: tokens.length,
    text: words.reduce(mix, 1),
    form: formOf(tokens, words),
    tokens: sample(grams(tokens, words, shapes), MAX_SAMPLES.tokens),
    tree: sample(statementsOf(code, words, shapes), MAX_SAMPLES.tree),
    names: sample(namesOf(tokens, words), MAX_SAMPLES.names),
  };
}

function shapeOf({ kind, text }: CodeToken, word: number): number {
  if (kind === 'variable') return VARIABLE;
  if (kind === 'name') return NAME;
  if (kind === 'mark') return word;
  return isNumber(text) ? NUMBER : TEXT;
}

const isNumber = (text: string): boolean => text.charCodeAt(0) >= 48 && text.charCodeAt(0) <= 57;

/** Hash of all tokens in order, with variables numbered by first appearance. */
function formOf(tokens: readonly CodeToken[], words: Int32Array): number {
  const variables = new Map<number, number>();
  let form = 1;
  for (let i = 0; i < tokens.length; i++) {
    let word = words[i] ?? 0;
    if (tokens[i]?.kind === 'variable') {
      const known = variables.get(word) ?? VARIABLE + variables.size;
      variables.set(word, known);
      word = known;
    }
    form = mix(form, word);
  }
  return form;
}

function grams(tokens: readonly CodeToken[], words: Int32Array, shapes: Int32Array): Int32Array {
  const found = new Int32Array(Math.max(0, tokens.length - GRAM + 1));
  for (let i = 0; i < found.length; i++) found[i] = runOf(tokens, words, shapes, i, i + GRAM);
  return found;
}

/** Hash of a run of tokens; variables are distinguished within the run, regardless of their names. */
function runOf(tokens: readonly CodeToken[], words: Int32Array, shapes: Int32Array, from: number, to: number): number {
  let run = 1;
  for (let i = from; i < to; i++) {
    run = mix(run, shapes[i] ?? 0);
    if (tokens[i]?.kind !== 'variable') continue;
    let first = from;
    while (words[first] !== words[i]) first++;
    run = mix(run, first - from);
  }
  return run;
}

/** Hash of each statement's tokens in any order, because copies also reorder arguments and members. */
function statementsOf(
  { tokens, statements, parents }: FunctionTokens,
  words: Int32Array,
  shapes: Int32Array,
): Int32Array {
  const hashes = new Map<number, number>();
  const first = new Map<number, number>();
  for (let i = 0; i < tokens.length; i++) {
    const kind = tokens[i]?.kind;
    const statement = statements[i] ?? 0;
    const shape = shapes[i] ?? 0;
    const known = hashes.get(statement);
    if (known === undefined) first.set(statement, kind === 'mark' ? shape : 0);
    hashes.set(statement, ((known ?? 0) + finish(kind === 'name' ? (words[i] ?? 0) : shape)) | 0);
  }
  const found: number[] = [];
  for (const [statement, hash] of hashes) found.push(mix(hash, first.get(parents[statement] ?? 0) ?? 0));
  return new Int32Array(found);
}

function namesOf(tokens: readonly CodeToken[], words: Int32Array): Int32Array {
  return words.filter((_, i) => {
    const token = tokens[i];
    return token?.kind === 'name' || (token?.kind === 'literal' && !isProse(token.text));
  });
}

/** A second occurrence counts as another element. */
function sample(values: Int32Array, most: number): Sample {
  const sorted = values.sort();
  const hashes = new Uint16Array(sorted.length);
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    const value = sorted[i] ?? 0;
    count = i > 0 && sorted[i - 1] === value ? count + 1 : 0;
    hashes[i] = finish(mix(value, count));
  }
  return { hashes: hashes.sort().slice(0, most), size: hashes.length };
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

const mix = (hash: number, value: number): number => Math.imul((hash << 5) ^ (hash >>> 27) ^ value, 0x9e3779b1);

function finish(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}
