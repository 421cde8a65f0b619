// The live stream: writes and recalls by any process. The store is polled only while somebody listens.
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Activity, Mark } from '../../engine/maintenance/figures/activity.ts';
import type { HttpContext } from '../authentication.ts';
import type { App } from '../listen.ts';
import { refuse } from './answer.ts';
import { admit } from './entry.ts';
import type { LiveEvents } from './events.ts';
import { type ApiOptions, enter } from './request.ts';

const LOOK_EVERY_MS = 500;
/** Keeps proxies from closing the stream, and ends it for those who have logged out. */
const BEAT_EVERY_MS = 15_000;
const MAX_LISTENERS = 100;
/** Keeps one user from taking all places. */
const MOST_EACH = 10;

type Heard = (before: Mark, now: Mark) => void;

/** Polls the store once for all listeners. */
class Watch {
  readonly #listeners = new Set<Heard>();
  /** How many places each user has taken. */
  readonly #places = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #mark: Mark | null = null;

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

  /** Reports everything written after this has resolved. */
  async listen(activity: Activity, heard: Heard): Promise<() => void> {
    this.#mark ??= await activity.mark();
    this.#listeners.add(heard);
    this.#timer ??= setInterval(() => void this.#look(activity).catch(() => {}), LOOK_EVERY_MS).unref();
    return () => {
      this.#listeners.delete(heard);
      if (this.#listeners.size > 0 || !this.#timer) return;
      clearInterval(this.#timer);
      this.#timer = null;
      this.#mark = null;
    };
  }

  async #look(activity: Activity): Promise<void> {
    const now = await activity.mark();
    const before = this.#mark;
    this.#mark = now;
    if (!before || (now.written === before.written && now.recalled === before.recalled)) return;
    for (const heard of this.#listeners) heard(before, now);
  }
}

export function addEvents(app: App, options: ApiOptions): void {
  const watch = new Watch();
  app.get('/api/events', async (context) => {
    try {
      const { actor } = await enter(context, 'reads', options);
      const { activity } = await options.serving.engine();
      const leave = watch.enter(actor.who);
      if (leave === null) return context.body(null, 503, { 'retry-after': '30' });
      context.header('cache-control', 'no-store');
      return streamSSE(context, (line) => tell(line, context, activity, watch, options).finally(leave));
    } catch (thrown) {
      return refuse(context, thrown);
    }
  });
}

async function tell(
  line: SSEStreamingApi,
  context: HttpContext,
  activity: Activity,
  watch: Watch,
  { serving, entrance }: ApiOptions,
): Promise<void> {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  line.onAbort(end);
  const send = async <K extends keyof LiveEvents>(event: K, data: LiveEvents[K]) =>
    line.writeSSE({ event, data: JSON.stringify(data) });
  /** Checked each time, so that a caller who loses a right hears nothing more. */
  const actor = async () => (await admit(context, serving, entrance)).actor;
  const heard: Heard = (before, now) => {
    const sending = actor().then(async (listener) => {
      const { written, recalled } = await activity.since(listener, before, now);
      if (written) await send('written', { at: now.at, memories: [...written.memories], removed: written.removed });
      for (const { id, at, who, tool, client, question, given } of recalled)
        await send('recalled', { id, at, who, tool, client, question, given: given.length });
    });
    sending.catch(end);
  };
  const stop = await watch.listen(activity, heard);
  const beat = setInterval(() => {
    actor()
      .then(() => line.write(': alive\n\n'))
      .catch(end);
  }, BEAT_EVERY_MS).unref();
  await line.write(': listening\n\n');
  await ended;
  stop();
  clearInterval(beat);
}
