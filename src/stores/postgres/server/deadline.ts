/** PostgreSQL takes nothing for no limit at all. */
const LEAST_MS = 50;

/** Until when one call of the store waits in all: for a connection, for an answer, for another try. */
export class Deadline {
  readonly #at: number;

  constructor(ms: number) {
    this.#at = performance.now() + ms;
  }

  get left(): number {
    return Math.max(LEAST_MS, Math.ceil(this.#at - performance.now()));
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
