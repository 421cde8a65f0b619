// Words that exclude each other: what holds for staging says nothing about production.
import { identifierParts, wordsIn } from './terms.ts';

/** Each circle lists what can be meant, each with the words for it. */
const CIRCLES: readonly (readonly (readonly string[])[])[] = [
  [
    ['staging', 'stg'],
    ['production', 'prod', 'produktion'],
    ['development', 'dev'],
    ['sandbox'],
    ['canary'],
    ['preview'],
  ],
  [['ios', 'iphone', 'ipad'], ['android']],
  [
    ['windows', 'win32'],
    ['linux', 'ubuntu', 'debian'],
    ['macos', 'osx', 'mac', 'darwin'],
  ],
  [
    ['x86', 'x64', 'amd64'],
    ['arm', 'arm64', 'aarch64'],
  ],
  [['frontend'], ['backend']],
  [['primary'], ['replica', 'replicas', 'standby']],
  [
    ['upload', 'uploads'],
    ['download', 'downloads'],
  ],
  [
    ['inbound', 'incoming', 'ingress'],
    ['outbound', 'outgoing', 'egress'],
  ],
];

export interface Opposites {
  readonly asked: string;
  readonly told: string;
}

/** The first word of the question that the text lacks while it has an opposite of it. */
export function oppositesIn(question: string, text: string): Opposites | null {
  const wanted = lowerWords(question);
  let held: ReadonlySet<string> | undefined;
  for (const circle of CIRCLES) {
    const asked = circle.filter((words) => words.some((word) => wanted.has(word)));
    const [only] = asked;
    // Who names two of them compares them.
    if (!only || asked.length > 1) continue;
    held ??= lowerWords(text);
    if (only.some((word) => held?.has(word))) continue;
    const told = circle.flat().find((word) => held?.has(word));
    if (told !== undefined) return { asked: only.find((word) => wanted.has(word)) ?? '', told };
  }
  return null;
}

const lowerWords = (text: string): ReadonlySet<string> =>
  new Set(wordsIn(text).flatMap((word) => [word, ...identifierParts(word)].map((each) => each.toLowerCase())));
