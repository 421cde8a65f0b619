// Turns SQLite errors into RemanenceErrors.
import { messageOf, RemanenceError } from '../../../errors.ts';
import type { LockHolder } from './lock-holder.ts';

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;

/** The binding omits the code when `all` fails, but SQLite has one fixed text per code (sqlite3_errstr). */
const CODE_OF_TEXT: ReadonlyMap<string, number> = new Map([
  ['database is locked', SQLITE_BUSY],
  ['database disk image is malformed', SQLITE_CORRUPT],
  ['database or disk is full', SQLITE_FULL],
  ['file is not a database', SQLITE_NOTADB],
]);

export const isBusy = (error: unknown): boolean => sqliteCode(error) === SQLITE_BUSY;
export const isNoDatabase = (error: unknown): boolean => sqliteCode(error) === SQLITE_NOTADB;

const codeBehind = (error: unknown): number | undefined =>
  sqliteCode(error instanceof RemanenceError ? error.cause : error);

/** Whether the file no longer holds what SQLite wrote to it. */
export const isDamage = (error: unknown): boolean =>
  [SQLITE_CORRUPT, SQLITE_NOTADB].some((code) => code === codeBehind(error));
export const isDiskFull = (error: unknown): boolean => codeBehind(error) === SQLITE_FULL;

function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const code = 'errcode' in error ? error.errcode : 'sqliteCode' in error ? error.sqliteCode : undefined;
  if (typeof code === 'number') return code & 0xff;
  const isCodeless = error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
  return isCodeless ? CODE_OF_TEXT.get(error.message) : undefined;
}

export function asStorageError(error: unknown): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const options = { cause: error };
  if (code === SQLITE_FULL) {
    return new RemanenceError('storage', 'The disk is full; nothing was changed.', {
      ...options,
      hint: 'Free some space and try again.',
    });
  }
  if (code === SQLITE_BUSY) {
    return new RemanenceError('storage', 'The database is busy; nothing was changed.', {
      ...options,
      hint: 'Another process is opening or closing it. Try again.',
    });
  }
  if (code === SQLITE_CORRUPT) {
    return new RemanenceError('storage', `The database is damaged: ${messageOf(error)}.`, {
      ...options,
      hint: 'Run `remanence doctor`: it names the newest backup and the command that restores it.',
    });
  }
  return new RemanenceError('storage', `Database error: ${messageOf(error)}`, options);
}

/** The error of a write that waited in vain. */
export function lockedBy(holder: LockHolder | null): RemanenceError {
  if (holder === null) {
    return new RemanenceError('storage', 'Another process holds the database; nothing was changed.', {
      hint: 'Try again in a moment. If this persists, find the hung Remanence process and stop it.',
    });
  }
  const { pid, command, isStopped } = holder;
  const who = `Process ${pid} (${command})`;
  return isStopped
    ? new RemanenceError('storage', `${who} holds the database and is stopped; nothing was changed.`, {
        hint: `Resume it with \`kill -CONT ${pid}\` or end it with \`kill -KILL ${pid}\`, then try again.`,
      })
    : new RemanenceError('storage', `${who} holds the database; nothing was changed.`, {
        hint: `Try again in a moment. If this persists, stop it with \`kill ${pid}\`.`,
      });
}
