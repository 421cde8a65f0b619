// What a project memory answers to, and which edges it tells of: requirements, designs, components, patterns and tests
// find each other by name, whichever was stored first.
import { entitySpace } from '../access/actor.ts';
import { readId } from '../ids.ts';
import type { Memory, MemoryType, Metadata, Scope } from '../model.ts';
import { entityKey, type Mention } from '../text/names.ts';

export const TRACE_LABELS = ['Requirement', 'Design', 'Pattern', 'Component', 'Function', 'Test', 'Memory'] as const;
export type TraceLabel = (typeof TRACE_LABELS)[number];

/** One end of an edge: whichever memories answer to that name in that space. */
export interface TraceName {
  readonly label: TraceLabel;
  readonly key: string;
  readonly space: string;
}

export interface Claim {
  readonly type: string;
  readonly from: TraceName;
  readonly to: TraceName;
}

export interface Trace {
  readonly names: readonly TraceName[];
  readonly claims: readonly Claim[];
}

export const LABEL_OF: Readonly<Record<MemoryType, TraceLabel>> = {
  requirements: 'Requirement',
  design: 'Design',
  code_pattern: 'Pattern',
  component: 'Component',
  function: 'Function',
  test_history: 'Test',
  session: 'Memory',
  user_preference: 'Memory',
};

export const labelOf = (type: MemoryType | null): TraceLabel => (type === null ? 'Memory' : LABEL_OF[type]);

/** Which fields of its metadata a memory of a type is called by. */
const CALLED: Readonly<Record<MemoryType, readonly string[]>> = {
  requirements: ['requirement_id', 'title'],
  design: ['design_id', 'adr_id', 'id', 'title'],
  code_pattern: ['pattern_id', 'pattern_name'],
  component: ['component_id', 'name'],
  function: ['function_id', 'name'],
  test_history: ['test_id', 'test_name'],
  session: [],
  user_preference: [],
};

interface Told {
  readonly field: string;
  readonly edge: string;
  readonly other: TraceLabel;
  /** The other end is where the edge begins. */
  readonly reversed?: true;
}

/** Which fields of its metadata tell of edges. */
const TELLS: Readonly<Record<MemoryType, readonly Told[]>> = {
  requirements: [
    { field: 'implementing_components', edge: 'IMPLEMENTS_REQ', other: 'Component', reversed: true },
    { field: 'depends_on', edge: 'DEPENDS_ON', other: 'Requirement' },
  ],
  design: [
    { field: 'related_requirements', edge: 'IMPLEMENTS_REQ', other: 'Requirement' },
    { field: 'affected_components', edge: 'FOLLOWS_DESIGN', other: 'Component', reversed: true },
    { field: 'supersedes', edge: 'SUPERSEDES', other: 'Design' },
  ],
  code_pattern: [{ field: 'applicable_components', edge: 'USES_PATTERN', other: 'Component', reversed: true }],
  component: [
    { field: 'dependencies', edge: 'DEPENDS_ON', other: 'Component' },
    { field: 'dependents', edge: 'DEPENDS_ON', other: 'Component', reversed: true },
    { field: 'base_pattern', edge: 'USES_PATTERN', other: 'Pattern' },
    { field: 'related_requirements', edge: 'IMPLEMENTS_REQ', other: 'Requirement' },
    { field: 'requirements', edge: 'IMPLEMENTS_REQ', other: 'Requirement' },
    { field: 'designs', edge: 'FOLLOWS_DESIGN', other: 'Design' },
  ],
  function: [
    { field: 'component', edge: 'CONTAINS', other: 'Component', reversed: true },
    { field: 'related_requirements', edge: 'IMPLEMENTS_REQ', other: 'Requirement' },
  ],
  test_history: [
    { field: 'affected_component', edge: 'TESTS', other: 'Component' },
    { field: 'related_requirements', edge: 'TESTS', other: 'Requirement' },
  ],
  session: [{ field: 'components_modified', edge: 'MENTIONS', other: 'Component' }],
  user_preference: [],
};

/** What an id in the text of a memory means, as far as it is one: `REQ-AUTH-1`, `ADR-7`. */
const IMPLIED: Partial<Readonly<Record<MemoryType, readonly Omit<Told, 'field'>[]>>> = {
  design: [{ edge: 'IMPLEMENTS_REQ', other: 'Requirement' }],
  component: [
    { edge: 'IMPLEMENTS_REQ', other: 'Requirement' },
    { edge: 'FOLLOWS_DESIGN', other: 'Design' },
  ],
  function: [{ edge: 'IMPLEMENTS_REQ', other: 'Requirement' }],
  test_history: [{ edge: 'TESTS', other: 'Requirement' }],
};

const TICKET = /(?<![\w-])[A-Z][A-Z0-9]{1,15}(?:-[A-Z0-9]{1,15})*-\d{1,8}(?![\w-]*\w)/g;
const OPENING_TICKET = new RegExp(String.raw`^\W*(${TICKET.source})`);
/** A text that names more of them is a list. */
const MOST_TICKETS = 40;
const LONGEST_KEY = 200;
const LONGEST_LINE = 80;
const LONGEST_MENTION = 80;
const FILES = ['file_path', 'test_file'];

/** A name at the start of a text: an identifier, or a few words before a colon, a dash or the end of the line. */
const OPENING_NAME =
  /^[\s#>*_`"]{0,20}(?:(?:[Tt]he|[Oo]ur)\s)?[`"*]{0,3}(?:([A-Za-z][a-z\d]*[A-Z][A-Za-z\d]*|[A-Za-z]\w*_\w+|[a-z]+(?:-[a-z\d]+)+)(?![\w-])|([A-Z][\w' -]{1,58}\w)(?=[`"*_]{0,3}(?:\s?:\s|\s[-–—(]|\s?\n)))/;
const LONGEST_OPENING = 200;
/** The few words that follow an opening id are its title. */
const TITLE = /^[\s:.–—-]*([^\n.:;!?]{3,80}?)(?=[.:;!?](?:\s|$)|\s*\n|$)/;
/** Whose text opens with what it is called, where its metadata does not say. */
const OPENS_WITH_NAME: ReadonlySet<MemoryType> = new Set(['component', 'code_pattern', 'function', 'test_history']);

const TITLED: ReadonlySet<MemoryType> = new Set(['requirements', 'design']);

/** The names of one user and project are apart from those of others. */
const spaceOf = (scope: Scope): string => JSON.stringify(Object.values(entitySpace(scope)));

/** What two spellings of one name have in common: `AuthService`, `auth-service`. */
export const traceKey = (name: string): string => plainSpelling(name).slice(0, LONGEST_KEY);

/** A text with its identifiers as they would be said. */
export const plainSpelling = (text: string): string => entityKey(text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2'));

/** A memory by its id; ids are the same in every space. */
export const byId = (id: string): TraceName => ({ label: 'Memory', key: id, space: '' });

export function traceOf({
  id,
  type,
  content,
  metadata,
  scope,
}: Pick<Memory, 'id' | 'type' | 'content' | 'metadata' | 'scope'>): Trace {
  if (type === null) return { names: [], claims: [] };
  const space = spaceOf(scope);
  const self = byId(id);
  const claims = new Map<string, Claim>();
  const tell = ({ edge, other, reversed }: Omit<Told, 'field'>, name: string) => {
    const end = endOf(name, other, space);
    if (end === null) return;
    const claim = reversed ? { type: edge, from: end, to: self } : { type: edge, from: self, to: end };
    claims.set(JSON.stringify(claim), claim);
  };
  for (const told of TELLS[type]) for (const name of texts(metadata[told.field])) tell(told, name);
  const called = [...namesOf(type, content, metadata), memoryName({ type, content, metadata })];
  const own = new Set(called.map(traceKey).filter(Boolean));
  for (const ticket of tickets(content)) {
    if (!own.has(traceKey(ticket))) for (const implied of IMPLIED[type] ?? []) tell(implied, ticket);
  }
  const names = [...own].map((key) => ({ label: LABEL_OF[type], key, space }));
  return { names: [self, ...names], claims: [...claims.values()] };
}

/** What people call it: the names that its metadata gives, and the id or name that its text opens with. */
export function namesOf(type: MemoryType, content: string, metadata: Metadata): string[] {
  const given = CALLED[type].flatMap((field) => texts(metadata[field]));
  const id = openingTicket(content);
  const opening = id ?? (given.length === 0 && OPENS_WITH_NAME.has(type) ? openingName(content) : null);
  const title = id !== null && TITLED.has(type) && metadata.title === undefined ? openingTitle(content) : null;
  const names = [...given, ...[opening, title].filter((name) => name !== null)];
  // `Repository pattern` is what others call `Repository`.
  const short = type === 'code_pattern' ? names.map((name) => name.replace(/\s+pattern$/i, '')) : [];
  return [...new Set([...names, ...short])];
}

/** What a memory is called, or how it begins. */
export function memoryName({ type, content, metadata }: Pick<Memory, 'type' | 'content' | 'metadata'>): string {
  const [named] = type === null ? [] : namesOf(type, content, metadata);
  if (named !== undefined) return named;
  const line = content.trim().split('\n', 1)[0] ?? '';
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}

/** Whether every memory of these types with that field is found by it among the names. */
export const isName = (types: readonly MemoryType[], field: string): boolean =>
  types.every((type) => CALLED[type].includes(field));

/** The id that a text opens with, `REQ-AUTH-1`. */
export const openingTicket = (content: string): string | null => OPENING_TICKET.exec(content)?.[1] ?? null;

export function openingName(content: string): string | null {
  const [, identifier, words] = OPENING_NAME.exec(content.slice(0, LONGEST_OPENING)) ?? [];
  return identifier ?? words ?? null;
}

/** What follows the id that a text opens with, as far as it reads like a title. */
export function openingTitle(content: string): string | null {
  const ticket = OPENING_TICKET.exec(content);
  return TITLE.exec(content.slice(ticket?.[0].length ?? 0).replace(/^[\s#*_]+/, ''))?.[1]?.trim() ?? null;
}

/** What its metadata calls it, and the files it names, as things that the memory mentions. */
export function metadataMentions(type: MemoryType | null, content: string, metadata: Metadata): Mention[] {
  if (type === null) return [];
  const names = namesOf(type, content, metadata).flatMap((name) => [name, traceKey(name)]);
  const named = names.map((name) => ({ name, type: 'name', subject: true }));
  const files = FILES.flatMap((field) => texts(metadata[field])).map((name) => ({
    name,
    type: 'file',
    subject: false,
  }));
  const mentions = [...named, ...files]
    .map((mention) => ({ ...mention, key: entityKey(mention.name) }))
    .filter(({ key }) => key.length > 1 && key.length <= LONGEST_MENTION);
  return mentions.filter(({ key }, i) => mentions.findIndex((each) => each.key === key) === i);
}

/** The ids that a text claims something of. */
export const tickets = (text: string): string[] =>
  [...new Set(claimed(text).match(TICKET) ?? [])].slice(0, MOST_TICKETS);

const WORK = '(?:implement|cover|fulfil|satisf|follow|test|serve|realis|realiz|provide|support)';
const DISCLAIMED = new RegExp(
  String.raw`\b(?:(?:do|does|did)(?: not|n['’]t)|[Nn]o longer|[Nn]ever|[Ss]topped|ceased to)\s+(?:\w+ly\s+)?${WORK}\w*[^.;\n]{0,200}?(?=[.;\n]|,?\s(?:but|now|instead|it|while)\b|$)|${TICKET.source}\s+(?:is|are)\s+(?:no longer|not)\s+${WORK}\w*`,
  'g',
);

/** A text without what it says it does not do: `no longer implements REQ-7`. */
export const claimed = (text: string): string => text.replace(DISCLAIMED, ' ');

function endOf(name: string, label: TraceLabel, space: string): TraceName | null {
  const id = readId(name);
  if (id !== null) return byId(id);
  const key = traceKey(name);
  return key === '' ? null : { label, key, space };
}

/** A field may hold one name or several. */
export const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string' && each !== '');
