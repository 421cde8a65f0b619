/** Never 0: PostgreSQL reads that as no limit. */
const LEAST_MS = 50;

/** Limits one call of the store: the wait for a connection, for an answer and for another try. */
export class Deadline {
  readonly #at: number;
  readonly #ms: number;

  constructor(ms: number) {
    this.#at = performance.now() + ms;
    this.#ms = ms;
  }

  get left(): number {
    return Math.max(LEAST_MS, Math.ceil(this.#at - performance.now()));
  }

  /** For one statement of several: a transaction that still gets answers is not stuck, so it may run over a little. */
  get ofStep(): number {
    return Math.max(this.left, this.#ms / 2);
  }

  get isOver(): boolean {
    return performance.now() >= this.#at;
  }

  async before<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The deadline has passed.')), this.left);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  }
}
