// Cleans up what must not outlive this process, however it ends.

const works = new Set<() => void>();
process.once('exit', () => {
  for (const work of works) work();
});

/** Does the work when this process ends, unless it is cancelled before. */
export function onExit(work: () => void): () => void {
  works.add(work);
  return () => works.delete(work);
}
