// Finds the process that holds the write lock of a database. Only Linux reveals it.
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

export interface LockHolder {
  readonly pid: number;
  /** The program, and for ours the subcommand. Arguments are left out, since they may hold secrets. */
  readonly command: string;
  /** Whether it is suspended and does nothing until it is continued. */
  readonly isStopped: boolean;
}

/** In WAL mode, a writer locks this byte of the -shm file. */
const WRITE_LOCK = 120;

/** Null if unknown. */
export function holderOf(database: string): LockHolder | null {
  try {
    const { ino } = statSync(`${database}-shm`);
    const pid = writerOf(readFileSync('/proc/locks', 'utf8'), ino);
    return pid === null ? null : { pid, command: commandOf(pid), isStopped: stateOf(pid) === 'T' };
  } catch {
    return null;
  }
}

/** A line reads `1: POSIX  ADVISORY  WRITE 4711 08:01:123 120 120`. On some file systems the device differs. */
function writerOf(locks: string, inode: number): number | null {
  for (const line of locks.split('\n')) {
    const [, , , mode, pid, file = '', first, last] = line.replace('->', '').trim().split(/\s+/);
    if (mode !== 'WRITE' || file.slice(file.lastIndexOf(':') + 1) !== String(inode)) continue;
    const reaches = Number(first) <= WRITE_LOCK && (last === 'EOF' || Number(last) >= WRITE_LOCK);
    // Processes of another container have no id here.
    if (reaches && Number(pid) > 0) return Number(pid);
  }
  return null;
}

function commandOf(pid: number): string {
  const [program = '', script = '', subcommand = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const name = basename(program);
  const isOurs = name.startsWith('node') && /(?:^|\/)(?:remanence|main\.js)$/.test(script);
  return isOurs && /^[a-z-]+$/.test(subcommand) ? `remanence ${subcommand}` : name;
}

/** The letter after the name, which is in brackets and may contain brackets itself. */
function stateOf(pid: number): string | undefined {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return line.slice(line.lastIndexOf(')') + 2)[0];
}
