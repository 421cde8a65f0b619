import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { RemanenceError } from '../errors.ts';

/** By whole folder names and without links: /home/user2 is not inside of /home/user. The path is one without links. */
export async function isInside(path: string, roots: readonly string[]): Promise<boolean> {
  const real = await Promise.all(roots.map((root) => realpath(resolve(root)).catch(() => null)));
  return real.some(
    (root) => root !== null && (path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)),
  );
}

const NOT_YOURS = 'Files of the machine that this server runs on are for admin and root.';

/** Who has no folder at all is told that, and not where one would be. */
export function checkAny(roots: readonly string[] | undefined): void {
  if (roots?.length === 0) throw new RemanenceError('forbidden', NOT_YOURS);
}

/** Which folders would have done. */
export const rootsHint = (roots: readonly string[]): string =>
  roots.length === 0 ? NOT_YOURS : `They are ${roots.join(', ')}; --root adds one.`;
