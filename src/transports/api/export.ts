// An export as a download, streamed line by line so that its size does not matter.
import { stream } from 'hono/streaming';
import * as z from 'zod';
import type { LeftOut } from '../../engine/maintenance/transfer/export.ts';
import { messageOf } from '../../errors.ts';
import { log } from '../../log.ts';
import type { App } from '../listen.ts';
import { refuse } from './answer.ts';
import { readInput } from './input.ts';
import { readQuery } from './query-string.ts';
import { type ApiOptions, enter } from './request.ts';

const Wanted = z.object({ types: z.array(z.string().max(40)).max(20).optional() });

export function addExport(app: App, options: ApiOptions): void {
  app.get('/api/data/export', async (context) => {
    try {
      const { actor } = await enter(context, 'reads', options);
      const { types } = readInput(Wanted, readQuery(Wanted, new URL(context.req.url).searchParams));
      const { exporting } = await options.serving.engine();
      const { signal } = context.req.raw;
      const onLeft = ({ cube, reason }: LeftOut) => log.warn('an export left out a cube', { cube, reason });
      const lines = await exporting.stream(actor, { types, signal, onLeft });
      context.header('content-type', 'application/x-ndjson');
      context.header('content-disposition', 'attachment; filename="memories.jsonl"');
      context.header('cache-control', 'no-store');
      return stream(
        context,
        async (out) => {
          for await (const line of lines) {
            if (out.aborted) return;
            await out.write(`${line}\n`);
          }
        },
        async (error) => {
          log.warn('an export was cut off', { error: messageOf(error) });
          // Ended in good order, it would pass for the whole export.
          context.env.outgoing.destroy();
        },
      );
    } catch (thrown) {
      return refuse(context, thrown);
    }
  });
}
