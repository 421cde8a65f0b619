import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { invalid } from '../../errors.ts';
import { requireConfirmation } from '../confirmation.ts';
import { undo } from '../difference.ts';
import { configOf } from '../options.ts';
import { readText, writeWhole } from '../text-file.ts';
import { type Client, clientsOf } from './clients.ts';
import { type InstallFlags, report } from './install.ts';
import { fingerprint, Ledger, type LedgerEntry } from './ledger.ts';

interface Return {
  readonly client: Client;
  readonly before: string;
  /** Null if the file is to be deleted. */
  readonly after: string | null;
  readonly entry: LedgerEntry | undefined;
}

/** Restores every file: byte for byte if unchanged since install, else by removing only our entry. */
export async function uninstall(flags: InstallFlags): Promise<void> {
  const ledger = new Ledger(configOf(flags).dataDir);
  const entries = ledger.entries();
  const machine = { home: homedir(), platform: process.platform, env: process.env };
  const clients = clientsOf(machine);
  const elsewhere = entries.filter(({ file }) => existsSync(file) && !clients.some((client) => client.file === file));
  const returns = clients.flatMap((client): Return[] => {
    const before = readText(client.file);
    const entry = entries.find(({ file }) => file === client.file);
    if (before === null) return [];
    const after = without(client, before, entry);
    return before === after ? [] : [{ client, before, after, entry }];
  });
  report(
    flags,
    returns.map(({ client, before, after }) => ({ client, before, after: after ?? '' })),
  );
  for (const { file } of elsewhere)
    process.stderr.write(
      `${file} was left unchanged, because its client now reads another file. To remove the entry, run uninstall again with the variables that were set during install, such as CODEX_HOME.\n`,
    );
  if (returns.length === 0 && elsewhere.length === 0 && !flags.json)
    process.stdout.write("Nothing to uninstall: no client's file has an entry made by install.\n");
  if (flags.dryRun && returns.length > 0 && !flags.json) process.stdout.write('Nothing was changed.\n');
  if (flags.dryRun) return;
  if (returns.length > 0) await requireConfirmation('Disconnect these clients?', flags);
  for (const { client, before, after, entry } of returns) {
    // A running client may have written its file meanwhile.
    if (readText(client.file) !== before)
      throw invalid(`${client.file} changed in the meantime.`, 'Run `remanence uninstall` again.');
    if (after === null) rmSync(client.file);
    else writeWhole(client.file, after);
    for (const folder of entry?.folders ?? []) removeEmpty(folder);
    ledger.remove(client.file);
  }
  // Entries that somebody else removed are settled, too.
  for (const entry of entries) if (!elsewhere.includes(entry)) ledger.remove(entry.file);
}

function without(client: Client, before: string, entry: LedgerEntry | undefined): string | null {
  if (entry?.sha256 !== fingerprint(before)) return client.remove(before);
  return entry.splice === null ? null : undo(before, entry.splice);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is in use by now.
  }
}
