// Imports an export line by line. A line that cannot be imported reports why and does not stop the others; what was
// imported stays, so an interrupted import can be started again.
import { invalid } from '../../../errors.ts';
import { type Actor, checkNoGuest } from '../../access/actor.ts';
import type { Cubes } from '../../cubes/cubes.ts';
import type { Clock } from '../../ports.ts';
import { type ReadLine, withoutMark } from '../../text/lines.ts';
import { yieldToEventLoop } from '../../waiting.ts';
import type { Files } from './files.ts';
import type { Imported } from './import-result.ts';
import { type ImportOptions, ImportRun } from './import-run.ts';
import type { TakingShelf } from './import-shelf.ts';

/** Lines between two reports of progress, and between two pauses for other calls. */
const BATCH = 50;

export class Importing {
  readonly #main: TakingShelf;
  readonly #cubes: Cubes;
  readonly #files: Files;
  readonly #clock: Clock;

  constructor(main: TakingShelf, cubes: Cubes, files: Files, clock: Clock) {
    this.#main = main;
    this.#cubes = cubes;
    this.#files = files;
    this.#clock = clock;
  }

  async fromFile(actor: Actor, path: string, options: ImportOptions = {}): Promise<Imported> {
    const lines = await this.#files.read(path, actor.roots);
    return this.take(actor, lines, { ...options, isShared: await this.#files.isShared(path) });
  }

  async take(actor: Actor, lines: AsyncIterable<ReadLine>, options: ImportOptions = {}): Promise<Imported> {
    // A single refusal, rather than one for each line.
    checkNoGuest(actor);
    const run = new ImportRun(this.#main, this.#cubes, this.#clock, actor, options);
    let number = 0;
    try {
      for await (const line of lines) {
        options.signal?.throwIfAborted();
        number++;
        if (number === 1) {
          const first = typeof line === 'string' ? withoutMark(line) : line;
          const opening = run.open(first);
          if (opening === null) return await run.end();
          if (opening === 'record') await run.line(number, first);
        } else if (typeof line !== 'string' || line.trim() !== '') {
          await run.line(number, line);
        }
        if (number % BATCH !== 0) continue;
        options.onProgress?.(number);
        await yieldToEventLoop();
      }
      options.onProgress?.(number);
      if (number === 0) run.refuse(1, invalid('The file is empty.'));
      return await run.end();
    } catch (error) {
      throw options.signal?.aborted ? error : run.stopped(number, error);
    }
  }
}
