import { expect, it } from 'vitest';
import type { Mark } from '../../engine/maintenance/figures/activity.ts';
import { Watch } from './watch.ts';

/** Marks that are read at once but come when they are let go. */
class Marks {
  written = 0;
  readonly #held: (() => void)[] = [];
  isHeld = false;

  async mark(): Promise<Mark> {
    const now = { written: this.written, recalled: 0, at: 0 };
    if (this.isHeld) await new Promise<void>((resolve) => this.#held.push(resolve));
    return now;
  }

  get held(): number {
    return this.#held.length;
  }

  letGo(): void {
    this.#held.shift()?.();
  }
}

async function listening(watch: Watch, marks: Marks) {
  const heard: number[] = [];
  const stop = await watch.listen(marks, (before, now) => {
    for (let each = before.written + 1; each <= now.written; each++) heard.push(each);
  });
  return { heard, stop };
}

it('each of two that begin to listen together hears everything since it began, once', async () => {
  const [watch, marks] = [new Watch(), new Marks()];
  marks.isHeld = true;
  const beginning = [listening(watch, marks)];
  marks.written = 1;
  beginning.push(listening(watch, marks));
  marks.letGo();
  marks.letGo();
  marks.isHeld = false;
  const [first, second] = await Promise.all(beginning);
  marks.written = 2;
  await expect.poll(() => [first?.heard, second?.heard]).toEqual([[1, 2], [2]]);
  first?.stop();
  second?.stop();
});

it('who begins to listen during a look hears nothing from before', async () => {
  const [watch, marks] = [new Watch(), new Marks()];
  const first = await listening(watch, marks);
  marks.isHeld = true;
  marks.written = 1;
  await expect.poll(() => marks.held).toBe(1);
  marks.isHeld = false;
  marks.written = 2;
  const second = await listening(watch, marks);
  marks.letGo();
  await expect.poll(() => first.heard).toEqual([1, 2]);
  marks.written = 3;
  await expect.poll(() => [first.heard, second.heard]).toEqual([[1, 2, 3], [3]]);
  first.stop();
  second.stop();
});
