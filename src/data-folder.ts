// What lies in a data folder, by name and place. Whoever makes, protects or clears away a file there asks here.
import { dirname, join } from 'node:path';

export const CONFIG = 'config.json';
export const DATABASE = 'remanence.db';
export const LOG = 'remanence.log';
/** Sockets that hooks reach servers by, and what was told in which session. */
export const HOOKS = 'hooks';
/** What `install` changed in the files of clients. */
export const LEDGER = 'installed.json';
/** Exports that nobody named a place for. */
export const EXPORTS = 'exports';
/** Copies of what was removed in bulk. */
const BIN = 'bin';
const BACKUPS = 'backups';
/** Files of cubes that a restore has brought from another data folder. */
export const CUBES = 'cubes';

/** Where things lie. The database may be outside of the data folder, and its backups stay with it. */
export interface Folders {
  readonly data: string;
  readonly database: string;
  readonly exports: string;
  readonly bin: string;
  readonly backups: string;
  /** Where copies of the database and folders that restores work in lie. */
  readonly beside: string;
}

export const foldersOf = (data: string, database: string): Folders => ({
  data,
  database,
  exports: join(data, EXPORTS),
  bin: join(data, BIN),
  backups: join(dirname(database), BACKUPS),
  beside: dirname(database),
});

/** A store is its file and what SQLite keeps beside it. */
export const storeFiles = (file: string): string[] =>
  ['', '-wal', '-shm', '-journal'].map((suffix) => `${file}${suffix}`);

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const COPY = /^backup-before-schema-\d+\.db$|-before-restore-[\dTZ-]+\.db$/;
const BEFORE_RESTORE = /^-before-restore-(\d{4}-\d\d-\d\d)T[\dZ-]+\.db(?:-wal|-shm)?$/;
const PART = new RegExp(
  `\\.${UUID}\\.part(?:\\.cubes)?$|^backup-before-schema-\\d+\\.db\\.part$|^\\.restoring-\\d+\\.json\\.part$`,
);
const WORKSHOP = new RegExp(`^\\.(?:restoring|copying)-(?:(\\d+)-)?${UUID}$`);
const JOURNAL = /^\.restoring-(\d+)\.json$/;
const REMOVED = /^removed-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z-\w+\.jsonl$/;
const STORE = /^remanence\.db(?:-\w+)?$/;

/** A time as part of a file's name. */
export const stamp = (at: number): string => new Date(at).toISOString().replace(/[:.]/g, '-');

export const schemaBackup = (version: number): string => `backup-before-schema-${version}.db`;
export const beforeRestore = (name: string, at: number): string => `${name}-before-restore-${stamp(at)}.db`;
export const removedCopy = (at: number, id: string): string => `removed-${stamp(at)}-${id}.jsonl`;

/** The backup of a day; `store` is the name of the database without its ending. */
export const dailyBackup = (store: string, at: number): string =>
  `${store}-${new Date(at).toISOString().slice(0, 10)}.db`;
export const isDailyBackup = (store: string, name: string): boolean =>
  name.startsWith(`${store}-`) && /^-\d{4}-\d\d-\d\d\.db$/.test(name.slice(store.length));

/** The copies of cubes lie in a folder beside the copy of the store. */
export const cubesFolder = (copy: string): string => `${copy.replace(/\.db$/, '')}.cubes`;

/** When a copy of what was removed was made; null when the name is another's. */
export function removedAt(name: string): number | null {
  const [, hour, minutes, seconds, ms] = REMOVED.exec(name) ?? [];
  return hour === undefined ? null : Date.parse(`${hour}:${minutes}:${seconds}.${ms}Z`);
}

/** The folder that a process works in while it restores, and the list of what it exchanges. */
export const newWorkshop = (pid: number, id: string): string => `.restoring-${pid}-${id}`;
/** Holds the snapshot that `copy` reads from. */
export const newCopying = (pid: number, id: string): string => `.copying-${pid}-${id}`;
export const restoreJournal = (pid: number): string => `.restoring-${pid}.json`;

/** The process that a list of exchanges or a folder is of; null when the name is another's. */
export const journalOf = (name: string): number | null => numberIn(JOURNAL, name);
export const workshopOf = (name: string): number | null => numberIn(WORKSHOP, name);

function numberIn(pattern: RegExp, name: string): number | null {
  const [, pid] = pattern.exec(name) ?? [];
  return pid === undefined ? null : Number(pid);
}

/** The day on which a restore replaced a store, by the name of what it kept; null when that is another's. */
export function replacedOn(name: string, store: string): number | null {
  const [, day] = (name.startsWith(store) && BEFORE_RESTORE.exec(name.slice(store.length))) || [];
  return day === undefined ? null : Date.parse(day);
}

/** A whole store as it was before something. */
export const isStoreCopy = (name: string): boolean => COPY.test(name);
/** A file that somebody is writing, or did not come to the end of. */
export const isPart = (name: string): boolean => PART.test(name);
/** A folder that a restore or a copy works in. */
export const isWorkshop = (name: string): boolean => WORKSHOP.test(name);

/** Whether the house needs this name right below the data folder for itself; a disk may not tell `A` from `a`. */
export function isReserved(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    [CONFIG, LEDGER, HOOKS, EXPORTS, BIN, BACKUPS].includes(lower) ||
    STORE.test(lower) ||
    /^backup-before-schema-|-before-restore-|^\.(?:restoring|copying)-|\.part$/.test(lower)
  );
}
