import { homedir } from 'node:os';
import { join } from 'node:path';

/** A path as people write it where no shell reads it: in a configuration file, or in that of a client. */
export const expandHome = (path: string): string =>
  /^~(?:[/\\]|$)/.test(path) ? join(homedir(), path.slice(1)) : path;
