import { isAbsolute } from 'node:path';
import { assets } from '../../assets.ts';
import { contractOf } from '../../contracts/contracts.ts';
import { invalid } from '../../errors.ts';
import { type LaunchFlags, sharedLaunchOf } from '../launch.ts';
import { configOf } from '../options.ts';
import { readText, writeWhole } from '../text-file.ts';
import { Client, clientFiles, withServer } from './clients.ts';
import { withSection } from './section.ts';

interface InitFlags extends LaunchFlags, Record<string, unknown> {
  readonly client: string;
  readonly file?: string;
  readonly dryRun?: boolean;
}

interface Change {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

/** Connects this folder's project to the memory. Every new text is complete before the first file is written. */
export function init(flags: InitFlags): void {
  const client = readClient(flags.client);
  const { guide } = contractOf(configOf(flags).profile);
  const path = flags.file ?? guideFile(client);
  const changes = [changeOf(path, (text) => withSection(text, guide, path))];
  const file = client === 'none' ? null : clientFiles[client];
  const launch = file && sharedLaunchOf(assets.main, inProject(flags, file.folder));
  if (file && launch) changes.push(changeOf(file.path, (text) => withServer(text, file, launch)));
  for (const change of changes) (flags.dryRun ? show : apply)(change);
  if (file && !launch)
    process.stdout.write(
      `${file.path}: left alone. The file is shared, and this program runs from a checkout that others do not have.\n` +
        "Connect this machine's clients instead: remanence install\n",
    );
}

/** The flags in a form that holds for everyone, in whichever folder their client starts the server. */
function inProject({ profile, dataDir, project = 'auto' }: LaunchFlags, folder: string | undefined): LaunchFlags {
  const isInside = dataDir !== undefined && !isAbsolute(dataDir) && !dataDir.startsWith('~');
  return {
    profile,
    dataDir: folder !== undefined && isInside ? `${folder}/${dataDir}` : dataDir,
    project: folder !== undefined && project === 'auto' ? `auto:${folder}` : project,
  };
}

function readClient(name: string): Client {
  const client = Client.safeParse(name);
  if (!client.success) throw invalid(`Unknown client: ${name}.`, `Use one of ${Client.options.join(', ')}.`);
  return client.data;
}

/** The file the client reads; Claude Code does not read AGENTS.md. */
const guideFile = (client: Client): string => (client === 'claude' ? 'CLAUDE.md' : 'AGENTS.md');

function changeOf(path: string, edit: (text: string) => string): Change {
  const before = readText(path);
  return { path, before, after: edit(before ?? '') };
}

function show({ path, after }: Change): void {
  process.stdout.write(`--- ${path}\n${after}\n`);
}

function apply({ path, before, after }: Change): void {
  if (before !== after) writeWhole(path, after);
  const what = before === null ? 'written' : before === after ? 'up to date' : 'updated';
  process.stdout.write(`${path}: ${what}\n`);
}
