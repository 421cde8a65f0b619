import * as z from 'zod';
import type { Project } from '../../engine/code/ports.ts';
import { readId, toUuid } from '../../engine/ids.ts';
import type { Job } from '../../engine/job.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { RemanenceError } from '../../errors.ts';
import { adds, defineTool, optional, reads, type Tool } from '../contract.ts';
import { confined, path, uuid } from './inputs.ts';

const Started = z.object({ job_id: z.string(), status: z.literal('started') });
const started = (job: Job) => ({ job_id: toUuid(job.id), status: 'started' as const });
const globs = (description: string) => optional(z.array(z.string())).meta({ description });
const everyFile = () => true;

const indexFile = defineTool({
  name: 'index_file',
  title: 'Index file',
  description:
    'Update the index of one source file: after you change it, or before you ask about it. To remove a deleted file from the index, call reindex.',
  annotations: adds,
  input: z.object({
    file_path: path('The file to index'),
    force: z.boolean().default(false).meta({ description: 'Read the file again even if it has not changed' }),
  }),
  output: z.object({
    status: z.enum(['indexed', 'skipped', 'unsupported']),
    functions: z.int(),
    classes: z.int(),
    relationships: z.int(),
  }),
  async handle({ file_path, force }, { engine, actor, progress }) {
    const { references, ...outcome } = await engine.code.indexFile(confined(actor), file_path, {
      force,
      onProgress: ({ name, done, total }) => progress(done, total, name),
    });
    return { ...outcome, relationships: references };
  },
});

const indexDirectory = defineTool({
  name: 'index_directory',
  title: 'Index directory',
  description: 'Index a code base, or update its index. Returns at once; index_status reports progress.',
  annotations: adds,
  input: z.object({
    directory_path: path('Root folder of the project'),
    filters: globs('Glob patterns to include'),
    exclude: globs('Glob patterns to exclude'),
  }),
  output: Started,
  async handle({ directory_path, filters = [], exclude = [] }, { engine, actor }) {
    const selection = { include: filters, exclude };
    return started(await engine.code.begin(confined(actor), directory_path, { selection }));
  },
});

const indexStatus = defineTool({
  name: 'index_status',
  title: 'Index status',
  description: 'Report what is indexed and, for a job, its progress.',
  annotations: reads,
  input: z.object({ job_id: optional(uuid('The job to report on (optional)')).meta({ format: 'uuid' }) }),
  output: z.object({
    job: z
      .object({
        job_id: z.string(),
        status: z.string(),
        progress: z.int(),
        stats: z.record(z.string(), z.unknown()),
        error: z.string().optional(),
      })
      .optional(),
    index: z.object({
      total_files: z.int(),
      total_functions: z.int(),
      total_classes: z.int(),
      last_indexed: z.string().optional(),
      languages: z.record(z.string(), z.int()),
      projects: z.array(
        z.object({
          name: z.string(),
          path: z.string(),
          indexed_at: z.string().optional(),
          machine: z.string().optional(),
        }),
      ),
    }),
  }),
  async handle({ job_id }, { engine, actor }) {
    const job = job_id === undefined ? undefined : await engine.code.job(actor, readId(job_id) ?? '');
    if (job === null) throw new RemanenceError('not_found', `Job with ID '${job_id}' not found.`, { hint: NO_JOB });
    const index = await engine.indexFigures(actor);
    const projects = await engine.code.projects(actor);
    const times = projects.flatMap(({ indexedAt }) => indexedAt ?? []);
    return {
      ...(job === undefined ? {} : { job: presentJob(job) }),
      index: {
        total_files: index.files,
        total_functions: index.functions,
        total_classes: index.classes,
        ...(times.length === 0 ? {} : { last_indexed: printTime(Math.max(...times)) }),
        languages: Object.fromEntries(await engine.code.languages(actor)),
        projects: projects.map((project) => presentProject(project, engine.code.otherMachineOf(project))),
      },
    };
  },
});

/** Names the machine only if it is not this one. */
const presentProject = ({ name, root, indexedAt }: Project, machine: string | null) => ({
  name,
  path: root,
  ...(indexedAt === null ? {} : { indexed_at: printTime(indexedAt) }),
  ...(machine === null ? {} : { machine }),
});

const NO_JOB = 'Jobs are kept for a day after they end; index_status without job_id shows what is indexed.';

function presentJob({ id, state, done, total, stages, error }: Job) {
  return {
    job_id: toUuid(id),
    status: state,
    progress: state === 'completed' ? 100 : Math.min(99, Math.floor((100 * done) / Math.max(1, total))),
    stats: Object.fromEntries(
      stages.map((stage) => [stage.name, { done: stage.done, total: stage.total, ms: stage.ms }]),
    ),
    ...(error === null ? {} : { error }),
  };
}

const reindex = defineTool({
  name: 'reindex',
  title: 'Reindex',
  description: 'Index changed files again, or every file (scope full), in one folder or in all indexed ones.',
  annotations: adds,
  input: z.object({
    scope: z.enum(['full', 'changed']).default('changed').meta({ description: 'Which files to read again' }),
    directory_path: optional(z.string()).meta({ description: 'Only this folder (default: all indexed folders)' }),
  }),
  output: Started,
  async handle({ scope, directory_path }, { engine, actor }) {
    const options = scope === 'full' ? { reread: everyFile } : {};
    return started(await engine.code.reindex(confined(actor), directory_path, options));
  },
});

export const indexTools: readonly Tool[] = [indexFile, indexDirectory, indexStatus, reindex];
