// SQLite's write-ahead log, as needed for power cuts: https://www.sqlite.org/fileformat2.html#walformat
import { existsSync, readFileSync } from 'node:fs';

const HEADER = 32;
const FRAME_HEADER = 24;

export interface Log {
  readonly bytes: Buffer;
  /** Changes whenever the log restarts. */
  readonly salt: string;
  /** Where the frames of this salt end; what follows is left from earlier. */
  readonly end: number;
}

export function readLog(database: string): Log {
  const file = `${database}-wal`;
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  if (bytes.length < HEADER) return { bytes, salt: '', end: bytes.length };
  const pageSize = bytes.readUInt32BE(8);
  const salt = bytes.toString('hex', 16, 24);
  let end = HEADER;
  while (
    end + FRAME_HEADER + pageSize <= bytes.length &&
    bytes.toString('hex', end + 8, end + 16) === salt &&
    bytes.readUInt32BE(end) > 0
  ) {
    end += FRAME_HEADER + pageSize;
  }
  return { bytes, salt, end };
}
