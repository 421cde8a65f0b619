import type * as z from 'zod';
import { invalid, messageOf, RemanenceError } from '../../../errors.ts';
import { type Actor, confinementOf, DEFAULT_CUBE, home, isWithin, ownReach } from '../../access/actor.ts';
import type { Cubes } from '../../cubes/cubes.ts';
import type { VectorModel } from '../../memories/ports.ts';
import type { Scope } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import type { NOT_UTF8, ReadLine } from '../../text/lines.ts';
import { problemOfInput } from '../../text/problem.ts';
import { type Imported, Tally } from './import-result.ts';
import { type Edge, ShelfImport, type ShelfImportOptions, type TakingShelf } from './import-shelf.ts';
import { completeRecord, ExportRecord, Header, PlainStart, type RecordOf } from './records.ts';

export interface ImportOptions extends ShelfImportOptions {
  /** The file may hold others' data: an actor confined to a user or project imports only records that name them. */
  readonly isShared?: boolean | undefined;
  /** Called with the number of lines done. */
  readonly onProgress?: ((lines: number) => void) | undefined;
}

/** One import, from first line to last: each record goes to the store of its cube. */
export class ImportRun {
  readonly #main: TakingShelf;
  readonly #cubes: Cubes;
  readonly #clock: Clock;
  readonly #options: ImportOptions;
  readonly #tally = new Tally();
  #actor: Actor;
  /** The model of the vectors in the file. */
  #model: VectorModel | null = null;
  /** Stores opened so far, by cube; several cubes may share one. */
  readonly #shelves = new Map<string, Promise<ShelfImport>>();

  constructor(main: TakingShelf, cubes: Cubes, clock: Clock, actor: Actor, options: ImportOptions) {
    this.#main = main;
    this.#clock = clock;
    this.#cubes = cubes;
    this.#actor = actor;
    this.#options = options;
  }

  /** What the first line is; null when it is neither, and then nothing is imported. */
  open(line: ReadLine): 'header' | 'record' | null {
    try {
      const header = readOpening(line, () => home(this.#actor), this.#clock.now());
      this.#model = header?.model ?? null;
      return header === null ? 'record' : 'header';
    } catch (error) {
      this.refuse(1, error);
      return null;
    }
  }

  #read(line: ReadLine): ExportRecord {
    return readRecord(line, () => home(this.#actor), this.#clock.now());
  }

  async line(number: number, line: ReadLine): Promise<void> {
    try {
      const record = this.#read(line);
      if (
        this.#options.isShared &&
        'scope' in record &&
        !isWithin(record.scope, ownReach({ ...confinementOf(this.#actor), who: this.#actor.who }))
      ) {
        throw invalid('This record belongs to another user or project.');
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

  /** What to throw if the store or the model fails at this line. */
  stopped(line: number, thrown: unknown): RemanenceError {
    return this.#tally.stopped(line, thrown);
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

  /** An edge belongs in the store of its ends, which precede it in the file. */
  async #connect(record: Edge): Promise<void> {
    for (const shelf of [await this.#shelfOf(null), ...(await this.#used())]) {
      const added = await shelf.connect(record);
      if (added) this.#tally.linked++;
      if (added !== null) return;
    }
    throw new RemanenceError('not_found', `This ${record.record} refers to a memory or entity that does not exist.`);
  }

  /**
   * Registers an unknown cube, kept in the store. When the owner of the data folder imports, the cube returns to its
   * former owner and sharers; anyone else becomes the owner of what they import.
   */
  async #register({ id, name, description, owner, shared_with: sharers = [] }: RecordOf<'cube'>): Promise<void> {
    const { registry } = this.#cubes;
    if (await registry.has(id)) return;
    const { cubes, role, user } = this.#actor;
    const givesBack = role === undefined && user === undefined;
    const registrant = givesBack && owner !== undefined ? { ...this.#actor, who: owner } : this.#actor;
    await registry.register(registrant, { id, name, description: description ?? undefined }, null);
    if (givesBack) await registry.shareAgain(this.#actor, id, sharers);
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
      // Each line that needs this store reports the error.
      opening.catch(() => {});
    }
    return opening;
  }

  /** An unregistered cube goes into the main store; if a cube's file cannot be opened, only its own lines fail. */
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

/** Parses a line of an export and fills in what it leaves out. */
export const readRecord = (line: ReadLine, home: () => Scope, now: number): ExportRecord =>
  readLine(ExportRecord, line, (value) => completeRecord(value, home, now));

/** The header of an export, or null where the first line is a record; any other line is no export. */
export function readOpening(line: ReadLine, home: () => Scope, now: number): Header | null {
  if (typeof line !== 'string') throw unread(line);
  const header = attempt(() => readLine(Header, line));
  const isRecord = () => attempt(() => readRecord(line, home, now)) ?? attempt(() => readLine(PlainStart, line));
  if (header ?? isRecord()) return header;
  throw invalid(
    'This is not a readable Remanence export: the first line must be {"format":"remanence","version":1,…}, or a memory with its type and content.',
  );
}

const unread = (line: typeof NOT_UTF8 | null): RemanenceError =>
  line === null
    ? invalid('The line is longer than 2 MB.')
    : invalid('The line is not UTF-8 text.', 'Save the file as UTF-8, and import it again.');

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function readLine<T>(
  schema: z.ZodType<T>,
  line: ReadLine,
  complete: (value: unknown) => unknown = (value) => value,
): T {
  if (typeof line !== 'string') throw unread(line);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw invalid(`The line is not JSON: ${messageOf(error)}`);
  }
  const completed = complete(value);
  const parsed = schema.safeParse(completed);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(`${issue?.path.join('.') || 'record'}: ${issue ? problemOfInput(issue, completed) : 'invalid'}.`);
}
