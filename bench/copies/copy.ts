// Copies of a function as people make them: renamed, reformatted, reordered, retyped, with a line added. They are made from
// the syntax tree, independently of the fingerprints, so that both do not share the same mistakes.

import { edited } from './edit.ts';
import { commented, reordered } from './layout.ts';
import type { Edit, Original, Random } from './original.ts';
import { renamed } from './rename.ts';
import { retyped } from './retype.ts';

export const CHANGES = ['rename', 'comment', 'reorder', 'retype', 'edit'] as const;
export type Change = (typeof CHANGES)[number];

/** Null if the change does not apply to the function. */
export function change(kind: Change, original: Original, random: Random): Edit[] | null {
  const edits = CHANGE[kind](original, random);
  return edits.length > 0 ? edits : null;
}

const CHANGE: Record<Change, (original: Original, random: Random) => Edit[]> = {
  rename: renamed,
  comment: commented,
  reorder: reordered,
  retype: retyped,
  edit: edited,
};
