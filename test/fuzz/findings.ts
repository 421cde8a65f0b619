// The results of the calls, tool by tool, and everything that must not have happened.

interface Row {
  calls: number;
  ok: number;
  slowest: number;
  readonly errors: Map<string, number>;
}

const MAX_SHOWN = 40;

export class Findings {
  calls = 0;
  crashes = 0;
  hangs = 0;
  readonly #rows = new Map<string, Row>();
  /** Grouped by subject, so that one defect is shown once. */
  readonly #problems = new Map<string, { count: number; example: string }>();

  count(tool: string, outcome: string, ms: number): void {
    const row = this.#rows.get(tool) ?? { calls: 0, ok: 0, slowest: 0, errors: new Map<string, number>() };
    this.#rows.set(tool, row);
    row.calls++;
    row.slowest = Math.max(row.slowest, ms);
    if (outcome === 'ok') row.ok++;
    else row.errors.set(outcome, (row.errors.get(outcome) ?? 0) + 1);
  }

  blame(what: string, example: string): void {
    const known = this.#problems.get(what);
    if (known) known.count++;
    else this.#problems.set(what, { count: 1, example });
  }

  get failed(): boolean {
    return this.#problems.size > 0;
  }

  table(): string {
    const rows = [...this.#rows].sort(([a], [b]) => a.localeCompare(b));
    const width = Math.max(0, ...rows.map(([tool]) => tool.length));
    return rows
      .map(([tool, { calls, ok, slowest, errors }]) => {
        const codes = [...errors].map(([code, count]) => `${code} ${count}`).join(', ');
        const figures = [calls, ok, Math.round(slowest)].map((figure) => String(figure).padStart(7)).join(' ');
        return `${tool.padEnd(width)} ${figures}  ${codes}`;
      })
      .join('\n')
      .replace(
        /^/,
        `${'tool'.padEnd(width)} ${['calls', 'ok', 'ms'].map((name) => name.padStart(7)).join(' ')}  errors\n`,
      );
  }

  problems(): string {
    return [...this.#problems]
      .slice(0, MAX_SHOWN)
      .map(([what, { count, example }]) => `${count} × ${what}\n      ${example}\n`)
      .join('');
  }
}
