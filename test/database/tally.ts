// The counts of a round, and the table of all rounds.

export class Tally {
  readonly round: string;
  calls = 0;
  acknowledged = 0;
  /** Refused with `retry: true`. */
  again = 0;
  /** Refused with `retry: false`. */
  refused = 0;
  /** The outcome of the call is unknown. */
  unknown = 0;
  /** Searches at one server for what the other had just acknowledged. */
  searched = 0;

  slowestMs = 0;
  /** How often the round broke something. */
  blows = 0;
  skipped: string | null = null;
  seconds = 0;
  readonly faults: Record<'lost' | 'twice' | 'unseen' | 'late' | 'wrong', number> = {
    lost: 0,
    twice: 0,
    unseen: 0,
    late: 0,
    wrong: 0,
  };
  readonly failures: string[] = [];

  constructor(round: string) {
    this.round = round;
  }

  get failed(): boolean {
    return Object.values(this.faults).some((count) => count > 0);
  }

  blame(kind: keyof Tally['faults'], what: string): void {
    this.faults[kind]++;
    if (this.faults[kind] <= 5) this.failures.push(`${this.round}: ${kind}: ${what}`);
  }
}

const HEADINGS = [
  ...['round', 'blows', 'calls', 'acknowledged', 'try again', 'refused', 'unknown', 'searched elsewhere'],
  ...['lost', 'twice', 'unseen', 'late', 'wrong', 'slowest ms', 'seconds'],
];

const cells = (tally: Tally): string[] =>
  tally.skipped === null
    ? [
        tally.round,
        ...[tally.blows, tally.calls, tally.acknowledged, tally.again, tally.refused, tally.unknown].map(String),
        String(tally.searched),
        ...Object.values(tally.faults).map(String),
        tally.slowestMs.toFixed(0),
        tally.seconds.toFixed(0),
      ]
    : [tally.round, ...HEADINGS.slice(1).map(() => '–')];

export function table(tallies: readonly Tally[]): string {
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  return [
    line(HEADINGS),
    line(HEADINGS.map((_, i) => (i === 0 ? '---' : '---:'))),
    ...tallies.map(cells).map(line),
  ].join('\n');
}
