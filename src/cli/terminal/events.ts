// Writes and recalls by any process.
import type { Actor } from '../../engine/access/actor.ts';
import type { AuditEntry } from '../../engine/access/ports.ts';
import type { Engine } from '../../engine/engine.ts';
import { readId } from '../../engine/ids.ts';
import type { Memory } from '../../engine/model.ts';
import { type Outcome, outcomeOf } from '../../engine/recalls/outcome.ts';
import type { Recall } from '../../engine/recalls/ports.ts';
import { RemanenceError } from '../../errors.ts';

export interface WriteEvent {
  readonly what: 'write';
  readonly at: number;
  readonly who: string;
  /** Such as `memory.add`. */
  readonly action: string;
  readonly id: string | null;
  /** Null when deleted. */
  readonly text: string | null;
  readonly reason: string | null;
}

export interface RecallEvent
  extends Pick<Recall, 'id' | 'at' | 'who' | 'client' | 'profile' | 'tool' | 'session' | 'question' | 'weak'> {
  readonly what: 'recall';
  readonly tokens: number;
  readonly ms: number;
  readonly given: readonly (Recall['given'][number] & {
    readonly text: string | null;
    /** Null for anything but a memory. */
    readonly outcome: Outcome | null;
  })[];
}

export type LogEvent = WriteEvent | RecallEvent;

const WRITES = ['memory.', 'proposal.', 'inbox.'];
/** The fewest entries of each sort to look at. */
const FEWEST = 200;
/** A recall is logged shortly after it is answered. */
const LATE_MS = 10_000;

/** Each look continues after the previous one; the first gives the latest. */
export class EventFeed {
  readonly #engine: Engine;
  readonly #owner: Actor;
  readonly #seen = new Set<string>();
  /** Nothing older is given after the first look. */
  #from = 0;

  constructor(engine: Engine, owner: Actor) {
    this.#engine = engine;
    this.#owner = owner;
  }

  /** The latest entries not given before, oldest first. */
  async look(most: number): Promise<LogEvent[]> {
    const limit = Number.isFinite(most) ? Math.max(most, FEWEST) : FEWEST;
    const writes = await this.#engine.users.audit(this.#owner, { actions: WRITES, outcome: 'done', limit });
    const recalls = await this.#engine.recalls.list(this.#owner, { only: 'all', limit });
    const all = [
      ...writes.map((entry) => ({ at: entry.at, key: keyOf(entry), tell: () => this.#written(entry) })),
      ...recalls.items.map((recall) => ({ at: recall.at, key: recall.id, tell: () => this.#recalled(recall) })),
    ];
    const fresh = all.filter(({ at, key }) => at >= this.#from && !this.#seen.has(key)).sort((a, b) => a.at - b.at);
    for (const { key } of all) this.#seen.add(key);
    this.#from ||= Date.now() - LATE_MS;
    const events: LogEvent[] = [];
    for (const { tell } of fresh.slice(-most)) {
      const happened = await tell();
      if (happened) events.push(happened);
    }
    return events;
  }

  /** Null for another project or user. */
  async #written({ at, who, action, subject }: AuditEntry): Promise<LogEvent | null> {
    const id = subject === null ? null : readId(subject);
    const memory = id === null ? null : await this.#memory(id);
    const isConfined = this.#owner.project !== undefined || this.#owner.user !== undefined;
    if (memory === null && isConfined) return null;
    const text = memory?.content ?? null;
    const reason = action === 'memory.invalidate' ? (memory?.invalidReason ?? null) : null;
    return { what: 'write', at, who, action, id: id ?? subject, text, reason };
  }

  async #recalled(recall: Recall): Promise<LogEvent> {
    const { id, at, who, client, profile, tool, session, question, weak, tokens, ms } = recall;
    const given: RecallEvent['given'][number][] = [];
    for (const each of recall.given) {
      const memory = each.source === 'memory' ? await this.#memory(each.id) : null;
      const outcome = each.source === 'memory' ? outcomeOf(memory, at) : null;
      given.push({ ...each, text: memory?.content ?? null, outcome });
    }
    return { what: 'recall', id, at, who, client, profile, tool, session, question, weak, tokens, ms, given };
  }

  #memory(id: string): Promise<Memory | null> {
    return this.#engine.memories.get(this.#owner, id).catch((thrown: unknown) => {
      if (thrown instanceof RemanenceError && thrown.code === 'not_found') return null;
      throw thrown;
    });
  }
}

const keyOf = ({ at, who, action, subject }: AuditEntry): string => `${at} ${who} ${action} ${subject}`;
