// The operator's view of a server: figures over time, jobs, backups.
import { type Actor, forbidden, seesAll } from '../../access/actor.ts';
import { isAdmin } from '../../access/permission.ts';
import type { Code } from '../../code/code.ts';
import { Jobs } from '../../job.ts';
import type { Clock, Store } from '../../ports.ts';
import type { Keeper, StoredBackup } from '../ports.ts';
import type { Hour, Hours } from './hours.ts';
import { knownJobs, type ShownJob } from './known-jobs.ts';

interface OperatingParts {
  readonly hours: Hours;
  readonly code: Code;
  readonly store: Store;
  readonly keeper: Keeper;
  readonly clock: Clock;
}

export class Operating {
  readonly #parts: OperatingParts;

  constructor(parts: OperatingParts) {
    this.#parts = parts;
  }

  /** The last `hours` hours; empty for callers who may not see the whole store. */
  hours(actor: Actor, hours: number): Promise<Hour[]> {
    return this.#parts.hours.of(actor, hours);
  }

  /** Jobs that the actor may know of, newest first. */
  async jobs(actor: Actor): Promise<ShownJob[]> {
    const { store, clock, code } = this.#parts;
    return knownJobs(actor, new Jobs(store.jobs, clock), await code.projects(actor));
  }

  async backups(actor: Actor): Promise<StoredBackup[]> {
    checkKeeps(actor);
    return this.#parts.keeper.list();
  }

  /** Makes a backup now. */
  async backUp(actor: Actor, signal: AbortSignal): Promise<StoredBackup> {
    checkKeeps(actor);
    return this.#parts.keeper.make(this.#parts.clock.now(), signal);
  }
}

/** Backups hold everything, so only admins who may see the whole store manage them. */
function checkKeeps(actor: Actor): void {
  if (!seesAll(actor) || !isAdmin(actor.role ?? 'root')) throw forbidden(`${actor.who} may not manage the backups.`);
}
