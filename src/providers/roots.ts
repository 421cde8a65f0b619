import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

/** Compares whole folder names: /home/user2 is not inside /home/user. The path must have its links resolved. */
export async function isInside(path: string, roots: readonly string[]): Promise<boolean> {
  const real = await Promise.all(roots.map((root) => realpath(resolve(root)).catch(() => null)));
  return real.some(
    (root) => root !== null && (path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)),
  );
}

/** A hint that lists the allowed folders. */
export const rootsHint = (roots: readonly string[]): string => `They are ${roots.join(', ')}; add one with --root.`;
