import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Folders, foldersOf } from '../../../data-folder.ts';
import { sweepBeside, sweepDataFolder } from './leftovers.ts';

const NOW = Date.parse('2026-06-30T12:00:00Z');
const DEAD = spawnSync(process.execPath, ['-e', '']).pid;
let folder: string;
let folders: Folders;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remanence-test-'));
  folders = foldersOf(folder, join(folder, 'remanence.db'));
  for (const name of ['backups', 'exports']) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file with a modification time some minutes ago. */
function put(name: string, minutes: number): string {
  const path = join(folder, name);
  writeFileSync(path, 'x');
  const at = new Date(NOW - minutes * 60_000);
  utimesSync(path, at, at);
  return path;
}
function putFolder(name: string, minutes: number): string {
  const path = join(folder, name);
  mkdirSync(path);
  put(join(name, 'staged.db'), minutes);
  const at = new Date(NOW - minutes * 60_000);
  utimesSync(path, at, at);
  return path;
}

describe('a data folder', () => {
  it('loses what killed processes left, but nothing that is still being written', () => {
    const left = [
      put(`backups/remanence-2026-06-29.db.${randomUUID()}.part`, 90),
      putFolder(`backups/remanence-2026-06-29.db.${randomUUID()}.part.cubes`, 90),
      put(`exports/.memories.jsonl.${randomUUID()}.part`, 90),
      put('backup-before-schema-7.db.part', 90),
      putFolder(`.restoring-${DEAD}-${randomUUID()}`, 90),
    ];
    const stays = [
      put(`backups/remanence-2026-06-30.db.${randomUUID()}.part`, 9),
      put('exports/film.part', 90),
      put('backups/remanence-2026-06-29.db', 90),
      putFolder(`.restoring-${process.pid}-${randomUUID()}`, 90),
      putFolder(`.restoring-${DEAD}-${randomUUID()}`, 9),
      put('remanence.db', 90),
      put('config.json', 90),
    ];
    sweepDataFolder(folders, NOW);
    expect(left.filter(existsSync)).toEqual([]);
    expect(stays.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('is left alone while a restore writes into a folder it created long ago', () => {
    const workshop = putFolder(`.restoring-${DEAD}-${randomUUID()}`, 90);
    put(join(basename(workshop), 'staged.db'), 1);
    sweepDataFolder(folders, NOW);
    expect(existsSync(workshop)).toBe(true);
  });

  it('loses what a process left even if another process now has its id', () => {
    const workshop = putFolder(`.restoring-${process.pid}-${randomUUID()}`, 25 * 60);
    sweepDataFolder(folders, NOW);
    expect(existsSync(workshop)).toBe(false);
  });

  it('is also swept if the database is elsewhere', () => {
    const elsewhere = join(folder, 'elsewhere');
    for (const name of ['bin', 'elsewhere', 'elsewhere/backups']) mkdirSync(join(folder, name));
    const left = [
      put(`exports/.memories.jsonl.${randomUUID()}.part`, 90),
      put(`bin/.removed.jsonl.${randomUUID()}.part`, 90),
      put(`elsewhere/backups/mine-2026-06-29.db.${randomUUID()}.part`, 90),
      putFolder(`elsewhere/.restoring-${DEAD}-${randomUUID()}`, 90),
    ];
    sweepDataFolder(foldersOf(folder, join(elsewhere, 'mine.db')), NOW);
    expect(left.filter(existsSync)).toEqual([]);
  });

  it('keeps for 30 days what a restore replaced', () => {
    const old = [
      put('remanence-before-restore-2026-05-29T10-00-00-000Z.db', 1),
      put('remanence-before-restore-2026-05-29T10-00-00-000Z.db-wal', 1),
    ];
    const young = put('remanence-before-restore-2026-06-02T10-00-00-000Z.db', 1);
    sweepDataFolder(folders, NOW);
    expect(old.filter(existsSync)).toEqual([]);
    expect(existsSync(young)).toBe(true);
  });
});

describe('the folder of a cube', () => {
  it('loses nothing that does not belong to the cube', () => {
    const gone = put('logbook-before-restore-2026-01-01T10-00-00-000Z.db', 1);
    const others = [
      put(`archive.${randomUUID()}.part`, 9000),
      put('remanence-before-restore-2026-01-01T10-00-00-000Z.db', 1),
    ];
    sweepBeside(join(folder, 'logbook.db'), NOW);
    expect(existsSync(gone)).toBe(false);
    expect(others.every(existsSync)).toBe(true);
  });
});
