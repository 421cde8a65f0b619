// Search over indexed code: candidates by meaning, by words, by defined names and by paths, then one ranking.
import { notFound } from '../../errors.ts';
import { type Actor, entityReach, reach } from '../access/actor.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { Store } from '../ports.ts';
import { weighTerms } from '../text/bm25.ts';
import { globFilter } from './glob.ts';
import { isNamed } from './matching.ts';
import type { ChunkHit, CodeFilter, Project, StoredChunk } from './ports.ts';
import { type CodeQuery, readCodeQuery } from './query.ts';
import { type RankedChunk, rankChunks } from './ranking.ts';

export interface CodeFound {
  readonly chunk: StoredChunk;
  readonly project: Project;
  readonly score: number;
  readonly parts: RankedChunk['parts'];
  /** `path:line name` of those that call what it defines. */
  readonly calledBy: readonly string[];
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
  /** What the caller should know about the results as a whole. */
  readonly note: string | null;
}

/** How many chunks each way of looking brings. */
const CANDIDATES = 120;
const DEFINING = 60;
const NAMED_FILES = 20;
const LONGEST_QUERY = 2000;
const CALLERS_SHOWN = 5;
const NO_PROJECT = 'No project is indexed yet: call index_project with the folder of a project.';
const WITHOUT_MODEL = 'The embedding model is not available: found by words only.';

export class CodeSearch {
  readonly #store: Store;
  readonly #embedding: Embedding;

  constructor(store: Store, embedding: Embedding) {
    this.#store = store;
    this.#embedding = embedding;
  }

  async search(actor: Actor, text: string, { limit, signal, ...wanted }: CodeSearchOptions): Promise<CodeAnswer> {
    const question = text.slice(0, LONGEST_QUERY);
    const projects = await this.projects(actor, wanted.project);
    if (projects.length === 0) return { found: [], note: NO_PROJECT };
    if (question.trim() === '' || limit === 0) return { found: [], note: null };
    const filter = await this.#filter(projects, wanted);
    const [vector] = await this.#embedding.questionIfAble([question], signal);
    const ranked = await this.#rank(readCodeQuery(question), vector ?? null, filter);
    const found = await this.#load(ranked, projects, limit);
    return { found, note: vector ? null : WITHOUT_MODEL };
  }

  /** Those that the actor may see: all, or the one of that name. */
  async projects(actor: Actor, name: string | undefined): Promise<Project[]> {
    const all = await this.#store.code.projects.list(entityReach(reach(actor)));
    if (name === undefined) return all;
    const named = all.filter((project) => project.name === name);
    if (named.length === 0) throw notFound(`Project not found: ${name}`);
    return named;
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

  async #rank(query: CodeQuery, vector: Float32Array | null, filter: CodeFilter): Promise<RankedChunk[]> {
    const { search } = this.#store.code;
    const statistics = await search.statistics(query.terms);
    const ids = new Set<number>();
    const add = (found: readonly number[]) => {
      for (const id of found) ids.add(id);
    };
    const rows = (hits: readonly ChunkHit[]) => hits.map(({ id }) => id);
    if (vector) add(rows(await search.nearest(vector, filter, CANDIDATES)));
    add(
      rows(await search.matching([...weighTerms(query.terms, statistics).telling.weights.keys()], filter, CANDIDATES)),
    );
    if (query.names.length > 0) {
      add(
        await search.defining(
          query.names.map(({ name }) => name),
          filter,
          DEFINING,
        ),
      );
    }
    if (query.paths.length > 0) add(await search.heads(await this.#filesNamed(query, filter)));
    const cosines = vector ? await search.similarities(vector, [...ids]) : [];
    const cosineOf = new Map(cosines.map(({ id, score }) => [id, score]));
    const chunks = await search.chunks([...ids]);
    return rankChunks(
      chunks.map((chunk) => ({ ...chunk, row: chunk.id, cosine: cosineOf.get(chunk.id) ?? null })),
      query,
      statistics,
    );
  }

  async #filesNamed(query: CodeQuery, { projects, files }: CodeFilter): Promise<number[]> {
    const all = (await Promise.all(projects.map((project) => this.#store.code.index.files(project)))).flat();
    return all
      .filter(({ id, path, visible }) => visible && (files?.has(id) ?? true) && isNamed(path, query))
      .map(({ id }) => id)
      .slice(0, NAMED_FILES);
  }

  /** The same file may be indexed twice, as a project and as a part of another: it is shown once. */
  async #load(ranked: readonly RankedChunk[], projects: readonly Project[], limit: number): Promise<CodeFound[]> {
    const best = ranked.slice(0, limit * 2);
    const byId = new Map(
      (await this.#store.code.search.chunks(best.map(({ row }) => row))).map((chunk) => [chunk.id, chunk]),
    );
    const shown = new Set<string>();
    const found = best.flatMap(({ row, score, parts }): Omit<CodeFound, 'calledBy'>[] => {
      const chunk = byId.get(row);
      const project = projects.find((each) => each.id === chunk?.project);
      const place = `${project?.root}/${chunk?.path}:${chunk?.startLine}`;
      if (!chunk || !project || shown.has(place)) return [];
      shown.add(place);
      return [{ chunk, project, score, parts }];
    });
    return Promise.all(
      found.slice(0, limit).map(async (each) => ({ ...each, calledBy: await this.#callers(each.chunk) })),
    );
  }

  async #callers({ file, name, startLine, endLine }: StoredChunk): Promise<string[]> {
    if (name === null) return [];
    const { symbols } = this.#store.code;
    const own = (await symbols.inFiles([file])).filter(
      (symbol) => symbol.name === name && symbol.line >= startLine && symbol.line <= endLine,
    );
    const edges = await symbols.edges(
      own.map(({ id }) => id),
      'call',
      'in',
      CALLERS_SHOWN * 4,
    );
    const lines = new Map(edges.toReversed().map(({ from, line }) => [from.symbol ?? 0, line]));
    const callers = (await symbols.byIds([...lines.keys()])).slice(0, CALLERS_SHOWN);
    return callers.map(({ id, path, name: caller }) => `${path}:${lines.get(id)} ${caller}`);
  }
}

/** `tsx` is TypeScript for whoever asks for it. */
const isLanguage = (language: string, wanted: string): boolean =>
  language === wanted.toLowerCase() || (language === 'tsx' && wanted.toLowerCase() === 'typescript');
