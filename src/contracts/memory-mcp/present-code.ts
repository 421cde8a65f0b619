// Presents projects and code in the terms of the memory-mcp contract.
import * as z from 'zod';
import type { Numbering } from '../../engine/access/numbers.ts';
import type { Authorship } from '../../engine/code/code-base.ts';
import type { Project } from '../../engine/code/ports.ts';
import { type Indexed, type ProjectStatus, unreadNote } from '../../engine/code/projects.ts';
import type { CodeFound } from '../../engine/code/search/search.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { round, type Text, withinBudget } from '../texts.ts';

/** The most names one result shows. */
const MAX_NAMES = 12;

export const IndexResult = z.object({
  project_id: z.string(),
  files_indexed: z.number(),
  chunks_created: z.number(),
  status: z.string(),
  symbols: z.number(),
  note: z.string().optional(),
});

export function presentIndexed({ status, underWay }: Indexed): z.input<typeof IndexResult> {
  return {
    project_id: status.project.name,
    files_indexed: status.state === 'indexing' ? status.readFiles : status.files,
    chunks_created: status.chunks,
    status: stateOf(status),
    symbols: status.symbols,
    ...noteOf(status, underWay !== null),
  };
}

/** What a server continues by itself has not failed. */
const stateOf = ({ state, interrupted }: ProjectStatus): ProjectStatus['state'] => (interrupted ? 'pending' : state);

function noteOf(status: ProjectStatus, isJoined: boolean): { note?: string } {
  const notes = [stateNote(status, isJoined), unreadNote(status), machineNote(status)].filter((note) => note !== null);
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}

function stateNote(
  { state, interrupted, error, files, pending, project, startedAt, machine }: ProjectStatus,
  isJoined: boolean,
): string | null {
  const isPublished = (project.indexedAt ?? 0) >= (startedAt ?? 0);
  if (state === 'indexing') {
    const what = isJoined ? 'This project is already being indexed.' : 'Indexing continues.';
    const searchable = isPublished ? ' Its files can be searched; better vectors follow.' : '';
    return `${what}${searchable} get_index_status reports its progress.`;
  }
  const meanwhile = isPublished
    ? ' Files read so far are found by words.'
    : project.generation > 0
      ? ' Searches use the previous index.'
      : '';
  if (interrupted) return `Indexing was interrupted when its process ended, and goes on by itself.${meanwhile}`;
  if (state === 'failed') {
    const next = machine === null ? ' Call index_project again to continue.' : '';
    return `${error ?? 'Indexing was cancelled.'}${meanwhile}${next}`;
  }
  if (files === 0) return 'No file is indexed: the folder has no source files, or include and exclude leave none.';
  if (pending > 0) return `${pending} chunks wait for their vectors and are found only by words until then.`;
  return null;
}

const machineNote = ({ machine }: ProjectStatus): string | null =>
  machine === null ? null : `Its folder is on another machine, ${machine}, and is indexed only there.`;

export const IndexStatusResult = z.object({
  project_id: z.string(),
  status: z.enum(['pending', 'indexing', 'completed', 'failed']),
  total_files: z.number(),
  indexed_files: z.number(),
  total_chunks: z.number(),
  progress_percent: z.number(),
  eta_seconds: z.number().nullable(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  path: z.string(),
  symbols: z.number(),
  embedded_chunks: z.number(),
  commit: z.string().nullable(),
  watching: z.boolean(),
  stages: z.array(z.object({ name: z.string(), done: z.number(), total: z.number(), seconds: z.number() })),
  note: z.string().optional(),
});

export function presentStatusOf(status: ProjectStatus): z.input<typeof IndexStatusResult> {
  const { project } = status;
  return {
    project_id: project.name,
    status: stateOf(status),
    total_files: status.totalFiles,
    indexed_files: status.readFiles,
    total_chunks: status.chunks,
    progress_percent: Math.round(status.progress * 1000) / 10,
    eta_seconds: status.etaSeconds,
    started_at: status.startedAt === null ? null : printTime(status.startedAt),
    completed_at: status.completedAt === null ? null : printTime(status.completedAt),
    path: project.root,
    symbols: status.symbols,
    embedded_chunks: status.chunks - status.pending,
    commit: project.commit,
    watching: status.watching,
    stages: status.stages.map(({ name, done, total, ms }) => ({
      name,
      done,
      total,
      seconds: Math.round(ms / 100) / 10,
    })),
    ...noteOf(status, false),
  };
}

export const ProjectsResult = z.object({
  projects: z.array(z.string()),
  count: z.number(),
  details: z.array(
    z.object({
      project_id: z.string(),
      path: z.string(),
      commit: z.string().nullable(),
      indexed_at: z.string().nullable(),
      machine: z.string().optional(),
    }),
  ),
});

/** Names the machine of a project only if it is not this one. */
export const presentProjects = (
  projects: readonly Project[],
  otherMachineOf: (project: Project) => string | null,
): z.input<typeof ProjectsResult> => ({
  projects: projects.map(({ name }) => name),
  count: projects.length,
  details: projects.map((project) => {
    const { name, root, commit, indexedAt } = project;
    const machine = otherMachineOf(project);
    return {
      project_id: name,
      path: root,
      commit,
      indexed_at: indexedAt === null ? null : printTime(indexedAt),
      ...(machine === null ? {} : { machine }),
    };
  }),
});

export const CodeResult = z.object({
  id: z.string(),
  project_id: z.string(),
  file_path: z.string(),
  content: z.string(),
  language: z.string(),
  start_line: z.number(),
  end_line: z.number(),
  chunk_type: z.string(),
  name: z.string().nullable(),
  defines: z.array(z.string()).optional(),
  score: z.number(),
  container: z.string().optional(),
  parts: z.record(z.string(), z.number()),
  called_by: z.array(z.string()).optional(),
  commit: z.string().optional(),
  history: z
    .object({
      changed_by: z.string(),
      changed_at: z.string(),
      commit: z.string(),
      mostly_by: z.string(),
      since: z.string(),
    })
    .optional(),
  weak: z.boolean().optional(),
  possibly_stale: z.string().optional(),
  content_cut: z.string().optional(),
});

export function presentCode(
  found: readonly CodeFound[],
  { show }: Numbering,
  weak: boolean,
): z.input<typeof CodeResult>[] {
  return withinBudget(found, textOfCode, ({ chunk, project, score, parts, calledBy, authorship, stale }, content) => ({
    id: String(show('chunk', chunk.id)),
    project_id: project.name,
    file_path: chunk.path,
    ...content,
    language: chunk.language,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    chunk_type: chunk.kind ?? 'block',
    name: chunk.name,
    ...(chunk.defines.length > 1 ? { defines: chunk.defines.slice(0, MAX_NAMES) } : {}),
    score: round(score),
    ...(chunk.container === null ? {} : { container: chunk.container }),
    parts: Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, round(value ?? 0)])),
    ...(calledBy.length === 0 ? {} : { called_by: [...calledBy] }),
    ...(project.commit === null ? {} : { commit: project.commit.slice(0, 12) }),
    ...(authorship ? { history: presentAuthorship(authorship) } : {}),
    ...(weak ? { weak } : {}),
    ...(stale === null ? {} : { possibly_stale: stale }),
  }));
}

const presentAuthorship = ({ commit, changedBy, changedAt, mostlyBy, since }: Authorship) => ({
  changed_by: changedBy,
  changed_at: printTime(changedAt),
  commit: commit.slice(0, 12),
  mostly_by: mostlyBy,
  since: printTime(since),
});

export const textOfCode = ({ chunk }: Pick<CodeFound, 'chunk' | 'project'>): Text => ({
  text: chunk.text,
  rest: (left) => `${left} more characters: read lines ${chunk.startLine}-${chunk.endLine} of the file`,
});
