// What the audit trail records about changes to code, graph, inbox and memories.
import { cubeOf } from './access/actor.ts';
import type { Bulk, Removed } from './maintenance/removing.ts';
import type { Entity, Memory, Relation } from './model.ts';

const aboutEntity = ({ id, scope }: Entity) => [{ subject: id, cube: cubeOf(scope) }];

export const CODE_DEEDS = {
  index: { action: 'code.index', deeds: () => [{}] },
  begin: { action: 'code.index', deeds: () => [{}] },
  reindex: { action: 'code.index', deeds: () => [{}] },
  indexFile: { action: 'code.index', deeds: () => [{}] },
  remove: { action: 'code.delete', deeds: () => [{}] },
  reset: { action: 'code.reset', deeds: (chunks: number) => (chunks > 0 ? [{}] : []) },
};

export const GRAPH_DEEDS = {
  createEntity: { action: 'entity.add', deeds: aboutEntity },
  createRelation: { action: 'relation.add', deeds: ({ id }: Relation) => [{ subject: id }] },
};

export const KNOWLEDGE_DEEDS = {
  tell: { action: 'entity.add', deeds: aboutEntity },
  relate: { action: 'relation.add', deeds: (row: number) => [{ subject: String(row) }] },
};

/** Records the decision itself; its effects on memories have audit entries of their own. */
export const INBOX_DEEDS = {
  propose: { action: 'proposal.add', deeds: (item: string | null) => (item === null ? [] : [{ subject: item }]) },
  keep: { action: 'inbox.keep', deeds: (_: readonly Memory[], item: string) => [{ subject: item }] },
  reject: { action: 'inbox.reject', deeds: (_: Memory | null, item: string) => [{ subject: item }] },
};

export const REMOVAL_DEEDS = {
  remove: {
    action: 'memory.reset',
    deeds: ({ memories }: Removed, { olderThanDays }: Bulk) => {
      if (memories === 0) return [];
      return [olderThanDays === undefined ? {} : { action: 'memory.delete' }];
    },
  },
};
