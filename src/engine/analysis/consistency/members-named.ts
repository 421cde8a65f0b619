// The methods that prose asks for. A word is a method only where the sentence says so: `has a method run`, `implements parse()`.

export interface NamedMethod {
  readonly name: string;
  readonly isAsync: boolean;
}

/** Stands for the parentheses of a call, which a sentence would be divided at. */
export const CALL_END = '\u{fe59}\u{fe5a}';

/** Verbs after which a bare name can only be a method, and those that need the word `method` or parentheses beside it. */
const SURE = /^(?:implements?|implementing|overrides?|overriding|offers?|provides?)$/i;
const VAGUE =
  /^(?:ha(?:s|ve)|having|with|defin(?:es?|ing)|expos(?:es?|ing)|contains?|exports?|its|their|the|declares?|consists?)$/i;
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

export const isMethodName = (word: string): boolean => nameOf(word) !== null;

/** `has an async method run`, `implements get, save and delete`, `offers list() and find()`, `its Handle method`. */
export function methodsNamedIn(text: string): NamedMethod[] {
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token);
  const found = tokens.flatMap((verb, i) => {
    if (!SURE.test(verb) && !VAGUE.test(verb)) return [];
    return listAfter(tokens, i + 1, SURE.test(verb));
  });
  return found.filter(({ name }, i) => found.findIndex((each) => each.name === name) === i);
}

function listAfter(tokens: readonly string[], start: number, isSure: boolean): NamedMethod[] {
  let at = start;
  let saysMethod = false;
  let isAsync = false;
  const names: Name[] = [];
  const skip = () => {
    for (; at < tokens.length && (FILLER.test(tokens[at] ?? '') || METHOD.test(tokens[at] ?? '')); at++) {
      saysMethod ||= METHOD.test(tokens[at] ?? '');
      isAsync ||= /^(?:async|asynchronous|suspend)$/i.test(tokens[at] ?? '');
    }
  };
  for (skip(); at < tokens.length; skip()) {
    const name = nameOf(tokens[at] ?? '');
    if (name === null) break;
    names.push(name);
    at++;
    // `Run(ctx) error method`: what it returns stands before the word.
    if (name.sure && METHOD.test(tokens[at + 1] ?? '') && !JOINS.test(tokens[at] ?? '')) at++;
    if (METHOD.test(tokens[at] ?? '')) saysMethod = true;
    const next = tokens[at] ?? '.';
    if (!CLOSES.test(next)) return names.filter(({ sure }) => sure).map(({ name: each }) => ({ name: each, isAsync }));
    if (!JOINS.test(next)) break;
    at++;
    if (JOINS.test(tokens[at] ?? '')) at++;
  }
  const isMeant = isSure || saysMethod;
  return names.filter(({ sure }) => sure || isMeant).map(({ name }) => ({ name, isAsync }));
}
