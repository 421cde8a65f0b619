// Short notes of working sessions: stored unless they are secret or repeat a recent one; found only in their session.
import { type Actor, reach, type ScopeFilter } from '../access/actor.ts';
import type { CodeBase } from '../code/code-base.ts';
import { checkMetadata } from '../memories/content.ts';
import type { Embedding } from '../memories/embedding.ts';
import { missing } from '../memories/lookup.ts';
import type { Memories } from '../memories/memories.ts';
import type { SearchFilter } from '../memories/ports.ts';
import { type Memory, MemoryKind, type Metadata } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { ONE_EACH, withExcerpts } from '../retrieval/excerpts.ts';
import { memoryCosines } from '../retrieval/passage-scores.ts';
import { questionPieces } from '../retrieval/question.ts';
import type { Retrieval } from '../retrieval/retrieval.ts';
import { matchWords } from '../retrieval/words.ts';
import { secretsIn } from '../secrets/redact.ts';
import { NO_WORDS } from '../text/bm25.ts';
import { type Question, readQuestion } from '../text/question.ts';
import { calledNames, codeBlocks, definedAs } from './code-names.ts';
import {
  distanceOf,
  importanceOf,
  type NoteWeights,
  priorityOf,
  rankNotes,
  scoreNotes,
  UNKNOWN_DISTANCE,
} from './score.ts';
import { type Standing, standings } from './standing.ts';
import type { Summarizer } from './summarizer.ts';
import { topicTags } from './tags.ts';

export interface NoteSettings {
  /** The session for notes when the caller names none. */
  readonly session: string | undefined;
  readonly byVectors: boolean;
  readonly byWords: boolean;
  readonly graph: boolean;
  /** The log file, reported on request; null when there is none. */
  readonly logFile: string | null;
  readonly topK: number;
  /** The share of the candidates to keep, above 0 and at most 1. */
  readonly topP: number;
  /** How many times more candidates are ranked than shown. */
  readonly oversample: number;
  readonly weights: NoteWeights;
}

export interface NoteInput {
  readonly content: string;
  readonly label: string | null;
  readonly summary: string | null;
  /** Null derives them from the note's topics. */
  readonly tags: readonly string[] | null;
  readonly priority: number;
  readonly metadata: Metadata;
}

export type NoteOutcome = { readonly memory: Memory } | { readonly skipped: 'sensitive' | 'duplicate' };

export interface FoundNote {
  readonly memory: Memory;
  readonly score: number;
  readonly byWords: boolean;
  /** The matching parts of a long note, with omissions marked; null if there are none to choose. */
  readonly excerpt: string | null;
}

export interface CodeName {
  readonly type: 'function' | 'class' | 'function_like';
  readonly name: string;
  readonly source: 'parser' | 'pattern';
  readonly path: string | null;
}

const SAID_JUST_NOW_MS = 300_000;
const MAX_RESULTS = 100;
/** A long note may have several passages near a question; each note counts once. */
const PASSAGES_EACH = 4;
const MAX_QUESTION_LENGTH = 20_000;
const UNASKED = { answer: null, weak: false };

export class Notes {
  readonly settings: NoteSettings;
  readonly #store: Store;
  readonly #memories: Memories;
  readonly #embedding: Embedding;
  readonly #retrieval: Retrieval;
  readonly #codeBase: CodeBase;
  readonly #summarizer: Summarizer;
  readonly #clock: Clock;

  constructor(
    parts: {
      readonly store: Store;
      readonly memories: Memories;
      readonly embedding: Embedding;
      readonly retrieval: Retrieval;
      readonly codeBase: CodeBase;
      readonly summarizer: Summarizer;
      readonly clock: Clock;
    },
    settings: NoteSettings,
  ) {
    this.settings = settings;
    this.#store = parts.store;
    this.#memories = parts.memories;
    this.#embedding = parts.embedding;
    this.#retrieval = parts.retrieval;
    this.#codeBase = parts.codeBase;
    this.#summarizer = parts.summarizer;
    this.#clock = parts.clock;
  }

  async remember(actor: Actor, input: NoteInput, signal?: AbortSignal): Promise<NoteOutcome> {
    const { content, label, summary } = input;
    const metadata = checkMetadata(input.metadata);
    const tags = input.tags ?? topicTags(content);
    const everything = [content, actor.session ?? '', label ?? '', summary ?? '', ...tags, JSON.stringify(metadata)];
    if (everything.some((text) => secretsIn(text).length > 0)) return { skipped: 'sensitive' };
    const kind = MemoryKind.safeParse(label?.toLowerCase()).data;
    const importance = importanceOf(input.priority);
    const note = { content, kind, label, summary, tags: [...tags], importance, metadata };
    const memory = await this.#memories.storeIfNew(actor, note, SAID_JUST_NOW_MS, signal);
    if (!memory) return { skipped: 'duplicate' };
    return { memory: summary === null ? await this.#summarized(actor, memory, signal) : memory };
  }

  /** Adds a summary if a model can make one; the note is already stored either way. */
  async #summarized(actor: Actor, memory: Memory, signal?: AbortSignal): Promise<Memory> {
    const summary = await this.#summarizer.summarize(memory.content, signal);
    return summary === null ? memory : this.#memories.describe(actor, memory.id, summary).catch(() => memory);
  }

  /** The best notes of a session; its newest when nothing fits. */
  async search(
    actor: Actor,
    question: string,
    options: { limit?: number | undefined; topP?: number | undefined; signal?: AbortSignal } = {},
  ): Promise<{ found: FoundNote[]; weak: boolean }> {
    const { topK, oversample, weights } = this.settings;
    const share = options.topP ?? this.settings.topP;
    const limit = Math.min(Math.max(Math.trunc(options.limit ?? topK), 1), MAX_RESULTS);
    // A smaller limit gives the first results of the same ranking.
    const wanted = Math.max(limit, topK) * oversample;
    const { candidates, weak, vectors, words } = await this.#candidates(actor, question, wanted, options.signal);
    if (candidates.length === 0) return { found: await this.#newest(actor, limit), weak };
    const memories = new Map(candidates.map(({ memory }) => [memory.row, memory]));
    const found = rankNotes(scoreNotes(candidates, weights), share)
      .slice(0, limit)
      .flatMap(({ row, score, byWords }) => {
        const memory = memories.get(row);
        return memory ? [{ memory, score, byWords }] : [];
      });
    return { found: await withExcerpts(found, this.#store.search, vectors, words, weak ? ONE_EACH : undefined), weak };
  }

  async #candidates(actor: Actor, question: string, wanted: number, signal: AbortSignal | undefined) {
    const { byVectors, byWords } = this.settings;
    const filter = { within: reach(actor), validAt: this.#clock.now() };
    const asked = readQuestion(question.trim().slice(0, MAX_QUESTION_LENGTH));
    const vectors = byVectors && asked.text !== '' ? await this.#vectors(asked, filter.within, signal) : [];
    const { search } = this.#store;
    const matched = byWords ? await matchWords(search, asked.terms, filter, wanted * PASSAGES_EACH) : null;
    const hits = [...new Set(matched?.hits.map(({ row }) => row))].slice(0, wanted);
    const { answer, weak } =
      byVectors && byWords && asked.text !== '' ? await this.#retrieval.answer(actor, question, signal) : UNASKED;
    const likely = answer ? [answer.row] : [];
    const cosines = await this.#cosines(vectors, [...hits, ...likely], filter, wanted);
    const memories = await this.#store.memories.byRows([...new Set([...cosines.keys(), ...hits, ...likely])]);
    const rows = memories.map(({ row }) => row);
    const known = matched ? await standings(search, rows, matched.terms, matched.passages) : null;
    const candidates = memories.map((memory) => {
      const isExact = memory.content.trim() === asked.text;
      const cosine = isExact ? 1 : cosines.get(memory.row);
      const distance = cosine === undefined ? UNKNOWN_DISTANCE : distanceOf(cosine);
      const words = known?.get(memory.row);
      const standing: Standing = isExact ? 'exact' : memory.row === answer?.row ? 'answers' : (words ?? 'none');
      return { memory, ...candidateOf(memory), distance, byWords: words !== undefined, standing };
    });
    return { candidates, weak, vectors, words: matched?.terms ?? NO_WORDS };
  }

  /** Ranked and scored by age alone. */
  async #newest(actor: Actor, limit: number): Promise<FoundNote[]> {
    const memories = await this.recent(actor, limit);
    const weights = { ...this.settings.weights, priority: 0 };
    const unknown = { distance: UNKNOWN_DISTANCE, byWords: false, standing: 'none' as const };
    const scored = scoreNotes(
      memories.map((memory) => ({ ...candidateOf(memory), ...unknown })),
      weights,
    );
    return memories.map((memory, i) => ({
      memory,
      score: scored[i]?.score ?? UNKNOWN_DISTANCE,
      byWords: false,
      excerpt: null,
    }));
  }

  async #vectors(question: Question, within: ScopeFilter, signal?: AbortSignal): Promise<readonly Float32Array[]> {
    const pieces = await questionPieces(this.#store.search, question, within);
    return (await this.#embedding.questionIfAvailable(pieces, signal)).vectors;
  }

  /** Similarities of the nearest notes and of those found by words. */
  async #cosines(
    vectors: readonly Float32Array[],
    others: readonly number[],
    filter: SearchFilter,
    limit: number,
  ): Promise<Map<number, number>> {
    const best = new Map<number, number>();
    for (const vector of vectors) {
      const near = await this.#store.search.nearest(vector, filter, limit * PASSAGES_EACH);
      const nearest = [...memoryCosines(near)].sort(([, a], [, b]) => b - a).slice(0, limit);
      const found = memoryCosines(await this.#store.search.similarities(vector, others));
      for (const [row, cosine] of [...nearest, ...found]) best.set(row, Math.max(cosine, best.get(row) ?? -1));
    }
    return best;
  }

  /** A note of this session by its id, or one of no session: no search of notes finds it, but `recent` lists it. */
  async read(actor: Actor, session: string | undefined, id: unknown): Promise<Memory> {
    const memory = await this.#memories.get(actor, id);
    // Says no more than of an id that does not exist.
    if (memory.scope.session !== null && memory.scope.session !== session) throw missing(id);
    return memory;
  }

  recent(actor: Actor, limit: number): Promise<Memory[]> {
    return this.#memories.validAt(actor, Math.min(Math.max(limit, 1), MAX_RESULTS));
  }

  /** Functions and classes in a note's code, and names that look like calls in its text. */
  async codeNames(actor: Actor, id: unknown): Promise<CodeName[]> {
    const { content, metadata } = await this.#memories.get(actor, id);
    const value = metadata.path ?? metadata.file_path;
    const path = typeof value === 'string' ? value : null;
    const defined = await Promise.all(
      codeBlocks(content).map(({ text, language }) => this.#codeBase.outline(text, language)),
    );
    const names = new Map<string, CodeName>();
    for (const { kind, name } of defined.flatMap((outline) => outline?.symbols ?? [])) {
      const type = definedAs(kind);
      if (type) names.set(`${type} ${name}`, { type, name, source: 'parser', path });
    }
    for (const name of calledNames(content))
      names.set(`called ${name}`, { type: 'function_like', name, source: 'pattern', path });
    return [...names.values()];
  }
}

const candidateOf = (memory: Memory) => ({
  row: memory.row,
  priority: priorityOf(memory.importance),
  time: memory.ingestionTime,
});
