// Records what `install` changed so that `uninstall` can undo it: our change to each file and nothing else in it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { LEDGER } from '../../data-folder.ts';
import { invalid } from '../../errors.ts';

const Entry = z.object({
  client: z.string(),
  file: z.string(),
  /** Of the file as install left it; any other hash means that somebody has changed it since. */
  sha256: z.string(),
  /** Null for a file that did not exist. */
  splice: z.object({ at: z.number(), removed: z.string(), inserted: z.string() }).nullable(),
  /** Folders created for it, innermost first. */
  folders: z.array(z.string()),
});
export type LedgerEntry = z.infer<typeof Entry>;

export class Ledger {
  readonly #path: string;

  constructor(dataDir: string) {
    this.#path = join(dataDir, LEDGER);
  }

  entries(): LedgerEntry[] {
    if (!existsSync(this.#path)) return [];
    try {
      return z.array(Entry).parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      throw invalid(
        `${this.#path} cannot be read.`,
        "Delete it: `remanence uninstall` then removes the server from the clients' files by name.",
      );
    }
  }

  /** Replaces the file's earlier entry. */
  add(entry: LedgerEntry): void {
    this.#write([...this.entries().filter(({ file }) => file !== entry.file), entry]);
  }

  remove(file: string): void {
    this.#write(this.entries().filter((entry) => entry.file !== file));
  }

  #write(entries: readonly LedgerEntry[]): void {
    if (entries.length === 0) {
      rmSync(this.#path, { force: true });
      return;
    }
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    writeFileSync(this.#path, `${JSON.stringify(entries, null, 2)}\n`, { mode: 0o600 });
  }
}

export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex');
