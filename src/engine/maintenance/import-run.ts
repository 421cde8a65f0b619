import type { z } from 'zod';
import { invalid, messageOf, RemanenceError } from '../../errors.ts';
import { type Actor, confinementOf, DEFAULT_CUBE, isWithin, reach } from '../access/actor.ts';
import type { Cubes } from '../cubes/cubes.ts';
import type { VectorModel } from '../memories/ports.ts';
import { type Imported, Tally } from './import-result.ts';
import { type Edge, ShelfImport, type ShelfImportOptions, type TakingShelf } from './import-shelf.ts';
import { ExportRecord, Header, type RecordOf } from './records.ts';

export interface ImportOptions extends ShelfImportOptions {
  /** The file may be of others: who is confined to a user or project takes only what names them. */
  readonly isShared?: boolean | undefined;
  /** Lines that are done. */
  readonly onProgress?: ((lines: number) => void) | undefined;
}

/** One import, from its first line to its last: what each line says goes to where its cube is kept. */
export class ImportRun {
  readonly #main: TakingShelf;
  readonly #cubes: Cubes;
  readonly #options: ImportOptions;
  readonly #tally = new Tally();
  #actor: Actor;
  /** Of the vectors in the file. */
  #model: VectorModel | null = null;
  /** Where something went already, by cube; several may be in the store. */
  readonly #shelves = new Map<string, Promise<ShelfImport>>();

  constructor(main: TakingShelf, cubes: Cubes, actor: Actor, options: ImportOptions) {
    this.#main = main;
    this.#cubes = cubes;
    this.#actor = actor;
    this.#options = options;
  }

  /** False when this is no export that can be read: nothing is taken from it. */
  open(line: string | null): boolean {
    try {
      this.#model = readLine(Header, line).model;
      return true;
    } catch {
      const wrong =
        'This is no export of Remanence that can be read: the first line must be {"format":"remanence","version":1,…}.';
      this.refuse(1, invalid(wrong));
      return false;
    }
  }

  async line(number: number, line: string | null): Promise<void> {
    try {
      const record = readLine(ExportRecord, line);
      if (
        this.#options.isShared &&
        'scope' in record &&
        !isWithin(record.scope, reach({ ...confinementOf(this.#actor), who: this.#actor.who }))
      ) {
        throw invalid('It belongs to another user or project.');
      }
      if (record.record === 'memory') await (await this.#shelfOf(record.scope.cube)).memory(number, record);
      else await this.#link(record);
    } catch (error) {
      this.refuse(number, error);
    }
  }

  refuse(line: number, thrown: unknown): void {
    this.#tally.refuse(line, thrown);
  }

  async end(): Promise<Imported> {
    await this.#flush();
    return this.#tally.result();
  }

  async #flush(): Promise<void> {
    for (const shelf of await this.#used()) await shelf.flush();
  }

  async #link(record: Exclude<ExportRecord, { record: 'memory' }>): Promise<void> {
    await this.#flush();
    if (record.record === 'cube') return this.#register(record);
    if (record.record === 'entity') return (await this.#shelfOf(record.scope.cube)).entity(record);
    await this.#connect(record);
  }

  /** An edge lies where its ends are, and those came before it. */
  async #connect(record: Edge): Promise<void> {
    for (const shelf of [await this.#shelfOf(null), ...(await this.#used())]) {
      const added = await shelf.connect(record);
      if (added) this.#tally.linked++;
      if (added !== null) return;
    }
    throw new RemanenceError('not_found', `What this ${record.record} is about is not there.`);
  }

  /** One that is not there yet is kept in the store, and belongs to who imports it. */
  async #register({ id, name, description }: RecordOf<'cube'>): Promise<void> {
    const { registry } = this.#cubes;
    if (await registry.has(id)) return;
    await registry.register(this.#actor, { id, name, description: description ?? undefined }, null);
    const { cubes } = this.#actor;
    if (cubes) this.#actor = { ...this.#actor, cubes: [...cubes, id] };
  }

  async #used(): Promise<ShelfImport[]> {
    const opened = await Promise.all([...this.#shelves.values()].map((shelf) => shelf.catch(() => null)));
    return [...new Set(opened.filter((shelf) => shelf !== null))];
  }

  #shelfOf(cube: string | null): Promise<ShelfImport> {
    const id = cube ?? DEFAULT_CUBE;
    let opening = this.#shelves.get(id);
    if (!opening) {
      opening = this.#open(id);
      this.#shelves.set(id, opening);
      // Each line that needs it says why.
      opening.catch(() => {});
    }
    return opening;
  }

  /** A cube that nobody has registered is kept in the store; one whose file cannot be opened costs its own lines. */
  async #open(id: string): Promise<ShelfImport> {
    if (id === DEFAULT_CUBE) return this.#taking(this.#main, this.#actor);
    if (!(await this.#cubes.registry.has(id))) return this.#shelfOf(null);
    const { cube, shelf, actor } = await this.#cubes.open(this.#actor, id, 'write').catch((thrown: unknown) => {
      const isBroken = thrown instanceof RemanenceError && thrown.code === 'storage';
      throw isBroken ? invalid(`The cube ${id} cannot be opened: ${thrown.message}`) : thrown;
    });
    return cube.path === null ? this.#shelfOf(null) : this.#taking(shelf, actor);
  }

  async #taking(shelf: TakingShelf, actor: Actor): Promise<ShelfImport> {
    const fits = this.#model !== null && (await shelf.embedding.takes(this.#model));
    return new ShelfImport(shelf, actor, fits ? this.#model : null, this.#options, this.#tally);
  }
}

function readLine<T>(schema: z.ZodType<T>, line: string | null): T {
  if (line === null) throw invalid('The line is longer than 1 MB.');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw invalid(`The line is no JSON: ${messageOf(error)}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(`${issue?.path.join('.') || 'record'}: ${issue?.message ?? 'invalid'}.`);
}
