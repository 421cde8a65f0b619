// Restores backups into live files. This works while servers read and write, since it uses SQLite's own locks: every
// process switches from the old content to the new at the same moment.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { cubesFolder } from '../../../data-folder.ts';
import { messageOf, RemanenceError } from '../../../errors.ts';
import { log } from '../../../log.ts';
import { type CubeFile, copyPathOf, relatedFiles } from './copies.ts';
import { CubePlaces } from './cube-places.ts';
import { carryOut, type Exchange, isCarriedOut, type Kept, stage, unstage } from './exchange.ts';
import { RestoreJournal } from './restore-journal.ts';
import { verifyBackup } from './verify-backup.ts';

export interface Restored {
  /** Where the old content is kept; null if there was none. */
  readonly kept: string | null;
  /** The restored files of cubes, by their current paths. */
  readonly cubes: readonly (CubeFile & { readonly kept: string | null })[];
  /** The kept files that were damaged; they are kept byte for byte. */
  readonly damaged: readonly string[];
  /** Cubes without a copy in the backup, with the paths where their files are now expected. */
  readonly left: readonly CubeFile[];
}

/**
 * Replaces everything with a backup, or changes nothing. Servers continue with the new content. `timeoutMs` is how
 * long it waits for a writing process.
 */
export async function restoreStore(file: string, source: string, now: number, timeoutMs?: number): Promise<Restored> {
  verifyBackup(source);
  const { files } = relatedFiles(source);
  const folder = cubesFolder(source);
  const there = files.filter((each) => existsSync(copyPathOf(each, folder)));
  for (const each of there) verifyBackup(copyPathOf(each, folder));
  await finishRestore(file, now);
  const places = new CubePlaces(file, source);
  const placed = files.map((each) => {
    const hasCopy = there.includes(each);
    return { cubes: each.cubes, path: places.of(each, hasCopy), copy: hasCopy ? copyPathOf(each, folder) : null };
  });
  const staged: Exchange[] = [];
  try {
    for (const { path, copy } of placed) if (copy !== null) staged.push(await stage(path, copy));
    // The store comes last, since it refers to the new places of the files.
    const byId = placed.flatMap(({ cubes, path }) => cubes.map((id) => [id, path] as const));
    staged.push(await stage(file, source, new Map(byId)));
  } catch (error) {
    for (const each of staged) unstage(each);
    throw error;
  }
  const kept = await exchangeAll(RestoreJournal.begin(file, staged), staged, now, timeoutMs);
  return {
    kept: kept.at(-1)?.path ?? null,
    cubes: placed
      .filter(({ copy }) => copy !== null)
      .map(({ cubes, path }, i) => ({ cubes, path, kept: kept[i]?.path ?? null })),
    damaged: kept.flatMap((each) => (each?.damaged ? [each.path] : [])),
    left: placed.filter(({ copy }) => copy === null).map(({ cubes, path }) => ({ cubes, path })),
  };
}

/** Finishes a restore that was killed, if there was one. */
export async function finishRestore(file: string, now: number): Promise<void> {
  const journal = RestoreJournal.takeOver(dirname(file));
  if (journal === null) return;
  const entries = journal.entries();
  const lost = entries.find((each) => each.copy !== null && !existsSync(each.copy) && !isCarriedOut(each));
  if (lost) {
    log.error('a restore was interrupted and cannot be finished: restore the backup again', { file: lost.file });
    journal.end();
    return;
  }
  try {
    for (const each of entries) await carryOut(each, now);
    journal.end();
    for (const each of entries) unstage(each);
    log.warn('finished an interrupted restore', { files: entries.length });
  } catch (error) {
    journal.pause();
    throw error;
  }
}

async function exchangeAll(
  journal: RestoreJournal,
  staged: readonly Exchange[],
  now: number,
  timeoutMs: number | undefined,
): Promise<(Kept | null)[]> {
  const done: Done[] = [];
  try {
    for (const each of staged) {
      // After this process was suspended for half a minute, another may have taken over.
      if (!journal.isOurs()) throw new RemanenceError('conflict', 'Another process has taken over this restore.');
      const isNew = !existsSync(each.file);
      done.push({ file: each.file, isNew, kept: await carryOut(each, now, timeoutMs) });
    }
  } catch (error) {
    if (journal.isOurs()) await takeBack(journal, staged, done, now);
    else journal.pause();
    throw error;
  }
  journal.end();
  for (const each of staged) unstage(each);
  return done.map(({ kept }) => kept);
}

/** A completed exchange. */
interface Done {
  readonly file: string;
  readonly isNew: boolean;
  readonly kept: Kept | null;
}

/** Rolls back completed exchanges after one failed. The next process finishes what cannot be rolled back now. */
async function takeBack(
  journal: RestoreJournal,
  staged: readonly Exchange[],
  done: readonly Done[],
  now: number,
): Promise<void> {
  try {
    const back: Exchange[] = [];
    for (const { file, isNew, kept } of done) {
      // Content that SQLite cannot read cannot be put back through it, so the backup stays in its place.
      if (kept && !kept.damaged) back.push(await stage(file, kept.path));
      else if (isNew) back.push({ file, copy: null });
    }
    journal.replace(back);
    for (const each of staged) unstage(each);
    for (const each of back) await carryOut(each, now);
    journal.end();
    for (const each of back) unstage(each);
  } catch (error) {
    journal.pause();
    log.error('a restore could not be rolled back yet; the next server or command will finish it', {
      error: messageOf(error),
    });
  }
}
