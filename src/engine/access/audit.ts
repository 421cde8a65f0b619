// The audit trail: who did what to what, and when. Entries name memories, cubes, users and tokens by id and hold no
// content.
import { asRemanenceError } from '../../errors.ts';
import { DAY_MS } from '../clock.ts';
import { readId } from '../ids.ts';
import type { Memory } from '../model.ts';
import type { Clock } from '../ports.ts';
import { redactText } from '../secrets/redact.ts';
import { type Actor, cubeOf, isActor } from './actor.ts';
import type { AccessStore, AuditEntry } from './ports.ts';

export type NewAuditEntry = Pick<AuditEntry, 'action'> & Partial<Pick<AuditEntry, 'subject' | 'cube'>>;

/** What is written down of a call: its name, and, when it went well, what it was done to. */
export interface Audited<I extends unknown[] = unknown[], R = unknown> {
  readonly action: string;
  entries?(result: R, ...input: I): readonly Partial<NewAuditEntry>[];
}

const MAX_WAITING = 1000;
/** A year, whichever year it is. */
const KEPT_MS = 366 * DAY_MS;

export class Audit {
  readonly #store: AccessStore;
  readonly #clock: Clock;
  readonly #waiting: AuditEntry[] = [];

  constructor(store: AccessStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async record(actor: Actor, made: readonly NewAuditEntry[], outcome: AuditEntry['outcome'] = 'done'): Promise<void> {
    if (made.length === 0) return;
    const at = this.#clock.now();
    const entries = made.map(({ action, subject = null, cube = actor.cube ?? null }) => ({
      at,
      who: redactText(actor.who).value,
      action,
      // The name of a subject that does not exist may be any text, even a secret.
      subject: subject && redactText(subject).value,
      cube: cube && redactText(cube).value,
      outcome,
    }));
    const all = [...this.#waiting.splice(0), ...entries];
    // The action has already happened: an entry that cannot be written now (full disk) is written with the next.
    await this.#store.record(all, at - KEPT_MS).catch(() => this.#waiting.push(...all.slice(-MAX_WAITING)));
  }

  /** Records the outcome of a call whose first parameter is the actor. */
  async watch(
    { action, entries = () => [{}] }: Audited,
    all: readonly unknown[],
    work: () => unknown,
  ): Promise<unknown> {
    const [actor, ...input] = all;
    if (!isActor(actor)) return work();
    const result = await Promise.resolve(work()).catch(async (thrown: unknown) => {
      if (asRemanenceError(thrown).code === 'forbidden') {
        await this.record(actor, [{ action, subject: readId(input[0]) }], 'denied');
      }
      throw thrown;
    });
    const done = entries(result, ...input);
    await this.record(
      actor,
      done.map((entry) => ({ action, ...entry })),
    );
    return result;
  }
}

/** A memory as the subject of an entry. */
export const about = ({ id, scope }: Pick<Memory, 'id' | 'scope'>): Partial<NewAuditEntry> => ({
  subject: id,
  cube: cubeOf(scope),
});
