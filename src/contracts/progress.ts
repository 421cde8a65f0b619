// Stages that each count by themselves, as the one count that only grows which the protocol asks for.

interface Progress {
  readonly progress: number;
  /** Left out while the stage does not know it. */
  readonly total?: number;
  readonly message?: string;
}

/** Gives what to tell of each report; null where it is no further than what was told before. */
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
