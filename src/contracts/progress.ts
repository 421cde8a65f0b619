// Turns stages with separate counts into the single, always growing count that the protocol requires.

interface Progress {
  readonly progress: number;
  /** Missing while unknown. */
  readonly total?: number;
  readonly message?: string;
}

/** After this long, a report that counts no further is sent as well, a trifle higher: clients take silence for a hang. */
const SILENCE_MS = 1000;
const TRIFLE = 0.001;

/** Returns what to send for each report; null if nothing has advanced since the last one. */
export function countUp(
  now = () => performance.now(),
): (done: number, total: number, stage?: string) => Progress | null {
  let current: string | undefined;
  let before = 0;
  let size = 0;
  let last = -1;
  let lastAt = Number.NEGATIVE_INFINITY;
  return (done, total, stage) => {
    if (stage !== current) {
      before += size;
      size = 0;
      current = stage;
    }
    size = Math.max(size, done, total);
    const counted = before + done;
    if (counted <= last && now() - lastAt < SILENCE_MS) return null;
    last = Math.max(counted, last + TRIFLE);
    lastAt = now();
    return {
      progress: last,
      ...(total > 0 ? { total: Math.max(before + size, last) } : {}),
      ...(stage === undefined ? {} : { message: stage }),
    };
  };
}
