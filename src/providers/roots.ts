import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

/** By whole folder names and without links: /home/user2 is not inside of /home/user. The path is one without links. */
export async function isInside(path: string, roots: readonly string[]): Promise<boolean> {
  const real = await Promise.all(roots.map((root) => realpath(resolve(root)).catch(() => null)));
  return real.some(
    (root) => root !== null && (path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)),
  );
}

/** Which folders would have done. */
export const rootsHint = (roots: readonly string[]): string => `They are ${roots.join(', ')}; --root adds one.`;
