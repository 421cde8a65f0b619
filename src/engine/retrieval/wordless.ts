// Questions without a letter or digit, such as an emoji. The text index has no such words, so the texts themselves are
// searched.
import type { Actor } from '../access/actor.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Store } from '../ports.ts';
import { NO_WORDS } from '../text/bm25.ts';
import { withExcerpts } from './excerpts.ts';
import { markLaterChanges } from './later-changes.ts';
import type { Loading } from './loading.ts';
import { DEFAULT_WEIGHTS, NO_PARTS, scoreOf, type Weights } from './parts.ts';
import type { Found } from './results.ts';

const QUOTED = /["“”„]([^"“”„\n]+)["“”„]|`([^`\n]+)`/gu;
/** Ends a sentence, or only says how the symbol before it is drawn. */
const TRAILING = /(?:[?!.,]|\ufe0f)+$/u;
/** Each piece is looked for in every text. */
const [MAX_PIECES, MAX_LENGTH] = [4, 80];

/** What to look for: the quoted strings, or else what blanks separate; nothing if the question has words or no symbol. */
export function wordlessPieces(question: string): string[] {
  if (/[\p{L}\p{N}]/u.test(question) || !/\p{S}/u.test(question)) return [];
  const quoted = [...question.matchAll(QUOTED)].map(([, marked, code]) => marked ?? code ?? '');
  const pieces = (quoted.length > 0 ? quoted : question.split(/\s+/))
    .filter(({ length }) => length <= MAX_LENGTH)
    .map((piece) => (quoted.length > 0 ? piece : piece.replace(TRAILING, '')));
  const wordless = pieces.filter((piece) => /\p{S}/u.test(piece) && !/[\p{Cc}\p{Cs}]/u.test(piece));
  return [...new Set(wordless)].slice(0, MAX_PIECES);
}

/** The memories that hold most of a question's pieces, of those the newest. */
export async function byWordlessPieces(
  store: Store,
  loading: Loading,
  actor: Actor,
  question: string,
  { filter, limit, weights = DEFAULT_WEIGHTS }: { filter: SearchFilter; limit: number; weights?: Weights },
): Promise<Found[]> {
  const pieces = wordlessPieces(question);
  if (pieces.length === 0) return [];
  const words = pieces.map((text) => ({ text, terms: [] }));
  const holders = (await store.search.holding(words, filter))
    .toSorted((a, b) => b.held - a.held || b.ingestionTime - a.ingestionTime || b.row - a.row)
    .slice(0, limit);
  const ranked = holders.map(({ row, held }) => {
    const coverage = held / pieces.length;
    const parts = { ...NO_PARTS, exact: coverage };
    return { row, score: scoreOf(parts, weights), parts, cosine: null, coverage };
  });
  const loaded = await markLaterChanges(await loading.load(actor, ranked, limit, filter.validAt), store.inbox);
  return withExcerpts(loaded, store.search, [], NO_WORDS);
}
