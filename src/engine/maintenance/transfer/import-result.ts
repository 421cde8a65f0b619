import type { RemanenceError } from '../../../errors.ts';
import { stoppedImport, whyLeftOut } from '../../foreign/stopped.ts';

export interface Imported {
  /** Memories added or changed. */
  readonly imported: number;
  readonly skipped: number;
  /** Edges and observations added. */
  readonly linked: number;
  /** Entities that were not known before. */
  readonly entities: number;
  /** The first errors; `failed` counts all. */
  readonly errors: readonly { readonly line: number; readonly error: string }[];
  readonly failed: number;
}

const MAX_ERRORS = 1000;

/** Counts what an import has done so far. */
export class Tally {
  readonly #errors: { line: number; error: string }[] = [];
  #failed = 0;
  imported = 0;
  skipped = 0;
  linked = 0;
  entities = 0;

  /** Records an error of the line itself; a failure of the store or the model ends the import. */
  refuse(line: number, thrown: unknown): void {
    const error = whyLeftOut(thrown);
    this.#failed++;
    if (this.#errors.length < MAX_ERRORS) this.#errors.push({ line, error });
  }

  /** The error that ended the import at this line, with what is in and how to go on. */
  stopped(line: number, thrown: unknown): RemanenceError {
    const { imported, skipped, linked } = this;
    const sum = `imported ${imported}, skipped ${skipped}, linked ${linked}`;
    return stoppedImport(thrown, `at line ${line}: ${sum}`, { line, imported, skipped, linked });
  }

  result(): Imported {
    const { imported, skipped, linked, entities } = this;
    return {
      imported,
      skipped,
      linked,
      entities,
      errors: this.#errors.toSorted((a, b) => a.line - b.line),
      failed: this.#failed,
    };
  }
}
