// Search over indexed code: candidates by meaning, by words, by defined names and by paths, then one ranking.
import { notFound } from '../../errors.ts';
import { type Actor, entityReach, reach } from '../access/actor.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { Store } from '../ports.ts';
import { weighTerms } from '../text/bm25.ts';
import { questionTerms } from '../text/terms.ts';
import { globFilter } from './glob.ts';
import type { CodeFilter, Project, StoredChunk } from './ports.ts';
import { type RankedChunk, rankChunks } from './ranking.ts';

export interface CodeFound {
  readonly chunk: StoredChunk;
  readonly project: Project;
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
  /** `path:line name` of those that call what it defines. */
  readonly calledBy: readonly string[];
}

export interface CodeQuery {
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

  async search(actor: Actor, text: string, { limit, signal, ...wanted }: CodeQuery): Promise<CodeAnswer> {
    const query = text.slice(0, LONGEST_QUERY);
    const projects = await this.#projects(actor, wanted.project);
    if (projects.length === 0) return { found: [], note: NO_PROJECT };
    if (query.trim() === '' || limit === 0) return { found: [], note: null };
    const filter = await this.#filter(projects, wanted);
    const [vector] = await this.#embedding.questionIfAble([query], signal);
    const ranked = await this.#rank(query, vector ?? null, filter);
    const found = await this.#load(ranked, projects, limit);
    return { found, note: vector ? null : WITHOUT_MODEL };
  }

  async #projects(actor: Actor, name: string | undefined): Promise<Project[]> {
    const all = await this.#store.code.projects.list(entityReach(reach(actor)));
    if (name === undefined) return all;
    const named = all.filter((project) => project.name === name);
    if (named.length === 0) throw notFound(`Project not found: ${name}`);
    return named;
  }

  async #filter(projects: readonly Project[], { language, path }: Omit<CodeQuery, 'limit'>): Promise<CodeFilter> {
    const ids = projects.map(({ id }) => id);
    if (language === undefined && path === undefined) return { projects: ids, files: null };
    const fits = path === undefined ? () => true : globFilter(path);
    const files = (await Promise.all(ids.map((id) => this.#store.code.index.files(id)))).flat();
    const chosen = files.filter(
      (file) => file.visible && (language === undefined || isLanguage(file.language, language)) && fits(file.path),
    );
    return { projects: ids, files: new Set(chosen.map(({ id }) => id)) };
  }

  async #rank(query: string, vector: Float32Array | null, filter: CodeFilter): Promise<RankedChunk[]> {
    const { search } = this.#store.code;
    const asked = questionTerms(query);
    const statistics = await search.statistics(asked);
    const { telling } = weighTerms(asked, statistics);
    const hits = [
      ...(vector ? await search.nearest(vector, filter, CANDIDATES) : []),
      ...(await search.matching([...telling.weights.keys()], filter, CANDIDATES)),
    ].map(({ id }) => id);
    const defining = await search.defining(namesIn(query), filter, DEFINING);
    const ids = [...new Set([...hits, ...defining])];
    const cosines = vector ? await search.similarities(vector, ids) : [];
    const cosineOf = new Map(cosines.map(({ id, score }) => [id, score]));
    const chunks = await search.chunks(ids);
    return rankChunks(
      query,
      chunks.map((chunk) => ({ ...chunk, cosine: cosineOf.get(chunk.id) ?? null })),
      telling,
    );
  }

  /** The same file may be indexed twice, as a project and as a part of another: it is shown once. */
  async #load(ranked: readonly RankedChunk[], projects: readonly Project[], limit: number): Promise<CodeFound[]> {
    const best = ranked.slice(0, limit * 2);
    const byId = new Map(
      (await this.#store.code.search.chunks(best.map(({ id }) => id))).map((chunk) => [chunk.id, chunk]),
    );
    const shown = new Set<string>();
    const found = best.flatMap(({ id, score, parts }): Omit<CodeFound, 'calledBy'>[] => {
      const chunk = byId.get(id);
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
      'in',
      CALLERS_SHOWN,
    );
    const callers = await symbols.byIds(edges.flatMap(({ from }) => from.symbol ?? []));
    const byId = new Map(callers.map((caller) => [caller.id, caller]));
    return edges.flatMap(({ from, line }) => {
      const caller = byId.get(from.symbol ?? 0);
      return caller ? [`${caller.path}:${line} ${caller.name}`] : [];
    });
  }
}

/** `tsx` is TypeScript for whoever asks for it. */
const isLanguage = (language: string, wanted: string): boolean =>
  language === wanted.toLowerCase() || (language === 'tsx' && wanted.toLowerCase() === 'typescript');

const namesIn = (query: string): string[] => query.match(/[A-Za-z_$][\w$]*/g) ?? [];
