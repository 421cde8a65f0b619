// What exports and imports need from the disk.

import type { ReadLine } from '../../text/lines.ts';

export interface Written {
  /** The resolved path. */
  readonly path: string;
  readonly bytes: number;
}

export interface WriteOptions {
  /** Write only inside these folders; anywhere when omitted. */
  readonly roots?: readonly string[] | undefined;
  /** An existing file is replaced only if it begins with this. */
  readonly replaces: string;
}

export interface Files {
  /** The default path for a file of that name. */
  place(name: string): string;
  /** Writes the file completely or not at all, readable by its owner only. */
  write(path: string, lines: AsyncIterable<string>, options: WriteOptions): Promise<Written>;
  /** Whether a file is in the data folder, which all users share. */
  isShared(path: string): Promise<boolean>;
  /** Reads line by line. */
  read(path: string, roots?: readonly string[]): Promise<AsyncIterable<ReadLine>>;
}
