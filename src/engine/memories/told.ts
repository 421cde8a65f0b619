// What memories tell. Finds those that repeat a saying, or that it repeats, by their words: a log of questions is read
// once for a thousand memories, so each question cannot be compared with each memory.
import { isPlain } from '../text/terms.ts';

/** A shorter text may occur in a message by chance. */
const MIN_LENGTH = 16;

export class Saying {
  /** Without case, layout and the sign at the end: whoever asks about a sentence ends it with another. */
  readonly text: string;
  #words: readonly string[] | null = null;

  constructor(text: string) {
    this.text = text
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/(?<![.!?…])[.!?…]+$/, '');
  }

  /** The runs of letters and digits in it, each once. */
  get words(): readonly string[] {
    this.#words ??= [...new Set(wordsOf(this.text))];
    return this.#words;
  }
}

export class Told {
  readonly #all: readonly string[];
  /** The texts by each of their words. */
  readonly #having = new Map<string, string[]>();
  /** The texts by the rarest of their words. */
  readonly #byRarest = new Map<string, string[]>();
  readonly #wordless: readonly string[];
  readonly #shortest: number;

  constructor(texts: readonly string[]) {
    const long = texts.map((text) => new Saying(text)).filter(({ text }) => text.length >= MIN_LENGTH);
    const sayings = new Map(long.map((saying) => [saying.text, saying]));
    this.#all = [...sayings.keys()];
    this.#wordless = this.#all.filter((text) => sayings.get(text)?.words.length === 0);
    this.#shortest = this.#all.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
    for (const { text, words } of sayings.values()) for (const word of words) add(this.#having, word, text);
    for (const { text, words } of sayings.values()) {
      const rarest = this.#rarest(words);
      if (rarest !== null) add(this.#byRarest, rarest, text);
    }
  }

  /** Whether a saying repeats one of the texts. */
  isRepeatedBy(saying: Saying): boolean {
    const { text: said } = saying;
    if (said.length < this.#shortest) return false;
    const isRepeated = (text: string) => holds(said, text);
    return (
      saying.words.some((word) => this.#byRarest.get(word)?.some(isRepeated) ?? false) ||
      this.#wordless.some(isRepeated)
    );
  }

  /** Whether a saying is a part of one of the texts. */
  hasPart(saying: Saying): boolean {
    const { text: said } = saying;
    return said.length >= MIN_LENGTH && this.#withAll(saying.words).some((text) => holds(text, said));
  }

  /** Whether a saying that was cut breaks off within a quote of one of the texts. */
  isBrokenOffBy({ text: said }: Saying): boolean {
    if (said.length < MIN_LENGTH) return false;
    const end = said.slice(-MIN_LENGTH);
    // The first and the last word of the end may be parts of longer ones.
    return this.#withAll(wordsOf(end).slice(1, -1)).some((text) => text.includes(end) && breaksOff(said, text));
  }

  /** All texts that have these words, and some that have only the rarest of them. */
  #withAll(words: readonly string[]): readonly string[] {
    const rarest = this.#rarest(words);
    return rarest === null ? this.#all : (this.#having.get(rarest) ?? []);
  }

  /** The word that the fewest texts have. */
  #rarest(words: readonly string[]): string | null {
    let rarest: string | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    for (const word of words) {
      const count = this.#having.get(word)?.length ?? 0;
      if (count < fewest) {
        rarest = word;
        fewest = count;
      }
    }
    return rarest;
  }
}

const WORD = /[\p{L}\p{N}]+/gu;
/** The same for plain ASCII in lower case, three times as fast. */
const PLAIN_WORD = /[a-z0-9]+/g;

const wordsOf = (text: string): readonly string[] => text.match(isPlain(text) ? PLAIN_WORD : WORD) ?? [];

function add(texts: Map<string, string[]>, word: string, text: string): void {
  const known = texts.get(word);
  if (known) known.push(text);
  else texts.set(word, [text]);
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
  if (words.includes(question)) return true;
  const opening = words.slice(0, MIN_LENGTH);
  for (let at = question.indexOf(opening); at >= 0; at = question.indexOf(opening, at + 1)) {
    if (words.startsWith(question.slice(at))) return true;
  }
  return false;
}
