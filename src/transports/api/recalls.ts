import * as z from 'zod';
import { Recall } from '../../engine/recalls/ports.ts';
import { changes, reads } from './route.ts';
import { moment, page, paged } from './where.ts';

const list = reads({
  what: 'List what each client was given for which question, newest first.',
  input: z.object({
    tool: z.string().max(100).optional(),
    client: z.string().max(200).optional(),
    who: z.string().max(256).optional(),
    project: z.string().max(256).optional(),
    memory: z.string().max(40).optional().describe('Only those that gave this memory.'),
    only: z.enum(['all', 'empty', 'weak', 'useful', 'useless', 'unjudged']).default('all'),
    since: moment.optional(),
    until: moment.optional(),
    ...page(200, 50),
  }),
  output: paged(Recall).extend({ kept: z.boolean().describe('False while the log is off.') }),
  async handle(query, { engine, actor }) {
    const { items, next } = await engine.recalls.list(actor, query);
    return { items, next, kept: engine.recalls.isKept };
  },
});

const judge = changes({
  what: 'Rate whether a recall was useful; null withdraws the rating.',
  input: z.object({ id: z.string().max(40), useful: z.boolean().nullable() }),
  output: Recall,
  async handle({ id, useful }, { engine, actor }) {
    return engine.recalls.judge(actor, id, useful);
  },
});

export const recallRoutes = { 'recalls.list': list, 'recalls.judge': judge };
