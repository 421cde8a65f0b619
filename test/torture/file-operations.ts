// The tools that read or write files: code bases, exports, imports.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { newId } from '../../src/engine/ids.ts';
import { finished } from './memory-operations.ts';
import { changing, type ToolOperation } from './operation.ts';
import { addFile, createProject } from './projects.ts';
import type { World } from './world.ts';

const profile = 'long-term-memory';

const files = (count: number): string => `${count} files`;

/** A project with a file that is not in its index yet. */
function grown(world: World): { root: string; path: string; files: number } | null {
  const root = world.some('project');
  return root === null ? null : { root, ...addFile(world, root) };
}

/** An export with memories that this folder has never seen. */
export function writeImport(world: World): { path: string; texts: ReadonlyMap<string, string> } {
  const now = new Date().toISOString();
  const fresh = Array.from({ length: world.random.int(20, 60) }, () => world.texts.fresh('imp'));
  const lines = [
    { format: 'remanence', version: 1, exported_at: now, model: null },
    ...fresh.map(({ text }) => ({
      record: 'memory',
      id: newId(Date.now()),
      scope: { cube: null, user: null, project: null, session: null },
      content: text,
      kind: 'semantic',
      type: null,
      label: null,
      tags: [],
      summary: null,
      importance: 5,
      metadata: {},
      event_time: now,
      ingestion_time: now,
      updated_at: now,
      valid_from: now,
      valid_until: null,
      invalid_reason: null,
      superseded_by: null,
      accesses: 0,
      accessed_at: null,
      conversation: null,
    })),
  ];
  const path = join(world.place.work, `${world.texts.name('import')}.jsonl`);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return { path, texts: new Map(fresh.map(({ name, text }) => [`memory ${name}`, text])) };
}

export const fileOperations: readonly ToolOperation[] = [
  {
    profile: 'memory-mcp',
    tool: 'index_project',
    plan: (world) => {
      const { root, files: count } = createProject(world);
      return {
        changes: changing([`project ${root}`, files(count)]),
        act: (call) => call('index_project', { path: root }),
      };
    },
  },
  {
    profile: 'memory-mcp',
    tool: 'delete_project',
    plan: (world) => {
      const root = world.some('project');
      if (root === null) return null;
      return {
        changes: changing([`project ${root}`, null]),
        act: (call) => call('delete_project', { project_id: basename(root) }),
      };
    },
  },
  {
    profile,
    tool: 'index_directory',
    plan: (world) => {
      const { root, files: count } = createProject(world);
      return {
        changes: changing([`project ${root}`, files(count)]),
        act: async (call) => {
          const { job_id } = await call('index_directory', { directory_path: root });
          await finished(call, 'index_status', { job_id });
        },
      };
    },
  },
  {
    profile,
    tool: 'index_file',
    plan: (world) => {
      const project = grown(world);
      return (
        project && {
          changes: changing([`project ${project.root}`, files(project.files)]),
          act: (call) => call('index_file', { file_path: project.path }),
        }
      );
    },
  },
  {
    profile,
    tool: 'reindex',
    plan: (world) => {
      const project = grown(world);
      return (
        project && {
          changes: changing([`project ${project.root}`, files(project.files)]),
          act: async (call) => {
            const { job_id } = await call('reindex', { scope: 'full', directory_path: project.root });
            await finished(call, 'index_status', { job_id });
          },
        }
      );
    },
  },
  {
    profile,
    tool: 'export_memory',
    plan: (world) => {
      const name = `${world.texts.name('all')}.jsonl`;
      return {
        changes: changing([`export ${name}`, 'whole']),
        act: (call) => call('export_memory', { output_path: join(world.place.exports, name) }),
      };
    },
  },
  {
    profile,
    tool: 'import_memory',
    // In steps of several memories; each step is atomic.
    grain: 'each',
    plan: (world) => {
      const { path, texts } = writeImport(world);
      return { changes: texts, act: (call) => call('import_memory', { file_path: path }) };
    },
  },
];
