import * as z from 'zod';
import { MemoryView, presentMemory } from './memory-view.ts';
import { reads } from './route.ts';
import { targetOf } from './target.ts';
import { Filters, moment, page, paged } from './where.ts';

const facts = reads({
  what: 'List what was true at one moment as known at another; without either, everything as known now.',
  input: Filters.omit({ validity: true }).extend({
    trueAt: moment.optional(),
    knownAt: moment.optional(),
    ...page(500, 200),
  }),
  output: paged(MemoryView).extend({
    /** The range of the sliders. */
    from: z.number(),
    to: z.number(),
  }),
  async handle({ cube, user, project, ...query }, call) {
    const { browsing, actor } = await targetOf(call, { cube, user, project });
    const { items, next, from, to } = await browsing.asOf(actor, query);
    return { items: items.map(presentMemory), next, from, to };
  },
});

export const timeRoutes = { 'time.facts': facts };
