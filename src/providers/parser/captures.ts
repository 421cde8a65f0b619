// The captures of a query, sorted by meaning. The capture names that every query uses:
//   @function @method @class …  a whole definition; @scope one that only lends its name (impl, extension)
//   @name, @name.path           its name; a path such as `A::b` is split into container and name
//   @body, @container           where the signature ends; the owner of a method written outside it
//   @value                      what holds the body: patterns that go one step less deep compile faster
//   @call @import @extends …    the name or path a reference goes to, with @qualifier for what stands before it
//                               and @alias for the name of an import in this file
//   @import.module .file        a module as a whole: `os.path`, `./shape.js`
//   @prefix with @path          a group of imports that share a path
//   @variable                   a variable or field, with @declared for its type or @made for what is called to make its value
//   @comment @attribute @docstring; @doc is what documents the definition it is captured with
import type { Node, Query } from 'web-tree-sitter';
import { REFERENCE_KINDS, type ReferenceKind, SYMBOL_KINDS, type SymbolKind } from '../../engine/code/symbols.ts';

export interface Definition {
  readonly kind: SymbolKind | 'scope';
  readonly node: Node;
  readonly name: Node;
  readonly isPath: boolean;
  readonly body: Node | null;
  readonly container: Node | null;
  /** The string next to it that documents it, if any. */
  readonly doc: Node | null;
}

export interface Mention {
  readonly kind: ReferenceKind;
  readonly target: Node;
  /** How the target reads: a name or path, a dotted module, or a file. */
  readonly form: 'path' | 'module' | 'file';
  readonly qualifier: Node | null;
  readonly alias: Node | null;
}

export interface Variable {
  readonly node: Node;
  readonly declared: Node | null;
  readonly made: Node | null;
}

interface Prefix {
  readonly node: Node;
  readonly path: Node;
}

export interface Captures {
  readonly definitions: Definition[];
  readonly mentions: Mention[];
  readonly prefixes: Prefix[];
  readonly variables: Variable[];
  readonly comments: Node[];
  readonly attributes: Node[];
  readonly docstrings: Node[];
}

export function capture(query: Query, root: Node, progressCallback: () => boolean): Captures {
  const found: Captures = {
    definitions: [],
    mentions: [],
    prefixes: [],
    variables: [],
    comments: [],
    attributes: [],
    docstrings: [],
  };
  // Where patterns overlap, the first in the query wins.
  const matches = query.matches(root, { progressCallback }).sort((a, b) => a.patternIndex - b.patternIndex);
  for (const { captures } of matches) {
    const [only] = captures;
    if (only && captures.length === 1) sort(found, only.name, only.node, NONE);
    else {
      const nodes = new Map(captures.map(({ name, node }) => [name, node]));
      for (const [name, node] of nodes) sort(found, name, node, nodes);
    }
  }
  return found;
}

/** What else is captured with the only capture of a match, as most are. */
const NONE: ReadonlyMap<string, Node> = new Map();

interface Meaning {
  readonly kind: string;
  readonly form: string;
  readonly definition: Definition['kind'] | undefined;
  readonly reference: ReferenceKind | undefined;
}

const meanings = new Map<string, Meaning>();

/** Cached: a file has thousands of captures with a few dozen names. */
function meaningOf(capture: string): Meaning {
  const known = meanings.get(capture);
  if (known) return known;
  const [kind = '', form = 'path'] = capture.split('.');
  const meaning = {
    kind,
    form,
    definition: [...SYMBOL_KINDS, 'scope' as const].find((each) => each === kind),
    reference: REFERENCE_KINDS.find((each) => each === kind),
  };
  meanings.set(capture, meaning);
  return meaning;
}

function sort(found: Captures, capture: string, node: Node, nodes: ReadonlyMap<string, Node>): void {
  const { kind, form, definition, reference } = meaningOf(capture);
  const path = nodes.get('name.path');
  const name = path ?? nodes.get('name');
  if (definition && name) {
    const body = nodes.get('body') ?? bodyOf(nodes.get('value') ?? node);
    const container = nodes.get('container') ?? null;
    const doc = nodes.get('doc') ?? null;
    found.definitions.push({ kind: definition, node, name, isPath: path !== undefined, body, container, doc });
  } else if (reference && (form === 'path' || form === 'module' || form === 'file')) {
    const qualifier = nodes.get('qualifier') ?? null;
    found.mentions.push({ kind: reference, target: node, form, qualifier, alias: nodes.get('alias') ?? null });
  } else if (kind === 'prefix') {
    found.prefixes.push({ node, path: nodes.get('path') ?? node });
  } else if (kind === 'variable') {
    found.variables.push({ node, declared: nodes.get('declared') ?? null, made: nodes.get('made') ?? null });
  } else if (kind === 'comment') found.comments.push(node);
  else if (kind === 'attribute') found.attributes.push(node);
  else if (kind === 'docstring') found.docstrings.push(node);
}

/** Kotlin's grammar has no field for the body; in a C++ constructor the initialisers come first. */
function bodyOf(node: Node): Node | null {
  const field = node.childForFieldName('body');
  const before = field?.previousNamedSibling;
  if (before?.type === 'field_initializer_list') return before;
  if (field) return field;
  const last = node.lastNamedChild;
  return last?.type.endsWith('_body') ? last : null;
}
