import { homedir } from 'node:os';
import { join } from 'node:path';

/** Expands ~ in a path that no shell reads: in our configuration file or a client's. */
export const expandHome = (path: string): string =>
  /^~(?:[/\\]|$)/.test(path) ? join(homedir(), path.slice(1)) : path;
