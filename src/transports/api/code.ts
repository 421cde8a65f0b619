import * as z from 'zod';
import type { ProjectStatus } from '../../engine/code/projects.ts';
import { MemoryView, presentMemory } from './memory-view.ts';
import { asks, changes, reads } from './route.ts';
import { page, paged } from './where.ts';

const project = z.string().min(1).max(1000).describe('The name of a project.');

const Project = z.object({
  name: z.string(),
  root: z.string(),
  machine: z.string().nullable().describe("The machine that the folder is on; null for the server's own."),
  state: z.enum(['pending', 'indexing', 'completed', 'failed']),
  progress: z.number(),
  etaSeconds: z.number().nullable(),
  files: z.number(),
  readFiles: z.number(),
  totalFiles: z.number(),
  chunks: z.number(),
  symbols: z.number(),
  pending: z.number(),
  commit: z.string().nullable(),
  indexedAt: z.number().nullable(),
  error: z.string().nullable(),
  watching: z.boolean(),
  stages: z.array(z.object({ name: z.string(), done: z.number(), total: z.number(), ms: z.number() })),
});
type Project = z.infer<typeof Project>;

const CodeSymbol = z.object({
  id: z.string(),
  project: z.string(),
  path: z.string(),
  language: z.string(),
  kind: z.string(),
  name: z.string(),
  container: z.string().nullable(),
  signature: z.string(),
  docstring: z.string().nullable(),
  startLine: z.number(),
  endLine: z.number(),
});

/** A call, from or to a symbol. */
const Call = z.object({ symbol: CodeSymbol, line: z.number(), certainty: z.enum(['exact', 'import', 'name']) });

const projects = reads({
  what: 'List all indexed projects with their progress.',
  input: z.object({}),
  output: z.object({ projects: z.array(Project) }),
  async handle(_, { engine, actor }) {
    return { projects: (await engine.code.statuses(actor)).map(presentStatus) };
  },
});

const status = reads({
  what: 'Get the indexing progress of a project.',
  input: z.object({ project }),
  output: Project,
  async handle({ project }, { engine, actor }) {
    return presentStatus(await engine.code.status(actor, project));
  },
});

const index = changes({
  what: "Start indexing a folder of the server's machine, or updating its index.",
  input: z.object({ path: z.string().min(1).max(4000), watch: z.boolean().default(false) }),
  output: z.object({ job: z.string() }),
  async handle({ path, watch }, { engine, actor }) {
    return { job: (await engine.code.begin(actor, path, { watch })).id };
  },
});

const cancel = changes({
  what: 'Stop indexing a folder, whichever process does it.',
  input: z.object({ path: z.string().min(1).max(4000) }),
  output: z.object({ stopped: z.boolean() }),
  async handle({ path }, { engine, actor }) {
    return { stopped: await engine.code.cancel(actor, path) };
  },
});

const remove = changes({
  what: 'Delete the index of a project. Its files and the memories stay.',
  input: z.object({ project }),
  output: z.object({ chunks: z.number() }),
  async handle({ project }, { engine, actor }) {
    return { chunks: await engine.code.remove(actor, project) };
  },
});

const files = reads({
  what: 'List the files of a project, with how many memories name each.',
  input: z.object({ project, ...page(500, 200) }),
  output: paged(z.object({ path: z.string(), language: z.string(), memories: z.number() })),
  async handle({ project, after, limit }, { engine, actor }) {
    const { items, next } = await engine.codeBrowsing.files(actor, project, { after, limit });
    return { items: [...items], next };
  },
});

const symbols = reads({
  what: 'List the symbols of a project by path and line, or those whose name starts with a prefix.',
  input: z.object({
    project,
    path: z.string().max(4000).optional(),
    name: z.string().max(200).optional(),
    ...page(500, 200),
  }),
  output: paged(CodeSymbol),
  async handle({ project, ...query }, { engine, actor }) {
    const { items, next } = await engine.codeBrowsing.symbols(actor, project, query);
    return { items: [...items], next };
  },
});

const symbol = reads({
  what: 'Get a symbol with its source, callers and callees.',
  input: z.object({ project, id: z.string().max(40) }),
  output: z.object({ symbol: CodeSymbol, source: z.string(), callers: z.array(Call), callees: z.array(Call) }),
  async handle({ project, id }, { engine, actor }) {
    return engine.codeBrowsing.symbol(actor, project, id);
  },
});

const duplicates = asks({
  what: 'Find functions that do the same as a piece of code or match a signature.',
  input: z.object({
    code: z.string().min(1).max(100_000),
    project: project.optional(),
    language: z.string().max(40).optional(),
    threshold: z.number().min(0).max(1).optional(),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: z.object({
    found: z.array(z.object({ symbol: CodeSymbol, similarity: z.number(), kind: z.string() })),
    note: z.string().nullable(),
  }),
  async handle({ code, ...options }, { engine, actor }) {
    const { found, note } = await engine.code.duplicates(actor, code, options);
    const shown = await engine.codeBrowsing.show(
      actor,
      found.map(({ definition }) => definition),
    );
    return {
      found: found.flatMap(({ definition, similarity, kind }) => {
        const symbol = shown.get(definition.id);
        return symbol ? [{ symbol, similarity, kind }] : [];
      }),
      note,
    };
  },
});

const memories = reads({
  what: 'List the memories that name a file or a symbol in it, and whether that code has changed since.',
  input: z.object({ project, path: z.string().min(1).max(4000) }),
  output: z.object({
    memories: z.array(z.object({ memory: MemoryView, symbol: z.string().nullable(), stale: z.string().nullable() })),
  }),
  async handle({ project, path }, { engine, actor }) {
    const found = await engine.codeBrowsing.memoriesAt(actor, project, path);
    return { memories: found.map(({ memory, symbol, stale }) => ({ memory: presentMemory(memory), symbol, stale })) };
  },
});

const presentStatus = ({ project, ...status }: ProjectStatus): Project => ({
  name: project.name,
  root: project.root,
  machine: status.machine,
  commit: project.commit,
  indexedAt: project.indexedAt,
  state: status.state,
  progress: status.progress,
  etaSeconds: status.etaSeconds,
  files: status.files,
  readFiles: status.readFiles,
  totalFiles: status.totalFiles,
  chunks: status.chunks,
  symbols: status.symbols,
  pending: status.pending,
  error: status.error,
  watching: status.watching,
  stages: status.stages.map(({ name, done, total, ms }) => ({ name, done, total, ms })),
});

export const codeRoutes = {
  'code.projects': projects,
  'code.status': status,
  'code.index': index,
  'code.cancel': cancel,
  'code.remove': remove,
  'code.files': files,
  'code.symbols': symbols,
  'code.symbol': symbol,
  'code.duplicates': duplicates,
  'code.memories': memories,
};
