// The labels and properties of stored data as network nodes, the same for every store.
import { toUuid } from '../ids.ts';
import { memoryName } from '../memories/names.ts';
import { TRACE_LABELS, traceLabel } from '../memories/project-types.ts';
import { EDGE, type EdgeType, type Entity, type Memory, type MemoryType } from '../model.ts';
import { printTime } from '../temporal/validity.ts';
import type { Value } from './network.ts';

/** The kinds of symbols that are nodes; a section of a text is not. */
export const SYMBOL_LABELS: Readonly<Record<string, string>> = {
  function: 'Function',
  method: 'Function',
  class: 'Class',
  struct: 'Class',
  interface: 'Class',
  trait: 'Class',
  enum: 'Class',
  type: 'Class',
  module: 'Module',
};

/** The edge that a reference in code is. */
export const REFERENCE_EDGES: Readonly<Record<string, EdgeType>> = {
  call: EDGE.CALLS,
  import: EDGE.IMPORTS,
  extends: EDGE.EXTENDS,
  implements: EDGE.IMPLEMENTS,
};

export const MEMORY = 'Memory';
export const ENTITY = 'Entity';
export const FILE = 'File';

/** The labels that a node can have. */
export const LABELS: readonly string[] = [...new Set([...TRACE_LABELS, ENTITY, FILE, ...Object.values(SYMBOL_LABELS)])];

/** The properties that a node can have, besides the fields of a memory's metadata. */
export const PROPERTIES: readonly string[] = [
  ...['id', 'name', 'type', 'kind', 'content', 'importance', 'label', 'tags', 'user', 'project', 'access_count'],
  ...['created_at', 'updated_at', 'valid_from', 'valid_until', 'mentions', 'description'],
  ...['path', 'language', 'lines', 'signature', 'docstring', 'container', 'start_line', 'end_line'],
];

export const memoryLabels = (type: MemoryType | null): string[] => [...new Set([MEMORY, traceLabel(type)])];

/** Metadata fields become properties as well, but never override the memory's own. */
export const memoryProperties = (memory: Memory): Record<string, Value> => ({
  name: memoryName(memory),
  ...asValues(memory.metadata),
  id: toUuid(memory.id),
  type: memory.type ?? memory.kind,
  kind: memory.kind,
  content: memory.content,
  importance: memory.importance / 10,
  created_at: printTime(memory.ingestionTime),
  updated_at: printTime(memory.updatedAt),
  valid_from: printTime(memory.validFrom),
  access_count: memory.accesses,
  ...(memory.validUntil === null ? {} : { valid_until: printTime(memory.validUntil) }),
  ...(memory.label === null ? {} : { label: memory.label }),
  ...(memory.tags.length === 0 ? {} : { tags: memory.tags }),
  ...(memory.scope.user === null ? {} : { user: memory.scope.user }),
  ...(memory.scope.project === null ? {} : { project: memory.scope.project }),
});

export const entityProperties = ({ id, name, type, description, mentions }: Entity): Record<string, Value> => ({
  id: toUuid(id),
  name,
  type,
  mentions,
  ...(description === null ? {} : { description }),
});

interface FilePlace {
  readonly project: string;
  readonly path: string;
  readonly language: string;
}

const fileId = ({ project, path }: Pick<FilePlace, 'project' | 'path'>): string => `${project}:${path}`;

export const fileProperties = (file: FilePlace & { readonly lines: number }): Record<string, Value> => ({
  id: fileId(file),
  name: file.path.slice(file.path.lastIndexOf('/') + 1),
  path: file.path,
  language: file.language,
  lines: file.lines,
  project: file.project,
});

interface SymbolPlace extends FilePlace {
  readonly kind: string;
  readonly name: string;
  readonly container: string | null;
  readonly signature: string;
  readonly docstring: string | null;
  readonly startLine: number;
  readonly endLine: number;
}

/** An id by location, stable until the symbol is moved or renamed. */
export const symbolId = (symbol: Pick<SymbolPlace, 'project' | 'path' | 'container' | 'name'>): string =>
  `${fileId(symbol)}#${symbol.container === null ? '' : `${symbol.container}.`}${symbol.name}`;

export const symbolProperties = (symbol: SymbolPlace): Record<string, Value> => ({
  id: symbolId(symbol),
  name: symbol.name,
  kind: symbol.kind,
  signature: symbol.signature,
  path: symbol.path,
  language: symbol.language,
  start_line: symbol.startLine,
  end_line: symbol.endLine,
  project: symbol.project,
  ...(symbol.container === null ? {} : { container: symbol.container }),
  ...(symbol.docstring === null ? {} : { docstring: symbol.docstring }),
});

/** Converts parsed JSON to Cypher values. */
export function asValues(metadata: Readonly<Record<string, unknown>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, asValue(value)]));
}

function asValue(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(asValue);
  return typeof value === 'object' ? asValues(Object.fromEntries(Object.entries(value))) : null;
}
