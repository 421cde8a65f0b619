// Logs what was given to which client for which question, after the answer is sent.
import { notFound } from '../../errors.ts';
import { type Actor, confinementOf } from '../access/actor.ts';
import { isAdmin } from '../access/permission.ts';
import type { RecordedSearch, Recorder } from '../access/recorder.ts';
import { DAY_MS } from '../clock.ts';
import { newId } from '../ids.ts';
import { askingFor, type Forgotten, MAX_QUESTION_LENGTH } from '../memories/quotes.ts';
import type { Clock } from '../ports.ts';
import { redactText } from '../secrets/redact.ts';
import { waitBriefly } from '../waiting.ts';
import type { Between, Recall, RecallOwners, RecallQuery, RecallStore } from './ports.ts';

const KEPT_MS = 30 * DAY_MS;
const WRITE_AFTER_MS = 500;
const MAX_WAITING = 500;

/** What is known of a call before it is answered. */
export interface Call {
  readonly profile: string;
  readonly tool: string;
  readonly client: string | null;
}

/** Which of these ids are of no memory. */
type FindGone = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

type By = Parameters<Recorder['leave']>[0];

/** Collects the searches of one call. */
export class CallRecorder implements Recorder {
  readonly call: Call;
  readonly noted: { readonly by: By; readonly what: RecordedSearch }[] = [];
  #depth = 0;

  constructor(call: Call) {
    this.call = call;
  }

  enter(): void {
    this.#depth++;
  }

  leave(by: By, what: RecordedSearch | null): void {
    this.#depth--;
    if (this.#depth === 0 && what) this.noted.push({ by, what });
  }
}

export class Recalls {
  /** Whether recalls are logged at all. */
  readonly isKept: boolean;
  readonly #store: RecallStore;
  readonly #clock: Clock;
  readonly #findGone: FindGone;
  #waiting: Recall[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(store: RecallStore, clock: Clock, isKept: boolean, findGone: FindGone) {
    this.#store = store;
    this.#clock = clock;
    this.isKept = isKept;
    this.#findGone = findGone;
  }

  /** A collector to pass along with the actor of a call; null when nothing is logged. */
  recorder(call: Call): CallRecorder | null {
    return this.isKept ? new CallRecorder(call) : null;
  }

  /** Logs an answered call; the work is done after the answer is sent. */
  answered({ call, noted }: CallRecorder, ms: number, tokens: () => number): void {
    if (noted.length === 0 || this.#waiting.length >= MAX_WAITING) return;
    const at = this.#clock.now();
    setImmediate(() => {
      const size = tokens();
      for (const { by, what } of noted) {
        this.#waiting.push({
          id: newId(at),
          at,
          // Callers choose these names and may have put a secret in them.
          who: clean(by.who),
          user: by.user === undefined ? null : clean(by.user),
          project: by.project === undefined ? null : clean(by.project),
          session: by.session === undefined ? null : clean(by.session),
          ...call,
          client: call.client && clean(call.client),
          ...what,
          // Secrets are removed before cutting: half a secret would not be recognised.
          question: clean(what.question).slice(0, MAX_QUESTION_LENGTH).toWellFormed(),
          given: what.given.map(({ parts, ...each }) => ({ ...each, parts: { ...parts } })),
          tokens: size,
          ms,
          useful: null,
        });
      }
      this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
    });
  }

  /** Stores what waits, and waits for what is being stored. Errors are ignored: the log must not fail a call. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) this.#writing = this.#writing.then(() => this.#write(waiting)).catch(() => {});
    await this.#writing;
  }

  /** Without those that were given a memory deleted since: whoever deleted it found no trace of it here. */
  async #write(recalls: readonly Recall[]): Promise<void> {
    const memoriesOf = ({ given }: Recall) => given.filter(({ source }) => source === 'memory').map(({ id }) => id);
    const gone = await this.#findGone([...new Set(recalls.flatMap(memoriesOf))]);
    const left = recalls.filter((recall) => !memoriesOf(recall).some((id) => gone.has(id)));
    if (left.length > 0) await this.#store.add(left, this.#expiry());
  }

  /** The actor's own recalls; an admin's list covers everyone's. */
  async list(
    actor: Actor,
    { who, project, ...query }: Omit<RecallQuery, 'owners'> & RecallOwners,
  ): Promise<{ items: Recall[]; next: string | null }> {
    await waitBriefly(this.flush());
    const own = ownersFor(actor);
    const isForeign =
      (own.who !== undefined && who !== undefined && who !== own.who) ||
      (own.project !== undefined && project !== undefined && project !== own.project);
    if (isForeign) return { items: [], next: null };
    const owners = { ...own, who: own.who ?? who, project: own.project ?? project };
    const since = Math.max(query.since ?? 0, this.#expiry());
    const items = await this.#store.list({ ...query, owners, since });
    return { items, next: items.length < query.limit ? null : (items.at(-1)?.id ?? null) };
  }

  async judge(actor: Actor, id: string, useful: boolean | null): Promise<Recall> {
    const judged = await this.#store.judge(id, ownersFor(actor), useful);
    if (!judged) throw notFound(`Recall not found: ${id}`, 'recall');
    return judged;
  }

  mark(): Promise<number> {
    return this.#store.mark();
  }

  since(actor: Actor, marks: Between, limit: number): Promise<Recall[]> {
    return this.#store.since(marks, ownersFor(actor), limit);
  }

  /** Deletes what has been kept for long enough. */
  expire(): Promise<void> {
    return this.#store.forget({}, this.#expiry());
  }

  #expiry(): number {
    return this.#clock.now() - KEPT_MS;
  }

  /** Deletes all questions that repeat one of these memories, whoever asked them. */
  async forgetQuotes(memories: readonly Forgotten[]): Promise<void> {
    await this.flush();
    await this.#store.forgetQuestions(askingFor(memories));
  }

  /** Deletes the recalls of an actor when it removes its memories. */
  async forget(actor: Actor, before?: number): Promise<void> {
    await this.flush();
    const { who: _, ...bounds } = ownersFor(actor);
    await this.#store.forget(actor.role === undefined ? bounds : { ...bounds, who: actor.who }, before);
  }
}

const clean = (text: string): string => redactText(text.toWellFormed()).value;

const ownersFor = (actor: Actor): RecallOwners => ({
  ...confinementOf(actor),
  ...(isAdmin(actor.role ?? 'root') ? {} : { who: actor.who }),
});
