// The keyboard. Single keys work while nothing is being typed, and can be switched off.
import { signal } from '@preact/signals';
import { go, route, to } from './route.ts';

const KEY = 'remanence.keys';

export const hasKeys = signal(localStorage.getItem(KEY) !== 'off');
export const isHelpOpen = signal(false);

export function setKeysEnabled(on: boolean): void {
  hasKeys.value = on;
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
}

type Handler = (row: HTMLElement | null) => void;
/** The keys of the current view. */
const viewKeys = new Map<string, Handler>();

/** Binds keys for a view until the returned function is called. */
export function bindKeys(keys: Readonly<Record<string, Handler>>): () => void {
  for (const [key, handler] of Object.entries(keys)) viewKeys.set(key, handler);
  return () => {
    for (const key of Object.keys(keys)) viewKeys.delete(key);
  };
}

/** The views that `g` and a key open. */
let views: readonly { readonly name: string; readonly key: string }[] = [];
const GOING_MS = 1200;
/** Runs from `g` until the next key. */
let going: ReturnType<typeof setTimeout> | undefined;

export function leadTo(all: typeof views): void {
  views = all;
}

addEventListener('keydown', (event) => {
  if (!hasKeys.value || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target)) {
    if (event.key === '/' && isReached(event.target)) event.preventDefault();
    return;
  }
  if (document.querySelector('dialog[open]')) return;
  if (act(event.key)) event.preventDefault();
});

function act(key: string): boolean {
  if (going !== undefined) {
    stopGoing();
    const view = views.find((each) => each.key === key);
    if (view) go(to(view.name));
    return view !== undefined;
  }
  if (key === 'g') {
    going = setTimeout(stopGoing, GOING_MS);
    return true;
  }
  if (key === '?') isHelpOpen.value = true;
  else if (key === '/') focusSearch();
  else if (key === 'j' || key === 'k') return move(key === 'j' ? 1 : -1);
  else {
    const handler = viewKeys.get(key);
    handler?.(currentRow());
    return handler !== undefined;
  }
  return true;
}

function stopGoing(): void {
  clearTimeout(going);
  going = undefined;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.matches('input:not([type=checkbox],[type=range]),textarea,select') || target.isContentEditable)
  );
}

/** The search box that a slash led to; the next slash is part of the question. */
let reached: EventTarget | null = null;

/** Whether a slash led to this empty search box, which has the focus already. */
function isReached(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement) || target.type !== 'search') return false;
  if (target.value !== '' || target === reached) return false;
  reached = target;
  return true;
}

function focusSearch(): void {
  const find = () => document.querySelector<HTMLInputElement>('input[type=search]');
  if (route.peek().view !== 'search' && !find()) go(to('search'));
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      reached = find();
      find()?.focus();
    }),
  );
}

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-row]')];

function currentRow(): HTMLElement | null {
  const within = document.activeElement?.closest<HTMLElement>('[data-row]');
  return within ?? rows()[0] ?? null;
}

function move(by: number): boolean {
  const all = rows();
  const at = all.findIndex((row) => row.contains(document.activeElement));
  const next = all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + by))];
  const target = next?.matches('a,button,[tabindex]') ? next : next?.querySelector<HTMLElement>('a,button');
  target?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}
