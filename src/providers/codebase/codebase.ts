import { access, constants, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, resolve } from 'node:path';
import { checkAnyRoot } from '../../engine/access/actor.ts';
import type {
  CodeBase,
  Listing,
  Outline,
  ParsedFile,
  Selection,
  Snippet,
  Watching,
} from '../../engine/code/code-base.ts';
import { invalid, type RemanenceError } from '../../errors.ts';
import { expandHome } from '../../expand-home.ts';
import { isInside, rootsHint } from '../roots.ts';
import { authorshipOf } from '../workspace/authorship.ts';
import { LocalWorkspace } from '../workspace/workspace.ts';
import { type PoolOptions, ReaderPool } from './pool.ts';
import { watchFolder } from './watch.ts';

/** Projects on this machine's disk, read by worker threads. */
export class LocalCodeBase implements CodeBase {
  readonly #workspace = new LocalWorkspace();
  readonly #pool: ReaderPool;

  constructor(options: PoolOptions) {
    this.#pool = new ReaderPool(options);
  }

  /** Starts what reads files, because reading is certain to follow. */
  prepare(): void {
    this.#pool.prepare();
  }

  async locate(path: string, roots?: readonly string[]): Promise<string> {
    const refuse = refusal(path, 'Give the root folder of a project.');
    const root = await realPath(path, roots, refuse);
    if (!(await stat(root)).isDirectory()) throw refuse('It is not a folder.');
    if (!(await mayRead(root, constants.R_OK | constants.X_OK))) throw refuse('It cannot be read.', MAY_READ);
    const home = await realpath(homedir()).catch(() => homedir());
    if (root === dirname(root) || root === home) throw refuse('It contains far more than one project.');
    return root;
  }

  async locateFile(path: string, roots?: readonly string[]): Promise<string> {
    const refuse = refusal(path, 'Give the path of a source file.');
    const file = await realPath(path, roots, refuse);
    if (!(await stat(file)).isFile()) throw refuse('It is not a file.');
    if (!(await mayRead(file, constants.R_OK))) throw refuse('It cannot be read.', MAY_READ);
    return file;
  }

  list(root: string, selection: Selection): Promise<Listing> {
    return this.#workspace.list(root, selection);
  }

  async parse(root: string, path: string, signal?: AbortSignal): Promise<ParsedFile | null> {
    signal?.throwIfAborted();
    return this.#pool.read(root, path);
  }

  text(root: string, path: string): Promise<string | null> {
    return this.#workspace.read(root, path).catch(() => null);
  }

  snippet(text: string, language: string | null): Promise<Snippet> {
    return this.#pool.snippet(text, language);
  }

  outline(text: string, language: string | null): Promise<Outline | null> {
    return this.#pool.outline(text, language);
  }

  authorship(...asked: Parameters<CodeBase['authorship']>): ReturnType<CodeBase['authorship']> {
    return authorshipOf(...asked);
  }

  watch(root: string, onChange: () => void): Promise<Watching> {
    return watchFolder(root, onChange);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

type Refuse = (why: string, hint?: string) => RemanenceError;

const MAY_READ = 'Change its permissions, or run as a user who can read it.';

const refusal =
  (path: string, usual: string): Refuse =>
  (why, hint = usual) =>
    invalid(`Invalid path: ${path}`, `${why} ${hint}`);

async function realPath(path: string, roots: readonly string[] | undefined, refuse: Refuse): Promise<string> {
  checkAnyRoot(roots);
  if (path.trim() === '') throw refuse('It is empty.');
  if (path.includes('\0')) throw refuse('No path holds a null character.');
  const real = await realpath(resolve(expandHome(path))).catch(() => null);
  // A path outside the roots is refused whether it exists or not, so that the answer reveals nothing.
  if (roots && !(await isInside(real ?? resolve(path), roots)))
    throw refuse('It is outside the folders that may be read.', rootsHint(roots));
  if (real === null)
    throw refuse(isAbsolute(expandHome(path)) ? 'It does not exist.' : `It does not exist in ${process.cwd()}.`);
  return real;
}

const mayRead = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );
