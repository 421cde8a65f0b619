// Reports writes and recalls of all processes to live observers.
import { type Actor, reach } from '../../access/actor.ts';
import type { Clock } from '../../ports.ts';
import type { Recall } from '../../recalls/ports.ts';
import type { Recalls } from '../../recalls/recalls.ts';
import type { ActivityStore, Written } from '../ports.ts';

export interface Mark {
  readonly written: number;
  readonly recalled: number;
  readonly at: number;
}

export interface NewActivity {
  /** Null when the actor may see none of it. */
  readonly written: Written | null;
  readonly recalled: readonly Recall[];
}

const MAX_RECALLS = 50;

export class Activity {
  readonly #store: ActivityStore;
  readonly #recalls: Recalls;
  readonly #clock: Clock;

  constructor(store: ActivityStore, recalls: Recalls, clock: Clock) {
    this.#store = store;
    this.#recalls = recalls;
    this.#clock = clock;
  }

  /** The current position; costs two reads by key. */
  async mark(): Promise<Mark> {
    return { at: this.#clock.now(), written: await this.#store.mark(), recalled: await this.#recalls.mark() };
  }

  /** What happened between two marks that the actor may see. */
  async since(actor: Actor, before: Mark, now: Mark): Promise<NewActivity> {
    const [written, recalled] = await Promise.all([
      now.written === before.written
        ? null
        : this.#store.since({ after: before.written, until: now.written, at: before.at }, reach(actor)),
      now.recalled === before.recalled
        ? []
        : this.#recalls.since(actor, { after: before.recalled, until: now.recalled }, MAX_RECALLS),
    ]);
    return {
      written: written && (written.memories.length > 0 || written.removed > 0) ? written : null,
      recalled,
    };
  }
}
