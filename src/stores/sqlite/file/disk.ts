// Checks whether writes succeed, and how much space is left.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { DiskState, Room } from '../../../engine/ports.ts';
import { messageOf } from '../../../errors.ts';
import { log } from '../../../log.ts';
import type { Database } from './database.ts';

/** How long an answer is reused; shorter after a problem, which may be fixed soon. */
const FRESH_MS = { ok: 10_000, busy: 2000, failed: 2000 };
const PROBE_MS = 300;
const PAUSE_MS = 30;
/** A one-page probe may still fit when a memory with its vectors does not. */
const MIN_BYTES = 1_000_000;
/** Space for the log and the copy that an upgrade or backup makes of a typical store; less on a small volume. */
const SHORT_BYTES = 500_000_000;
const SHORT_SHARE = 0.05;
const DAMAGED = 'The database is damaged. Run remanence doctor.';

export class Disk {
  readonly #database: Database;
  #latest: { readonly state: DiskState; readonly until: number } | null = null;
  #looking: Promise<DiskState> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  async look(): Promise<DiskState> {
    // Writes to a damaged file may be lost, even if a probe succeeds.
    if (this.#database.damage.persists())
      return { writes: 'failed', room: await this.#room(), isShort: false, problem: DAMAGED };
    if (this.#latest && performance.now() < this.#latest.until) return this.#latest.state;
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookNow(): Promise<DiskState> {
    const room = await this.#room();
    const { writes, problem } = hasNoRoom(room) ? fullWith(room) : await this.#probe();
    const isShort = room !== null && room.freeBytes < Math.min(SHORT_BYTES, room.totalBytes * SHORT_SHARE);
    const state = { writes, room, isShort, problem: problem ?? (isShort ? shortOf(room) : null) };
    this.#tell(state);
    this.#latest = { state, until: performance.now() + FRESH_MS[writes] };
    return state;
  }

  async #room(): Promise<Room | null> {
    if (this.#database.path === ':memory:') return null;
    try {
      return await roomOn(dirname(this.#database.path));
    } catch {
      return null;
    }
  }

  /** A real write ahead of the queue, so that it measures the disk and not the queue. */
  async #probe(): Promise<Pick<DiskState, 'writes' | 'problem'>> {
    const write = () => {
      const sql = "INSERT OR REPLACE INTO settings (key, value) VALUES ('write_probe', ?)";
      this.#database.run(sql, String(Date.now()));
    };
    try {
      for (const until = performance.now() + PROBE_MS; performance.now() < until; await after(PAUSE_MS)) {
        if (this.#database.changeNow(write)) return { writes: 'ok', problem: null };
      }
      return { writes: 'busy', problem: 'Another process is writing; writes wait for it.' };
    } catch (thrown) {
      return { writes: 'failed', problem: `Nothing can be written. ${messageOf(thrown)}` };
    }
  }

  /** Logs once when it gets worse, and once when it recovers. */
  #tell({ writes, isShort, problem }: DiskState): void {
    const before = this.#latest?.state;
    const worsened = (writes === 'failed' && before?.writes !== 'failed') || (isShort && !before?.isShort);
    const fields = { file: this.#database.path };
    if (worsened && problem !== null) log.warn(problem, fields);
    else if (before?.writes === 'failed' && writes === 'ok') log.warn('writes work again', fields);
    else if (before?.isShort && !isShort) log.info('the disk has free space again', fields);
  }
}

export async function roomOn(folder: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

const hasNoRoom = (room: Room | null): room is Room => room !== null && room.freeBytes < MIN_BYTES;

const fullWith = ({ freeBytes }: Room): Pick<DiskState, 'writes' | 'problem'> => ({
  writes: 'failed',
  problem: `Nothing can be written. The disk is full: ${Math.round(freeBytes / 1000)} kB left.`,
});

const shortOf = ({ freeBytes }: Room): string =>
  `The disk is almost full: ${Math.round(freeBytes / 1e6)} MB left. Free some space before writes fail.`;
