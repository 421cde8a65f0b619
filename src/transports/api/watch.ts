// Those who listen to the live stream, and the polling of the store for all of them.
import { setTimeout } from 'node:timers/promises';
import type { Activity, Mark } from '../../engine/maintenance/figures/activity.ts';

const LOOK_EVERY_MS = 500;
const MAX_LISTENERS = 100;
/** Keeps one user from taking all places. */
const MOST_EACH = 10;

export type Heard = (before: Mark, now: Mark) => void;

interface Listener {
  readonly heard: Heard;
  /** Everything up to here has been reported, or happened before. */
  mark: Mark;
}

/** Polls the store once for all listeners. */
export class Watch {
  readonly #listeners = new Set<Listener>();
  /** How many places each user has taken. */
  readonly #places = new Map<string, number>();
  #isWatching = false;

  /** Takes a place and returns a function that frees it; null if this user, or all of them, have too many. */
  enter(who: string): (() => void) | null {
    const taken = this.#places.get(who) ?? 0;
    const all = [...this.#places.values()].reduce((sum, each) => sum + each, 0);
    if (taken >= MOST_EACH || all >= MAX_LISTENERS) return null;
    this.#places.set(who, taken + 1);
    return () => {
      const left = (this.#places.get(who) ?? 1) - 1;
      if (left > 0) this.#places.set(who, left);
      else this.#places.delete(who);
    };
  }

  /** Reports everything written after this has resolved, once. */
  async listen(activity: Pick<Activity, 'mark'>, heard: Heard): Promise<() => void> {
    const listener = { heard, mark: await activity.mark() };
    this.#listeners.add(listener);
    if (!this.#isWatching) void this.#watch(activity);
    return () => this.#listeners.delete(listener);
  }

  /** Looks while anybody listens; never twice at a time, since the later look could end first. */
  async #watch(activity: Pick<Activity, 'mark'>): Promise<void> {
    this.#isWatching = true;
    while (this.#listeners.size > 0) {
      await setTimeout(LOOK_EVERY_MS, undefined, { ref: false });
      await this.#look(activity).catch(() => {});
    }
    this.#isWatching = false;
  }

  async #look(activity: Pick<Activity, 'mark'>): Promise<void> {
    // The mark of a listener that comes while this one is read may be newer.
    const listeners = [...this.#listeners];
    const now = await activity.mark();
    for (const listener of listeners) {
      const before = listener.mark;
      listener.mark = now;
      const isNews = now.written !== before.written || now.recalled !== before.recalled;
      if (isNews && this.#listeners.has(listener)) listener.heard(before, now);
    }
  }
}
