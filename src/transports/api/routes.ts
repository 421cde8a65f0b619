// All routes, by name: `noun.verb` is served at /api/noun/verb.
import type * as z from 'zod';
import { codeRoutes } from './code.ts';
import { dataRoutes } from './data.ts';
import { graphRoutes } from './graph.ts';
import { healthRoutes } from './health.ts';
import { inboxRoutes } from './inbox.ts';
import { memoryRoutes } from './memory.ts';
import { memoryChangeRoutes } from './memory-changes.ts';
import { peopleRoutes } from './people.ts';
import { queryRoutes } from './query.ts';
import { recallRoutes } from './recalls.ts';
import type { Effect } from './route.ts';
import { searchRoutes } from './search.ts';
import type { Login, Whoami } from './session.ts';
import { timeRoutes } from './time.ts';
import { traceRoutes } from './trace.ts';

export const routes = {
  ...searchRoutes,
  ...memoryRoutes,
  ...memoryChangeRoutes,
  ...timeRoutes,
  ...graphRoutes,
  ...inboxRoutes,
  ...recallRoutes,
  ...codeRoutes,
  ...traceRoutes,
  ...queryRoutes,
  ...dataRoutes,
  ...healthRoutes,
  ...peopleRoutes,
};

export const pathOf = (name: string): string => `/api/${name.replace('.', '/')}`;

type Table = typeof routes;

/** The input and output types of each route, for the page. */
export type Routes = {
  readonly [K in keyof Table]: {
    readonly effect: Table[K]['effect'];
    readonly input: z.input<Table[K]['input']>;
    readonly output: z.output<Table[K]['output']>;
  };
} & {
  readonly 'session.whoami': { effect: 'reads'; input: Record<never, never>; output: z.output<typeof Whoami> };
  readonly 'session.login': { effect: 'changes'; input: z.input<typeof Login>; output: z.output<typeof Whoami> };
  readonly 'session.logout': { effect: 'changes'; input: Record<never, never>; output: z.output<typeof Whoami> };
};

type Named<E extends Effect> = { [K in keyof Routes]: Routes[K]['effect'] extends E ? K : never }[keyof Routes];
export type Reads = Named<'reads'>;
export type Posts = Named<'asks' | 'changes'>;
