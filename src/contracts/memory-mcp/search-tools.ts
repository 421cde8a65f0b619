import * as z from 'zod';
import { actingAs } from '../../engine/access/actor.ts';
import { DEFAULT_WEIGHTS } from '../../engine/retrieval/parts.ts';
import { defineTool, optional, reads, type Tool } from '../contract.ts';
import { bounded, clamped, onlyUser, query } from './inputs.ts';
import { presentRecalled, presentSearched, RecallOutput, SearchOutput } from './present-recall.ts';

const search = defineTool({
  name: 'search',
  title: 'Search by meaning',
  description:
    'Find the valid memories closest in meaning to the query. For most questions, recall is the better choice.',
  annotations: reads,
  input: z.object({
    query: query('What to look for, in plain words'),
    limit: bounded('Maximum results', 10, 50),
    user_id: onlyUser,
  }),
  output: SearchOutput,
  async handle({ query, limit, user_id }, { engine, actor, signal }) {
    const asker = actingAs(actor, user_id);
    const found = await engine.retrieval.byMeaning(asker, query, limit, signal);
    return presentSearched(found, query, await engine.retrieval.noteOn(asker, found, 'meaning'));
  },
});

const searchText = defineTool({
  name: 'search_text',
  title: 'Search by words',
  description:
    'Find the valid memories that contain the words of the query, best match first (BM25). Use it for exact names, identifiers and error messages.',
  annotations: reads,
  input: z.object({
    query: query('Words to look for; plain text, no syntax'),
    limit: bounded('Maximum results', 10, 50),
    user_id: onlyUser,
  }),
  output: SearchOutput,
  async handle({ query, limit, user_id }, { engine, actor }) {
    const asker = actingAs(actor, user_id);
    const found = await engine.retrieval.byWords(asker, query, limit);
    return presentSearched(found, query, await engine.retrieval.noteOn(asker, found, 'words'));
  },
});

const recall = defineTool({
  name: 'recall',
  title: 'Recall',
  description:
    'Find what is known about a question: by meaning, by words and by connections. Call it before you start work and whenever you lack context. Results marked weak probably do not answer the question; facts lists what was declared about entities and their relations.',
  annotations: reads,
  input: z.object({
    query: query('The question or task, in plain words; a whole prompt is fine'),
    limit: clamped('Maximum results', 10, 50),
    include_memories: z.boolean().default(true).meta({ description: 'Include memory results (default: true)' }),
    include_code: z.boolean().default(false).meta({ description: 'Include code chunk results (default: false)' }),
    project_id: optional(z.string()).meta({
      description: 'Filter code results by project (optional, requires include_code=true)',
    }),
    language: optional(z.string()).meta({
      description: 'Filter code by language: rust, python, javascript, typescript, go (optional)',
    }),
    vector_weight: z
      .number()
      .default(DEFAULT_WEIGHTS.vector)
      .meta({ description: 'Weight for vector similarity (default: 0.40)' }),
    bm25_weight: z.number().default(DEFAULT_WEIGHTS.lexical).meta({ description: 'Weight for BM25 (default: 0.15)' }),
    ppr_weight: z
      .number()
      .default(DEFAULT_WEIGHTS.graph)
      .meta({ description: 'Weight for PPR graph ranking (default: 0.45)' }),
    user_id: onlyUser,
  }),
  output: RecallOutput,
  async handle(input, { engine, actor, signal }) {
    const weights = { vector: input.vector_weight, lexical: input.bm25_weight, graph: input.ppr_weight };
    const { limit, query, include_memories: memories, project_id: project, language } = input;
    // Code belongs to nobody in particular, as for search_code.
    const sources = { memories, code: input.include_code ? { project, language, reader: actor } : null };
    const asker = actingAs(actor, input.user_id);
    const recalled = await engine.retrieval.recallFrom(sources, asker, query, { limit, weights, signal });
    return presentRecalled(recalled, query, await engine.access.numbering(actor));
  },
});

export const searchTools: readonly Tool[] = [search, searchText, recall];
