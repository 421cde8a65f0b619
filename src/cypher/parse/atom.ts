// The atoms of expressions: literals, names, calls, lists, maps, comprehensions, CASE, EXISTS, patterns.
import type { Expression, PatternPart, ProjectionEntry, Quantifier } from '../ast.ts';
import { fitsInteger } from '../values/numbers.ts';
import { parseChain, parseMapEntries, parsePart, parsePattern } from './pattern.ts';
import type { TokenStream } from './token-stream.ts';

const QUANTIFIERS: readonly Quantifier[] = ['all', 'any', 'none', 'single'];

export function parseAtom(stream: TokenStream): Expression {
  const start = stream.start;
  const token = stream.peek();
  switch (token.kind) {
    case 'number':
      stream.next();
      if (typeof token.value === 'bigint' && !fitsInteger(token.value)) {
        throw stream.error('IntegerOverflow', 'This is not a 64-bit integer.', token);
      }
      return { kind: 'literal', value: token.value, at: token };
    case 'badNumber':
      throw stream.error('InvalidNumberLiteral', `'${token.text}' is not a number.`, token);
    case 'string':
      stream.next();
      return { kind: 'literal', value: token.value, at: token };
    case 'parameter':
      stream.next();
      return { kind: 'parameter', name: token.text, at: token };
    case 'symbol':
      if (token.text === '(') return parseBracketed(stream);
      if (token.text === '[') return parseList(stream);
      if (token.text !== '{') throw stream.unexpected('an expression');
      return { kind: 'map', entries: parseMapEntries(stream), at: stream.since(start) };
    case 'name':
      return parseWord(stream) ?? parseNamed(stream);
    case 'quotedName':
      return parseNamed(stream);
    case 'end':
      throw stream.unexpected('an expression');
  }
}

/** A pattern if one begins here, or else an expression in parentheses. */
function parseBracketed(stream: TokenStream): Expression {
  const start = stream.start;
  const pattern = stream.attempt(() => {
    const chain = parseChain(stream);
    return chain.links.length > 0 ? chain : null;
  });
  if (pattern) return { kind: 'patternPredicate', pattern, at: pattern.at };
  stream.needSymbol('(');
  const inside = stream.expression();
  stream.needSymbol(')', "an operator or ')'");
  return { ...inside, at: stream.since(start) };
}

/** Expressions that begin with a keyword. */
function parseWord(stream: TokenStream): Expression | null {
  const start = stream.start;
  for (const [word, value] of [
    ['TRUE', true],
    ['FALSE', false],
    ['NULL', null],
  ] as const) {
    if (stream.isWord(word) && !stream.isSymbol('(', 1)) {
      stream.next();
      return { kind: 'literal', value, at: stream.since(start) };
    }
  }
  if (stream.isWord('CASE')) return parseCase(stream);
  if (stream.isWord('EXISTS') && stream.isSymbol('{', 1)) return parseExists(stream);
  if (!stream.isSymbol('(', 1)) return null;
  if (stream.isWord('COUNT') && stream.isSymbol('*', 2)) {
    for (let length = 0; length < 3; length++) stream.next();
    stream.needSymbol(')');
    return { kind: 'countAll', at: stream.since(start) };
  }
  const quantifier = QUANTIFIERS.find((each) => stream.isWord(each.toUpperCase()));
  if (quantifier && stream.isVariable(2) && stream.isWord('IN', 3)) return parseQuantifier(stream, quantifier);
  if (stream.isWord('REDUCE') && stream.isVariable(2) && stream.isSymbol('=', 3)) return parseReduce(stream);
  if (stream.isWord('SHORTESTPATH') || stream.isWord('ALLSHORTESTPATHS')) {
    const pattern = parsePart(stream);
    return { kind: 'patternComprehension', ...shortestPath(pattern), at: pattern.at };
  }
  return null;
}

const PATH = '  path';

/** shortestPath() as a value: the list of such paths, from which the compiler picks the requested ones. */
function shortestPath(pattern: PatternPart): { pattern: PatternPart; where: null; body: Expression } {
  const named = { ...pattern, variable: { name: PATH, at: pattern.at } };
  return { pattern: named, where: null, body: { kind: 'variable', name: PATH, at: pattern.at } };
}

/** A call, a map projection or a variable. */
function parseNamed(stream: TokenStream): Expression {
  const start = stream.start;
  const length = callLength(stream);
  if (length > 0) {
    const name = Array.from({ length }, () => stream.next().text).join('');
    stream.needSymbol('(');
    const distinct = stream.takePhrase('DISTINCT');
    const args = parseArguments(stream);
    return { kind: 'call', name, distinct, args, at: stream.since(start) };
  }
  if (!stream.isVariable()) throw stream.unexpected('an expression');
  const variable = stream.needVariable();
  if (!stream.isSymbol('{')) return { kind: 'variable', name: variable.name, at: variable.at };
  stream.next();
  const items: ProjectionEntry[] = [];
  if (!stream.isSymbol('}'))
    do items.push(parseProjectionEntry(stream));
    while (stream.takeSymbol(','));
  stream.needSymbol('}', "',' or '}'");
  return { kind: 'mapProjection', variable, items, at: stream.since(start) };
}

/** How many tokens name a function, as in `name(` or `space.name(`; 0 when no parenthesis follows. */
function callLength(stream: TokenStream): number {
  let length = 1;
  while (stream.isSymbol('.', length) && ['name', 'quotedName'].includes(stream.peek(length + 1).kind)) length += 2;
  return stream.isSymbol('(', length) ? length : 0;
}

/** Parses up to and including the closing parenthesis. */
export function parseArguments(stream: TokenStream): Expression[] {
  const args: Expression[] = [];
  if (stream.takeSymbol(')')) return args;
  do args.push(stream.expression());
  while (stream.takeSymbol(','));
  stream.needSymbol(')', "',' or ')'");
  return args;
}

function parseProjectionEntry(stream: TokenStream): ProjectionEntry {
  if (stream.takeSymbol('.')) {
    if (stream.takeSymbol('*')) return { kind: 'all' };
    return { kind: 'property', key: stream.needName('a property key').text };
  }
  const { text: key, start, end } = stream.needName('a key, .key or .*');
  if (stream.takeSymbol(':')) return { kind: 'entry', key, value: stream.expression() };
  return { kind: 'entry', key, value: { kind: 'variable', name: key, at: { start, end } } };
}

function parseList(stream: TokenStream): Expression {
  const start = stream.start;
  const head = stream.isVariable(1) && stream.isWord('IN', 2) ? parseComprehensionHead(stream) : null;
  if (head) {
    const where = stream.takePhrase('WHERE') ? stream.expression() : null;
    const body = stream.takeSymbol('|') ? stream.expression() : null;
    stream.needSymbol(']', "WHERE, '|' or ']'");
    return { kind: 'listComprehension', ...head, where, body, at: stream.since(start) };
  }
  const pattern = stream.attempt(() => {
    stream.needSymbol('[');
    const part = parsePart(stream);
    const goesOn = stream.isWord('WHERE') || stream.isSymbol('|');
    return goesOn && part.links.length > 0 && part.shortest === null ? part : null;
  });
  if (pattern) {
    const where = stream.takePhrase('WHERE') ? stream.expression() : null;
    stream.needSymbol('|');
    const body = stream.expression();
    stream.needSymbol(']');
    return { kind: 'patternComprehension', pattern, where, body, at: stream.since(start) };
  }
  stream.needSymbol('[');
  const items: Expression[] = [];
  if (!stream.isSymbol(']'))
    do items.push(stream.expression());
    while (stream.takeSymbol(','));
  stream.needSymbol(']', "',' or ']'");
  return { kind: 'list', items, at: stream.since(start) };
}

/** Null when `x IN list` is only the first item of a list. */
function parseComprehensionHead(stream: TokenStream): { variable: string; list: Expression } | null {
  return stream.attempt(() => {
    stream.needSymbol('[');
    const variable = stream.needVariable().name;
    stream.needPhrase('IN');
    const list = stream.expression();
    return stream.isSymbol(',') ? null : { variable, list };
  });
}

function parseQuantifier(stream: TokenStream, quantifier: Quantifier): Expression {
  const start = stream.start;
  stream.next();
  stream.needSymbol('(');
  const variable = stream.needVariable().name;
  stream.needPhrase('IN');
  const list = stream.expression();
  stream.needPhrase('WHERE');
  const where = stream.expression();
  stream.needSymbol(')');
  return { kind: 'quantifier', quantifier, variable, list, where, at: stream.since(start) };
}

function parseReduce(stream: TokenStream): Expression {
  const begin = stream.start;
  stream.next();
  stream.needSymbol('(');
  const accumulator = stream.needVariable().name;
  stream.needSymbol('=');
  const start = stream.expression();
  stream.needSymbol(',');
  const variable = stream.needVariable().name;
  stream.needPhrase('IN');
  const list = stream.expression();
  stream.needSymbol('|');
  const body = stream.expression();
  stream.needSymbol(')');
  return { kind: 'reduce', accumulator, start, variable, list, body, at: stream.since(begin) };
}

function parseCase(stream: TokenStream): Expression {
  const start = stream.start;
  stream.needPhrase('CASE');
  const subject = stream.isWord('WHEN') ? null : stream.expression();
  const branches: { when: Expression; result: Expression }[] = [];
  do {
    stream.needPhrase('WHEN');
    const when = stream.expression();
    stream.needPhrase('THEN');
    branches.push({ when, result: stream.expression() });
  } while (stream.isWord('WHEN'));
  const otherwise = stream.takePhrase('ELSE') ? stream.expression() : null;
  stream.needPhrase('END');
  return { kind: 'case', subject, branches, otherwise, at: stream.since(start) };
}

function parseExists(stream: TokenStream): Expression {
  const start = stream.start;
  stream.needPhrase('EXISTS');
  stream.needSymbol('{');
  if (stream.isSymbol('(') || stream.isSymbol('=', 1)) {
    const pattern = parsePattern(stream);
    const where = stream.takePhrase('WHERE') ? stream.expression() : null;
    stream.needSymbol('}', "WHERE or '}'");
    return { kind: 'existsPattern', pattern, where, at: stream.since(start) };
  }
  const query = stream.nested(() => stream.block());
  stream.needSymbol('}');
  return { kind: 'existsQuery', query, at: stream.since(start) };
}
