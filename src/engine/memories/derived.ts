// What follows from a memory's text and metadata, and is made anew with them.
import type { Memory, Metadata, Scope } from '../model.ts';
import { mentions, phrases } from '../text/names.ts';
import type { Derived } from './ports.ts';
import { metadataMentions } from './trace.ts';

type Told = Pick<Memory, 'type' | 'content' | 'metadata'>;

/** What it names, in its text and in its metadata. */
export function namesOf({ type, content, metadata }: Told): Pick<Derived, 'mentions' | 'phrases'> {
  const given = metadataMentions(type, content, metadata);
  const known = new Set(given.map(({ key }) => key));
  return {
    mentions: [...given, ...mentions(content).filter(({ key }) => !known.has(key))],
    phrases: phrases(content),
  };
}

/** Memories of one conversation stand beside each other in the graph. Clients name it in the metadata, or the actor does. */
export function conversationOf(metadata: Metadata, scope: Scope): string | null {
  for (const key of ['conversation_id', 'session_id', 'thread_id']) {
    const value = metadata[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return scope.session;
}
