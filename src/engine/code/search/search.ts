// Searches indexed code: collects candidates by meaning, words, defined names and paths, then ranks them together.
import { type Actor, seesAll } from '../../access/actor.ts';
import type { Embedding } from '../../memories/embedding.ts';
import type { Store } from '../../ports.ts';
import type { TermStatistics, WeightedTerms } from '../../text/bm25.ts';
import { languageName } from '../../text/language-names.ts';
import type { Authorship } from '../code-base.ts';
import type { Placed } from '../freshness.ts';
import { globFilter } from '../indexing/glob.ts';
import { asksWhatItIs, introducing, ledBy } from '../overview.ts';
import type { ChunkHit, CodeFilter, Definition, Project, StoredChunk } from '../ports.ts';
import { placeOf, projectsSeenBy, unknownProject } from '../projects.ts';
import { absentName } from './absent.ts';
import { confidence, FLOOR, type Standing } from './confidence.ts';
import { isNamed } from './matching.ts';
import { type PinpointQuery, pinpoint } from './pinpoint.ts';
import { type CodeQuery, readCodeQuery } from './query.ts';
import { behindCode, quotedTerms, quoteOf, quotingFirst } from './quoting.ts';
import { type RankedChunk, rankChunks } from './ranking.ts';
import { mostUsedFirst } from './usage.ts';
import { weighWords, wordScore } from './words.ts';

export interface CodeFound extends Placed {
  /** 0..1, comparable across searches: the best gets the answer's confidence. Without vectors, only within a search. */
  readonly score: number;
  readonly parts: RankedChunk['parts'];
  /** Whether it comes first whatever its score, because it introduces the project or holds the question itself. */
  readonly leads: boolean;
  /** How near it is, independent of other results; null without vectors. */
  readonly standing: Standing | null;
  /** The callers of what it defines, as `path:line name`. */
  readonly calledBy: readonly string[];
  /** Who wrote it and when, if the question asks that and version control knows. */
  readonly authorship?: Authorship | undefined;
}

export interface CodeSearchOptions {
  readonly project?: string | undefined;
  readonly language?: string | undefined;
  readonly path?: string | undefined;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

export interface CodeAnswer {
  readonly found: readonly CodeFound[];
  /** Whether the results probably do not answer the question. */
  readonly weak: boolean;
  /** What the caller should know about the results as a whole. */
  readonly note: string | null;
}

/** How many chunks each kind of lookup contributes. */
const CANDIDATES = 150;
/** How many chunks are read to find the question itself in them. */
const READ_FOR_QUOTE = 300;
const DEFINING = 60;
const NAMED_FILES = 20;
export const MAX_QUERY_LENGTH = 2000;
const CALLERS_SHOWN = 5;
/** How many calls are read to find the callers. */
const MAX_CALLS = 500;
/** How many results are used to judge the answer. */
const LOOKED_AT = 20;
/** More than anyone asks for. */
const MAX_SHOWN = 200;
const NOTHING_CLEAR = 'Nothing indexed is clearly about this; the results are weak.';
const notNamed = (name: string) => `Nothing indexed is named ${name}; the results are weak.`;
export const NO_PROJECT = 'No code is indexed yet: index the folder of a project first.';
const UNREADABLE = 'The embedding model cannot read the question: found by words only.';
const WITHOUT_MODEL = 'The embedding model is not available: found by words only.';

interface Ranking {
  readonly ranked: readonly RankedChunk[];
  readonly chunks: ReadonlyMap<number, StoredChunk>;
  /** The question's words with their weights. */
  readonly asked: WeightedTerms;
  readonly statistics: TermStatistics;
  /** How near each chunk is, in meaning and words; empty without vectors. */
  readonly standings: ReadonlyMap<number, Standing>;
  /** Chunks that come first whatever their score. */
  readonly leading: ReadonlySet<number>;
  /** Whether a chunk that was narrowed to the matching part still shows what it was found for. */
  shows(narrowed: StoredChunk): boolean;
}

export class CodeSearch {
  readonly #store: Store;
  readonly #embedding: Embedding;

  constructor(store: Store, embedding: Embedding) {
    this.#store = store;
    this.#embedding = embedding;
  }

  async search(actor: Actor, text: string, { limit, signal, ...wanted }: CodeSearchOptions): Promise<CodeAnswer> {
    const question = text.slice(0, MAX_QUERY_LENGTH);
    const projects = await this.projects(actor, wanted.project);
    if (projects.length === 0) return { found: [], weak: false, note: NO_PROJECT };
    if (question.trim() === '' || limit === 0) return { found: [], weak: false, note: null };
    const filter = { ...(await this.#filter(projects, wanted)), counted: await this.#counted(actor) };
    const { vectors, isUnreadable } = await this.#embedding.questionIfAvailable([question], signal);
    const vector = vectors[0] ?? null;
    const query = readCodeQuery(question);
    const introduction = asksWhatItIs(question) ? await this.#introduction(projects, filter) : [];
    const ranking = await this.#rank(query, vector, filter, { projects, introduction });
    const { shown, near } = await this.#present({ query, vector }, ranking, projects, limit);
    const first = ranking.ranked.slice(0, LOOKED_AT).flatMap(({ row }) => ranking.standings.get(row) ?? []);
    const standings = [...first, ...near];
    const isAsked = standings.length > 0 && ranking.leading.size === 0;
    const candidates = ranking.ranked.map(({ row, parts: { definition } }) => ({
      text: ranking.chunks.get(row)?.text ?? '',
      definition,
    }));
    const absent = absentName(query, candidates);
    const asked = { text: query.text, isAbsent: absent !== null };
    const sure = !isAsked ? null : confidence(asked, ranking.statistics, standings);
    const found = inAllSearches(shown, sure);
    const weak = found.length > 0 && sure !== null && sure < FLOOR;
    const byWordsAlone = isUnreadable ? UNREADABLE : WITHOUT_MODEL;
    const note =
      noteOf(projects, filter) ??
      (vector ? null : byWordsAlone) ??
      (weak ? (absent ? notNamed(absent) : NOTHING_CLEAR) : null);
    return { found, weak, note };
  }

  /** The projects that the actor may see: all, or those of that name. */
  async projects(actor: Actor, name: string | undefined): Promise<Project[]> {
    const all = await projectsSeenBy(actor, this.#store.code.projects);
    if (name === undefined) return all;
    const named = all.filter((project) => project.name === name);
    if (named.length === 0) throw unknownProject(name, all);
    return named;
  }

  /** The projects whose words are counted: a confined caller must not learn even which words other code has. */
  async #counted(actor: Actor): Promise<number[] | undefined> {
    return seesAll(actor) ? undefined : (await this.projects(actor, undefined)).map(({ id }) => id);
  }

  async #filter(
    projects: readonly Project[],
    { language, path }: Omit<CodeSearchOptions, 'limit'>,
  ): Promise<CodeFilter> {
    const ids = projects.map(({ id }) => id);
    if (language === undefined && path === undefined) return { projects: ids, files: null };
    const fits = path === undefined ? () => true : globFilter(path);
    const files = (await Promise.all(ids.map((id) => this.#store.code.index.files(id)))).flat();
    const chosen = files.filter(
      (file) => file.visible && (language === undefined || isLanguage(file.language, language)) && fits(file.path),
    );
    return { projects: ids, files: new Set(chosen.map(({ id }) => id)) };
  }

  /** The first chunks of the files that introduce each project. */
  async #introduction(projects: readonly Project[], { files }: CodeFilter): Promise<number[]> {
    const heads: number[] = [];
    for (const { id: project, root } of projects) {
      const all = (await this.#store.code.index.files(project)).filter(
        ({ id, visible, language }) => visible && language !== '' && (files?.has(id) ?? true),
      );
      const byPath = new Map(all.map(({ path, id }) => [path, id]));
      const chosen = introducing([...byPath.keys()], root).flatMap((path) => byPath.get(path) ?? []);
      heads.push(...(await this.#store.code.search.heads(chosen)));
    }
    return heads;
  }

  async #rank(
    query: CodeQuery,
    vector: Float32Array | null,
    filter: CodeFilter,
    { projects, introduction }: { projects: readonly Project[]; introduction: readonly number[] },
  ): Promise<Ranking> {
    const { search } = this.#store.code;
    const quote = query.kind === 'language' ? quoteOf(query.text) : null;
    const statistics = await search.statistics([...query.spellings.keys()], filter.counted);
    const asked = weighWords(query, statistics);
    const ids = new Set<number>();
    const add = (found: readonly number[]) => {
      for (const id of found) ids.add(id);
    };
    const rows = (hits: readonly ChunkHit[]) => hits.map(({ id }) => id);
    if (vector) add(rows(await search.nearest(vector, filter, CANDIDATES)));
    const words = [...query.spellings].filter(([, term]) => asked.weights.has(term)).map(([spelling]) => spelling);
    add(rows(await search.matching(words, filter, CANDIDATES)));
    if (quote) add(await this.#quoting(query, quote, statistics, filter));
    if (query.names.length > 0) {
      add(
        await search.defining(
          query.names.map(({ name }) => name),
          filter,
          DEFINING,
        ),
      );
    }
    add(introduction);
    if (query.paths.length > 0) add(await search.heads(await this.#filesNamed(query, filter)));
    const cosines = vector ? await search.similarities(vector, [...ids]) : [];
    const nearnessOf = new Map(cosines.map((nearness) => [nearness.id, nearness]));
    const chunks = new Map((await search.chunks([...ids])).map((chunk) => [chunk.id, chunk]));
    const folders = new Map(projects.map(({ id, root }) => [id, root.split(/[\\/]/).at(-1)]));
    const found = rankChunks(
      [...chunks.values()].map((chunk) => {
        const { score: cosine = null, crowd = 0 } = nearnessOf.get(chunk.id) ?? {};
        return { ...chunk, row: chunk.id, cosine, crowd, folder: folders.get(chunk.project) ?? null };
      }),
      query,
      statistics,
    );
    const introducing = introduction.flatMap((id) => chunks.get(id) ?? []);
    const inOrder = found.flatMap(({ row }) => chunks.get(row) ?? []);
    const first = introducing.length > 0 || !quote ? introducing : quotingFirst(inOrder, quote);
    const leading = new Set(first.map(({ id }) => id));
    const led = ledBy(introducing.length > 0 ? introducing : behindCode(first, inOrder), found);
    const ranked = query.kind === 'symbol' ? await mostUsedFirst(led, chunks, query, this.#store.code.symbols) : led;
    const standings = new Map<number, Standing>();
    for (const { row } of cosines.length === 0 ? [] : ranked.slice(0, MAX_SHOWN)) {
      const words = wordScore(chunks.get(row)?.terms ?? '', query, asked) / (asked.best || 1);
      standings.set(row, { cosine: nearnessOf.get(row)?.score ?? 0, words });
    }
    const shows = ({ id, text }: StoredChunk) =>
      !leading.has(id) || (introducing.length === 0 && (quote?.(text) ?? true));
    return { ranked, chunks, asked, statistics, standings, leading, shows };
  }

  /**
   * The chunks that hold the question itself, among those that have its rarest word; if that is in too many, among those
   * with most of its words.
   */
  async #quoting(
    { text: question, spellings }: CodeQuery,
    holds: (text: string) => boolean,
    { frequency }: TermStatistics,
    filter: CodeFilter,
  ): Promise<number[]> {
    const { search } = this.#store.code;
    const frequencyOf = (term: string) => frequency.get(term) ?? 0;
    const asked = quotedTerms(question).filter((term) => spellings.has(term));
    const [rarest] = asked.toSorted((a, b) => frequencyOf(a) - frequencyOf(b));
    if (rarest === undefined || frequencyOf(rarest) === 0) return [];
    const having = frequencyOf(rarest) > READ_FOR_QUOTE ? asked : [rarest];
    const hits = await search.matching(having, filter, READ_FOR_QUOTE);
    const chunks = await search.chunks(hits.map(({ id }) => id));
    return chunks.filter(({ text }) => holds(text)).map(({ id }) => id);
  }

  async #filesNamed(query: CodeQuery, { projects, files }: CodeFilter): Promise<number[]> {
    const all = (await Promise.all(projects.map((project) => this.#store.code.index.files(project)))).flat();
    return all
      .filter(({ id, path, visible }) => visible && (files?.has(id) ?? true) && isNamed(path, query))
      .map(({ id }) => id)
      .slice(0, NAMED_FILES);
  }

  /** Shows a file only once, even if it is indexed twice, as part of a project and of its parent. */
  async #present(
    question: Pick<PinpointQuery, 'query' | 'vector'>,
    { ranked, chunks, asked: words, standings, leading, shows }: Ranking,
    projects: readonly Project[],
    limit: number,
  ): Promise<{ shown: CodeFound[]; near: Standing[] }> {
    const places = new Set<string>();
    const found = ranked.slice(0, limit * 2).flatMap(({ row, score, parts }): Omit<CodeFound, 'calledBy'>[] => {
      const chunk = chunks.get(row);
      const project = projects.find((each) => each.id === chunk?.project);
      if (!chunk || !project) return [];
      const place = `${placeOf(project, chunk.path)}:${chunk.startLine}`;
      if (places.has(place)) return [];
      places.add(place);
      const standing = standings.get(row) ?? null;
      return [{ chunk, project, score, parts, standing, leads: leading.has(row), stale: null }];
    });
    const shownFirst = found.slice(0, limit);
    const whole = shownFirst.map(({ chunk }) => chunk);
    const defined = await this.#store.code.symbols.inFiles([...new Set(whole.map(({ file }) => file))]);
    const pinpointed = await pinpoint(whole, defined, { ...question, words }, this.#embedding);
    const callers = await this.#callers(new Map(pinpointed.map(({ chunk, subjects }) => [chunk.id, subjects])));
    const shown = shownFirst.map((each, i) => {
      const narrowed = pinpointed[i]?.chunk ?? each.chunk;
      const chunk = shows(narrowed) ? narrowed : each.chunk;
      return { ...each, chunk, calledBy: callers.get(chunk.id) ?? [] };
    });
    return { shown, near: pinpointed.flatMap(({ standing }) => standing ?? []) };
  }

  /** The callers of the definitions that each chunk is shown for, by chunk. */
  async #callers(subjects: ReadonlyMap<number, readonly Definition[]>): Promise<Map<number, string[]>> {
    const { symbols } = this.#store.code;
    const chunkOf = new Map([...subjects].flatMap(([chunk, subject]) => subject.map(({ id }) => [id, chunk] as const)));
    const edges = await symbols.edges([...chunkOf.keys()], 'call', 'in', MAX_CALLS);
    const callers = await symbols.byIds([...new Set(edges.flatMap(({ from }) => from.symbol ?? []))]);
    const byId = new Map(callers.map((caller) => [caller.id, caller]));
    const found = new Map<number, Map<number, string>>();
    for (const { from, to, line } of edges) {
      const caller = byId.get(from.symbol ?? 0);
      const chunk = chunkOf.get(to.symbol ?? 0);
      if (!caller || chunk === undefined) continue;
      const known = found.get(chunk) ?? new Map<number, string>();
      found.set(chunk, known);
      if (known.size < CALLERS_SHOWN && !known.has(caller.id)) {
        known.set(caller.id, `${caller.path}:${line} ${caller.name}`);
      }
    }
    return new Map([...found].map(([chunk, lines]) => [chunk, [...lines.values()]]));
  }
}

/** Scales scores by the confidence to make them comparable across searches: even an irrelevant best ranks first. */
function inAllSearches(found: readonly CodeFound[], confidence: number | null): readonly CodeFound[] {
  const best = found[0]?.score ?? 0;
  if (confidence === null || best === 0) return found;
  const worth = Math.min(1, Math.max(0, confidence)) / best;
  return found.map((each) => ({ ...each, score: each.score * worth }));
}

/** Why there may be fewer results than expected. */
function noteOf(projects: readonly Project[], { files }: CodeFilter): string | null {
  const unread = projects.filter(({ generation }) => generation === 0).map(({ name }) => name);
  if (unread.length > 0) return `Not searchable until the first indexing is finished: ${unread.join(', ')}.`;
  return files?.size === 0 ? 'No indexed file matches the language and path filter.' : null;
}

/** `tsx` counts as TypeScript. */
function isLanguage(language: string, wanted: string): boolean {
  const asked = languageName(wanted);
  return language === asked || (language === 'tsx' && asked === 'typescript');
}
