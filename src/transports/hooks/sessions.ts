// What each session was told, so that no process tells it twice. Only ids and paths are kept.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { DAY_MS } from '../../engine/clock.ts';

const Session = z.object({
  memories: z.array(z.string()).default([]),
  files: z.array(z.string()).default([]),
  /** How many bytes of its transcript have been read. */
  read: z.number().default(0),
  /** Whether what its transcript holds at the next event is passed over. */
  isUnheard: z.boolean().default(false),
  hasEdited: z.boolean().default(false),
  hasStored: z.boolean().default(false),
  /** Whether its agent has been asked to store something. */
  isNudged: z.boolean().default(false),
});
type Session = z.infer<typeof Session>;

const KEPT_MS = 14 * DAY_MS;

export class Sessions {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A session that is new, or whose file cannot be read, has been told nothing. */
  read(session: string): Session {
    try {
      return Session.parse(JSON.parse(readFileSync(this.#path(session), 'utf8')));
    } catch {
      return Session.parse({});
    }
  }

  has(session: string): boolean {
    return existsSync(this.#path(session));
  }

  /** Callers read immediately before writing, with no await in between. */
  write(session: string, { memories, files, ...rest }: Session): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const known: Session = { ...rest, memories: [...new Set(memories)], files: [...new Set(files)] };
    const path = this.#path(session);
    // Concurrent readers see either the old file or the new one, complete.
    const part = `${path}.${process.pid}.part`;
    writeFileSync(part, JSON.stringify(known), { mode: 0o600 });
    renameSync(part, path);
  }

  /** Adds what the session has been told. */
  add(session: string, told: Pick<Readonly<Session>, 'memories' | 'files'>): void {
    const { memories, files, ...rest } = this.read(session);
    this.write(session, { ...rest, memories: [...memories, ...told.memories], files: [...files, ...told.files] });
  }

  /** Deletes the files of abandoned sessions. */
  sweep(now: number): void {
    for (const name of this.#names()) {
      const path = join(this.#folder, name);
      const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
      if (written < now - KEPT_MS) rmSync(path, { force: true });
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }

  #path(session: string): string {
    return join(this.#folder, `${createHash('sha256').update(session).digest('hex').slice(0, 32)}.json`);
  }
}
