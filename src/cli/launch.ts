import { resolve, sep } from 'node:path';

/** How a client starts the server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

export interface LaunchFlags {
  readonly profile?: string | undefined;
  readonly dataDir?: string | undefined;
}

/** By its name where npm installed it, so that it works on every machine; by its path from a checkout. */
export function launchOf(main: string, { profile, dataDir }: LaunchFlags): Launch {
  const args = [
    'mcp',
    ...(profile === undefined ? [] : ['--profile', profile]),
    // A client may start it in another folder.
    ...(dataDir === undefined ? [] : ['--data-dir', dataDir.startsWith('~') ? dataDir : resolve(dataDir)]),
  ];
  const isInstalled = main.split(sep).includes('node_modules');
  return isInstalled
    ? { command: 'npx', args: ['-y', 'remanence', ...args] }
    : { command: 'node', args: [main, ...args] };
}
