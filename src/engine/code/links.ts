// Links memories to the code they name. Each link keeps a digest of the code, so that recall can tell if it changed.

import type { Actor, ScopeFilter } from '../access/actor.ts';
import { groupBy } from '../group.ts';
import { PROJECT_TYPES } from '../memories/project-types.ts';
import type { Memory, Scope } from '../model.ts';
import type { Store } from '../ports.ts';
import { entityKey } from '../text/names.ts';
import { plainPath } from '../text/paths.ts';
import type { CodeLink, Definition, FileMatch, LinkState, Project } from './ports.ts';
import { projectsSeenBy } from './projects.ts';

/** A name with more definitions than this is too ambiguous to link. */
const MAX_MEANINGS = 3;
/** A memory that names more than this is a list. */
const MAX_NAMES = 60;
/** The maximum number of reasons reported per memory. */
const MAX_REASONS = 3;
/** When new code appears, entities of its name with more mentions than this are skipped. */
const HUB = 200;

const IN_BACKTICKS = /`([^`\n]{2,120})`/g;
const QUALIFIED = /^[A-Za-z_$][\w$]*(?:(?:\.|::|#|->|\/)[A-Za-z_$][\w$]*)*(?:\(.*\))?$/;
const PATH =
  /(?<![\w@.:/-])(?:\.\/)?((?:[\w@.-]{1,100}\/){0,20}[\w@-][\w.@-]{1,99}\.[A-Za-z][A-Za-z0-9]{0,5})(?![\w/])/g;
/** A word as code or prose has it, with what qualifies it: `Session.open()`, `Rust::vec`, `gateway`. */
const TOKEN = /(?<![\w.])[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*(?:\(\))?/g;
/** A word that prose would not have: `parse_args`, `_private`, `parseArgs`, `ParseArgs`. */
const CODE_WORD = /^(?:[A-Za-z$][A-Za-z0-9$]*_\w|_\w|[a-z$]+[A-Z]|[A-Z][a-z0-9]+[A-Z])/;

/** Code that a memory names. */
interface CodePlace {
  /** Under the name by which the caller sees it. */
  readonly project: Project;
  readonly path: string;
  /** Null if the whole file is meant. */
  readonly symbol: string | null;
  readonly state: 'same' | 'changed' | 'moved' | 'gone';
  readonly movedTo: string | null;
}

interface CodeNames {
  /** May include symbols: `Session.open` could be either. */
  readonly paths: readonly string[];
  /** As written: `Session.open` or `parse_args`. */
  readonly symbols: readonly string[];
}

/** The names in a text that only code would have. */
export function codeNames(text: string): CodeNames {
  const paths = new Set([...text.matchAll(PATH)].map(([, path = '']) => path));
  const symbols = new Set<string>();
  for (const [, code = ''] of text.matchAll(IN_BACKTICKS)) {
    if (QUALIFIED.test(code)) symbols.add(code.replace(/\(.*\)$/, ''));
  }
  for (const [token] of text.matchAll(TOKEN)) {
    const name = codeNameIn(token);
    if (name !== null) symbols.add(name);
  }
  return { paths: [...paths].slice(0, MAX_NAMES), symbols: [...symbols].slice(0, MAX_NAMES) };
}

/** The token as far as it names code: `user_id` of `user_id.value`; null if it may be prose. */
function codeNameIn(token: string): string | null {
  const isCalled = token.endsWith('()');
  const parts = token.replace('()', '').split(/(\.|::|#)/);
  const isCode = (part: string, at: number) =>
    CODE_WORD.test(part) ||
    (isCalled && at === parts.length - 1) ||
    (/[A-Z]/.test(parts[at - 2] ?? '') && /^[a-z]\w/.test(part));
  const last = parts.findLastIndex(isCode);
  return last < 0 ? null : parts.slice(0, last + 1).join('');
}

/** The metadata fields in which a project memory names its code. */
const METADATA_PATHS = ['file_path', 'test_file'];

function namesIn({ content, type, metadata }: Memory): CodeNames {
  const names = codeNames(content);
  if (type === null) return names;
  const given = (fields: readonly string[]) =>
    fields.map((field) => metadata[field]).filter((value): value is string => typeof value === 'string');
  const { symbol } = PROJECT_TYPES[type];
  return {
    paths: [...new Set([...given(METADATA_PATHS).map(plainPath), ...names.paths])],
    symbols: [...new Set([...given(symbol === undefined ? [] : [symbol]), ...names.symbols])],
  };
}

export class Links {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Links new memories to the current state of the code they name. */
  async tie(memories: readonly Memory[]): Promise<void> {
    const links = await this.#findAnywhere(memories);
    if (links.length > 0) await this.#store.code.links.add(links);
  }

  /** Links rewritten memories, and replaces their earlier links. */
  async renew(memories: readonly Memory[]): Promise<void> {
    const rows = memories.map(({ row }) => row);
    await this.#store.code.links.replace(rows, await this.#findAnywhere(memories));
  }

  async #findAnywhere(memories: readonly Memory[]): Promise<CodeLink[]> {
    const naming = memories.filter((memory) => {
      const { paths, symbols } = namesIn(memory);
      return paths.length + symbols.length > 0;
    });
    if (naming.length === 0) return [];
    const projects = await this.#store.code.projects.list({});
    const spaces = groupBy(naming, ({ scope: { cube, user, project } }) => JSON.stringify([cube, user, project]));
    const found = [...spaces.values()].map((each) =>
      this.#find(
        each,
        projects.filter(({ scope }) => each[0] && covers(scope, each[0].scope)),
      ),
    );
    return (await Promise.all(found)).flat();
  }

  /** Links existing memories to the code in these newly indexed files. */
  async discover(project: Project, files: readonly { readonly id: number; readonly path: string }[]): Promise<void> {
    if ((await this.#store.memories.count(within(project.scope))) === 0) return;
    const definitions = await this.#store.code.symbols.inFiles(files.map(({ id }) => id));
    const names = [...definitions.map(({ name }) => name), ...files.flatMap(({ path }) => pathEnds(path))];
    const keys = [...new Set(names.map(entityKey))].filter((key) => key.length > 2);
    const entities = await this.#store.graph.entitiesByKey(keys, within(project.scope));
    const rows = await this.#store.graph.mentionedBy(
      entities.filter(({ mentions }) => mentions <= HUB).map(({ row }) => row),
      HUB,
    );
    const memories = await this.#store.memories.byRows([...new Set(rows.map(({ memory }) => memory))]);
    const allowed = memories.filter(({ scope }) => covers(project.scope, scope));
    await this.#store.code.links.add(await this.#find(allowed, [project]));
  }

  /** The reasons why some of these memories may no longer be true. */
  async stale(actor: Actor, memories: readonly number[]): Promise<Map<number, string>> {
    const reasons = new Map<number, string>();
    const states = await this.#visible(actor, await this.#store.code.links.states(memories));
    for (const [memory, links] of groupBy(states, (link) => link.memory)) {
      const telling = mostTelling(links).flatMap((link) => reasonOf(link) ?? []);
      if (telling.length > 0) reasons.set(memory, telling.slice(0, MAX_REASONS).join(' '));
    }
    return reasons;
  }

  /** The files that these memories name and the actor may know of. */
  async ties(actor: Actor, memories: readonly number[]): Promise<Pick<LinkState, 'memory' | 'project' | 'path'>[]> {
    const states = await this.#visible(actor, await this.#store.code.links.states(memories));
    return states.map(({ memory, project, path }) => ({ memory, project, path }));
  }

  /** The code that a memory names, and its current state. */
  async placesOf(actor: Actor, memory: number): Promise<CodePlace[]> {
    const states = await this.#visible(actor, await this.#store.code.links.states([memory]));
    const projects = await projectsSeenBy(actor, this.#store.code.projects);
    return mostTelling(states).flatMap(({ path, container, symbol, digest, now, movedTo, ...link }) => {
      const project = projects.find(({ id }) => id === link.project);
      if (!project) return [];
      const state = now === digest ? 'same' : now !== null ? 'changed' : movedTo === null ? 'gone' : 'moved';
      const name = symbol === null ? null : `${container === null ? '' : `${container}.`}${symbol}`;
      return [{ project, path, symbol: name, state, movedTo }];
    });
  }

  /** Leaves out code in cubes that are not shared with the actor. */
  async #visible(actor: Actor, states: readonly LinkState[]): Promise<readonly LinkState[]> {
    if (actor.cubes === undefined || states.length === 0) return states;
    const projects = await this.#store.code.projects.list({ cubes: actor.cubes });
    return states.filter(({ project }) => projects.some(({ id }) => id === project));
  }

  async #find(memories: readonly Memory[], projects: readonly Project[]): Promise<CodeLink[]> {
    if (memories.length === 0 || projects.length === 0) return [];
    const named = memories.map((memory) => ({ memory, names: namesIn(memory) }));
    const ids = projects.map(({ id }) => id);
    const { symbols, links } = this.#store.code;
    const paths = [...new Set(named.flatMap(({ names }) => names.paths))];
    const words = [...new Set(named.flatMap(({ names }) => names.symbols.map(lastName)))];
    const [files, definitions] = await Promise.all([
      paths.length === 0 ? [] : links.filesAt(ids, paths),
      words.length === 0 ? [] : symbols.named(ids, words),
    ]);
    return named.flatMap(({ memory, names }): CodeLink[] => {
      const own = names.paths.flatMap((path) => few(files.filter(({ wanted }) => wanted === path)));
      const meant = names.symbols.flatMap((name) =>
        few(
          preferNamed(
            definitions.filter((definition) => isCalled(name, definition)),
            own,
          ),
        ),
      );
      return [
        ...own.map(({ project, path, digest }) => ({
          project,
          path,
          digest,
          memory: memory.row,
          container: null,
          symbol: null,
        })),
        ...meant.map(({ project, path, container, name: symbol, digest }) => ({
          memory: memory.row,
          project,
          path,
          container,
          symbol,
          digest,
        })),
      ];
    });
  }
}

const few = <T>(found: readonly T[]): readonly T[] => (found.length <= MAX_MEANINGS ? found : []);

const parts = (name: string): string[] => name.split(/\.|::|#|->|\//);
const lastName = (name: string): string => parts(name).at(-1) ?? name;

/** `Session.open` means an `open` inside a Session. */
function isCalled(name: string, { kind, name: own, container, path }: Definition): boolean {
  const [last, before] = parts(name).toReversed();
  if (kind === 'section' || own !== last) return false;
  if (before === undefined || /^(?:this|self|cls)$/.test(before)) return true;
  return `${container ?? ''}/${path}`.toLowerCase().includes(before.toLowerCase());
}

/** If a memory also names a file, its symbols are those in that file. */
function preferNamed(definitions: readonly Definition[], files: readonly FileMatch[]): readonly Definition[] {
  const inside = definitions.filter(({ project, path }) =>
    files.some((file) => file.project === project && file.path === path),
  );
  return inside.length > 0 ? inside : definitions;
}

/** Drops a link to a file if a link to one of its symbols exists. */
function mostTelling(links: readonly LinkState[]): readonly LinkState[] {
  const precise = new Set(
    links.filter(({ symbol }) => symbol !== null).map(({ project, path }) => `${project} ${path}`),
  );
  return links.filter(({ symbol, project, path }) => symbol !== null || !precise.has(`${project} ${path}`));
}

function reasonOf({ container, symbol, path, digest, now, movedTo }: LinkState): string | null {
  if (now === digest) return null;
  const what = symbol === null ? path : `${container === null ? '' : `${container}.`}${symbol} (${path})`;
  if (now !== null) return `${what} has changed since this was written.`;
  return movedTo === null ? `${what} is no longer in the indexed code.` : `${what} has moved to ${movedTo}.`;
}

/** A path may be written starting at any of its folders. */
function pathEnds(path: string): string[] {
  const folders = path.split('/');
  return folders.map((_, i) => folders.slice(-1 - i).join('/'));
}

/** A project without a user, project or cube covers the memories of all. */
const covers = (project: Scope, memory: Scope): boolean =>
  (['cube', 'user', 'project'] as const).every((part) => project[part] === null || project[part] === memory[part]);

const within = ({ cube, user, project }: Scope): ScopeFilter => ({
  ...(cube === null ? {} : { cubes: [cube] }),
  ...(user === null ? {} : { user }),
  ...(project === null ? {} : { project }),
});
