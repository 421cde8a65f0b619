// Data derived from a memory's text and metadata, rebuilt whenever they change.
import { createHash } from 'node:crypto';
import type { Metadata, Scope } from '../model.ts';
import { entityKey, isPunctuation, type Mention, mentions, nameKey, phrases } from '../text/names.ts';
import { type Named, namesOf, splitIdentifiers, texts } from './names.ts';
import type { Derived } from './ports.ts';

/** A subject that more of the older memories name is linked to none of them: the links would carry no information. */
export const MAX_LINKED_OLDER = 50;
const MAX_MENTION_LENGTH = 80;
const FILES = ['file_path', 'test_file'];

/** What the memory names in its text and metadata. */
export function mentionsOf(memory: Named): Pick<Derived, 'mentions' | 'phrases'> {
  const given = metadataMentions(memory);
  const known = new Set(given.map(({ key }) => key));
  return {
    mentions: [...given, ...mentions(memory.content).filter(({ key }) => !known.has(key))],
    phrases: phrases(memory.content),
  };
}

/** The memory's names and files from its metadata, as mentions. */
function metadataMentions(memory: Named): Mention[] {
  if (memory.type === null) return [];
  const names = namesOf(memory).flatMap((name) => [name, entityKey(splitIdentifiers(name))]);
  const named = names.map((name) => ({ name, type: 'name', subject: true }));
  const files = FILES.flatMap((field) => texts(memory.metadata[field])).map((name) => ({
    name,
    type: 'file',
    subject: false,
  }));
  const mentions = [...named, ...files]
    .map((mention) => ({ ...mention, key: nameKey(mention.name) }))
    .filter(({ key }) => key !== '' && !isPunctuation(key) && key.length <= MAX_MENTION_LENGTH);
  return mentions.filter(({ key }, i) => mentions.findIndex((each) => each.key === key) === i);
}

/** The conversation that links memories in the graph: named in the metadata, or else the actor's session. */
export function conversationOf(metadata: Metadata, scope: Scope): string | null {
  const named = ['conversation_id', 'session_id', 'thread_id'].map((key) => metadata[key]);
  const id = named.find((value) => typeof value === 'string' && value !== '') ?? scope.session;
  return typeof id === 'string' ? conversationKey(id) : null;
}

/** A longer one would not fit in the index of every store. */
const MAX_CONVERSATION_LENGTH = 300;

/** The id of a conversation, or the digest of a long one. */
export const conversationKey = (id: string): string =>
  id.length > MAX_CONVERSATION_LENGTH ? createHash('sha256').update(id).digest('hex') : id;
