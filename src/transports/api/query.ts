import * as z from 'zod';
import { asks } from './route.ts';

const MAX_MS = 10_000;

const run = asks({
  what: 'Run a read-only Cypher query over everything the caller may see.',
  input: z.object({
    cypher: z.string().min(1).max(20_000),
    params: z.record(z.string(), z.unknown()).default({}),
    rows: z.int().min(1).max(5000).default(500),
  }),
  output: z.object({
    columns: z.array(z.string()),
    /** Nodes: id, labels, properties; relationships: id, type, from, to, properties; paths: nodes and relationships. */
    rows: z.array(z.array(z.unknown())),
    truncated: z.boolean(),
    hint: z.string().nullable(),
    ms: z.number(),
  }),
  async handle({ cypher, params, rows }, { engine, actor, signal }) {
    const began = performance.now();
    const answer = await engine.graph.query(actor, cypher, { params, rows, timeMs: MAX_MS, signal });
    const { columns, truncated, hint } = answer;
    return { columns: [...columns], rows: answer.rows, truncated, hint, ms: Math.round(performance.now() - began) };
  },
});

export const queryRoutes = { 'query.run': run };
