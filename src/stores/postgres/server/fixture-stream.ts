// Replaces the socket with PGlite. PGlite has one session, so a client holds it for a whole transaction while the
// others wait.
import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
const STARTUP_BYTES = 8;
const PROTOCOL = 196_608;
const SYNC = new Set(['S', 'Q'].map((letter) => letter.charCodeAt(0)));
const TERMINATE = 'X'.charCodeAt(0);

/** The end of the current turn for each database's session. */
const turns = new WeakMap<PGlite, Promise<void>>();

export class PgliteStream extends Duplex {
  readonly #db: PGlite;
  #waiting = Buffer.alloc(0);
  #isStarted = false;
  #giveBack: (() => void) | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(db: PGlite) {
    super();
    this.#db = db;
  }

  connect(): this {
    setImmediate(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#waiting = Buffer.concat([this.#waiting, chunk]);
    this.#work = this.#work.then(() => this.#take());
    this.#work.then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#leave().then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#leave().then(
      () => done(error),
      () => done(error),
    );
  }

  /** Sends complete messages, up to the last one that asks for an answer. */
  async #take(): Promise<void> {
    if (!this.#isStarted) {
      if (this.#waiting.length < STARTUP_BYTES || this.#waiting.length < this.#waiting.readInt32BE(0)) return;
      const length = this.#waiting.readInt32BE(0);
      const isStartup = this.#waiting.readInt32BE(4) === PROTOCOL;
      this.#waiting = this.#waiting.subarray(length);
      if (!isStartup) return;
      this.#isStarted = true;
      this.push(GREETING);
    }
    for (let end = this.#complete(); end > 0; end = this.#complete()) {
      const batch = this.#waiting.subarray(0, end);
      this.#waiting = this.#waiting.subarray(end);
      if (batch[0] === TERMINATE) return void (await this.#leave());
      await this.#takeTurn();
      const answer = Buffer.from(await this.#db.execProtocolRaw(batch));
      if (statusOf(answer) === IDLE) this.#endTurn();
      this.push(answer);
    }
  }

  /** The length of the messages up to one that is answered. */
  #complete(): number {
    let at = 0;
    while (at + 5 <= this.#waiting.length) {
      const end = at + 1 + this.#waiting.readInt32BE(at + 1);
      if (end > this.#waiting.length) return 0;
      const type = this.#waiting[at] ?? 0;
      if (SYNC.has(type) || type === TERMINATE) return end;
      at = end;
    }
    return 0;
  }

  async #takeTurn(): Promise<void> {
    if (this.#giveBack) return;
    const before = turns.get(this.#db) ?? Promise.resolve();
    let giveBack = () => {};
    turns.set(
      this.#db,
      new Promise<void>((resolve) => {
        giveBack = resolve;
      }),
    );
    await before;
    this.#giveBack = giveBack;
  }

  #endTurn(): void {
    this.#giveBack?.();
    this.#giveBack = null;
  }

  /** Rolls back the transaction of a client that disconnects in the middle of it. */
  async #leave(): Promise<void> {
    await this.#work.catch(() => {});
    if (this.#giveBack) await this.#db.exec('ROLLBACK').catch(() => {});
    this.#endTurn();
    this.push(null);
  }
}

/** Authentication is fine, and the session is ready. */
const GREETING = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, READY, 0, 0, 0, 5, IDLE]);

/** The transaction status in the last message of an answer. */
const statusOf = (answer: Buffer): number | undefined => (answer.at(-6) === READY ? answer.at(-1) : undefined);
