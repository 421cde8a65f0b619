// The current route: `#/view/id?query`. The address holds all state, so that a view can be bookmarked and shared.
import { signal } from '@preact/signals';

export interface Route {
  readonly view: string;
  readonly id: string | null;
  readonly query: URLSearchParams;
}

export const route = signal<Route>(read());

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  const [view = '', ...rest] = path.split('/');
  return {
    view: view || 'search',
    id: rest.length > 0 ? decode(rest.join('/')) : null,
    query: new URLSearchParams(query),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

addEventListener('hashchange', () => {
  route.value = read();
});

type Query = Readonly<Record<string, string | number | null | undefined>>;

/** The address of a view, without empty query values. */
export function to(view: string, id?: string | null, query: Query = {}): string {
  const path = id ? `${view}/${encodeURIComponent(id)}` : view;
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [[key, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return `#/${path}${text ? `?${text}` : ''}`;
}

export function go(address: string): void {
  location.hash = address;
  // At once, not on the event: the old view must not reload meanwhile.
  route.value = read();
}

/** Changes the query without a history entry, so that Back does not step through each keystroke. */
export function setQuery(query: Query): void {
  const { view, id } = route.peek();
  const address = to(view, id, query);
  if (address === location.hash) return;
  history.replaceState(null, '', address);
  route.value = read();
}
