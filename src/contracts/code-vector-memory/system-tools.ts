import * as z from 'zod';
import type { Engine } from '../../engine/engine.ts';
import type { Bulk } from '../../engine/maintenance/removing.ts';
import type { SummarizerStatus } from '../../engine/notes/summarizer.ts';
import type { Status } from '../../engine/status.ts';
import { invalid } from '../../errors.ts';
import { changes, defineTool, optional, reads, type Tool } from '../contract.ts';
import { describeCopy, describeGraph, describeRemoval } from '../removal.ts';
import { text } from './inputs.ts';

const ACTIONS = ['vacuum', 'purge_all', 'purge_session', 'prune_older_than'];

const maintenance = defineTool({
  name: 'maintenance',
  title: 'Maintenance',
  description:
    'vacuum returns free space to the disk. purge_all, purge_session (session_id) and prune_older_than (older_than_days) delete memories you own and everything derived from them; they need confirm=true, and without it only report what would be deleted.',
  annotations: changes,
  input: z.object({
    action: z.string().meta({ description: ACTIONS.join(', ') }),
    confirm: optional(z.boolean()).meta({ description: 'Must be true for every action except vacuum' }),
    session_id: text('The session that purge_session deletes'),
    older_than_days: optional(z.int()).meta({
      description: 'prune_older_than deletes memories older than this many days',
    }),
  }),
  output: z.object({
    status: z.literal('ok'),
    action: z.string(),
    deleted: z.number().optional(),
    note: z.string().optional(),
  }),
  async handle({ action, confirm, session_id: session, older_than_days: days }, { engine, actor }) {
    if (!ACTIONS.includes(action))
      throw invalid(`Unknown action: ${action.slice(0, 60)}.`, `Use one of ${ACTIONS.join(', ')}.`);
    if (action === 'vacuum') {
      await engine.compact(actor);
      return { status: 'ok' as const, action };
    }
    const bulk = bulkOf(action, session?.trim(), days);
    if (confirm !== true) {
      const outlook = describeRemoval(await engine.removing.preview(actor, bulk));
      throw invalid('confirm=true required for destructive actions', outlook);
    }
    const removed = await engine.removing.remove(actor, bulk);
    const note = [describeGraph(removed), describeCopy(removed)].filter((each) => each !== null).join(' ');
    return { status: 'ok' as const, action, deleted: removed.memories, ...(note === '' ? {} : { note }) };
  },
});

function bulkOf(action: string, session: string | undefined, days: number | undefined): Bulk {
  if (action === 'purge_all') return {};
  if (action === 'purge_session') {
    if (!session) throw invalid('session_id is required for purge_session');
    return { session };
  }
  if (days === undefined || days < 0) throw invalid('older_than_days of 0 or more is required for prune_older_than');
  return { olderThanDays: days };
}

const summary = z.object({
  enabled: z.boolean(),
  state: z.string(),
  model: z.string().nullable(),
  error: z.string().nullable(),
  ctx: z.number(),
  threads: z.number(),
  max_tokens: z.number(),
  temperature: z.number(),
});

/** What diagnostics and health both report. */
const shared = z.object({
  model: z.string(),
  embedding_dim: z.number(),
  embedding_state: z.string(),
  embedding_error: z.string().nullable(),
  disk_free_bytes: z.number().nullable(),
  disk_problem: z.string().nullable(),
  flags: z.object({ vec: z.boolean(), fts: z.boolean(), graph: z.boolean() }),
  defaults: z.object({
    top_k: z.number(),
    top_p: z.number(),
    oversample_k: z.number(),
    priority_weight: z.number(),
    recency_weight: z.number(),
    fts_bonus: z.number(),
  }),
  summary,
});

const presentShared = (
  { embedding, storedDimensions, disk, summaries }: Status,
  { notes: { settings } }: Engine,
): z.input<typeof shared> => ({
  model: embedding.model,
  embedding_dim: storedDimensions,
  embedding_state: embedding.state,
  embedding_error: embedding.error,
  disk_free_bytes: disk.room?.freeBytes ?? null,
  disk_problem: disk.problem,
  flags: { vec: settings.byVectors, fts: settings.byWords, graph: settings.graph },
  defaults: {
    top_k: settings.topK,
    top_p: settings.topP,
    oversample_k: settings.oversample,
    priority_weight: settings.weights.priority,
    recency_weight: settings.weights.recency,
    fts_bonus: settings.weights.words,
  },
  summary: presentSummaries(summaries),
});

const presentSummaries = (status: SummarizerStatus): z.input<typeof summary> => ({
  enabled: status.model !== null && status.state !== 'error',
  state: status.state,
  model: status.model,
  error: status.error,
  ctx: status.contextTokens,
  threads: status.threads,
  max_tokens: status.maxTokens,
  temperature: status.temperature,
});

const diagnostics = defineTool({
  name: 'diagnostics',
  title: 'Diagnostics',
  description:
    'Report where the data is stored, the embedding model, flags, defaults, summaries, and the tables with their row counts.',
  annotations: reads,
  input: z.object({}),
  output: z.object({
    version: z.string(),
    db_path: z.string(),
    db_bytes: z.number(),
    ...shared.shape,
    tables: z.array(z.string()),
    counts: z.record(z.string(), z.number()),
  }),
  async handle(_, { engine, actor }) {
    const status = await engine.status(actor);
    const tables = await engine.tables(actor);
    return {
      version: status.version,
      db_path: status.location,
      db_bytes: status.bytes,
      ...presentShared(status, engine),
      tables: tables.map(({ name }) => name),
      counts: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
    };
  },
});

const health = defineTool({
  name: 'health',
  title: 'Health',
  description: 'Report whether the memory works, and with which model and flags.',
  annotations: reads,
  input: z.object({}),
  output: z.object({
    status: z.enum(['ok', 'degraded']),
    db_path: z.string(),
    ...shared.shape,
    log_file: z.string().nullable(),
  }),
  async handle(_, { engine, actor }) {
    const status = await engine.status(actor);
    const { location, embedding, disk } = status;
    return {
      status: embedding.state === 'error' || disk.writes === 'failed' ? ('degraded' as const) : ('ok' as const),
      db_path: location,
      ...presentShared(status, engine),
      log_file: location === '' ? null : engine.notes.settings.logFile,
    };
  },
});

export const systemTools: readonly Tool[] = [maintenance, diagnostics, health];
