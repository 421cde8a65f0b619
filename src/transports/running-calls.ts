import type { Observe } from '../contracts/serve.ts';

/** The running calls, so that a server that is told to stop can let them end. */
export class RunningCalls {
  #running = 0;
  #whenNone: (() => void)[] = [];

  /** Counts one more until the function it returns is called. */
  begin(): () => void {
    this.#running++;
    return () => {
      this.#running--;
      if (this.#running === 0) for (const tell of this.#whenNone.splice(0)) tell();
    };
  }

  /** Counts each call, and passes it on to another observer. */
  counting(next?: Observe): Observe {
    return (call) => {
      const observed = next?.(call);
      const end = this.begin();
      return (status) => {
        observed?.(status);
        end();
      };
    };
  }

  /** Resolves when no call runs and the last answer is written, or after the timeout. */
  async settled(timeoutMs: number): Promise<void> {
    if (this.#running === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      new Promise<void>((resolve) => this.#whenNone.push(resolve)),
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      }),
    ]);
    clearTimeout(timer);
    // A call ends before its answer is handed to the transport, in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** How long a server that is told to stop waits for running calls. */
export const SHUTDOWN_TIMEOUT_MS = 10_000;
