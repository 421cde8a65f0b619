// Jobs as rows.
import * as z from 'zod';
import { DAY_MS } from '../../engine/clock.ts';
import type { Job } from '../../engine/job.ts';
import type { Row } from './row.ts';

/** How long ended jobs are kept. */
export const JOBS_KEPT_MS = DAY_MS;

const Stages = z.array(
  z.object({ name: z.string(), done: z.number(), total: z.number(), ms: z.number(), from: z.number().optional() }),
);

const Result = z.record(z.string(), z.union([z.number(), z.array(z.string())]));

const Beginner = z.object({
  who: z.string(),
  cube: z.string().optional(),
  user: z.string().optional(),
  project: z.string().optional(),
  session: z.string().optional(),
});

const JobRow = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(['running', 'completed', 'failed', 'cancelled']),
  done: z.number(),
  total: z.number(),
  stages: z.string().transform((text) => Stages.parse(JSON.parse(text))),
  started_at: z.number(),
  heartbeat: z.number(),
  finished_at: z.number().nullable(),
  error: z.string().nullable(),
  result: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : Result.parse(JSON.parse(text)))),
  begun_by: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : Beginner.parse(JSON.parse(text)))),
});

/** `now` is the store's clock. */
export function readJob(row: Row, now: number): Job {
  const { started_at: startedAt, finished_at: finishedAt, begun_by: by, heartbeat, ...job } = JobRow.parse(row);
  const silentMs = heartbeat > 0 ? Math.max(0, now - heartbeat) : Number.POSITIVE_INFINITY;
  return { ...job, startedAt, finishedAt, by, silentMs };
}
