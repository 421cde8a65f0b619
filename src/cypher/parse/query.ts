// Queries and their clauses. Writing clauses are recognised only to be refused by name.
import type { Clause, Expression, Name, Projection, ProjectionItem, Query } from '../ast.ts';
import { parseArguments } from './atom.ts';
import { parseExpression } from './expression.ts';
import { parsePattern } from './pattern.ts';
import { TokenStream } from './token-stream.ts';

const ALLOWED = 'Only MATCH, OPTIONAL MATCH, WHERE, WITH, UNWIND, CALL, RETURN and UNION are allowed.';
const WRITES = ['CREATE', 'MERGE', 'SET', 'DELETE', 'DETACH', 'REMOVE', 'FOREACH', 'DROP', 'ALTER', 'GRANT'];

export function parseQuery(text: string): Query {
  const stream = new TokenStream(text, { expression: parseExpression, block: parseBlock });
  try {
    const query = parseUnion(stream, 'ReadOnly');
    stream.takeSymbol(';');
    if (stream.peek().kind !== 'end') throw stream.unexpected('a clause or the end of the query');
    return query;
  } catch (error) {
    throw stream.best(error);
  }
}

/** A query inside an expression, which must not write even where writing is allowed. */
const parseBlock = (stream: TokenStream): Query => parseUnion(stream, 'InvalidClauseComposition');

type Refusal = 'ReadOnly' | 'InvalidClauseComposition';

function parseUnion(stream: TokenStream, refusal: Refusal): Query {
  const parts = [parseSingle(stream, refusal)];
  const kinds = new Set<boolean>();
  while (stream.isWord('UNION')) {
    const { start, end } = stream.next();
    kinds.add(stream.takePhrase('ALL'));
    if (kinds.size > 1) {
      throw stream.error('InvalidClauseComposition', 'UNION and UNION ALL cannot be mixed.', { start, end });
    }
    parts.push(parseSingle(stream, refusal));
  }
  return { text: stream.text, parts, keepDuplicates: kinds.has(true) };
}

function parseSingle(stream: TokenStream, refusal: Refusal): Clause[] {
  const clauses: Clause[] = [];
  for (;;) {
    const clause = parseClause(stream, refusal);
    if (!clause) break;
    clauses.push(clause);
    if (clause.kind === 'return') break;
  }
  const last = clauses.at(-1);
  if (!last) throw stream.unexpected('a clause: MATCH, OPTIONAL MATCH, WITH, UNWIND, CALL or RETURN');
  if (last.kind === 'return') {
    const more = parseClause(stream, refusal);
    if (more) throw stream.error('InvalidClauseComposition', 'Only UNION can follow RETURN.', more.at);
  } else if (last.kind !== 'call') {
    const { kind } = stream.peek();
    if (kind !== 'end' && !stream.isSymbol('}') && !stream.isWord('UNION') && !stream.isSymbol(';')) {
      throw stream.unexpected('a clause');
    }
    // EXISTS { MATCH … } needs no RETURN: it only asks whether there is a row.
    if (refusal === 'ReadOnly')
      throw stream.error('InvalidClauseComposition', 'The query must end with RETURN.', last.at);
  }
  return clauses;
}

function parseClause(stream: TokenStream, refusal: Refusal): Clause | null {
  const start = stream.start;
  if (stream.isWord('LOAD')) throw stream.error(refusal, 'LOAD is not supported.', stream.peek(), ALLOWED);
  const write = WRITES.find((word) => stream.isWord(word));
  if (write) {
    throw stream.error(refusal, `${write} would change the graph, but queries are read-only.`, stream.peek(), ALLOWED);
  }
  if (stream.isWord('MATCH') || stream.isPhrase('OPTIONAL MATCH')) {
    const optional = stream.takePhrase('OPTIONAL');
    stream.needPhrase('MATCH');
    const pattern = parsePattern(stream);
    return { kind: 'match', optional, pattern, where: parseWhere(stream), at: stream.since(start) };
  }
  if (stream.takePhrase('UNWIND')) {
    const list = parseExpression(stream);
    stream.needPhrase('AS');
    return { kind: 'unwind', list, variable: stream.needVariable(), at: stream.since(start) };
  }
  if (stream.takePhrase('WITH')) {
    const projection = parseProjection(stream);
    return { kind: 'with', projection, where: parseWhere(stream), at: stream.since(start) };
  }
  if (stream.takePhrase('RETURN'))
    return { kind: 'return', projection: parseProjection(stream), at: stream.since(start) };
  return stream.takePhrase('CALL') ? parseCall(stream, start) : null;
}

const parseWhere = (stream: TokenStream): Expression | null =>
  stream.takePhrase('WHERE') ? parseExpression(stream) : null;

function parseProjection(stream: TokenStream): Projection {
  const start = stream.start;
  const distinct = stream.takePhrase('DISTINCT');
  const everything = stream.takeSymbol('*');
  const items: ProjectionItem[] = [];
  if (!everything || stream.takeSymbol(','))
    do items.push(parseItem(stream));
    while (stream.takeSymbol(','));
  const order: { expression: Expression; descending: boolean }[] = [];
  if (stream.takePhrase('ORDER BY')) {
    do {
      const expression = parseExpression(stream);
      const descending = stream.takePhrase('DESC') || stream.takePhrase('DESCENDING');
      if (!descending) void (stream.takePhrase('ASC') || stream.takePhrase('ASCENDING'));
      order.push({ expression, descending });
    } while (stream.takeSymbol(','));
  }
  const skip = stream.takePhrase('SKIP') || stream.takePhrase('OFFSET') ? parseExpression(stream) : null;
  const limit = stream.takePhrase('LIMIT') ? parseExpression(stream) : null;
  return { distinct, everything, items, order, skip, limit, at: stream.since(start) };
}

function parseItem(stream: TokenStream): ProjectionItem {
  const start = stream.start;
  const expression = parseExpression(stream);
  const alias = stream.takePhrase('AS') ? stream.needVariable() : null;
  return { expression, alias, at: stream.since(start) };
}

function parseCall(stream: TokenStream, start: number): Clause {
  if (stream.isSymbol('{')) {
    throw stream.error('UnexpectedSyntax', 'CALL { … } is not supported.', stream.peek(), 'Use WITH or EXISTS { … }.');
  }
  let procedure = stream.needName('a procedure').text;
  while (stream.takeSymbol('.')) procedure += `.${stream.needName('a procedure').text}`;
  const args = stream.takeSymbol('(') ? parseArguments(stream) : [];
  if (!stream.takePhrase('YIELD') || stream.takeSymbol('*')) {
    return { kind: 'call', procedure, args, yields: null, where: null, at: stream.since(start) };
  }
  const yields: { column: Name; variable: Name }[] = [];
  do {
    const column = stream.needVariable();
    yields.push({ column, variable: stream.takePhrase('AS') ? stream.needVariable() : column });
  } while (stream.takeSymbol(','));
  return { kind: 'call', procedure, args, yields, where: parseWhere(stream), at: stream.since(start) };
}
