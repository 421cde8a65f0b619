import * as z from 'zod';
import type { Duplicate } from '../../engine/code/duplicates/duplicates.ts';
import type { FoundFunction } from '../../engine/code/search/functions.ts';
import { symbolId } from '../../engine/graph/nodes.ts';
import { cutText } from '../../engine/retrieval/budget.ts';
import { defineTool, optional, reads, type Tool } from '../contract.ts';
import { round } from '../texts.ts';
import { limit, memoryTypes, timeRange } from './inputs.ts';
import { presentRelated, presentRelevant, RelatedItem, SearchItem } from './present.ts';
import { presentRows } from './rows.ts';

/** The most rows of an answer, and how long a query may take. */
const MAX_ROWS = 1000;
const QUERY_MS = 10_000;
/** The length at which docstrings and signatures are cut. */
const DOCSTRING = 120;
const SIGNATURE = 80;

const memorySearch = defineTool({
  name: 'memory_search',
  title: 'Search memories',
  description:
    'Find memories by meaning and words, most relevant first: by similarity, importance, recency, use and how closely they are connected. Search before you start a task, and before you make a decision that may already have been made.',
  annotations: reads,
  input: z.object({
    query: z.string().min(1).meta({ description: 'What to look for, in plain words' }),
    memory_types: memoryTypes,
    time_range: timeRange,
    limit: limit(100, 10),
    min_similarity: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .meta({ description: 'Leave out results less similar than this' }),
  }),
  output: z.object({
    // First, because it says whether the results answer at all.
    note: z.string().optional(),
    results: z.array(SearchItem),
    total: z.int(),
    query_time_ms: z.int(),
  }),
  async handle({ query, memory_types, time_range = {}, limit, min_similarity }, { engine, actor, signal }) {
    const began = performance.now();
    const { found, total, note } = await engine.retrieval.relevant(actor, query, {
      types: memory_types?.length === 0 ? undefined : memory_types,
      since: time_range.start,
      until: time_range.end === undefined ? undefined : time_range.end + 1,
      limit,
      leastSimilarity: min_similarity,
      signal,
    });
    const query_time_ms = Math.round(performance.now() - began);
    return { ...(note === null ? {} : { note }), results: presentRelevant(found), total, query_time_ms };
  },
});

const FunctionItem = z.object({
  function_id: z.string(),
  name: z.string(),
  signature: z.string(),
  file_path: z.string(),
  similarity: z.number(),
  start_line: z.int(),
});

const presentFunction = ({
  definition,
  project,
  similarity,
}: Pick<Duplicate, 'definition' | 'project' | 'similarity'>) => ({
  function_id: symbolId({ ...definition, project: project.name }),
  name: definition.name,
  signature: cutText(definition.signature, SIGNATURE).text,
  file_path: `${project.root}/${definition.path}`,
  similarity: round(similarity),
  start_line: definition.startLine,
});

const codeSearch = defineTool({
  name: 'code_search',
  title: 'Search code',
  description: 'Find functions and classes in the indexed code by description, name or code snippet.',
  annotations: reads,
  input: z.object({
    query: z.string().meta({ description: 'Code snippet or natural language description' }),
    language: optional(z.string()).meta({ description: 'Only code in this language' }),
    limit: limit(50, 10),
  }),
  output: z.object({
    note: z.string().optional(),
    results: z.array(FunctionItem.extend({ docstring: z.string(), possibly_stale: z.string().optional() })),
  }),
  async handle({ query, language, limit }, { engine, actor, signal }) {
    const { found, note } = await engine.code.functions(actor, query, { language, limit, signal });
    const present = (each: FoundFunction) => ({
      ...presentFunction(each),
      docstring: cutText(each.definition.docstring ?? '', DOCSTRING).text,
      ...(each.stale === null ? {} : { possibly_stale: each.stale }),
    });
    return { ...(note === null ? {} : { note }), results: found.map(present) };
  },
});

const ADVICE: Readonly<Record<Duplicate['kind'], string>> = {
  exact: 'The same code: call this function instead of writing it again.',
  renamed: 'The same but for names: call this function, or give it a parameter for what differs.',
  reordered: 'The same steps in another order: call this function, or change it where the order matters.',
  similar: 'Nearly the same: look whether this function can be called or extended instead.',
  signature: 'Called alike: look whether it does what you need before you write another.',
};

const findDuplicates = defineTool({
  name: 'find_duplicates',
  title: 'Find duplicates',
  description:
    'Find functions in the indexed code that do the same as a piece of code, whatever they are named, or that have a similar signature. Call it before you write a new function.',
  annotations: reads,
  input: z.object({
    code: z.string().meta({ description: 'Function signature or code' }),
    language: optional(z.string()).meta({ description: 'Language of the code, if it cannot be guessed' }),
    threshold: z.number().min(0.7).max(0.95).default(0.85).meta({ description: 'How similar they must be' }),
    limit: limit(20, 5),
  }),
  output: z.object({
    duplicates: z.array(FunctionItem.extend({ recommendation: z.string() })),
    has_duplicates: z.boolean(),
    note: z.string().optional(),
  }),
  async handle({ code, language, threshold, limit }, { engine, actor }) {
    const { found, note } = await engine.code.duplicates(actor, code, { language, threshold, limit });
    const duplicates = found.map((each) => ({
      ...presentFunction(each),
      recommendation: `${ADVICE[each.kind]}${each.of === null ? '' : ` (${each.of})`}`,
    }));
    return { duplicates, has_duplicates: duplicates.length > 0, ...(note === null ? {} : { note }) };
  },
});

const getRelated = defineTool({
  name: 'get_related',
  title: 'Get related',
  description:
    'Find what is connected to a memory, component, requirement, entity, file or function, up to five steps away, nearest first.',
  annotations: reads,
  input: z.object({
    entity_id: z.string().meta({
      description: 'A memory_id, a requirement or component id, a name, a file path or a function_id',
    }),
    relationship_types: optional(z.array(z.string())).meta({
      description: 'Only relationships of these types, such as DEPENDS_ON',
    }),
    direction: z
      .enum(['OUTGOING', 'INCOMING', 'BOTH'])
      .default('BOTH')
      .meta({ description: 'Which direction to follow' }),
    depth: z.int().min(1).max(5).default(1).meta({ description: 'Number of steps' }),
  }),
  output: z.object({ related: z.array(RelatedItem), note: z.string().optional() }),
  async handle({ entity_id, relationship_types, direction, depth }, { engine, actor }) {
    const { related, cut, hint } = await engine.graph.around(actor, entity_id, {
      types: relationship_types === undefined || relationship_types.length === 0 ? null : relationship_types,
      direction: DIRECTION[direction],
      depth,
    });
    const more = cut ? 'There is more: ask for a smaller depth or for some relationship_types only.' : null;
    const notes = [hint, more].filter((note) => note !== null);
    return { related: related.map(presentRelated), ...(notes.length > 0 ? { note: notes.join(' ') } : {}) };
  },
});

const graphQuery = defineTool({
  name: 'graph_query',
  title: 'Query graph',
  description:
    'Query the graph in read-only Cypher. Labels: Memory, Requirement, Design, Component, Pattern, Test, Function, Class, Module, File, Entity. Relationships: IMPLEMENTS_REQ, FOLLOWS_DESIGN, USES_PATTERN, TESTS, DEPENDS_ON, MENTIONS, CONTAINS, CALLS, IMPORTS, EXTENDS, IMPLEMENTS. CALL db.labels() and db.propertyKeys() list what exists.',
  annotations: reads,
  input: z.object({
    cypher: z.string().meta({ description: 'Cypher query string' }),
    params: optional(z.record(z.string(), z.unknown())).meta({ description: 'Query parameters' }),
  }),
  output: z.object({
    results: z.array(z.record(z.string(), z.unknown())),
    query_time_ms: z.int(),
    note: z.string().optional(),
  }),
  async handle({ cypher, params }, { engine, actor, signal }) {
    const began = performance.now();
    const answer = await engine.graph.query(actor, cypher, { params, rows: MAX_ROWS, timeMs: QUERY_MS, signal });
    const query_time_ms = Math.round(performance.now() - began);
    return { ...presentRows(answer), query_time_ms };
  },
});

const DIRECTION = { OUTGOING: 'outgoing', INCOMING: 'incoming', BOTH: 'both' } as const;

export const searchTools: readonly Tool[] = [memorySearch, codeSearch, graphQuery, findDuplicates, getRelated];
