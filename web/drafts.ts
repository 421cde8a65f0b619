// What is being typed, kept outside of the views: a lost server, a login in between or a look elsewhere must not cost it.
import { type Signal, signal } from '@preact/signals';

const drafts = new Map<string, Signal<string>>();

/** The draft of this name; it begins as the given text and is that text again once it is dropped. */
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
