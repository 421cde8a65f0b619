// What a project memory says of itself, from its metadata, or from its prose where it has none.
import { codeNames } from '../code/links.ts';
import {
  namesOf,
  openingName,
  openingTicket,
  openingTitle,
  plainSpelling,
  texts,
  tickets,
  traceKey,
} from '../memories/trace.ts';
import type { Memory, Metadata } from '../model.ts';
import { sentences } from './sentences.ts';

const IDS = ['requirement_id', 'component_id', 'design_id', 'adr_id', 'pattern_id', 'test_id', 'id'];
const TITLES = ['name', 'title', 'pattern_name', 'test_name'];

const first = (metadata: Metadata, fields: readonly string[]): string | null =>
  fields.flatMap((field) => texts(metadata[field]))[0] ?? null;

/** `REQ-7`, `tracking-service`; null for what was given none. */
export const idOf = ({ metadata, content }: Memory): string | null => first(metadata, IDS) ?? openingTicket(content);

/** What people would call it: its name or title, else how its text begins. */
export function titleOf({ type, metadata, content }: Memory): string {
  const given = first(metadata, TITLES);
  if (given !== null) return given;
  const name = type === 'requirements' || type === 'design' ? null : openingName(content);
  const ticket = openingTicket(content);
  const text =
    ticket === null ? content : content.slice(content.indexOf(ticket) + ticket.length).replace(/^[\s:.–—-]+/, '');
  return name ?? openingTitle(content) ?? shorten(sentences(text)[0] ?? text, 80);
}

/** The shortest way to point at it: its id, else its title. */
export const labelOf = (memory: Memory): string => idOf(memory) ?? titleOf(memory);

export const allNames = ({ type, content, metadata }: Memory): string[] =>
  type === null ? [] : namesOf(type, content, metadata);

const STATUS = /\bstatus\b\W{0,6}(?:is\s+|now\s+)?(\p{L}+)/iu;
const TEST_STATUS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:fail(?:s|ed|ing|ure)?|broke(?:n)?|red)\b/i, 'Failed'],
  [/\b(?:skip(?:s|ped)?|ignored|disabled|pending)\b/i, 'Skipped'],
  [/\b(?:error(?:s|ed)?|crash(?:es|ed)?)\b/i, 'Error'],
  [/\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|success)\b/i, 'Passed'],
];

export function statusOf({ type, metadata, content }: Memory): string | null {
  const [given] = texts(metadata.status);
  if (given !== undefined) return given;
  const said = STATUS.exec(content)?.[1];
  if (said !== undefined) return `${said.charAt(0).toUpperCase()}${said.slice(1).toLowerCase()}`;
  return type === 'test_history' ? testStatus(content) : null;
}

/** Whichever is said first: `passed after it had failed` has passed. */
function testStatus(content: string): string | null {
  const prose = content
    .replace(/`[^`]*`|\S*_\S*/g, ' ')
    .replace(/\b(?:no|without|zero)\s+(?:failures?|errors?)\b/gi, '');
  const said = TEST_STATUS.map(([pattern, status]) => ({ at: prose.search(pattern), status })).filter(
    ({ at }) => at >= 0,
  );
  return said.sort((a, b) => a.at - b.at)[0]?.status ?? null;
}

const RETIRED = /^(?:deprecated|superseded|rejected|obsolete|withdrawn|retired)$/i;
const SAYS_RETIRED =
  /\b(?:this (?:adr|decision|design|requirement)|it) (?:is|was|has been) (?:superseded|deprecated|withdrawn|replaced)\b|^\W*(?:superseded|deprecated)\b|\b(?:is|was|has been) superseded by\b/im;

/** No longer a rule: another has taken its place. */
export const isRetired = (memory: Memory): boolean =>
  RETIRED.test(statusOf(memory) ?? '') || (memory.metadata.status === undefined && SAYS_RETIRED.test(memory.content));

/** Not agreed on yet. */
export const isTentative = (memory: Memory): boolean => /^(?:proposed|draft)$/i.test(statusOf(memory) ?? '');

/** The file that a component is, as it is written. */
export const filePathOf = ({ metadata, content }: Memory): string | null =>
  first(metadata, ['file_path', 'test_file']) ?? codeNames(content).paths.find((path) => path.includes('/')) ?? null;

export const componentType = ({ metadata }: Memory): string | null => first(metadata, ['component_type']);

/** Every requirement that it names. */
export const requirementIds = ({ metadata, content }: Memory): string[] => [
  ...new Set([...texts(metadata.related_requirements), ...tickets(content)]),
];

const IMPLEMENTED_BY =
  /\b(?:implemented|realised|realized|fulfilled|provided|covered|handled) (?:by|in)\s+(?:the\s+)?([^.;\n]{2,200})/i;

/** The components that a requirement says it is implemented by, there or not. */
export function implementersNamed({ metadata, content }: Memory): string[] {
  const given = texts(metadata.implementing_components);
  if (given.length > 0) return given;
  const listed = IMPLEMENTED_BY.exec(content)?.[1]?.split(/,|\band\b|\bwith\b/) ?? [];
  return listed.map((name) => openingName(`${name.replace(/[`*"]/g, '').trim()}: `)).filter((name) => name !== null);
}

/** Whether it says this name, in any spelling. */
export function says(text: string, name: string): boolean {
  const key = traceKey(name);
  return key !== '' && ` ${plainSpelling(text.slice(0, LONGEST_READ))} `.includes(` ${key} `);
}

const LONGEST_READ = 20_000;
const DECISION = /^\W*(?:decision|we (?:decided|chose|will|use)|decided)\b/i;
const DECIDES = /\b(?:decided|decision|we (?:will|use|chose)|must|shall)\b/i;

/** What a semicolon joins is quoted together. */
function wholeSentences(content: string): string[] {
  const whole: string[] = [];
  for (const part of sentences(content)) {
    const last = whole.at(-1);
    if (last?.endsWith(';')) whole[whole.length - 1] = `${last} ${part}`;
    else whole.push(part);
  }
  return whole;
}

/** Of a design: the part about these names, else the decision, else how it begins. */
export function excerptOf({ metadata, content }: Memory, names: readonly string[]): string {
  const all = wholeSentences(content);
  const about = all.filter((sentence) => names.some((name) => says(sentence, name)));
  const decision =
    texts(metadata.decision)[0] ?? all.find((each) => DECISION.test(each)) ?? all.find((each) => DECIDES.test(each));
  const chosen = [...new Set([...(decision === undefined ? [] : [decision]), ...about.slice(0, 2)])];
  return shorten((chosen.length > 0 ? chosen : all.slice(0, 2)).join(' '), 400);
}

export function shorten(text: string, most: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= most) return flat;
  const cut = flat.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most >> 1)).toWellFormed()}…`;
}
