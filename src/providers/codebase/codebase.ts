import { access, constants, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, resolve, sep } from 'node:path';
import type {
  CodeBase,
  Listing,
  Outline,
  ParsedFile,
  Selection,
  Snippet,
  Watching,
} from '../../engine/code/code-base.ts';
import { invalid } from '../../errors.ts';
import { LocalWorkspace } from '../workspace/workspace.ts';
import { type PoolOptions, ReaderPool } from './pool.ts';
import { watchFolder } from './watch.ts';

/** Projects on this machine's disk, read by threads of their own. */
export class LocalCodeBase implements CodeBase {
  readonly #workspace = new LocalWorkspace();
  readonly #pool: ReaderPool;

  constructor(options: PoolOptions) {
    this.#pool = new ReaderPool(options);
  }

  async locate(path: string, roots?: readonly string[]): Promise<string> {
    const refuse = (why: string, hint = 'Give the root folder of a project.') =>
      invalid(`Invalid path: ${path}`, `${why} ${hint}`);
    if (path.trim() === '' || path.includes('\0')) throw refuse('It is empty.');
    const root = await realpath(resolve(path.replace(/^~(?=\/|$)/, homedir()))).catch(() => null);
    // Whether something lies outside is nobody's business, either.
    if (roots && !(await isInside(root ?? resolve(path), roots)))
      throw refuse('It is outside of the folders that may be read.', `They are ${roots.join(', ')}; --root adds one.`);
    if (root === null) throw refuse('There is no such folder.');
    if (!(await stat(root)).isDirectory()) throw refuse('It is not a folder.');
    const readable = await access(root, constants.R_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!readable) throw refuse('It may not be read.', 'Change its permissions, or run as a user who may read it.');
    const home = await realpath(homedir()).catch(() => homedir());
    if (root === dirname(root) || root === home) throw refuse('It holds far more than one project.');
    return root;
  }

  list(root: string, selection: Selection): Promise<Listing> {
    return this.#workspace.list(root, selection);
  }

  async parse(root: string, path: string, signal?: AbortSignal): Promise<ParsedFile | null> {
    signal?.throwIfAborted();
    return this.#pool.read(root, path);
  }

  snippet(text: string, language: string | null): Promise<Snippet> {
    return this.#pool.snippet(text, language);
  }

  outline(text: string, language: string | null): Promise<Outline | null> {
    return this.#pool.outline(text, language);
  }

  watch(root: string, onChange: () => void): Promise<Watching> {
    return watchFolder(root, onChange);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** By whole folder names and without links: /home/user2 is not inside of /home/user. */
async function isInside(path: string, roots: readonly string[]): Promise<boolean> {
  const real = await Promise.all(roots.map((root) => realpath(resolve(root)).catch(() => null)));
  return real.some(
    (root) => root !== null && (path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)),
  );
}
