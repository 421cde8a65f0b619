// Reads the properties of a project memory from its metadata, or else from its prose.
import { codeNames } from '../code/links.ts';
import { openingName, plainSpelling, texts, traceKey } from '../memories/names.ts';
import type { Memory } from '../model.ts';
import { sentences, shorten } from '../text/sentences.ts';
import { tickets } from '../text/tickets.ts';
import { statedStatus } from './stated-status.ts';

const TEST_STATUS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:fail(?:s|ed|ing|ure)?|broke(?:n)?|red)\b/i, 'Failed'],
  [/\b(?:skip(?:s|ped)?|ignored|disabled|pending)\b/i, 'Skipped'],
  [/\b(?:error(?:s|ed)?|crash(?:es|ed)?)\b/i, 'Error'],
  [/\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|success)\b/i, 'Passed'],
];

export function statusOf({ type, metadata, content }: Memory): string | null {
  const [given] = texts(metadata.status);
  if (given !== undefined) return given;
  const status = statedStatus(content);
  return type === 'test_history' ? (testStatus(status ?? '') ?? testStatus(content)) : status;
}

/** The status that is mentioned first: `passed after it had failed` means passed. */
function testStatus(content: string): string | null {
  const prose = content
    .replace(/`[^`]*`|(?<!\S)[^\s_]*_\S*/g, ' ')
    .replace(/\b(?:no|without|zero)\s+(?:failures?|errors?)\b/gi, '');
  const matches = TEST_STATUS.map(([pattern, status]) => ({ at: prose.search(pattern), status })).filter(
    ({ at }) => at >= 0,
  );
  return matches.sort((a, b) => a.at - b.at)[0]?.status ?? null;
}

const RETIRED = /^(?:deprecated|superseded|rejected|obsolete|withdrawn|retired)$/i;
const SAYS_RETIRED =
  /\b(?:this (?:adr|decision|design|requirement)|it) (?:is|was|has been) (?:superseded|deprecated|withdrawn|replaced)\b|^[^\w\r\n\u2028\u2029]*(?:superseded|deprecated)\b|\b(?:is|was|has been) superseded by\b/im;

/** Whether it no longer applies, because it was replaced or withdrawn. */
export const isRetired = (memory: Memory): boolean =>
  RETIRED.test(statusOf(memory) ?? '') || (memory.metadata.status === undefined && SAYS_RETIRED.test(memory.content));

/** Whether it is only proposed. */
export const isTentative = (memory: Memory): boolean => /^(?:proposed|draft)$/i.test(statusOf(memory) ?? '');

/** The file of a component, as written. */
export const filePathOf = ({ metadata, content }: Memory): string | null =>
  texts(metadata.file_path)[0] ??
  texts(metadata.test_file)[0] ??
  codeNames(content).paths.find((path) => path.includes('/')) ??
  null;

export const componentType = ({ metadata }: Memory): string | null => texts(metadata.component_type)[0] ?? null;

/** The ids of all requirements that it names. */
export const requirementIds = ({ metadata, content }: Memory): string[] => [
  ...new Set([...texts(metadata.related_requirements), ...tickets(content)]),
];

const IMPLEMENTED_BY =
  /\b(?:implemented|realised|realized|fulfilled|provided|covered|handled) (?:by|in)\s+(?:the\s+)?([^.;\n]{2,200})/i;

/** The components that a requirement names as its implementation, whether stored or not. */
export function implementersNamed({ metadata, content }: Memory): string[] {
  const given = texts(metadata.implementing_components);
  if (given.length > 0) return given;
  const listed = IMPLEMENTED_BY.exec(content)?.[1]?.split(/,|\band\b|\bwith\b/) ?? [];
  return listed.map((name) => openingName(`${name.replace(/[`*"]/g, '').trim()}: `)).filter((name) => name !== null);
}

/** Whether the text contains this name, in any spelling. */
export function says(text: string, name: string): boolean {
  const key = traceKey(name);
  return key !== '' && ` ${plainSpelling(text.slice(0, LONGEST_READ))} `.includes(` ${key} `);
}

const LONGEST_READ = 20_000;
const DECISION = /^\W*(?:decision|we (?:decided|chose|will|use)|decided)\b/i;
const DECIDES = /\b(?:decided|decision|we (?:will|use|chose)|must|shall)\b/i;

/** Sentences, with parts joined by a semicolon kept together. */
function wholeSentences(content: string): string[] {
  const whole: string[] = [];
  for (const part of sentences(content)) {
    const last = whole.at(-1);
    if (last?.endsWith(';')) whole[whole.length - 1] = `${last} ${part}`;
    else whole.push(part);
  }
  return whole;
}

/** A design's decision and its sentences about these names, or else its beginning. */
export function excerptOf({ metadata, content }: Memory, names: readonly string[]): string {
  const all = wholeSentences(content);
  const about = all.filter((sentence) => names.some((name) => says(sentence, name)));
  const decision =
    texts(metadata.decision)[0] ?? all.find((each) => DECISION.test(each)) ?? all.find((each) => DECIDES.test(each));
  const chosen = [...new Set([...(decision === undefined ? [] : [decision]), ...about.slice(0, 2)])];
  return shorten((chosen.length > 0 ? chosen : all.slice(0, 2)).join(' '), 400);
}

const REASON =
  /\b(?:because|since|due to|so that|in order to|the reason|rationale|otherwise|as a result of|to (?:avoid|prevent|keep|make|reduce|allow|ensure))\b|^\W*(?:why|reason|rationale|context)\b/i;

/** The reasons for a design, from its metadata or else from the sentences that give a reason. */
export function rationaleOf({ metadata, content }: Memory): string | null {
  const given = texts(metadata.rationale);
  const reasons = given.length > 0 ? given : wholeSentences(content).filter((each) => REASON.test(each));
  return reasons.length === 0 ? null : shorten(reasons.slice(0, 2).join(' '), 400);
}
