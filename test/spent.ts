// How long work takes, in milliseconds, for limits that hold on a busy machine too.

/**
 * The time that has passed or, if it is less, the processor time of this process. Other processes lengthen the first, and
 * other threads of this one the second: test files share a process, and one may have left a model at work.
 */
async function spent(work: () => unknown): Promise<number> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  return Math.min(performance.now() - started, process.cpuUsage(before).user / 1000);
}

/** The least of several runs, for compiling and collecting garbage count too; of one, if that keeps to the limit. */
export async function least(work: () => unknown, { runs = 5, limit = 0 } = {}): Promise<number> {
  let best = await spent(work);
  for (let run = 1; run < runs && best > limit; run++) best = Math.min(best, await spent(work));
  return best;
}
