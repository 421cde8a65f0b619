// Every verb of the engine that is written down, measured or noted.
import { cubeOf } from './access/actor.ts';
import { about } from './access/audit.ts';
import type { Code } from './code/code.ts';
import type { Cubes } from './cubes/cubes.ts';
import type { ForeignImport } from './foreign/import.ts';
import type { Graph } from './graph/graph.ts';
import type { Knowledge } from './graph/knowledge.ts';
import { readId } from './ids.ts';
import type { Inbox } from './inbox/inbox.ts';
import type { Verbs } from './instrument.ts';
import type { Operating } from './maintenance/figures/operating.ts';
import type { Normalising } from './maintenance/normalise/normalise.ts';
import type { Removing } from './maintenance/removing.ts';
import type { Exporting } from './maintenance/transfer/export.ts';
import type { Importing } from './maintenance/transfer/import.ts';
import type { TextImports } from './maintenance/transfer/text-import.ts';
import type { Memories } from './memories/memories.ts';
import type { Entity } from './model.ts';
import type { Notes } from './notes/notes.ts';
import {
  codeFound,
  functionsFound,
  memoriesFound,
  notesFound,
  overlappingFound,
  recalled,
  recalledFrom,
  relevantFound,
} from './recalls/recording.ts';
import type { Retrieval } from './retrieval/retrieval.ts';

interface Instrumented {
  readonly memories: Memories;
  readonly retrieval: Retrieval;
  readonly code: Code;
  readonly notes: Notes;
  readonly cubes: Cubes;
  readonly graph: Graph;
  readonly knowledge: Knowledge;
  readonly inbox: Inbox;
  readonly normalising: Normalising;
  readonly removing: Removing;
  readonly operating: Operating;
  readonly exporting: Exporting;
  readonly importing: Importing;
  readonly textImports: TextImports;
  readonly foreign: ForeignImport;
}

const aboutEntity = ({ id, scope }: Entity) => [{ subject: id, cube: cubeOf(scope) }];

export const VERBS: { readonly [K in keyof Instrumented]: Verbs<Instrumented[K]> } = {
  // Every way to write or delete a memory is written down with who did it.
  memories: {
    store: { timed: 'write', action: 'memory.add', entries: ({ memory }) => [about(memory)] },
    storeIfNew: { timed: 'write', action: 'memory.add', entries: (memory) => (memory ? [about(memory)] : []) },
    storeValid: {
      timed: 'write',
      action: 'memory.add',
      entries: (outcomes) => outcomes.flatMap((outcome) => ('memory' in outcome ? [about(outcome.memory)] : [])),
    },
    storeMany: { action: 'memory.add', entries: (stored) => stored.map(about) },
    update: { timed: 'write', action: 'memory.update', entries: (memory) => [about(memory)] },
    changeFrom: { action: 'memory.update', entries: (memory) => [about(memory)] },
    describe: { action: 'memory.update', entries: (memory) => [about(memory)] },
    invalidate: { timed: 'write', action: 'memory.invalidate', entries: (memory) => [about(memory)] },
    discard: { timed: 'write', action: 'memory.delete', entries: (_, id) => [{ subject: readId(id) }] },
    restore: { action: 'memory.restore', entries: (memory) => [about(memory)] },
    remove: { action: 'memory.delete', entries: (removed, id) => (removed ? [{ subject: readId(id) }] : []) },
  },
  retrieval: {
    byMeaning: { timed: 'search', noted: memoriesFound },
    byWords: { timed: 'search', noted: memoriesFound },
    recall: { timed: 'search', noted: recalled },
    recallFrom: { timed: 'search', noted: recalledFrom },
    relevant: { timed: 'search', noted: relevantFound },
    byOverlap: { timed: 'search', noted: overlappingFound },
  },
  code: {
    search: { timed: 'search', noted: codeFound },
    functions: { timed: 'search', noted: functionsFound },
    index: { action: 'code.index' },
    begin: { action: 'code.index' },
    reindex: { action: 'code.index' },
    indexFile: { action: 'code.index' },
    remove: { action: 'code.delete' },
    reset: { action: 'code.reset', entries: (chunks) => (chunks > 0 ? [{}] : []) },
  },
  notes: { search: { timed: 'search', noted: notesFound } },
  cubes: { search: { noted: recalled } },
  graph: {
    createEntity: { action: 'entity.add', entries: aboutEntity },
    createRelation: { action: 'relation.add', entries: ({ id }) => [{ subject: id }] },
  },
  knowledge: {
    tell: { action: 'entity.add', entries: aboutEntity },
    relate: { action: 'relation.add', entries: (row) => [{ subject: String(row) }] },
  },
  // These record the decision; what it does to memories is recorded as their change.
  inbox: {
    propose: { action: 'proposal.add', entries: (item) => (item === null ? [] : [{ subject: item }]) },
    keep: { action: 'inbox.keep', entries: (_, item) => [{ subject: item }] },
    reject: { action: 'inbox.reject', entries: (_, item) => [{ subject: item }] },
  },
  normalising: { start: { action: 'memory.normalize', entries: ({ job }) => [{ subject: job.id }] } },
  removing: {
    remove: {
      action: 'memory.reset',
      entries: ({ memories }, { olderThanDays }) => {
        if (memories === 0) return [];
        return [olderThanDays === undefined ? {} : { action: 'memory.delete' }];
      },
    },
  },
  exporting: { toFile: { action: 'memory.export' }, stream: { action: 'memory.export' } },
  operating: { backUp: { action: 'store.backup' } },
  importing: { fromFile: { action: 'memory.import' } },
  textImports: { run: { action: 'memory.import' } },
  // Written down as one import, not entity by entity.
  foreign: { run: { action: 'memory.import' } },
};
