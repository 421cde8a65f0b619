// Detects messages of a conversation, and questions, that repeat a memory.
import { readId } from '../ids.ts';
import { questionTerms } from '../text/terms.ts';

/** A memory that is removed for good. */
export interface Forgotten {
  readonly id: string;
  /** Its text, and those that it had before. */
  readonly texts: readonly string[];
  /** Its words that no other memory has. */
  readonly words: readonly string[];
  /** Who removes it; null if the bin has kept it for long enough. */
  readonly by: string | null;
}

type Meant = (content: string) => boolean;

const CITED = /\b(?:mem_)?[0-9a-z]{20}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
/** A shorter text may occur in a message by chance. */
const MIN_LENGTH = 16;
/** A longer question is cut before it is kept. */
export const MAX_QUESTION_LENGTH = 2000;

/** Matches text that cites one of these memories by id, as every answer based on them does. */
export const citing =
  (ids: ReadonlySet<string>): Meant =>
  (content) =>
    (content.match(CITED) ?? []).some((cited) => ids.has(readId(cited) ?? ''));

/**
 * Matches messages of a conversation that speak of a memory: cite it, repeat it, or are by whoever removes it and hold
 * a word that no other memory has. That word alone is no reason to delete what others said.
 */
export function speakingOf({ id, texts, words, by }: Forgotten): (content: string, who: string) => boolean {
  const isQuoted = quoting(id, texts);
  const own = new Set(words);
  return (content, who) => isQuoted(content) || (who === by && questionTerms(content).some((word) => own.has(word)));
}

/**
 * Matches questions that cite or quote a memory, or were answered by it and repeat many of its words or hold one that no
 * other memory has.
 */
export function askingFor(memory: Forgotten): (question: string, given: string) => boolean {
  const { id, texts, words } = memory;
  const isQuoted = quoting(id, texts);
  const own = new Set(words);
  const known = texts.map((text) => new Set(questionTerms(text)));
  const told = texts.map(spoken);
  const isPart = (asked: string) => asked.length >= MIN_LENGTH && told.some((text) => holds(text, asked));
  const isCutInside = (question: string) =>
    question.length >= MAX_QUESTION_LENGTH &&
    told.some((text) => breaksOff(spoken(question.replace(/\uFFFD$/, '')), text));
  const isAbout = (asked: readonly string[]) =>
    asked.some((word) => own.has(word)) ||
    (asked.length > 0 && known.some((its) => asked.filter((word) => its.has(word)).length >= REPEATED * asked.length));
  return (question, given) =>
    isQuoted(question) ||
    isPart(spoken(question)) ||
    isCutInside(question) ||
    (given.includes(id) && isAbout(questionTerms(question)));
}

/** The part of a question's words that repeats a memory. */
const REPEATED = 0.5;

/** Matches text that cites this memory or repeats one of its texts. */
function quoting(id: string, texts: readonly string[]): Meant {
  const cites = citing(new Set([id]));
  const told = texts.map(spoken).filter((text) => text.length >= MIN_LENGTH);
  return (content) => {
    const said = spoken(content);
    return cites(content) || told.some((text) => holds(said, text));
  };
}

/** Whether words occur in a text, not as the beginning or end of longer ones: `limit is 20` is not in `limit is 200`. */
function holds(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const around = [text.slice(Math.max(0, at - 2), at), text.slice(at + words.length, at + words.length + 2)];
    if (!/[\p{L}\p{N}]$/u.test(around[0] ?? '') && !/^[\p{L}\p{N}]/u.test(around[1] ?? '')) return true;
  }
  return false;
}

/** Whether a question that was cut breaks off within a quote of these words. */
function breaksOff(question: string, words: string): boolean {
  if (question.length < MIN_LENGTH || words.length < MIN_LENGTH) return false;
  if (words.includes(question)) return true;
  const opening = words.slice(0, MIN_LENGTH);
  for (let at = question.indexOf(opening); at >= 0; at = question.indexOf(opening, at + 1)) {
    if (words.startsWith(question.slice(at))) return true;
  }
  return false;
}

/** Without case, layout and the sign at the end: whoever asks about a sentence ends it with another. */
const spoken = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<![.!?…])[.!?…]+$/, '');
