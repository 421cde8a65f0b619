// The methods that prose asks for. A word is a method only where the sentence says so: `has a method run`, `implements parse()`.

import { identifierParts, STOP_WORDS } from '../../text/terms.ts';

export interface NamedMethod {
  readonly name: string;
  readonly isAsync: boolean;
}

/** Stands for the parentheses of a call, which a sentence would be divided at. */
export const CALL_END = '\u{fe59}\u{fe5a}';

/** Verbs after which a bare name can only be a method, and those that need the word `method` or parentheses beside it. */
const SURE = /^(?:implements?|implementing|overrides?|overriding|offers?|provides?)$/i;
const VAGUE = /^(?:ha(?:s|ve)|having|defin(?:es?|ing)|expos(?:es?|ing)|contains?|exports?)$/i;
/** `with a run() method`: here parentheses alone tell nothing. */
const BESIDE = /^(?:with|its|their|the|an?)$/i;
const CALLS = /^(?:calls?|calling|invokes?|invoking|uses?|using|through|via|to|by|from|of|in|after|before)$/i;
const METHOD = /^(?:methods?|functions?)$/i;
const FILLER =
  /^(?:an?|the|its|their|own|one|two|three|four|exactly|only|at|least|both|all|of|public|static|abstract|single|following|named|called|async|asynchronous|suspend|throws|pure|virtual|main|instance|class|also|least|these|:)$/i;
const JOINS = /^(?:,|and|or|&)$/i;
const CLOSES = /^(?:[,;.:()]|and|or|that|which|whose|with|for|to|in|on|where|so|from|as|but|methods?|functions?)$/i;
/** Deeds that methods are called after: after `implements` no English sentence has them. */
const DEEDS: ReadonlySet<string> = new Set(
  `run handle execute perform call process get set put list save find delete remove update create load store fetch parse validate render
  start stop close open init setup teardown build apply send publish consume invoke dispatch up down convert transform read write add
  serialize deserialize encode decode connect disconnect reset flush commit rollback accept visit next equals compare clone dispose
  configure register boot authorize rules emit subscribe notify tick draw receive insert upsert export import generate compute calculate
  resolve reject enqueue dequeue push pop acquire release lock unlock poll scan index supports matches toString hashCode main`.split(
    /\s+/,
  ),
);
const TOKEN = new RegExp(
  String.raw`${'`'}[^${'`'}]+${'`'}|@?[A-Za-z_$][\w$]*(?:\.[\w$]+)*(?:${CALL_END})?|[,;:.()&]`,
  'g',
);

interface Name {
  readonly name: string;
  readonly sure: boolean;
}

/** A name as code would have it; null for words. */
function nameOf(token: string): Name | null {
  const quoted = /^`([A-Za-z_$][\w$]*)(?:\(.*\)|\u{fe59}\u{fe5a})?`$/u.exec(token)?.[1];
  if (quoted !== undefined) return { name: quoted, sure: token.includes('(') || token.includes(CALL_END) };
  if (token.startsWith('@') || token.includes('.')) return null;
  const called = token.endsWith(CALL_END);
  const name = called ? token.slice(0, -CALL_END.length) : token;
  if (called) return { name, sure: true };
  const isCode = /^_*[a-z][a-z\d]*(?:_[a-z\d]+)+$|^[a-z][a-z\d]*[A-Z]\w*$|^__\w+__$/.test(name);
  return isCode || DEEDS.has(name.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()))
    ? { name, sure: false }
    : null;
}

/** `methods view, update and delete`, `a method called compensate`: any word, right after it or in the list that follows. */
function plainly(tokens: readonly string[], at: number, isListed: boolean): Name | null {
  const [before = '', token = '', next = '.'] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const isNext =
    isListed || METHOD.test(before) || (/^(?:named|called)$/i.test(before) && METHOD.test(tokens[at - 2] ?? ''));
  const isWord = /^[A-Za-z]\w*$/.test(token) && !STOP_WORDS.has(token.toLowerCase()) && !NO_NAME.test(token);
  return isNext && isWord && /^[,;.:]$|^(?:and|or|that|which|whose|with)$/.test(next)
    ? { name: token, sure: false }
    : null;
}

/** Words that follow `methods` in plain English. */
const NO_NAME =
  /^(?:return\w*|takes?|only|names?|calls?|arguments?|parameters?|components?|here|there|alone|themselves|throws?)$/i;

export const isMethodName = (word: string): boolean => nameOf(word) !== null;

/** `has an async method run`, `implements get, save and delete`, `offers list() and find()`, `its Handle method`. */
export function methodsNamedIn(text: string): NamedMethod[] {
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token);
  const found = tokens.flatMap((verb, i) => {
    const isBeside = BESIDE.test(verb);
    if (!SURE.test(verb) && !VAGUE.test(verb) && !isBeside) return [];
    // `calls the run() method` asks for a call.
    if (isBeside && CALLS.test(tokens[i - 1] ?? '')) return [];
    return listAfter(tokens, i + 1, SURE.test(verb), isBeside);
  });
  return found.filter(({ name }, i) => found.findIndex((each) => each.name === name) === i);
}

function listAfter(tokens: readonly string[], start: number, isSure: boolean, isBeside: boolean): NamedMethod[] {
  let at = start;
  let saysMethod = false;
  let isAsync = false;
  /** Whether the list begins as plain words after `methods`. */
  let isPlain = false;
  const names: Name[] = [];
  const skip = () => {
    for (; at < tokens.length && (FILLER.test(tokens[at] ?? '') || METHOD.test(tokens[at] ?? '')); at++) {
      saysMethod ||= METHOD.test(tokens[at] ?? '');
      isAsync ||= /^(?:async|asynchronous|suspend)$/i.test(tokens[at] ?? '');
    }
  };
  for (skip(); at < tokens.length; skip()) {
    const plain = plainly(tokens, at, isPlain && JOINS.test(tokens[at - 1] ?? ''));
    const name = nameOf(tokens[at] ?? '') ?? plain;
    if (name === null) break;
    isPlain = isPlain || (plain !== null && /s$/i.test(tokens[at - 1] ?? ''));
    names.push(name);
    at++;
    // `Run(ctx) error method`: what it returns stands before the word.
    if (name.sure && METHOD.test(tokens[at + 1] ?? '') && !JOINS.test(tokens[at] ?? '')) at++;
    if (METHOD.test(tokens[at] ?? '')) saysMethod = true;
    const next = tokens[at] ?? '.';
    if (!CLOSES.test(next) && !(isBeside && saysMethod)) {
      return isBeside ? [] : names.filter(({ sure }) => sure).map(({ name: each }) => ({ name: each, isAsync }));
    }
    if (!JOINS.test(next)) break;
    at++;
    if (JOINS.test(tokens[at] ?? '')) at++;
  }
  // `exposes findById and save`: the first is a name of code, and a deed.
  const isCode =
    !isBeside && names.some(({ name }) => DEEDS.has(identifierParts(name)[0] ?? '') && /[a-z][A-Z]|_/.test(name));
  const isMeant = isSure || saysMethod || isCode;
  return names.filter(({ sure }) => (sure && !isBeside) || isMeant).map(({ name }) => ({ name, isAsync }));
}
