import { existsSync, readFileSync } from 'node:fs';
import { assets } from '../../assets.ts';
import { contractOf } from '../../contracts/contracts.ts';
import { invalid } from '../../errors.ts';
import { type LaunchFlags, launchOf } from '../launch.ts';
import { configOf } from '../options.ts';
import { writeWhole } from '../text-file.ts';
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

/** Tells the agents of this folder's project about the memory. Every file is read and made before any is written. */
export function init(flags: InitFlags): void {
  const client = readClient(flags.client);
  const { guide } = contractOf(configOf(flags).profile);
  const path = flags.file ?? guideFile(client);
  const changes = [changeOf(path, (text) => withSection(text, guide, path))];
  if (client !== 'none') {
    const file = clientFiles[client];
    const launch = launchOf(assets.main, flags);
    changes.push(changeOf(file.path, (text) => withServer(text, file, launch)));
  }
  for (const change of changes) (flags.dryRun ? show : apply)(change);
}

function readClient(name: string): Client {
  const client = Client.safeParse(name);
  if (!client.success) throw invalid(`Unknown client: ${name}.`, `Use one of ${Client.options.join(', ')}.`);
  return client.data;
}

/** The file that is there; of two, the one that the client reads by itself. */
function guideFile(client: Client): string {
  const files = client === 'claude' ? ['CLAUDE.md', 'AGENTS.md'] : ['AGENTS.md', 'CLAUDE.md'];
  return files.find((file) => existsSync(file)) ?? 'AGENTS.md';
}

function changeOf(path: string, edit: (text: string) => string): Change {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : null;
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
