// Projects and their files as rows.
import * as z from 'zod';
import type { IndexedFile, Project } from '../../engine/code/ports.ts';
import { type Row, type ScopeOf, Texts } from './row.ts';

const ProjectRow = z.object({
  id: z.number(),
  scope_id: z.number(),
  name: z.string(),
  root: z.string(),
  machine_id: z.string(),
  machine_name: z.string(),
  include: Texts,
  exclude: Texts,
  watch: z.number(),
  generation: z.number(),
  asked: z.number(),
  commit_id: z.string().nullable(),
  indexed_at: z.number().nullable(),
});

export function readProject(row: Row, scopeOf: ScopeOf): Project {
  const found = ProjectRow.parse(row);
  return {
    id: found.id,
    name: found.name,
    root: found.root,
    machine: found.machine_id === '' ? null : { id: found.machine_id, name: found.machine_name },
    scope: scopeOf(found.scope_id),
    selection: { include: found.include, exclude: found.exclude },
    watch: found.watch === 1,
    generation: found.generation,
    asked: found.asked,
    commit: found.commit_id,
    indexedAt: found.indexed_at,
  };
}

const FileRow = z.object({
  id: z.number(),
  path: z.string(),
  content: z.string(),
  language: z.string(),
  state: z.number(),
});

export function readFile(row: Row): IndexedFile {
  const { state, ...file } = FileRow.parse(row);
  return { ...file, visible: state === 1 };
}
