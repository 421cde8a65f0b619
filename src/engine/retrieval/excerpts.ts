// Excerpts of long memories: shows the passages that matched instead of the start, and marks what is left out.
import { groupBy } from '../group.ts';
import type { Memory } from '../model.ts';
import { bm25, type WeightedTerms } from '../text/bm25.ts';
import { wholeCharacter } from '../text/passages.ts';
import { isPlain, terms } from '../text/terms.ts';
import type { PassageTerms, SearchStore } from './ports.ts';

/** Up to this length a memory is shown whole. */
const LONG = 1500;
/** Up to this length, hardly any memory has more than one passage. */
const ONE_PASSAGE = 700;
/** Passages shown of a long memory: of the first result, and of others. */
const [SHOWN_OF_FIRST, SHOWN] = [3, 2];
const FAR_BELOW = 0.5;
/** What holding all of the question's words adds to a cosine. */
const WORDS = 0.3;
const MAX_HEAD_LENGTH = 120;
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
/** The same for plain ASCII, three times as fast. */
const PLAIN_WORD = /\w+/g;
/** What belongs to the word behind it: the indent and the bullet of its line, or an opening quote. */
const LEAD = /(?:(?<=\n)[^\p{L}\p{N}\p{M}_\n]*|[\p{Ps}\p{Pi}"'`*]*)$/u;
const MAX_LEAD_LENGTH = 40;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** How many passages are shown of a long result at this place. */
type Shows<T> = (each: T, place: number) => number;

const byPlace: Shows<unknown> = (_, place) => (place === 0 ? SHOWN_OF_FIRST : SHOWN);

/** Weak results show enough to see what they are about. */
export const ONE_EACH: Shows<unknown> = () => 1;

/** Of results worth less than half as much as the first, one passage. */
export const oneFarBelow =
  <T>([first]: readonly T[], worth: (each: T) => number): Shows<T> =>
  (each, place) =>
    first !== undefined && worth(each) < FAR_BELOW * worth(first) ? 1 : byPlace(each, place);

/** Results, best first, with the matching parts of the long ones. */
export async function withExcerpts<T extends { readonly memory: Memory }>(
  found: readonly T[],
  search: SearchStore,
  vectors: readonly Float32Array[],
  asked: WeightedTerms,
  shows: Shows<T> = byPlace,
): Promise<(T & { readonly excerpt: string | null })[]> {
  const long = found.filter(({ memory }) => memory.content.length > LONG);
  const memories = long.map(({ memory }) => memory);
  const passages = await passagesByWorth(memories, search, vectors, asked);
  return found.map((each, place) => {
    const { row, content } = each.memory;
    const own = passages.get(row) ?? [];
    const shown = shows(each, place);
    const isCut = own.length > shown;
    return { ...each, excerpt: isCut ? excerpt(content, rangesOf(content, own, own.slice(0, shown))) : null };
  });
}

/** The passage of a memory that matches best; two, in their order, if that is a short one. */
export async function bestPassages(
  memory: Memory,
  search: SearchStore,
  vectors: readonly Float32Array[],
  asked: WeightedTerms,
): Promise<readonly string[]> {
  const { row, content } = memory;
  if (content.length <= ONE_PASSAGE) return [content];
  const own = (await passagesByWorth([memory], search, vectors, asked)).get(row) ?? [];
  const textsOf = (best: readonly PassageTerms[]) =>
    rangesOf(content, own, best).map(({ from, to }) => content.slice(from, to));
  const [first = content] = textsOf(own.slice(0, 1));
  return first.length > ONE_PASSAGE || own.length < 2 ? [first] : textsOf(own.slice(0, 2));
}

/** The passages of these memories, those that match best first. */
async function passagesByWorth(
  memories: readonly Memory[],
  search: SearchStore,
  vectors: readonly Float32Array[],
  asked: WeightedTerms,
): Promise<ReadonlyMap<number, PassageTerms[]>> {
  if (memories.length === 0) return new Map();
  const rows = memories.map(({ row }) => row);
  const nearness = new Map<string, number>();
  const [words, ...cosines] = await Promise.all([
    search.passageTerms(rows),
    ...vectors.map((vector) => search.similarities(vector, rows)),
  ]);
  for (const { row, position, score } of cosines.flat()) {
    nearness.set(`${row}:${position}`, Math.max(score, nearness.get(`${row}:${position}`) ?? -1));
  }
  const passages = groupBy(words, ({ row }) => row);
  const worth = ({ row, position, terms: own }: PassageTerms) =>
    (nearness.get(`${row}:${position}`) ?? 0) + (WORDS * bm25(own.split(' '), asked)) / (asked.best || 1);
  return new Map(
    [...passages].map(([row, own]) => {
      const ranked = own.map((passage) => ({ passage, value: worth(passage) })).sort((a, b) => b.value - a.value);
      return [row, ranked.map(({ passage }) => passage)];
    }),
  );
}

/** Locates passages in a text: they are consecutive, and all but the first hold exactly its words. */
function rangesOf(content: string, all: readonly PassageTerms[], wanted: readonly PassageTerms[]): Range[] {
  const starts: number[] = [];
  const counts = new Map<string, number>();
  for (const { 0: word, index } of content.matchAll(isPlain(content) ? PLAIN_WORD : WORD)) {
    const count = counts.get(word) ?? terms(word).length;
    counts.set(word, count);
    for (let i = 0; i < count; i++) starts.push(index);
  }
  let left = starts.length;
  const places = new Map<number, number>();
  for (const { position, terms: own } of all.toSorted((a, b) => b.position - a.position)) {
    left -= own === '' ? 0 : own.split(' ').length;
    places.set(position, position === 0 ? 0 : withLead(content, starts[Math.max(0, left)] ?? 0));
  }
  return wanted
    .map(({ position }) => ({ from: places.get(position) ?? 0, to: places.get(position + 1) ?? content.length }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);
}

const withLead = (content: string, word: number): number =>
  word - (LEAD.exec(content.slice(Math.max(0, word - MAX_LEAD_LENGTH), word))?.[0].length ?? 0);

/** The text as it is stored, with omissions marked. If a long memory has a title, the excerpt keeps it. */
function excerpt(content: string, ranges: readonly Range[]): string {
  const head = { from: 0, to: wholeCharacter(content, Math.min(content.search(/\n|$/), MAX_HEAD_LENGTH)) };
  let shown = '';
  let end = 0;
  for (const { from, to } of [head, ...ranges, { from: content.length, to: content.length }]) {
    if (to < end) continue;
    const omitted = content.slice(end, Math.max(from, end));
    shown = omitted.trim() === '' ? shown + omitted : `${shown.trimEnd()}\n[… ${omitted.length} characters …]\n`;
    shown += content.slice(Math.max(from, end), to);
    end = to;
  }
  return shown.trim();
}
