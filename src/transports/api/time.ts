import { z } from 'zod';
import { MemoryView, presentMemory } from './memory-view.ts';
import { placed } from './placed.ts';
import { reads } from './route.ts';
import { Filters, page, paged } from './where.ts';

const facts = reads({
  what: 'What was true at one moment, as it was known at another; without them everything, as it is known now.',
  input: Filters.omit({ validity: true }).extend({
    trueAt: z.number().optional(),
    knownAt: z.number().optional(),
    ...page(500, 200),
  }),
  output: paged(MemoryView).extend({
    /** From the first to the last moment that the sliders can show. */
    from: z.number(),
    to: z.number(),
  }),
  async handle({ cube, user, project, ...query }, call) {
    const { browsing, actor } = await placed(call, { cube, user, project });
    const { items, next, from, to } = await browsing.asOf(actor, query);
    return { items: items.map(presentMemory), next, from, to };
  },
});

export const timeRoutes = { 'time.facts': facts };
