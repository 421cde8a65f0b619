// Which process holds the write lock of a database. Linux tells; elsewhere nobody knows.
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

export interface LockHolder {
  readonly pid: number;
  /** The program, and the subcommand where it is ours. Arguments may hold secrets and stay out. */
  readonly command: string;
  /** It was suspended and does nothing until it is told to go on. */
  readonly isStopped: boolean;
}

/** In WAL mode, whoever writes locks this byte of the -shm file. */
const WRITE_LOCK = 120;

/** Null when it is not known. */
export function holderOf(database: string): LockHolder | null {
  try {
    const { ino } = statSync(`${database}-shm`);
    const pid = writerOf(readFileSync('/proc/locks', 'utf8'), ino);
    return pid === null ? null : { pid, command: commandOf(pid), isStopped: stateOf(pid) === 'T' };
  } catch {
    return null;
  }
}

/** A line reads `1: POSIX  ADVISORY  WRITE 4711 08:01:123 120 120`. The device differs from what stat says on some file systems. */
function writerOf(locks: string, inode: number): number | null {
  for (const line of locks.split('\n')) {
    const [, , , mode, pid, file = '', first, last] = line.replace('->', '').trim().split(/\s+/);
    if (mode !== 'WRITE' || file.slice(file.lastIndexOf(':') + 1) !== String(inode)) continue;
    const reaches = Number(first) <= WRITE_LOCK && (last === 'EOF' || Number(last) >= WRITE_LOCK);
    // Processes of another container have no number here.
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

/** The letter behind the name, which is in brackets and may itself hold some. */
function stateOf(pid: number): string | undefined {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return line.slice(line.lastIndexOf(')') + 2)[0];
}
