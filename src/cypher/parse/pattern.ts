// Patterns: (a:Label {key: value})-[r:TYPE*1..3]->(b).
import type { LinkPattern, MapEntry, Name, NodePattern, PatternPart } from '../ast.ts';
import type { TokenStream } from './token-stream.ts';

export function parsePattern(stream: TokenStream): PatternPart[] {
  const parts = [parsePart(stream)];
  while (stream.takeSymbol(',')) parts.push(parsePart(stream));
  return parts;
}

/** One chain, optionally with a name for the path, optionally as a shortest path. */
export function parsePart(stream: TokenStream): PatternPart {
  const start = stream.start;
  let variable: Name | null = null;
  if (stream.isVariable() && stream.isSymbol('=', 1)) {
    variable = stream.needVariable();
    stream.needSymbol('=');
  }
  const shortest = shortestOf(stream);
  if (shortest === null) return { ...parseChain(stream), variable, at: stream.since(start) };
  stream.next();
  stream.needSymbol('(');
  const chain = parseChain(stream);
  const link = chain.links[0];
  if (!link || chain.links.length > 1) {
    throw stream.error(
      'InvalidRelationshipPattern',
      'A shortest path has exactly one relationship between two nodes.',
      chain.at,
    );
  }
  stream.needSymbol(')');
  return { ...chain, shortest, variable, at: stream.since(start) };
}

function shortestOf(stream: TokenStream): 'one' | 'all' | null {
  if (!stream.isSymbol('(', 1)) return null;
  return stream.isWord('SHORTESTPATH') ? 'one' : stream.isWord('ALLSHORTESTPATHS') ? 'all' : null;
}

export function parseChain(stream: TokenStream): PatternPart {
  const start = stream.start;
  const nodes = [parseNode(stream)];
  const links: LinkPattern[] = [];
  while (isLink(stream)) {
    links.push(parseLink(stream));
    nodes.push(parseNode(stream));
  }
  return { variable: null, shortest: null, nodes, links, at: stream.since(start) };
}

const isLink = (stream: TokenStream): boolean =>
  stream.isSymbol('-') || (stream.isSymbol('<') && stream.isSymbol('-', 1));

function parseNode(stream: TokenStream): NodePattern {
  const start = stream.start;
  stream.needSymbol('(', "a node: '('");
  const variable = stream.isVariable() ? stream.needVariable() : null;
  const labels: string[] = [];
  while (stream.takeSymbol(':') || (labels.length > 0 && stream.takeSymbol('&'))) {
    labels.push(stream.needName('a label').text);
  }
  const properties = parseProperties(stream);
  stream.needSymbol(')', "a label, properties or ')'");
  return { variable, labels, properties, at: stream.since(start) };
}

function parseProperties(stream: TokenStream): MapEntry[] {
  if (stream.peek().kind === 'parameter') {
    throw stream.error(
      'InvalidParameterUse',
      'A parameter cannot replace all properties of a pattern.',
      stream.peek(),
      'Name each property: {key: $value}.',
    );
  }
  return stream.isSymbol('{') ? parseMapEntries(stream) : [];
}

export function parseMapEntries(stream: TokenStream): MapEntry[] {
  stream.needSymbol('{');
  const entries: MapEntry[] = [];
  if (stream.takeSymbol('}')) return entries;
  do {
    const key = stream.needName('a property key').text;
    stream.needSymbol(':');
    entries.push({ key, value: stream.expression() });
  } while (stream.takeSymbol(','));
  stream.needSymbol('}', "',' or '}'");
  return entries;
}

function parseLink(stream: TokenStream): LinkPattern {
  const start = stream.start;
  const toLeft = stream.takeSymbol('<');
  stream.needSymbol('-');
  const inside = stream.takeSymbol('[')
    ? parseLinkInside(stream)
    : { variable: null, types: [], properties: [], length: null };
  stream.needSymbol('-');
  const toRight = stream.takeSymbol('>');
  const direction = toLeft === toRight ? 'both' : toRight ? 'outgoing' : 'incoming';
  return { ...inside, direction, at: stream.since(start) };
}

function parseLinkInside(stream: TokenStream): Omit<LinkPattern, 'direction' | 'at'> {
  const variable = stream.isVariable() ? stream.needVariable() : null;
  const types: string[] = [];
  if (stream.takeSymbol(':')) {
    do {
      stream.takeSymbol(':');
      types.push(stream.needName('a relationship type').text);
    } while (stream.takeSymbol('|'));
  }
  const length = parseLength(stream);
  const properties = parseProperties(stream);
  stream.needSymbol(']', "a type, a length, properties or ']'");
  return { variable, types, properties, length };
}

/** `*`, `*2`, `*1..3`, `*..3`, `*2..`. */
function parseLength(stream: TokenStream): LinkPattern['length'] {
  if (stream.isSymbol('..')) {
    throw stream.error('InvalidRelationshipPattern', "A range of lengths starts with '*': *1..3.");
  }
  if (!stream.takeSymbol('*')) return null;
  const least = parseBound(stream);
  if (!stream.takeSymbol('..')) return { least: least ?? 1, most: least ?? Number.POSITIVE_INFINITY };
  return { least: least ?? 1, most: parseBound(stream) ?? Number.POSITIVE_INFINITY };
}

function parseBound(stream: TokenStream): number | null {
  const { kind, value } = stream.peek();
  if (stream.isSymbol('-') || kind === 'badNumber' || (kind === 'number' && typeof value !== 'number')) {
    throw stream.error('InvalidRelationshipPattern', 'The length of a path must be a non-negative integer.');
  }
  if (kind !== 'number' || typeof value !== 'number') return null;
  if (!Number.isInteger(value)) {
    throw stream.error('InvalidRelationshipPattern', 'The length of a path must be a non-negative integer.');
  }
  stream.next();
  return value;
}
