// Finds the patterns that may match a text, those with a keyword in it, while reading the text only once, however many
// keywords there are (Aho and Corasick).
import type { SecretPattern } from './pattern.ts';

const ASCII = 128;
const CASE = 32;

/** Keywords are ASCII in lower case; texts may be in either. */
export class Keywords {
  readonly #patterns: readonly SecretPattern[];
  /** A number for each character of the keywords, the same in upper case; 0 for all others. */
  readonly #numbers = new Uint8Array(ASCII);
  readonly #width: number;
  /** The state that follows each state, by the number of the next character. */
  readonly #next: Uint16Array;
  /** The patterns whose keywords end in each state. */
  readonly #ending: number[][] = [[]];
  /** The steps that go on with a keyword, by state: the number of a character, and the state that follows. */
  readonly #steps: [number: number, after: number][][] = [[]];

  constructor(patterns: readonly SecretPattern[]) {
    this.#patterns = patterns;
    const all = patterns.flatMap(({ keywords }) => keywords).join('');
    const characters = [...new Set(all)];
    for (const [i, character] of characters.entries()) {
      const code = character.charCodeAt(0);
      this.#numbers[code] = i + 1;
      if (/[a-z]/.test(character)) this.#numbers[code - CASE] = i + 1;
    }
    this.#width = characters.length + 1;
    this.#next = new Uint16Array((all.length + 1) * this.#width);
    for (const [i, { keywords }] of patterns.entries()) for (const keyword of keywords) this.#add(keyword, i);
    this.#fallBack();
  }

  /** The possible patterns of a part of a text, in their order. */
  in(text: string, from = 0, to = text.length): SecretPattern[] {
    const found = new Uint8Array(this.#patterns.length);
    const [numbers, next, width, ending] = [this.#numbers, this.#next, this.#width, this.#ending];
    let state = 0;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      state = code < ASCII ? (next[state * width + (numbers[code] ?? 0)] ?? 0) : 0;
      const ends = ending[state];
      if (ends !== undefined) for (const pattern of ends) found[pattern] = 1;
    }
    return this.#patterns.filter((_, i) => found[i] === 1);
  }

  #add(keyword: string, pattern: number): void {
    let state = 0;
    for (const character of keyword) {
      const number = this.#numbers[character.charCodeAt(0)] ?? 0;
      const step = state * this.#width + number;
      // A step to the first state does not exist yet.
      if (!this.#next[step]) {
        const added = this.#ending.push([]) - 1;
        this.#next[step] = added;
        this.#steps.push([]);
        this.#steps[state]?.push([number, added]);
      }
      state = this.#next[step] ?? 0;
    }
    this.#ending[state]?.push(pattern);
  }

  /** Where a keyword does not go on, another may have begun in the middle of it: the states of the shorter one follow. */
  #fallBack(): void {
    const [next, width] = [this.#next, this.#width];
    const shorter = new Uint16Array(this.#ending.length);
    const queue = [0];
    for (const state of queue) {
      const other = shorter[state] ?? 0;
      this.#ending[state]?.push(...(this.#ending[other] ?? []));
      if (state > 0) next.copyWithin(state * width, other * width, (other + 1) * width);
      for (const [number, after] of this.#steps[state] ?? []) {
        shorter[after] = state === 0 ? 0 : (next[other * width + number] ?? 0);
        next[state * width + number] = after;
        queue.push(after);
      }
    }
  }
}
