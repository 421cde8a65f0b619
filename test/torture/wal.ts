// The write-ahead log of SQLite, as far as a power cut needs to know it: https://www.sqlite.org/fileformat2.html#walformat
import { existsSync, readFileSync } from 'node:fs';

const HEADER = 32;
const FRAME_HEADER = 24;

export interface Log {
  readonly bytes: Buffer;
  /** Changes whenever the log begins again from its start. */
  readonly salt: string;
  /** Where the frames of this salt end; what comes after them is left from before. */
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
