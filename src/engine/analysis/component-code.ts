// Finds the indexed code of a component, and the places in code that name a requirement.

import { type Actor, codeReach, reach, seesAll } from '../access/actor.ts';
import type { Definition, StoredChunk, StoredReference } from '../code/ports.ts';
import { roleOf } from '../code/search/role.ts';
import { isFunction, lastPart, type ReferenceKind } from '../code/symbols.ts';
import { namesOf, traceKey } from '../memories/names.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import { plainEntry } from '../text/paths.ts';
import { escaped } from '../text/pattern.ts';
import { questionTerms } from '../text/terms.ts';
import { familyOf, isOnlyDeclared, linesOf } from './inheritance.ts';
import { filePathOf } from './reading.ts';

export interface CodeFile {
  readonly path: string;
  readonly language: string;
  readonly symbols: readonly Definition[];
  readonly chunks: readonly StoredChunk[];
  readonly references: Readonly<Record<ReferenceKind, readonly StoredReference[]>>;
}

export interface CodePlace {
  readonly path: string;
  /** The enclosing function or class; null at file level. */
  readonly symbol: string | null;
  readonly line: number;
}

/** The result of looking for a component's code. */
export type CodeState =
  | { readonly kind: 'found'; readonly file: CodeFile }
  | { readonly kind: 'missing'; readonly path: string }
  /** The component names no file, and nothing in the code has its name. */
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'nothing-indexed' };

const MOST_CHUNKS = 200;
const MOST_PLACES = 20;
const MOST_FILES = 20;
const MOST_LEVELS = 10;

interface Ancestry {
  readonly bases: readonly string[];
  readonly members: readonly Definition[];
}
const MOST_FILES_OF_FOLDER = 200;

export class ComponentCode {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async of(actor: Actor, component: Memory): Promise<CodeState> {
    const projects = await this.#projects(actor);
    if (projects.length === 0) return { kind: 'nothing-indexed' };
    const given = filePathOf(component);
    const { links, symbols } = this.#store.code;
    if (given !== null) {
      const path = plainEntry(given);
      const [match] = await links.filesAt(projects, [path]);
      if (match) return { kind: 'found', file: await this.#read([match.file], match.path) };
      const inside = await links.filesUnder(projects, path, MOST_FILES_OF_FOLDER);
      return inside.length > 0 ? { kind: 'found', file: await this.#read(inside, path) } : { kind: 'missing', path };
    }
    const [named] = (await symbols.named(projects, namesOf(component))).filter(
      (symbol) => symbol.kind !== 'section' && roleOf(symbol.path) === 'code',
    );
    return named ? { kind: 'found', file: await this.#read([named.file], named.path) } : { kind: 'unnamed' };
  }

  /**
   * All ancestors of these classes in the project and language of the file, and the members that the classes and their
   * ancestors define; what is only declared there is left to the heirs.
   */
  async ancestry(file: CodeFile, classes: readonly string[]): Promise<Ancestry> {
    const { symbols, search } = this.#store.code;
    const projects = [...new Set(file.symbols.map(({ project }) => project))];
    const families = new Set([file.language, ...file.symbols.map(({ language }) => language)].map(familyOf));
    const bases = new Set(classes);
    const members: Definition[] = [];
    let next = [...bases];
    for (let level = 0; level < MOST_LEVELS && next.length > 0; level++) {
      const names = next.map(lastPart);
      const defined = (await symbols.named(projects, names)).filter(({ language }) => families.has(familyOf(language)));
      const files = [...new Set(defined.map(({ file }) => file))].slice(0, MOST_FILES);
      const isOneOf = (qualified: string | null) => names.includes(lastPart(qualified ?? ''));
      const lines = linesOf(await search.inFiles(files));
      members.push(
        ...(await symbols.inFiles(files)).filter((each) => isOneOf(each.container) && !isOnlyDeclared(each, lines)),
      );
      const above = [
        ...(await symbols.references(files, 'extends')),
        ...(await symbols.references(files, 'implements')),
      ];
      next = above.filter(({ scope }) => isOneOf(scope)).map(({ name }) => name);
      next = [...new Set(next)].filter((name) => !bases.has(name));
      for (const name of next) bases.add(name);
    }
    return { bases: [...bases], members };
  }

  /** The places where indexed code names this id. */
  async naming(actor: Actor, id: string): Promise<CodePlace[]> {
    const projects = await this.#projects(actor);
    if (projects.length === 0 || !/\d/.test(id)) return [];
    const { search, symbols } = this.#store.code;
    const counted = seesAll(actor) ? undefined : projects;
    const hits = await search.matching(questionTerms(id), { projects, files: null, counted }, MOST_CHUNKS);
    const written = new RegExp(String.raw`(?<![\w-])${escaped(id)}(?![\w-])`, 'i');
    const chunks = (await search.chunks(hits.map((hit) => hit.id))).filter(
      ({ text, path }) => written.test(text) && roleOf(path) !== 'docs',
    );
    const defined = await symbols.inFiles([...new Set(chunks.map(({ file }) => file))]);
    const places = chunks.flatMap((chunk) =>
      chunk.text.split('\n').flatMap((text, i): CodePlace[] => {
        const line = chunk.startLine + i;
        if (!written.test(text)) return [];
        return [
          {
            path: chunk.path,
            symbol: symbolAt(
              defined.filter(({ file }) => file === chunk.file),
              line,
            ),
            line,
          },
        ];
      }),
    );
    return places.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line).slice(0, MOST_PLACES);
  }

  async #projects(actor: Actor): Promise<number[]> {
    const projects = await this.#store.code.projects.list(codeReach(reach(actor)));
    return projects.filter(({ generation }) => generation > 0).map(({ id }) => id);
  }

  /** Reads one file, or the files of a folder as if they were one. */
  async #read(files: readonly number[], path: string): Promise<CodeFile> {
    const { symbols, search } = this.#store.code;
    const chunks = await search.inFiles(files);
    return {
      path,
      language: chunks[0]?.language ?? '',
      symbols: await symbols.inFiles(files),
      chunks,
      references: {
        call: await symbols.references(files, 'call'),
        import: await symbols.references(files, 'import'),
        extends: await symbols.references(files, 'extends'),
        implements: await symbols.references(files, 'implements'),
      },
    };
  }
}

/** A comment above a definition belongs to it. */
const COMMENT_LINES = 8;

function symbolAt(symbols: readonly Definition[], line: number): string | null {
  const around = symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const inner = around.sort((a, b) => b.startLine - a.startLine)[0];
  const below = symbols.find(({ startLine }) => startLine > line && startLine - line <= COMMENT_LINES);
  const chosen = inner && !(below && isInside(below, inner) && isType(inner)) ? inner : (below ?? inner);
  return chosen ? qualifiedName(chosen) : null;
}

const qualifiedName = ({ container, name }: Definition): string => (container === null ? name : `${container}.${name}`);

const isInside = (a: Definition, b: Definition): boolean => a.startLine >= b.startLine && a.endLine <= b.endLine;
const isType = ({ kind }: Definition): boolean => !isFunction(kind);

/** The class named like the component, or else the only class of its file. */
export function mainClass({ symbols }: CodeFile, component: Memory): Definition | null {
  const types = symbols.filter((symbol) => isType(symbol) && symbol.kind !== 'section' && symbol.kind !== 'module');
  const keys = new Set(namesOf(component).map(traceKey));
  const classes = types.filter(({ kind }) => kind === 'class' || kind === 'struct');
  return types.find(({ name }) => keys.has(traceKey(name))) ?? (classes.length === 1 ? (classes[0] ?? null) : null);
}

/** The class or function named like it, or else the only class; or else its file or folder. */
export function placeOf(file: CodeFile, component: Memory): CodePlace {
  const keys = new Set(namesOf(component).map(traceKey));
  const isNamed = ({ kind, name }: Definition) => kind !== 'section' && keys.has(traceKey(name));
  const type = mainClass(file, component);
  const main = type && isNamed(type) ? type : (file.symbols.find(isNamed) ?? type);
  // The only class of a folder need not be the component.
  return main === null || (main.path !== file.path && !isNamed(main))
    ? { path: file.path, symbol: null, line: 1 }
    : { path: main.path, symbol: qualifiedName(main), line: main.line };
}
