import { homedir } from 'node:os';
import { assets } from '../../assets.ts';
import { invalid } from '../../errors.ts';
import { requireConfirmation } from '../confirmation.ts';
import { difference, spliceBetween, undo } from '../difference.ts';
import { type LaunchFlags, launchOf } from '../launch.ts';
import { configOf } from '../options.ts';
import { readText, writeWhole } from '../text-file.ts';
import { type Client, clientsOf, found } from './clients.ts';
import { fingerprint, Ledger } from './ledger.ts';
import { links } from './links.ts';

export interface InstallFlags extends LaunchFlags, Record<string, unknown> {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly links?: boolean;
  readonly json?: boolean;
}

interface Change {
  readonly client: Client;
  readonly before: string | null;
  readonly after: string;
}

/** Connects this machine's clients. Every new text is complete before the first file is written. */
export async function install(names: readonly string[], flags: InstallFlags): Promise<void> {
  const { dataDir } = configOf(flags);
  if (flags.links) return void process.stdout.write(links(launchOf(assets.main, flags)));
  const changes = chosen(names).map((client): Change => {
    const before = readText(client.file);
    const project = flags.project ?? (client.inProject ? 'auto' : undefined);
    const launch = launchOf(assets.main, { ...flags, project });
    return { client, before, after: client.add(before ?? '', launch) };
  });
  const wanted = changes.filter(({ before, after }) => before !== after);
  report(
    flags,
    changes.map(({ client, before, after }) => ({ client, before: before ?? '', after })),
  );
  if (flags.dryRun && !flags.json) process.stdout.write('Nothing was changed.\n');
  if (wanted.length === 0 || flags.dryRun) return;
  await requireConfirmation(`Write ${wanted.length === 1 ? 'this change' : `these ${wanted.length} changes`}?`, flags);
  const ledger = new Ledger(dataDir);
  for (const change of wanted) apply(change, ledger);
  if (!flags.json)
    process.stdout.write('Restart clients that are running. `remanence uninstall` restores every file.\n');
}

/** The named clients, or all that are found. */
export function chosen(names: readonly string[]): Client[] {
  const all = clientsOf({ home: homedir(), platform: process.platform, env: process.env });
  const unknown = names.find((name) => !all.some(({ id }) => id === name));
  const known = all.map(({ id }) => id).join(', ');
  if (unknown !== undefined) throw invalid(`Unknown client: ${unknown}.`, `Use one or more of ${known}.`);
  const clients = names.length > 0 ? all.filter(({ id }) => names.includes(id)) : found(all);
  if (clients.length === 0)
    throw invalid('No client was found in your home folder.', `Name the one you use: remanence install ${all[0]?.id}`);
  return clients;
}

interface Shown {
  readonly client: Client;
  readonly before: string;
  readonly after: string;
}

/** Shows the changes to each file before any is written. */
export function report({ json }: InstallFlags, all: readonly Shown[]): void {
  const files = all.map(({ client: { id, file }, before, after }) => ({ client: id, file, changes: before !== after }));
  process.stdout.write(json ? `${JSON.stringify(files)}\n` : all.map(describe).join(''));
}

function describe({ client: { name, file }, before, after }: Shown): string {
  const lines = before === after ? ['  up to date'] : difference(before, after).map((line) => `  ${line}`);
  return `${name}: ${file}\n${lines.join('\n')}\n`;
}

function apply({ client, before, after }: Change, ledger: Ledger): void {
  const { id, file } = client;
  // A running client may have written its file meanwhile.
  if (readText(file) !== before) throw invalid(`${file} changed in the meantime.`, 'Run `remanence install` again.');
  const known = ledger.entries().find((entry) => entry.file === file);
  const original = before === null ? null : originalOf(client, before, known);
  const folders = writeWhole(file, after);
  ledger.add({
    client: id,
    file,
    sha256: fingerprint(after),
    splice: original === null ? null : spliceBetween(original, after),
    folders: [...folders, ...(known?.folders ?? [])],
  });
}

/** The file before the first install; null if it did not exist. */
function originalOf(client: Client, before: string, known: ReturnType<Ledger['entries']>[number] | undefined) {
  if (!known) return before;
  if (known.sha256 !== fingerprint(before)) return client.remove(before);
  return known.splice === null ? null : undo(before, known.splice);
}
