// Shared by the commands that work on a store.
import { homeOf, openEngine } from '../compose.ts';
import type { Actor } from '../engine/access/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { invalid } from '../errors.ts';
import { configOf, localOwner } from './options.ts';
import { sanitize } from './terminal/screen.ts';

export interface StoreFlags extends Record<string, unknown> {
  readonly json?: boolean;
}

/** Opens the store, which other processes may have open too; Ctrl-C asks the work to stop. */
export async function withEngine(
  flags: StoreFlags,
  work: (engine: Engine, owner: Actor, signal: AbortSignal) => Promise<void>,
  { mustExist = true, embeds = true }: { mustExist?: boolean; embeds?: boolean } = {},
): Promise<void> {
  const config = configOf(flags);
  if (mustExist && !(await homeOf(config).exists())) {
    // A mistyped folder is misuse: it exits with 2, since 1 is an answer of some commands.
    throw config.database === undefined
      ? invalid(
          `Nothing is stored in ${config.dataDir}.`,
          'Check --data-dir; a server creates the folder when it starts.',
        )
      : invalid(
          `The database has no tenant ${config.tenant}.`,
          'Check --database and --tenant; a server creates the tenant when it starts.',
        );
  }
  // An upgrade of the schema shuts out the servers of the older version, so it is left to a server.
  const engine = await openEngine(mustExist ? { ...config, migrate: 'off' } : config, { tends: false, embeds });
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once('SIGINT', onInterrupt);
  try {
    await work(engine, localOwner(config), stop.signal);
  } finally {
    process.off('SIGINT', onInterrupt);
    await engine.close();
  }
}

/** For work that needs no model: a model that fails to load must not stop anyone from revoking a token. */
export const withStore = (
  flags: StoreFlags,
  work: Parameters<typeof withEngine>[1],
  options: { mustExist?: boolean } = {},
): Promise<void> => withEngine(flags, work, { ...options, embeds: false });

export function wholeNumber(flag: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw invalid(`${flag} ${text} is not a positive whole number.`);
  return value;
}

export function print(flags: StoreFlags, value: unknown, words: () => string): void {
  process.stdout.write(`${flags.json ? JSON.stringify(value) : words()}\n`);
}

export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Names on the left, values on the right: figures right-aligned, words left-aligned. */
export function table(
  rows: readonly (readonly [string, string | number])[],
  align: 'left' | 'right' = 'right',
): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  const figures = Math.max(0, ...rows.map(([, value]) => String(value).length));
  return rows
    .map(([name, value]) => `${name.padEnd(width)}  ${align === 'left' ? value : String(value).padStart(figures)}`)
    .join('\n');
}

/** The maximum width of a table cell; the last of a row, which nothing follows, may be wider. */
const WIDEST = 60;

/** One line per row, with aligned columns. */
export function columns(rows: readonly (readonly string[])[]): string {
  const all = rows.map((row) =>
    row.map((cell, i) => cut(cell, i === row.length - 1 ? Number.POSITIVE_INFINITY : WIDEST)),
  );
  const widths: number[] = [];
  for (const row of all) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return all
    .map((row) =>
      row
        .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cut(cell: string, width: number): string {
  const text = sanitize(cell).replace(/\s+/g, ' ');
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function bytes(count: number): string {
  const power = count < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(count) / 3));
  return `${(count / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
}
