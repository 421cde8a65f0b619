// The names of a project memory: from its metadata, or from the start of its text.
import type { Memory, MemoryType, Metadata } from '../model.ts';
import { entityKey } from '../text/names.ts';
import { sentences, shorten } from '../text/sentences.ts';
import { openingTicket, openingTitle } from '../text/tickets.ts';
import { PROJECT_TYPES } from './project-types.ts';

export type Named = Pick<Memory, 'type' | 'content' | 'metadata'>;

const IDS = ['requirement_id', 'component_id', 'design_id', 'adr_id', 'pattern_id', 'test_id', 'id'];
const TITLES = ['name', 'title', 'pattern_name', 'test_name'];
const MAX_KEY_LENGTH = 200;
const MAX_LINE_LENGTH = 80;

/** A name at the start of a text: an identifier, or a few words before a colon, a dash or the end of the line. */
const OPENING_NAME =
  /^[\s#>*_`"]{0,20}(?:(?:[Tt]he|[Oo]ur)\s)?[`"*]{0,3}(?:([A-Za-z][a-z\d]*[A-Z][A-Za-z\d]*|[A-Za-z]\w*_\w+|[a-z]+(?:-[a-z\d]+)+)(?![\w-])|([A-Z][\w' -]{1,58}\w)(?=[`"*_]{0,3}(?:\s?:\s|\s[-–—(]|\s?\n)))/;
const MAX_OPENING_LENGTH = 200;
/** The common key of all spellings of a name: of `AuthService` and `auth-service`, but not of `C` and `C++`. */
export const traceKey = (name: string): string => plainSpelling(name).slice(0, MAX_KEY_LENGTH);

/** A text in plain words, those of its identifiers too. */
export const plainSpelling = (text: string): string => entityKey(splitIdentifiers(text));

export const splitIdentifiers = (text: string): string => text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2');

/** All its names: those in the metadata, and the id or name at the start of its text. */
export function namesOf({ type, content, metadata }: Named): string[] {
  if (type === null) return [];
  const { calledBy, opensWith } = PROJECT_TYPES[type];
  const given = calledBy.flatMap((field) => texts(metadata[field]));
  const id = openingTicket(content);
  const opening = id ?? (given.length === 0 && opensWith === 'name' ? openingName(content) : null);
  const title = id !== null && opensWith === 'title' && metadata.title === undefined ? openingTitle(content) : null;
  const names = [...given, ...[opening, title].filter((name) => name !== null)];
  // Others refer to `Repository pattern` as `Repository`.
  const short = type === 'code_pattern' ? names.map((name) => name.replace(/\s+pattern$/i, '')) : [];
  return [...new Set([...names, ...short])];
}

/** A memory's name, or the start of its text. */
export function memoryName(memory: Named): string {
  const [named] = namesOf(memory);
  if (named !== undefined) return named;
  const line = memory.content.trim().split('\n', 1)[0] ?? '';
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
}

/** Whether that field is among the names of every one of these types. */
export const isName = (types: readonly MemoryType[], field: string): boolean =>
  types.every((type) => PROJECT_TYPES[type].calledBy.includes(field));

export function openingName(content: string): string | null {
  const [, identifier, words] = OPENING_NAME.exec(content.slice(0, MAX_OPENING_LENGTH)) ?? [];
  return identifier ?? words ?? null;
}

const first = (metadata: Metadata, fields: readonly string[]): string | null =>
  fields.flatMap((field) => texts(metadata[field]))[0] ?? null;

/** `REQ-7`, `tracking-service`; null if it has none. */
export const idOf = ({ metadata, content }: Named): string | null => first(metadata, IDS) ?? openingTicket(content);

/** Its name or title, or else the start of its text. */
export function titleOf({ type, metadata, content }: Named): string {
  const given = first(metadata, TITLES);
  if (given !== null) return given;
  const name = type !== null && PROJECT_TYPES[type].opensWith === 'title' ? null : openingName(content);
  const ticket = openingTicket(content);
  const text =
    ticket === null ? content : content.slice(content.indexOf(ticket) + ticket.length).replace(/^[\s:.–—-]+/, '');
  return name ?? openingTitle(content) ?? shorten(sentences(text)[0] ?? text, 80);
}

/** The shortest reference to a memory: its id, or else its title. */
export const labelOf = (memory: Named): string => idOf(memory) ?? titleOf(memory);

/** A field may hold one name or several. */
export const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string' && each !== '');
