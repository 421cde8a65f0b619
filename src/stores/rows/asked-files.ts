import type { Row } from './row.ts';

/** How many files get their vectors before all others, and for how many files questions are counted. */
const MAX_FIRST = 200;
const MAX_ASKED = 5000;

/** How often chunks of each file were compared with a question: what is asked about gets its vectors first. */
export class AskedFiles {
  readonly #times = new Map<number, number>();

  note(chunks: readonly Row[]): void {
    for (const { file_id: file } of chunks) this.#times.set(Number(file), (this.#times.get(Number(file)) ?? 0) + 1);
    if (this.#times.size > MAX_ASKED) this.#times.clear();
  }

  /** The files asked about most often, these first. */
  first(): number[] {
    const most = [...this.#times].sort(([, a], [, b]) => b - a);
    return most.slice(0, MAX_FIRST).map(([file]) => file);
  }
}
