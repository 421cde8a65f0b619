import * as z from 'zod';
import { toUuid } from '../../engine/ids.ts';
import { adds, changes, defineTool, optional, reads, type Tool } from '../contract.ts';
import { confined, memoryTypes, path, uuid } from './inputs.ts';

const MINUTE_MS = 60_000;
/** A large import is found by words when it is answered, and by meaning soon after. */
const VECTORS_AT_ONCE = 50;

const skip = (what: string) =>
  z
    .boolean()
    .default(false)
    .meta({ description: `Skip ${what}` });

const normalizeMemory = defineTool({
  name: 'normalize_memory',
  title: 'Normalize memory',
  description:
    'Merge memories that say the same, remove leftovers, compute missing embeddings and delete what has been in the bin too long (30 days by default). Works on every cube, all or nothing in each. Returns at once; normalize_status reports progress and what was merged.',
  annotations: changes,
  input: z.object({
    options: optional(
      z.object({
        skip_deduplication: skip('merging memories that say the same'),
        skip_orphan_cleanup: skip('removing leftovers of deleted memories'),
        skip_embedding_refresh: skip('computing missing embeddings'),
      }),
    ).meta({ description: 'Steps to skip' }),
  }),
  output: z.object({
    job_id: z.string(),
    status: z.literal('started'),
    estimated_duration_minutes: z.int(),
  }),
  async handle({ options }, { engine, actor }) {
    const { job, estimateMs } = await engine.normalise(actor, {
      skipDeduplication: options?.skip_deduplication,
      skipOrphans: options?.skip_orphan_cleanup,
      skipEmbeddings: options?.skip_embedding_refresh,
    });
    const minutes = Math.max(1, Math.ceil(estimateMs / MINUTE_MS));
    return { job_id: toUuid(job.id), status: 'started' as const, estimated_duration_minutes: minutes };
  },
});

const normalizeStatus = defineTool({
  name: 'normalize_status',
  title: 'Normalize status',
  description: 'Report how far a normalization is, and what it has done.',
  annotations: reads,
  input: z.object({ job_id: uuid('The job_id from normalize_memory') }),
  output: z.object({
    job_id: z.string(),
    status: z.string(),
    phase: z.string(),
    progress: z.int(),
    stats: z.object({
      memories_processed: z.int(),
      duplicates_merged: z.int(),
      orphans_removed: z.int(),
      embeddings_refreshed: z.int(),
      purged: z.int(),
    }),
    merged: z
      .array(z.object({ memory_id: z.string(), merged_ids: z.array(z.string()) }))
      .meta({ description: 'Which memories were merged into which; the old ids lead to the one that stays' }),
    error: z.string().optional(),
    estimated_remaining_seconds: z.int().optional(),
  }),
  async handle({ job_id }, { engine, actor }) {
    const { job, phase, progress, remainingMs, figures, merged } = await engine.normalising.status(actor, job_id);
    return {
      job_id: toUuid(job.id),
      status: job.state,
      phase,
      progress: Math.floor(progress),
      stats: {
        memories_processed: figures.memoriesProcessed,
        duplicates_merged: figures.duplicatesMerged,
        orphans_removed: figures.orphansRemoved,
        embeddings_refreshed: figures.embeddingsRefreshed,
        purged: figures.purged,
      },
      merged: merged.map(({ into, from }) => ({ memory_id: toUuid(into), merged_ids: from.map(toUuid) })),
      ...(job.error === null ? {} : { error: job.error }),
      ...(remainingMs === null ? {} : { estimated_remaining_seconds: Math.ceil(remainingMs / 1000) }),
    };
  },
});

const counts = z.record(z.string(), z.int());
const megabytes = (bytes: number): number => Math.round(bytes / 1e4) / 100;

const memoryStatistics = defineTool({
  name: 'memory_statistics',
  title: 'Memory statistics',
  description: 'Report how much is stored, of which types, how large it is, and how long searches and writes take.',
  annotations: reads,
  input: z.object({}),
  output: z.object({
    memories: z.object({ total: z.int(), by_type: counts, deleted: z.int() }),
    index: z.object({ files: z.int(), functions: z.int(), classes: z.int() }),
    relationships: z.object({ total: z.int(), by_type: counts }),
    storage: z.object({
      qdrant_size_mb: z.number().meta({ description: 'The vectors' }),
      neo4j_size_mb: z.number().meta({ description: 'The graph' }),
      cache_size_mb: z.number().meta({ description: 'The embedding cache, in memory' }),
      total_size_mb: z.number(),
    }),
    sync: z.object({ pending: z.int(), failed: z.int() }),
    performance: z.object({ avg_search_ms: z.number(), avg_write_ms: z.number(), cache_hit_rate: z.number() }),
  }),
  async handle(_, { engine, actor }) {
    const { memories, index, relationships, storage, sync, performance } = await engine.statistics(actor);
    return {
      memories: { total: memories.total, by_type: { ...memories.byType }, deleted: memories.deleted },
      index: { ...index },
      relationships: { total: relationships.total, by_type: { ...relationships.byType } },
      storage: {
        qdrant_size_mb: megabytes(storage.vectors),
        neo4j_size_mb: megabytes(storage.graph),
        cache_size_mb: megabytes(storage.cache),
        total_size_mb: megabytes(storage.total),
      },
      sync: { ...sync },
      performance: {
        avg_search_ms: performance.averageSearchMs ?? 0,
        avg_write_ms: performance.averageWriteMs ?? 0,
        cache_hit_rate: performance.cacheHitRate ?? 0,
      },
    };
  },
});

const exportMemory = defineTool({
  name: 'export_memory',
  title: 'Export memories',
  description: 'Write memories, relationships and validity to a JSONL file that import_memory can read.',
  annotations: adds,
  input: z.object({
    memory_types: memoryTypes,
    output_path: optional(z.string()).meta({ description: 'File to write (default: a new file in the data folder)' }),
    include_embeddings: z.boolean().default(false).meta({ description: 'Include vectors' }),
  }),
  output: z.object({
    file_path: z.string(),
    memories_exported: z.int(),
    file_size_bytes: z.int(),
    left_out: z.array(z.object({ cube_id: z.string(), reason: z.string() })).optional(),
  }),
  async handle({ memory_types: types, output_path, include_embeddings: vectors }, { engine, actor, signal, progress }) {
    const options = { types: types?.length === 0 ? undefined : types, vectors, signal, onProgress: progress };
    const { path, memories, bytes, left } = await engine.exporting.toFile(confined(actor), output_path, options);
    const leftOut = left.map(({ cube, reason }) => ({ cube_id: cube, reason }));
    return {
      file_path: path,
      memories_exported: memories,
      file_size_bytes: bytes,
      ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
    };
  },
});

const importMemory = defineTool({
  name: 'import_memory',
  title: 'Import memories',
  description:
    'Import a JSONL file from export_memory, or one with a memory per line (type, content, optional metadata, tags and created_at). Lines that cannot be imported are reported; the rest are imported.',
  annotations: changes,
  input: z.object({
    file_path: path('The file to import'),
    conflict_resolution: z.enum(['skip', 'overwrite', 'merge']).default('skip').meta({
      description: 'What to do with a memory that already exists; merge combines both, and the newer one wins',
    }),
  }),
  output: z.object({
    imported: z.int(),
    skipped: z.int(),
    errors: z.array(z.object({ line: z.int(), error: z.string() })),
    failed: z.int(),
  }),
  async handle({ file_path, conflict_resolution: conflict }, { engine, actor, signal, progress }) {
    const { imported, skipped, errors, failed } = await engine.importing.fromFile(confined(actor), file_path, {
      conflict,
      vectorsAtOnce: VECTORS_AT_ONCE,
      signal,
      onProgress: (lines) => progress(lines, 0),
    });
    return { imported, skipped, errors: errors.map((each) => ({ ...each })), failed };
  },
});

export const maintenanceTools: readonly Tool[] = [
  normalizeMemory,
  normalizeStatus,
  memoryStatistics,
  exportMemory,
  importMemory,
];
