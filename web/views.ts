// The views, in the order of the menu; each is loaded when it is first shown.
import type { FunctionComponent } from 'preact';

interface View {
  readonly name: string;
  readonly title: string;
  /** Pressed after `g`. */
  readonly key: string;
  readonly group: string;
  readonly load: () => Promise<{ default: FunctionComponent }>;
}

export const VIEWS: readonly View[] = [
  { name: 'search', title: 'Search', key: 's', group: 'Memory', load: () => import('./views/search.tsx') },
  { name: 'inbox', title: 'Inbox', key: 'i', group: 'Memory', load: () => import('./views/inbox.tsx') },
  { name: 'recalls', title: 'Recalls', key: 'r', group: 'Memory', load: () => import('./views/recalls.tsx') },
  { name: 'time', title: 'Time', key: 't', group: 'Memory', load: () => import('./views/time.tsx') },
  { name: 'graph', title: 'Graph', key: 'g', group: 'Memory', load: () => import('./views/graph.tsx') },
  { name: 'code', title: 'Code', key: 'c', group: 'Work', load: () => import('./views/code.tsx') },
  { name: 'trace', title: 'Trace', key: 'a', group: 'Work', load: () => import('./views/trace.tsx') },
  { name: 'query', title: 'Query', key: 'q', group: 'Work', load: () => import('./views/query.tsx') },
  { name: 'data', title: 'Data', key: 'd', group: 'Server', load: () => import('./views/data.tsx') },
  { name: 'health', title: 'Health', key: 'h', group: 'Server', load: () => import('./views/health.tsx') },
  { name: 'people', title: 'People', key: 'p', group: 'Server', load: () => import('./views/people.tsx') },
];

/** Reached from other views; not in the menu. */
export const MEMORY: Pick<View, 'name' | 'title' | 'load'> = {
  name: 'memory',
  title: 'Memory',
  load: () => import('./views/memory.tsx'),
};
