// Describes a bulk removal, before and after it.
import type { RemovalPreview, Removed } from '../engine/maintenance/removing.ts';

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** How much would be deleted, and whether it could be restored. */
export function describeRemoval({ memories, entities, relations, codeChunks, keptDays }: RemovalPreview): string {
  const parts = [
    ...counted(memories, 'memory', 'memories'),
    ...graphParts({ entities, relations }),
    ...counted(codeChunks, 'chunk of indexed code', 'chunks of indexed code'),
  ];
  if (parts.length === 0) return 'You own nothing to delete.';
  const copy = keptDays === 0 ? '' : ` A copy would be kept for ${days(keptDays)}.`;
  return `This would delete ${parts.join(', ')}.${copy}`;
}

const graphParts = ({ entities, relations }: Pick<RemovalPreview, 'entities' | 'relations'>): string[] => [
  ...counted(entities, 'entity', 'entities'),
  ...counted(relations, 'relation', 'relations'),
];

/** What was deleted besides memories; null for nothing. */
export function describeGraph(removed: Removed): string | null {
  const parts = graphParts(removed);
  return parts.length === 0 ? null : `Also deleted: ${parts.join(', ')}.`;
}

/** Where the copy is; null without one. */
export function describeCopy({ keptDays, copy, codeChunks }: Removed): string | null {
  const code = codeChunks === 0 ? [] : ['Indexed code is not copied: index its folder again.'];
  if (keptDays === 0) return code[0] ?? null;
  const copyHint =
    copy === null
      ? `A copy is kept for ${days(keptDays)}; the owner of the data folder can restore it with \`remanence import\` and the newest file in the folder \`bin\`.`
      : `A copy is kept for ${days(keptDays)}: ${copy}. \`remanence import\` restores it.`;
  return [copyHint, ...code].join(' ');
}

const days = (count: number): string => (count === 1 ? 'a day' : `${count} days`);
