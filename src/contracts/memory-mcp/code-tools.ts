import * as z from 'zod';
import { adds, changes, defineTool, optional, reads, type Tool } from '../contract.ts';
import { clamped, query } from './inputs.ts';
import {
  CodeResult,
  IndexResult,
  IndexStatusResult,
  ProjectsResult,
  presentCode,
  presentIndexed,
  presentProjects,
  presentStatusOf,
} from './present-code.ts';

/** Clients give up after a minute. */
const TIMEOUT_MS = 50_000;

const patterns = (description: string) => optional(z.array(z.string().min(1).max(200)).max(50)).meta({ description });

const indexProject = defineTool({
  name: 'index_project',
  title: 'Index project',
  description:
    'Index a code base for search_code and recall, or update its index: only changed files are read again. Returns when its files can be searched, or after 50 s with what is done so far; indexing then continues in the background.',
  annotations: { ...adds, idempotent: true },
  input: z.object({
    path: z.string().meta({ description: 'Path to project root directory' }),
    watch: z.boolean().default(false).meta({
      description: 'Keep the index up to date until the project is deleted (default: false)',
    }),
    include: patterns('Only files that match one of these patterns: src/**/*.ts, *.{py,pyi}, tests/ (optional)'),
    exclude: patterns('Leave out files that match one of these patterns; ! takes one back (optional)'),
  }),
  output: IndexResult,
  async handle({ path, watch, include, exclude }, { engine, actor, signal, progress }) {
    const indexed = await engine.code.index(actor, path, {
      watch,
      ...(include || exclude ? { selection: { include: include ?? [], exclude: exclude ?? [] } } : {}),
      timeoutMs: TIMEOUT_MS,
      signal,
      onProgress: ({ name, done, total }) => progress(done, total, name),
    });
    return presentIndexed(indexed);
  },
});

const searchCode = defineTool({
  name: 'search_code',
  title: 'Search code',
  description:
    'Find code in indexed projects by meaning, name or path: ask a question in plain words, or give the name of a function, class or file. Results show their lines, what they define and who calls it; those that no longer match their file are marked.',
  annotations: reads,
  input: z.object({
    query: query('Search query text'),
    project_id: optional(z.string()).meta({ description: 'Filter by project (optional)' }),
    limit: clamped('Maximum results', 10, 50),
    language: optional(z.string()).meta({ description: 'Filter by language: python, typescript, go … (optional)' }),
    path: optional(z.string().max(300)).meta({
      description: 'Only files that match this pattern, such as src/**/*.ts (optional)',
    }),
  }),
  output: z.object({ results: z.array(CodeResult), count: z.number(), note: z.string().optional() }),
  async handle({ query, project_id, limit, language, path }, { engine, actor, signal }) {
    const filter = { project: project_id, language, path };
    const { found, weak, note } = await engine.code.search(actor, query, { ...filter, limit, signal });
    return {
      results: presentCode(found, await engine.access.numbering(actor), weak),
      count: found.length,
      ...(note === null ? {} : { note }),
    };
  },
});

const project = z.string().meta({ description: 'Project ID from list_projects' });

const getIndexStatus = defineTool({
  name: 'get_index_status',
  title: 'Get index status',
  description:
    'Report how far the indexing of a project is: files read, calls resolved, chunks embedded, and the time left.',
  annotations: reads,
  input: z.object({ project_id: project }),
  output: IndexStatusResult,
  async handle({ project_id }, { engine, actor }) {
    return presentStatusOf(await engine.code.status(actor, project_id));
  },
});

const listProjects = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description: 'List all indexed projects with their folders.',
  annotations: reads,
  input: z.object({}),
  output: ProjectsResult,
  async handle(_, { engine, actor }) {
    return presentProjects(await engine.code.projects(actor), (project) => engine.code.otherMachineOf(project));
  },
});

const deleteProject = defineTool({
  name: 'delete_project',
  title: 'Delete project',
  description: "Delete a project's index: chunks, symbols, calls and vectors. Its files and your memories stay.",
  annotations: changes,
  input: z.object({ project_id: project }),
  output: z.object({ chunks_deleted: z.number() }),
  async handle({ project_id }, { engine, actor }) {
    return { chunks_deleted: await engine.code.remove(actor, project_id) };
  },
});

export const codeTools: readonly Tool[] = [indexProject, searchCode, getIndexStatus, listProjects, deleteProject];
