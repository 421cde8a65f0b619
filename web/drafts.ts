// Drafts are kept outside the views, so that a lost server, a login or a change of view does not discard them.
import { type Signal, signal } from '@preact/signals';

const drafts = new Map<string, Signal<string>>();

/** The draft with this name; it starts as the given text, also after it was dropped. */
export function draft(name: string, initial = ''): Signal<string> {
  const known = drafts.get(name);
  if (known) return known;
  const made = signal(initial);
  drafts.set(name, made);
  return made;
}

export function dropDraft(name: string): void {
  drafts.delete(name);
}
