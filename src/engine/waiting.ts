// Ways to wait.

/** Waits for `ms`, or until the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, signal.aborted ? 0 : ms);
    signal.addEventListener('abort', end);
  });

/** Waits at most `ms` for work, which then continues unattended. The process stays alive while it waits. */
export const waitAtMost = async (work: Promise<unknown>, ms: number): Promise<void> => {
  const waited = new AbortController();
  await Promise.race([work, pause(ms, waited.signal)]).finally(() => waited.abort());
};

/** Waits for work that outlives the call: the signal cancels it only while the caller waits. */
export async function whileWaiting<T>(
  signal: AbortSignal | undefined,
  wait: (own: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const cancel = () => own.abort(signal?.reason);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    return await wait(own.signal);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

const BRIEF_MS = 200;
const nothing = () => {};

/** Waits briefly for optional work, and ignores its failure. */
export const waitBriefly = (work: Promise<unknown>, ms = BRIEF_MS): Promise<void> =>
  waitAtMost(work.then(nothing, nothing), ms);

/** Yields to the event loop, so that other requests are answered between two steps of work. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Items between two pauses. */
const BATCH = 50;

/** The items one by one, with pauses in which other requests are answered. */
export async function* unhurried<T>(items: Iterable<T>): AsyncGenerator<T> {
  let taken = 0;
  for (const item of items) {
    if (++taken % BATCH === 0) await yieldToEventLoop();
    yield item;
  }
}
