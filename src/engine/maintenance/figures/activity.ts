// What is written and recalled, in whichever process: for whoever watches.
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

export interface Happened {
  /** Null when nothing of it is the actor's to see. */
  readonly written: Written | null;
  readonly recalled: readonly Recall[];
}

const MOST_RECALLS = 50;

export class Activity {
  readonly #store: ActivityStore;
  readonly #recalls: Recalls;
  readonly #clock: Clock;

  constructor(store: ActivityStore, recalls: Recalls, clock: Clock) {
    this.#store = store;
    this.#recalls = recalls;
    this.#clock = clock;
  }

  /** Where things stand; costs two reads by key. */
  async mark(): Promise<Mark> {
    return { at: this.#clock.now(), written: await this.#store.mark(), recalled: await this.#recalls.mark() };
  }

  /** What has happened between two marks, as far as the actor may see it. */
  async since(actor: Actor, before: Mark, now: Mark): Promise<Happened> {
    const written =
      now.written === before.written ? null : await this.#store.since(before.written, before.at, reach(actor));
    return {
      written: written && (written.memories.length > 0 || written.removed > 0) ? written : null,
      recalled: now.recalled === before.recalled ? [] : await this.#recalls.since(actor, before.recalled, MOST_RECALLS),
    };
  }
}
