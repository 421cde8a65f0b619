import * as z from 'zod';
import { reads } from './route.ts';

/** The server's health, as far as the caller may see it: figures that tell of other users are 0 or null. */
const Health = z.object({
  version: z.string(),
  memories: z.number(),
  entities: z.number(),
  relations: z.number(),
  inBin: z.number(),
  byType: z.record(z.string(), z.number()),
  code: z.object({ files: z.number(), symbols: z.number(), chunks: z.number() }),
  model: z.object({ name: z.string(), state: z.string(), error: z.string().nullable(), pending: z.number() }),
  disk: z.object({
    writes: z.enum(['ok', 'busy', 'failed']),
    problem: z.string().nullable(),
    freeBytes: z.number().nullable(),
  }),
  bytes: z.object({
    total: z.number(),
    memories: z.number(),
    vectors: z.number(),
    text: z.number(),
    graph: z.number(),
    code: z.number(),
  }),
  searchMs: z.number().nullable(),
  writeMs: z.number().nullable(),
  cacheHitRate: z.number().nullable(),
  /** Cubes whose files cannot be opened. */
  brokenCubes: z.array(z.string()),
  /** Where the data lies; empty without access to the whole store. */
  location: z.string(),
});

/** Figures of one hour; null if nothing was measured. */
const Hour = z.object({
  /** Its start. */
  at: z.number(),
  searches: z.number(),
  searchMs: z.number().nullable(),
  slowestSearchMs: z.number().nullable(),
  writes: z.number(),
  writeMs: z.number().nullable(),
  slowestWriteMs: z.number().nullable(),
  /** Of the embedding cache, 0 to 1. */
  cacheHitRate: z.number().nullable(),
  recalls: z.number(),
  emptyRecalls: z.number(),
  weakRecalls: z.number(),
  memories: z.number().nullable(),
  bytes: z.number().nullable(),
});

const now = reads({
  what: 'Get current sizes, counts and states.',
  input: z.object({}),
  output: Health,
  async handle(_, { engine, actor }) {
    const status = await engine.status(actor);
    const figures = await engine.statistics(actor);
    const { files, symbols, chunks } = await engine.code.counts(actor);
    const { embedding, disk } = status;
    const { storage, performance } = figures;
    return {
      version: status.version,
      ...status.counts,
      inBin: figures.memories.deleted,
      byType: figures.memories.byType,
      code: { files, symbols, chunks },
      model: { name: embedding.model, state: embedding.state, error: embedding.error, pending: figures.sync.pending },
      disk: { writes: disk.writes, problem: disk.problem, freeBytes: disk.room?.freeBytes ?? null },
      bytes: {
        total: storage.total,
        memories: storage.memories,
        vectors: storage.vectors,
        text: storage.text,
        graph: storage.graph,
        code: storage.code,
      },
      searchMs: performance.averageSearchMs,
      writeMs: performance.averageWriteMs,
      cacheHitRate: performance.cacheHitRate,
      brokenCubes: await engine.cubes.unopened(actor),
      location: status.location,
    };
  },
});

const hours = reads({
  what: 'Get hourly figures of the whole store; empty without access to all of it.',
  input: z.object({
    hours: z
      .int()
      .min(1)
      .max(24 * 31)
      .default(48),
  }),
  output: z.object({ hours: z.array(Hour) }),
  async handle({ hours }, { engine, actor }) {
    return { hours: await engine.operating.hours(actor, hours) };
  },
});

export const healthRoutes = { 'health.now': now, 'health.hours': hours };
