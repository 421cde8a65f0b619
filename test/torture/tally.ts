// The counts of a round, and the table of all rounds.

export class Tally {
  readonly round: string;
  operations = 0;
  kills = 0;
  powerCuts = 0;
  acknowledged = 0;
  lost = 0;
  resurrected = 0;
  damaged = 0;
  /** Anything else that must not happen: a hang, a raw stack trace, a text that was never stored. */
  wrong = 0;
  /** Why the round was skipped, if it was. */
  skipped: string | null = null;
  seconds = 0;
  readonly failures: string[] = [];

  constructor(round: string) {
    this.round = round;
  }

  get failed(): boolean {
    return this.lost + this.resurrected + this.damaged + this.wrong > 0;
  }

  /** Counts what is not as expected, and records a description. */
  blame(during: string, found: Partial<Record<'lost' | 'resurrected' | 'damaged' | 'wrong', readonly string[]>>): void {
    for (const kind of ['lost', 'resurrected', 'damaged', 'wrong'] as const) {
      const messages = found[kind] ?? [];
      this[kind] += messages.length;
      this.failures.push(...messages.slice(0, 5).map((message) => `${kind}, ${during}: ${message}`));
      if (messages.length > 5) this.failures.push(`${kind}, ${during}: and ${messages.length - 5} more`);
    }
  }
}

const HEADINGS = [
  'round',
  'operations',
  'kills',
  'power cuts',
  'acknowledged',
  'lost',
  'resurrected',
  'damaged',
  'wrong',
  'seconds',
];

const cells = (tally: Tally): string[] =>
  tally.skipped === null
    ? [
        tally.round,
        ...[tally.operations, tally.kills, tally.powerCuts, tally.acknowledged].map(String),
        ...[tally.lost, tally.resurrected, tally.damaged, tally.wrong].map(String),
        tally.seconds.toFixed(0),
      ]
    : [tally.round, ...HEADINGS.slice(1).map(() => '–')];

export function textTable(tallies: readonly Tally[]): string {
  const rows = [HEADINGS, ...tallies.map(cells)];
  const widths = HEADINGS.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}

export function markdownTable(tallies: readonly Tally[]): string {
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  return [
    line(HEADINGS),
    line(HEADINGS.map((_, i) => (i === 0 ? '---' : '---:'))),
    ...tallies.map(cells).map(line),
  ].join('\n');
}
