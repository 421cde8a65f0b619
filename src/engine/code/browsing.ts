// Browsing a code base: files, symbols, who calls what, and which memories name it.
import { notFound } from '../../errors.ts';
import { type Actor, reach } from '../access/actor.ts';
import { type Numbering, numberingFor } from '../access/numbers.ts';
import type { Paged, Paging } from '../memories/browsing.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import type { Links } from './links.ts';
import type { Certainty, CodeEdge, Definition, Project } from './ports.ts';
import { findProject, projectsSeenBy } from './projects.ts';

/** A symbol with an id that reveals nothing about other rows. */
export interface ShownSymbol
  extends Pick<
    Definition,
    'path' | 'language' | 'kind' | 'name' | 'container' | 'signature' | 'docstring' | 'startLine' | 'endLine'
  > {
  readonly id: string;
  readonly project: string;
}

export interface ShownCall {
  readonly symbol: ShownSymbol;
  readonly line: number;
  readonly certainty: Certainty;
}

const MAX_CALLS = 200;
const MAX_MEMORIES = 200;
const SYMBOL = 'node s';

export class CodeBrowsing {
  readonly #store: Store;
  readonly #links: Links;

  constructor(store: Store, links: Links) {
    this.#store = store;
    this.#links = links;
  }

  /** Files by path, with how many memories name each. */
  async files(
    actor: Actor,
    name: string,
    { after = '', limit }: Paging,
  ): Promise<Paged<{ path: string; language: string; memories: number }>> {
    const { id } = await this.#project(actor, name);
    const all = (await this.#store.code.index.files(id)).filter(({ visible, language }) => visible && language !== '');
    const files = all
      .filter(({ path }) => path > after)
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .slice(0, limit);
    const paths = files.map(({ path }) => path);
    const counts = await this.#store.code.links.counts(id, paths, reach(actor));
    return {
      items: files.map(({ path, language }) => ({ path, language, memories: counts.get(path) ?? 0 })),
      next: files.length < limit ? null : (paths.at(-1) ?? null),
    };
  }

  async symbols(
    actor: Actor,
    name: string,
    { path, name: beginning, after, limit }: Paging & { path?: string | undefined; name?: string | undefined },
  ): Promise<Paged<ShownSymbol>> {
    const project = await this.#project(actor, name);
    const numbering = await numberingFor(actor, this.#store.access);
    const last = after === undefined ? null : numbering.read(SYMBOL, Number(after));
    const found = await this.#store.code.symbols.page(project.id, { path, name: beginning, after: last, limit });
    const items = found.map((definition) => shown(definition, project, numbering));
    return { items, next: items.length < limit ? null : (items.at(-1)?.id ?? null) };
  }

  /** One symbol with its source, its callers and its callees. */
  async symbol(
    actor: Actor,
    name: string,
    number: string,
  ): Promise<{ symbol: ShownSymbol; source: string; callers: ShownCall[]; callees: ShownCall[] }> {
    const project = await this.#project(actor, name);
    const numbering = await numberingFor(actor, this.#store.access);
    const [definition] = await this.#store.code.symbols.byIds([numbering.read(SYMBOL, Number(number))]);
    if (!definition || definition.project !== project.id) throw notFound(`Symbol not found: ${number}`, 'symbol');
    const calls = async (direction: 'in' | 'out') => {
      const edges = await this.#store.code.symbols.edges([definition.id], 'call', direction, MAX_CALLS);
      return this.#ends(edges, direction === 'in' ? 'from' : 'to', project, numbering);
    };
    return {
      symbol: shown(definition, project, numbering),
      source: await this.#source(definition),
      callers: await calls('in'),
      callees: await calls('out'),
    };
  }

  /** The memories that name a file or something in it. */
  async memoriesAt(
    actor: Actor,
    name: string,
    path: string,
  ): Promise<{ memory: Memory; symbol: string | null; stale: string | null }[]> {
    const project = await this.#project(actor, name);
    const memories = await this.#store.code.links.at(project.id, path, reach(actor), MAX_MEMORIES);
    const stale = await this.#links.stale(
      actor,
      memories.map(({ row }) => row),
    );
    return Promise.all(
      memories.map(async (memory) => {
        const places = await this.#links.placesOf(actor, memory.row);
        const here = places.find((place) => place.project.id === project.id && place.path === path);
        return { memory, symbol: here?.symbol ?? null, stale: stale.get(memory.row) ?? null };
      }),
    );
  }

  /** Definitions in the form shown to the actor; those of invisible projects are left out. */
  async show(actor: Actor, definitions: readonly Definition[]): Promise<Map<number, ShownSymbol>> {
    const numbering = await numberingFor(actor, this.#store.access);
    const projects = new Map((await this.#projects(actor)).map((project) => [project.id, project]));
    return new Map(
      definitions.flatMap((definition) => {
        const project = projects.get(definition.project);
        return project ? [[definition.id, shown(definition, project, numbering)] as const] : [];
      }),
    );
  }

  #projects(actor: Actor): Promise<Project[]> {
    return projectsSeenBy(actor, this.#store.code.projects);
  }

  async #project(actor: Actor, name: string): Promise<Project> {
    return findProject(name, await this.#projects(actor));
  }

  async #ends(
    edges: readonly CodeEdge[],
    end: 'from' | 'to',
    project: Project,
    numbering: Numbering,
  ): Promise<ShownCall[]> {
    const ids = edges.flatMap((edge) => edge[end].symbol ?? []);
    const definitions = await this.#store.code.symbols.byIds([...new Set(ids)]);
    const byId = new Map(definitions.map((definition) => [definition.id, definition]));
    return edges.flatMap((edge) => {
      const definition = byId.get(edge[end].symbol ?? 0);
      if (!definition) return [];
      return [{ symbol: shown(definition, project, numbering), line: edge.line, certainty: edge.certainty }];
    });
  }

  /** The lines of a symbol, from the chunks that hold them. */
  async #source({ file, startLine, endLine }: Definition): Promise<string> {
    const chunks = await this.#store.code.search.inFiles([file]);
    const lines = new Map<number, string>();
    for (const chunk of chunks) {
      for (const [i, line] of chunk.text.split('\n').entries()) lines.set(chunk.startLine + i, line);
    }
    const wanted = Array.from({ length: endLine - startLine + 1 }, (_, i) => lines.get(startLine + i));
    return wanted.filter((line) => line !== undefined).join('\n');
  }
}

const shown = (definition: Definition, project: Project, numbering: Numbering): ShownSymbol => ({
  id: String(numbering.show(SYMBOL, definition.id)),
  project: project.name,
  path: definition.path,
  language: definition.language,
  kind: definition.kind,
  name: definition.name,
  container: definition.container,
  signature: definition.signature,
  docstring: definition.docstring,
  startLine: definition.startLine,
  endLine: definition.endLine,
});
