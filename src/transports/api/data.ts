import * as z from 'zod';
import { ImportFormat } from '../../engine/maintenance/transfer/text-import.ts';
import { asks, changes, reads } from './route.ts';

const Job = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(['running', 'completed', 'failed', 'cancelled']),
  done: z.number(),
  total: z.number(),
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  error: z.string().nullable(),
});

const Backup = z.object({ name: z.string(), at: z.number(), bytes: z.number() });

const text = z.string().min(1);
const conflict = z.enum(['skip', 'overwrite', 'merge']).default('skip');

/** What an import would do or has done. */
const Imports = z.object({
  memories: z.number().describe('New, or changed.'),
  known: z.number().describe('Already stored.'),
  entities: z.number(),
  relations: z.number(),
  problems: z.array(z.object({ where: z.string(), why: z.string() })),
});

const preview = asks({
  what: 'Preview an import: an export of Remanence, or a file of another memory server.',
  input: z.object({ format: ImportFormat, text, name: z.string().max(500).default('import') }),
  output: Imports.extend({ first: z.array(z.string()).describe('The text of the first memories.') }),
  async handle(input, { engine, actor }) {
    return engine.textImports.preview(actor, input);
  },
});

const bring = changes({
  what: 'Import an export of Remanence, or a file of another memory server.',
  input: z.object({ format: ImportFormat, text, name: z.string().max(500).default('import'), conflict }),
  output: Imports,
  async handle({ conflict, ...input }, { engine, actor, signal }) {
    return engine.textImports.run(actor, input, { conflict, signal });
  },
});

const backups = reads({
  what: 'List the backups; needs access to the whole store.',
  input: z.object({}),
  output: z.object({ backups: z.array(Backup) }),
  async handle(_, { engine, actor }) {
    return { backups: await engine.operating.backups(actor) };
  },
});

const backup = changes({
  what: 'Make a backup now; needs access to the whole store.',
  input: z.object({}),
  output: Backup,
  async handle(_, { engine, actor, signal }) {
    return engine.operating.backUp(actor, signal);
  },
});

const jobs = reads({
  what: 'List the jobs of the last day that the caller may see, newest first.',
  input: z.object({}),
  output: z.object({ jobs: z.array(Job) }),
  async handle(_, { engine, actor }) {
    return { jobs: await engine.operating.jobs(actor) };
  },
});

export const dataRoutes = {
  'data.preview': preview,
  'data.import': bring,
  'data.backups': backups,
  'data.backup': backup,
  'data.jobs': jobs,
};
