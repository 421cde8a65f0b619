// What exports and imports ask of the disk.

export interface Written {
  /** As the system knows it. */
  readonly path: string;
  readonly bytes: number;
}

export interface WriteOptions {
  /** Only inside of these folders; anywhere when they are not given. */
  readonly roots?: readonly string[] | undefined;
  /** What a file must begin with to be replaced. */
  readonly replaces: string;
}

export interface Files {
  /** Where a file of that name goes when nobody says where. */
  place(name: string): string;
  /** Whole or not at all, for its owner alone. */
  write(path: string, lines: AsyncIterable<string>, options: WriteOptions): Promise<Written>;
  /** Whether a file lies in the data folder, where everybody's are. */
  isShared(path: string): Promise<boolean>;
  /** Line by line; null for one that is too long to be read. */
  read(path: string, roots?: readonly string[]): Promise<AsyncIterable<string | null>>;
}
