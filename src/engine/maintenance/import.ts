// An export, taken in line by line. A line that cannot be taken says why and holds up none of the others; what was taken
// stays, so that an import that was cut off can be begun again.
import { invalid } from '../../errors.ts';
import type { Actor } from '../access/actor.ts';
import { breathe } from '../job.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import type { Files } from './files.ts';
import { type Imported, type ImportOptions, ImportRun } from './import-run.ts';

/** Lines between two breaths. */
const BATCH = 50;

export class Importing {
  readonly #store: Store;
  readonly #embedding: Embedding;
  readonly #files: Files;
  readonly #onWritten: (memory: Memory) => Promise<void>;

  constructor(store: Store, embedding: Embedding, files: Files, onWritten: (memory: Memory) => Promise<void>) {
    this.#store = store;
    this.#embedding = embedding;
    this.#files = files;
    this.#onWritten = onWritten;
  }

  async fromFile(actor: Actor, path: string, options: ImportOptions = {}): Promise<Imported> {
    return this.take(actor, await this.#files.read(path, actor.roots), options);
  }

  /** A null line is one that was too long to be read. */
  async take(actor: Actor, lines: AsyncIterable<string | null>, options: ImportOptions = {}): Promise<Imported> {
    const run = new ImportRun(this.#store, this.#embedding, this.#onWritten, actor, options);
    let number = 0;
    for await (const line of lines) {
      options.signal?.throwIfAborted();
      number++;
      if (number === 1) {
        if (!(await run.open(line))) return run.result();
      } else if (line === null || line.trim() !== '') {
        await run.line(number, line);
      }
      if (number % BATCH === 0) await breathe();
      options.onProgress?.(number);
    }
    if (number === 0) run.refuse(1, invalid('The file is empty.'));
    await run.flush();
    return run.result();
  }
}
