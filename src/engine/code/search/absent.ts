// A name that a search asks for, and that no indexed code has.
import { escaped } from '../../text/pattern.ts';
import type { CodeQuery } from './query.ts';

interface Candidate {
  readonly text: string;
  /** How surely it defines what the query names, 0..1. */
  readonly definition: number;
}

/** Longer texts are pasted code. */
const LONGEST_NAME = 100;

/** The name, if it is the whole query and none of the candidates defines it or writes it. */
export function absentName({ kind, text, names }: CodeQuery, candidates: readonly Candidate[]): string | null {
  const [asked] = names;
  if (kind !== 'symbol' || asked === undefined || text.length > LONGEST_NAME) return null;
  const parts = asked.qualifier === null ? [asked.name] : [asked.qualifier, asked.name];
  if (!isJoined(parts.join('.'))) return null;
  const written = writtenAs(parts);
  return candidates.some((each) => each.definition > 0 || written.test(each.text)) ? null : text;
}

/** Whether it can only be a name: a single word may be meant as such. */
const isJoined = (name: string): boolean => /[_.:#>-]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(name);

/** However its words are joined: `getUser`, `get_user`, `user.get` for `User.get`. */
function writtenAs(parts: readonly string[]): RegExp {
  const words = (part: string) => part.split(/[_$#@-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  const joined = parts
    .map((part) => words(part).filter(Boolean).map(escaped).join('[_-]?'))
    .join(String.raw`[^\p{L}\p{N}]{1,3}`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${joined}(?![\p{L}\p{N}])`, 'iu');
}
