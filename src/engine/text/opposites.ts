// Words that exclude each other: what holds for staging says nothing about production.
import { COUNTS_TIME, otherMember } from './members.ts';
import { identifierParts, STOP_WORDS, wordsIn } from './terms.ts';

/** Each circle lists what can be meant, each with the words for it. */
const CIRCLES: readonly (readonly (readonly string[])[])[] = [
  [['staging', 'stg'], ['production', 'prod', 'produktion'], ['development', 'dev'], ['sandbox'], ['canary']],
  [['ios', 'iphone', 'ipad'], ['android']],
  // A question about maintenance windows does not mean the system.
  [['windows', 'window'], ['linux'], ['macos', 'osx']],
  [
    ['x86', 'x64', 'amd64'],
    ['arm64', 'aarch64'],
  ],
  [['frontend'], ['backend']],
  [
    ['upload', 'uploads'],
    ['download', 'downloads'],
  ],
  [
    ['inbound', 'incoming', 'ingress'],
    ['outbound', 'outgoing', 'egress'],
  ],
];

const isPathOrTicket = (word: string): boolean => word.includes('/') || /^[A-Z]+-\d/.test(word);
/** What is named only to leave it out. */
const LEFT_OUT = /\b(?:non|pre|not|except|without|than)[ -](?:the |in |on ){0,2}\w+/g;
/** Such a memory may hold for what it does not name. */
const HOLDS_FOR_MORE =
  /\b(?:all|every|each|both|any)\s+(?:of\s+)?(?:the\s+|our\s+)?(?:environment|platform|system|stage|tier|cluster|client|app|server|build|device)s?\b|\beverywhere\b/i;

/** Places beside the one that is meant when none is named. */
const ASIDE =
  /\b(?:staging|stg|sandbox|canary|preview|qa|uat|(?:test|dev|demo|development)\s(?:cluster|env|environment|instance|machine|server|stage|system))\b/i;
const OPENING = 5;

/** Whether a text speaks of such a place from the start, and the other does not name it: `intake staging = port 14610`. */
export const speaksOfAside = (text: string, other: string): boolean =>
  ASIDE.test(text.split(/\s+/, OPENING).join(' ')) && !ASIDE.test(other) && !HOLDS_FOR_MORE.test(other);

/** `port 8462`, `Android 12`, `API level 29`; a longer number is one of many of its kind. */
const NUMBERED =
  /(?<![\p{L}\p{N}])(?<word>\p{L}{2,})[ #]{1,2}(?<number>\d{1,5}(?:\.\d{1,9}){0,9})(?![\p{L}\p{N}.:/-]*[\p{L}\p{N}])/gu;

export interface Opposites {
  readonly asked: string;
  readonly told: string;
}

/** What the question is about, if the text does not name it but an opposite of it, or the same with another number. */
export const oppositesIn = (question: string, text: string): Opposites | null =>
  oppositeWords(question, text) ?? otherNumber(question, text) ?? otherMember(question, text);

/** `port 8461` for `port 8462`; but a text with that number anywhere may mean it. */
function otherNumber(question: string, text: string): Opposites | null {
  const asked = numbered(question);
  if (asked.length === 0) return null;
  const numbers = new Set(text.match(/\d+(?:\.\d+)*/g));
  const told = numbered(text);
  for (const { word, number } of asked) {
    const other = numbers.has(number) ? undefined : told.find((each) => each.word === word);
    if (other) return { asked: `${word} ${number}`, told: `${word} ${other.number}` };
  }
  return null;
}

const numbered = (text: string) =>
  [...text.matchAll(NUMBERED)]
    .map(({ groups = {} }) => ({ word: (groups.word ?? '').toLowerCase(), number: groups.number ?? '' }))
    .filter(({ word }) => !STOP_WORDS.has(word) && !COUNTS_TIME.test(word));

/** What the question is about, if the text names only its opposite: staging for production. */
export function oppositeWords(question: string, text: string): Opposites | null {
  const wanted = lowerWords(question);
  const asked = CIRCLES.flatMap((circle) => {
    const meant = circle.filter((words) => words.some((word) => wanted.has(word)));
    // A question that names two of them compares them.
    return meant.length === 1 ? meant.map((words) => ({ words, circle })) : [];
  });
  if (asked.length === 0 || HOLDS_FOR_MORE.test(text)) return null;
  const plain = text.split(/\s+/).filter((word) => !isPathOrTicket(word));
  const [named, told] = [lowerWords(text), lowerWords(plain.join(' ').replace(LEFT_OUT, ''))];
  for (const { words, circle } of asked) {
    const opposite = circle.flat().find((word) => told.has(word));
    const [word = ''] = words.filter((each) => wanted.has(each));
    if (opposite !== undefined && !words.some((each) => named.has(each))) return { asked: word, told: opposite };
  }
  return null;
}

const lowerWords = (text: string): ReadonlySet<string> =>
  new Set(wordsIn(text).flatMap((word) => [word, ...identifierParts(word)].map((each) => each.toLowerCase())));
