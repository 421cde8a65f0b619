// The live stream: writes and recalls by any process. The store is polled only while somebody listens.
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Activity } from '../../engine/maintenance/figures/activity.ts';
import type { HttpContext } from '../authentication.ts';
import type { App } from '../listen.ts';
import { refuse } from './answer.ts';
import { admit } from './entry.ts';
import type { LiveEvents } from './events.ts';
import { type ApiOptions, enter } from './request.ts';
import { type Heard, Watch } from './watch.ts';

export const LIVE_PATH = '/api/events';

/** Keeps proxies from closing the stream, and ends it for those who have logged out. */
const BEAT_EVERY_MS = 15_000;

export function addEvents(app: App, options: ApiOptions): void {
  const watch = new Watch();
  app.get(LIVE_PATH, async (context) => {
    try {
      const { actor } = await enter(context, 'reads', options);
      const { activity } = await options.serving.engine();
      const leave = watch.enter(actor.who);
      if (leave === null) return context.body(null, 503, { 'retry-after': '30' });
      context.header('cache-control', 'no-store');
      return streamSSE(context, (stream) => tell(stream, context, activity, watch, options).finally(leave));
    } catch (thrown) {
      return refuse(context, thrown);
    }
  });
}

async function tell(
  stream: SSEStreamingApi,
  context: HttpContext,
  activity: Activity,
  watch: Watch,
  { serving, entrance }: ApiOptions,
): Promise<void> {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  stream.onAbort(end);
  const send = async <K extends keyof LiveEvents>(event: K, data: LiveEvents[K]) =>
    stream.writeSSE({ event, data: JSON.stringify(data) });
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
      .then(() => stream.write(': alive\n\n'))
      .catch(end);
  }, BEAT_EVERY_MS).unref();
  await stream.write(': listening\n\n');
  await ended;
  stop();
  clearInterval(beat);
}
