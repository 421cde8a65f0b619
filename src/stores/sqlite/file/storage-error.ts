// Turns SQLite errors into RemanenceErrors.
import { basename, dirname } from 'node:path';
import { DATABASE } from '../../../data-folder.ts';
import { DISK_FULL, messageOf, NOT_WRITABLE, RemanenceError } from '../../../errors.ts';
import { inShell } from '../../../in-shell.ts';
import type { LockHolder } from './lock-holder.ts';

const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** The binding omits the code when `all` fails, but SQLite has one fixed text per code (sqlite3_errstr). */
const CODE_OF_TEXT: ReadonlyMap<string, number> = new Map([
  ['database is locked', SQLITE_BUSY],
  ['attempt to write a readonly database', SQLITE_READONLY],
  ['database disk image is malformed', SQLITE_CORRUPT],
  ['database or disk is full', SQLITE_FULL],
  ['unable to open database file', SQLITE_CANTOPEN],
  ['file is not a database', SQLITE_NOTADB],
]);

export const isBusy = (error: unknown): boolean => sqliteCode(error) === SQLITE_BUSY;
export const isNoDatabase = (error: unknown): boolean => sqliteCode(error) === SQLITE_NOTADB;
export const isUnopened = (error: unknown): boolean => sqliteCode(error) === SQLITE_CANTOPEN;

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

/** `path` is the file that it happened to. */
export function asStorageError(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const options = { cause: error };
  if (code === SQLITE_FULL) {
    return new RemanenceError('storage', 'The disk is full; nothing was changed.', {
      ...options,
      hint: 'Free some space and try again.',
      details: { reason: DISK_FULL },
    });
  }
  if (code === SQLITE_BUSY) {
    return new RemanenceError('storage', 'The database is busy; nothing was changed.', {
      ...options,
      hint: 'Another process is opening or closing it. Try again.',
    });
  }
  if (code === SQLITE_READONLY) {
    return new RemanenceError('storage', `${dirname(path)} cannot be written to; nothing was changed.`, {
      ...options,
      hint: `Make it writable, or use a copy: ${copyOf(path)}`,
      details: { reason: NOT_WRITABLE },
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

/** The error of opening a file whose log cannot be moved into it. */
export const notClosed = (path: string, cause: unknown): RemanenceError =>
  new RemanenceError(
    'storage',
    `${path} is in use by another user, or was not closed properly. It cannot be opened in a read-only folder.`,
    {
      // Copied file by file while somebody writes, the database and its log may not fit together.
      hint: `Ask its owner for a copy made by \`remanence backup\`. Only if no process has it open, make one: ${copyOf(path)}`,
      details: { reason: NOT_WRITABLE },
      cause,
    },
  );

/** A cube may lie in a file of its own. */
const copyOf = (path: string): string =>
  `cp -r ${inShell(dirname(path))} COPY, then ${basename(path) === DATABASE ? '--data-dir COPY' : `COPY/${basename(path)}`}.`;

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
