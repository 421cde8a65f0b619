// Memories by cube: in the main store, or in the cube's own file.
import { asRemanenceError, messageOf, RemanenceError } from '../../errors.ts';
import { type Actor, cubeOf, LOCAL, reach, type ScopeFilter } from '../access/actor.ts';
import type { Action } from '../access/permission.ts';
import type { Cube, CubeFigures } from '../access/ports.ts';
import { readId } from '../ids.ts';
import type { Recalled } from '../retrieval/results.ts';
import { checkNoSecret } from '../secrets/redact.ts';
import type { Shelf } from '../shelf.ts';
import { type CubeFound, join } from './join.ts';
import type { CubeInput, Registered, Registry } from './registry.ts';

/** Cubes that have their own file. */
interface CubeFiles {
  locate(path: string, roots: readonly string[] | undefined): Promise<string>;
  open(file: string, makes: boolean): Promise<Shelf>;
}

export interface OpenCube {
  readonly cube: Cube;
  readonly shelf: Shelf;
  /** The caller, confined to this cube. */
  readonly actor: Actor;
  /** The same, as the user who will own new memories. */
  readonly author: Actor;
}

/** A cube with its own file and the caller confined to it, or the reason why the file cannot be used. */
export type CubeShelf = { readonly cube: Cube; readonly actor: Actor } & (
  | { readonly shelf: Shelf }
  | { readonly problem: string }
);

export interface CubeSearch {
  /** Searches only these cubes; fails if the actor cannot see one of them. */
  readonly cubes?: readonly string[] | undefined;
  readonly limit: number;
  /** False for a text that may not be a question. */
  readonly judges?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export class Cubes {
  readonly registry: Registry;
  readonly #main: Shelf;
  readonly #files: CubeFiles;
  readonly #open = new Map<string, Promise<Shelf>>();

  constructor(registry: Registry, main: Shelf, files: CubeFiles) {
    this.registry = registry;
    this.#main = main;
    this.#files = files;
  }

  async register(actor: Actor, input: CubeInput, path?: string): Promise<Registered> {
    // Before a file is made for it.
    await this.registry.checkRegister(actor, input.id);
    // Registering an existing cube changes nothing.
    const isMade = path !== undefined && !(await this.registry.has(input.id));
    const file = isMade ? await this.#files.locate(checkNoSecret(path, 'path'), actor.roots) : null;
    // Reports an unusable file now, not with the first memory.
    if (file !== null) await this.#shelfOf({ path: file }, true);
    return this.registry.register(actor, input, file);
  }

  /** Opens a cube for an action that the actor may do there. */
  async open(actor: Actor, id: string, action: Action = 'read'): Promise<OpenCube> {
    const cube = await this.registry.find(actor, id, action);
    const inside = { ...actor, cube: id };
    const user = actor.user ?? (actor.who === LOCAL ? undefined : actor.who);
    return { cube, shelf: await this.#shelfFor(actor, cube), actor: inside, author: { ...inside, user } };
  }

  /** The cubes with their own files that the actor may see. */
  async files(actor: Actor): Promise<CubeShelf[]> {
    const cubes = (await this.registry.list(actor)).filter(
      ({ id, path }) => path !== null && (actor.cube ?? id) === id,
    );
    return Promise.all(
      cubes.map(async (cube) => {
        const opened = await this.#shelfFor(actor, cube).then(
          (shelf) => ({ shelf }),
          (thrown: unknown) => ({ problem: messageOf(thrown) }),
        );
        return { cube, actor: { ...actor, cube: cube.id }, ...opened };
      }),
    );
  }

  /** How much it holds that the actor may see; null when its file cannot be opened. */
  async figures(actor: Actor, { id, path }: Cube, field: string | null = null): Promise<CubeFigures | null> {
    const shelf = await this.#shelfOf({ path }).catch(() => null);
    return shelf?.store.access.figures(id, reach(actor), field) ?? null;
  }

  async holds({ id, path }: Cube, within: ScopeFilter): Promise<boolean> {
    const shelf = await this.#shelfOf({ path }).catch(() => null);
    return (await shelf?.store.access.holds(id, within)) ?? false;
  }

  /** The actor's cubes whose files cannot be opened. */
  async unopened(actor: Actor): Promise<string[]> {
    const cubes = await this.registry.list(actor);
    const opened = await Promise.all(cubes.map((cube) => this.#shelfOf(cube).catch(() => null)));
    return cubes.flatMap(({ id }, i) => (opened[i] === null ? [id] : []));
  }

  /** Which of these ids are of no memory, not even of one in a bin, in any store that is open. */
  async gone(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const gone = new Set(ids);
    for (const opening of [this.#main, ...this.#open.values()]) {
      // A file that cannot be opened or read may have all of them.
      const known = await knownIn(opening, [...gone]).catch(() => [...gone]);
      for (const id of known) gone.delete(id);
    }
    return gone;
  }

  /** How many memories the actor may see. */
  async count(actor: Actor): Promise<number> {
    const files = (await this.registry.list(actor)).filter(({ path }) => path !== null);
    const counts = await Promise.all(files.map(async (cube) => (await this.figures(actor, cube))?.total ?? 0));
    return counts.reduce((sum, n) => sum + n, await this.#main.store.memories.count(reach(actor)));
  }

  /** The cube of a memory, if the actor may see it. */
  async holding(actor: Actor, id: string): Promise<string | null> {
    const known = readId(id);
    if (known === null) return null;
    const files = (await this.registry.list(actor)).filter(({ path }) => path !== null);
    const opened = await Promise.all(files.map((cube) => this.#shelfOf(cube).catch(() => null)));
    for (const shelf of [this.#main, ...opened]) {
      const memory = await shelf?.store.memories.get(known, reach(actor));
      if (memory) return cubeOf(memory.scope);
    }
    return null;
  }

  /** The best memories of all searched cubes, merged. */
  async search(actor: Actor, question: string, { cubes, ...options }: CubeSearch): Promise<Recalled<CubeFound>> {
    const asked = cubes && (await this.#findAll(actor, cubes));
    const main = { ...actor, cubes: asked ? asked.map(({ id }) => id) : actor.cubes };
    const parts = [await this.#main.retrieval.recall(main, question, options)];
    const notes: string[] = [];
    for (const cube of (asked ?? (await this.registry.list(actor))).filter(({ path }) => path !== null)) {
      const leftOut = (thrown: unknown): void => {
        if (asked) throw thrown;
        notes.push(`The cube ${cube.id} could not be searched: ${messageOf(thrown)}`);
      };
      const shelf = await this.#shelfFor(actor, cube).catch(leftOut);
      const part = await shelf?.retrieval
        .recall({ ...actor, cube: cube.id }, question, options)
        .catch((thrown: unknown) => {
          // The file may also disappear while it is open.
          if (asRemanenceError(thrown).code !== 'storage') throw thrown;
          leftOut(hidden(actor, cube, thrown));
        });
      if (part) parts.push(part);
    }
    return join(parts, options.limit, notes);
  }

  /** One after the other: naming a thousand unknown cubes causes only one refusal and one audit entry. */
  async #findAll(actor: Actor, ids: readonly string[]): Promise<Cube[]> {
    const found: Cube[] = [];
    for (const id of new Set(ids)) found.push(await this.registry.find(actor, id));
    return found;
  }

  /** Tends every open file before it fails because of one. */
  async tend(signal: AbortSignal): Promise<void> {
    const failures: string[] = [];
    for (const opening of this.#open.values()) {
      const shelf = await opening.catch(() => null);
      if (!shelf) continue;
      const failed = (thrown: unknown) => failures.push(`${shelf.store.location}: ${messageOf(thrown)}`);
      await shelf.reembedding.run(signal).catch(failed);
      await shelf.normalising.emptyBin(signal).catch(failed);
    }
    if (failures.length > 0) throw new RemanenceError('storage', failures.join('; '));
  }

  async close(): Promise<void> {
    for (const opening of this.#open.values()) {
      const shelf = await opening.catch(() => null);
      await shelf?.normalising.close();
      await shelf?.store.close();
    }
  }

  #shelfFor(actor: Actor, cube: Cube): Promise<Shelf> {
    return this.#shelfOf(cube).catch((thrown: unknown) => {
      throw hidden(actor, cube, thrown);
    });
  }

  #shelfOf({ path }: Pick<Cube, 'path'>, makes = false): Promise<Shelf> {
    if (path === null) return Promise.resolve(this.#main);
    let opening = this.#open.get(path);
    if (!opening) {
      opening = this.#files.open(path, makes);
      this.#open.set(path, opening);
      // Forgets a failed attempt, so that the next call tries again.
      opening.catch(() => this.#open.delete(path));
    }
    return opening;
  }
}

const knownIn = async (opening: Shelf | Promise<Shelf>, ids: readonly string[]): Promise<string[]> =>
  (await opening).store.forgetting.known(ids);

/** Only callers who may see the whole store learn where a file is and what is wrong with it. */
function hidden(actor: Actor, cube: Cube, thrown: unknown): RemanenceError {
  if (actor.cubes === undefined) return asRemanenceError(thrown);
  return new RemanenceError('storage', `The cube ${cube.id} cannot be opened.`, {
    hint: 'The operator of the server can see why with `remanence cube list`.',
    cause: thrown,
  });
}
