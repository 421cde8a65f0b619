// The layout of a data folder. All code that creates, protects or removes files there takes names and paths from here.
import { dirname, join } from 'node:path';

export const CONFIG = 'config.json';
export const DATABASE = 'remanence.db';
export const LOG = 'remanence.log';
/** Sockets by which hooks reach servers, and what each session was shown. */
export const HOOKS = 'hooks';
/** Records what `install` changed in the files of clients. */
export const LEDGER = 'installed.json';
/** Identifies this machine to others that share its database. */
export const MACHINE = 'machine-id';
/** The default folder for exports. */
export const EXPORTS = 'exports';
/** Copies of memories removed in bulk. */
const BIN = 'bin';
export const BACKUPS = 'backups';
/** Cube files that a restore brought from another data folder. */
export const CUBES = 'cubes';

/** The paths in use. The database may be outside the data folder; its backups stay with it. */
export interface Folders {
  readonly data: string;
  readonly database: string;
  readonly exports: string;
  readonly bin: string;
  readonly backups: string;
  /** The folder for copies of the database and for the working folders of restores. */
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

/** The files of a store: the database and what SQLite keeps beside it. */
export const storeFiles = (file: string): string[] =>
  ['', '-wal', '-shm', '-journal'].map((suffix) => `${file}${suffix}`);

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const COPY = /-before-schema-\d+\.db$|-before-restore-[\dTZ-]+\.db$/;
const BEFORE_RESTORE = /^-before-restore-(\d{4}-\d\d-\d\d)T[\dZ-]+\.db(?:-wal|-shm)?$/;
const PART = new RegExp(
  `\\.${UUID}\\.part(?:\\.cubes)?$|-before-schema-\\d+\\.db\\.part$|^\\.restoring-\\d+\\.json\\.part$`,
);
const STAGING_FOLDER = new RegExp(`^\\.(?:restoring|copying)-(?:(\\d+)-)?${UUID}$`);
const JOURNAL = /^\.restoring-(\d+)\.json$/;
const REMOVED = /^removed-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z-\w+\.jsonl$/;
const STORE = /^remanence\.db(?:-\w+)?$/;

/** A time, formatted for a file name. */
export const stamp = (at: number): string => new Date(at).toISOString().replace(/[:.]/g, '-');

/** Named after the store, since stores of several cubes may share a folder. */
export const schemaBackup = (store: string, version: number): string => `${store}-before-schema-${version}.db`;
export const beforeRestore = (name: string, at: number): string => `${name}-before-restore-${stamp(at)}.db`;
export const removedCopy = (at: number, id: string): string => `removed-${stamp(at)}-${id}.jsonl`;

/** The name of a daily backup; `store` is the name of the database without its extension. */
export const dailyBackup = (store: string, at: number): string =>
  `${store}-${new Date(at).toISOString().slice(0, 10)}.db`;
export const isDailyBackup = (store: string, name: string): boolean =>
  name.startsWith(`${store}-`) && /^-\d{4}-\d\d-\d\d\.db$/.test(name.slice(store.length));

/** The folder for copies of cubes, beside the copy of the store. */
export const cubesFolder = (copy: string): string => `${copy.replace(/\.db$/, '')}.cubes`;

/** When a copy of removed memories was made; null for any other name. */
export function removedAt(name: string): number | null {
  const [, hour, minutes, seconds, ms] = REMOVED.exec(name) ?? [];
  return hour === undefined ? null : Date.parse(`${hour}:${minutes}:${seconds}.${ms}Z`);
}

/** The working folder of a restoring process, and the journal of the files it exchanges. */
export const newStagingFolder = (pid: number, id: string): string => `.restoring-${pid}-${id}`;
/** Holds the snapshot that `copy` reads from. */
export const newCopyFolder = (pid: number, id: string): string => `.copying-${pid}-${id}`;
export const restoreJournal = (pid: number): string => `.restoring-${pid}.json`;

/** The process that owns a journal or working folder; null for any other name. */
export const journalOwner = (name: string): number | null => numberIn(JOURNAL, name);
export const stagingFolderOwner = (name: string): number | null => numberIn(STAGING_FOLDER, name);

function numberIn(pattern: RegExp, name: string): number | null {
  const [, pid] = pattern.exec(name) ?? [];
  return pid === undefined ? null : Number(pid);
}

/** The day on which a restore replaced a store, from the name of the copy it kept; null for any other name. */
export function replacedOn(name: string, store: string): number | null {
  const [, day] = (name.startsWith(store) && BEFORE_RESTORE.exec(name.slice(store.length))) || [];
  return day === undefined ? null : Date.parse(day);
}

/** A copy of the store from before an upgrade or a restore. */
export const isStoreCopy = (name: string): boolean => COPY.test(name);
/** A file that is being written, or was never finished. */
export const isPart = (name: string): boolean => PART.test(name);
/** A folder that a restore or a copy works in. */
export const isStagingFolder = (name: string): boolean => STAGING_FOLDER.test(name);

/** Whether this name directly below the data folder is reserved. Ignores case, as some disks do. */
export function isReserved(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    [CONFIG, LEDGER, MACHINE, HOOKS, EXPORTS, BIN, BACKUPS].includes(lower) ||
    STORE.test(lower) ||
    /-before-(?:schema|restore)-|^\.(?:restoring|copying)-|\.part$/.test(lower)
  );
}
