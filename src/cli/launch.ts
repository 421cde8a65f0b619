import { resolve, sep } from 'node:path';

/** How a client starts the server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

export interface LaunchFlags {
  readonly profile?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly project?: string | undefined;
}

/** How clients of this machine start the server: by its path, unless npx fetched it into its temporary cache. */
export function launchOf(main: string, { dataDir, ...flags }: LaunchFlags): Launch {
  // A client may start the server in another folder.
  const args = argsOf({ ...flags, dataDir: dataDir && (dataDir.startsWith('~') ? dataDir : resolve(dataDir)) });
  return main.split(sep).includes('_npx') ? byNpx(args) : { command: 'node', args: [main, ...args] };
}

/** How any machine can start the server; null from a checkout, whose path exists only on this machine. */
export function sharedLaunchOf(main: string, flags: LaunchFlags): Launch | null {
  return main.split(sep).includes('node_modules') ? byNpx(argsOf(flags)) : null;
}

const byNpx = (args: readonly string[]): Launch => ({ command: 'npx', args: ['-y', 'remanence', ...args] });

const argsOf = ({ profile, dataDir, project }: LaunchFlags): string[] => [
  'mcp',
  ...(profile === undefined ? [] : ['--profile', profile]),
  ...(dataDir === undefined ? [] : ['--data-dir', dataDir]),
  ...(project === undefined ? [] : ['--project', project]),
];
