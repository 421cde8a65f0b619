// Turns stages with separate counts into the single, always growing count that the protocol requires.

interface Progress {
  readonly progress: number;
  /** Missing while unknown. */
  readonly total?: number;
  readonly message?: string;
}

/** Returns what to send for each report; null if it is no progress over what was sent before. */
export function countUp(): (done: number, total: number, stage?: string) => Progress | null {
  let current: string | undefined;
  let before = 0;
  let size = 0;
  let told = -1;
  return (done, total, stage) => {
    if (stage !== current) {
      before += size;
      size = 0;
      current = stage;
    }
    size = Math.max(size, done, total);
    const progress = before + done;
    if (progress <= told) return null;
    told = progress;
    return {
      progress,
      ...(total > 0 ? { total: before + size } : {}),
      ...(stage === undefined ? {} : { message: stage }),
    };
  };
}
