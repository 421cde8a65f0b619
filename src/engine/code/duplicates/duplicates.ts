// Finds functions that do the same as a piece of code. Compares the fingerprints of all functions, which takes
// milliseconds; a signature has no body to compare, so it is matched by its name, parameters and types.
import { invalid, shown } from '../../../errors.ts';
import type { Actor } from '../../access/actor.ts';
import type { Store } from '../../ports.ts';
import { languageName } from '../../text/language-names.ts';
import type { CodeBase, Snippet, SnippetFunction } from '../code-base.ts';
import type { Definition, Project } from '../ports.ts';
import { placeOf } from '../projects.ts';
import { type CodeSearch, NO_PROJECT } from '../search/search.ts';
import { decode } from './fingerprint-bytes.ts';
import { matchSignature, parseSignature, type Signature } from './signatures.ts';
import { type CopyKind, DUPLICATE, hidesOneChange, scoreAtLeast, similarity } from './similarity.ts';

export interface DuplicateOptions {
  readonly language?: string | undefined;
  readonly project?: string | undefined;
  /** The minimum similarity, 0..1. */
  readonly threshold?: number | undefined;
  /** The file the code is from; its functions do not count as duplicates. */
  readonly from?: string | undefined;
  readonly limit: number;
}

export interface Duplicate {
  readonly definition: Definition;
  readonly project: Project;
  readonly similarity: number;
  /** The kind of copy; `signature` only means a similar signature. */
  readonly kind: CopyKind | 'signature';
  /** Which function of the code it is a copy of, if there are several. */
  readonly of: string | null;
}

export interface DuplicateAnswer {
  /** Best first. */
  readonly found: readonly Duplicate[];
  /** What kept copies from being found, if anything did. */
  readonly note: string | null;
}

const TOO_SMALL = 'The code is too short to be distinctive: pass a whole function or its signature.';
const STRICT =
  'Nothing was found although the threshold was lowered: code of this size counts as a copy only if it keeps every name and every value, such as a text in quotes; only variables may be renamed.';
const MAX_LENGTH = 100_000;
/** How many search results are checked for a signature. */
const NAMESAKES = 50;

export class Duplicates {
  readonly #store: Store;
  readonly #codeBase: CodeBase;
  readonly #search: CodeSearch;

  constructor(store: Store, codeBase: CodeBase, search: CodeSearch) {
    this.#store = store;
    this.#codeBase = codeBase;
    this.#search = search;
  }

  /** All of them, also those in files that are gone. */
  async find(actor: Actor, code: string, options: Omit<DuplicateOptions, 'limit'>): Promise<DuplicateAnswer> {
    if (code.length > MAX_LENGTH)
      throw invalid(
        `The code has ${code.length} characters; at most ${MAX_LENGTH} are compared.`,
        'Pass one function.',
      );
    const projects = await this.#search.projects(actor, options.project);
    if (projects.length === 0) return { found: [], note: NO_PROJECT };
    const language = options.language === undefined ? null : languageName(options.language);
    const snippet = await this.#codeBase.snippet(code, language);
    const least = options.threshold ?? DUPLICATE;
    const byId = new Map(projects.map((project) => [project.id, project]));
    const found =
      snippet.kind === 'functions'
        ? await this.#copies(snippet.functions, projects, least)
        : snippet.kind === 'body'
          ? await this.#copies([{ name: '', fingerprint: snippet.fingerprint }], projects, least)
          : snippet.kind === 'signature'
            ? await this.#namesakes(actor, snippet.signature, options, least)
            : [];
    const definitions = await this.#store.code.symbols.byIds(found.map(({ symbol }) => symbol));
    const definitionOf = new Map(definitions.map((definition) => [definition.id, definition]));
    const duplicates = found
      .flatMap(({ symbol, ...match }) => {
        const definition = definitionOf.get(symbol);
        const project = byId.get(definition?.project ?? 0);
        if (!definition || !project || isSamePath(`${project.root}/${definition.path}`, options.from)) return [];
        return [{ ...match, definition, project }];
      })
      .sort((a, b) => b.similarity - a.similarity)
      .filter(isFirstOfPlace());
    const notes = [await this.#languageNote(language, projects), sizeNote(snippet, least, duplicates)];
    return { found: duplicates, note: notes.filter((note) => note !== null).join(' ') || null };
  }

  async #languageNote(language: string | null, projects: readonly Project[]): Promise<string | null> {
    if (language === null) return null;
    const indexed = await this.#store.code.projects.languages(projects.map(({ id }) => id));
    return indexed.has(language) ? null : `No indexed file is in ${shown(language)}.`;
  }

  async #copies(
    functions: readonly SnippetFunction[],
    projects: readonly Project[],
    least: number,
  ): Promise<(Omit<Duplicate, 'definition' | 'project'> & { symbol: number })[]> {
    const stored = await this.#store.code.symbols.fingerprints(projects.map(({ id }) => id));
    return stored.flatMap(({ symbol, name, fingerprint }) => {
      const known = decode(fingerprint);
      const best = known && nearestOf(functions, { name, fingerprint: known }, least);
      return best ? [{ symbol, ...best }] : [];
    });
  }

  async #namesakes(
    actor: Actor,
    signature: Signature,
    { project, language }: Pick<DuplicateOptions, 'project' | 'language'>,
    least: number,
  ): Promise<(Omit<Duplicate, 'definition' | 'project'> & { symbol: number })[]> {
    const asked = [signature.name, ...signature.parameters, ...signature.types].join(' ');
    const { found } = await this.#search.search(actor, asked, { project, language, limit: NAMESAKES });
    const definitions = await this.#store.code.symbols.inFiles([...new Set(found.map(({ chunk }) => chunk.file))]);
    return definitions.flatMap(({ id, kind, signature: text, docstring }) => {
      const other = kind === 'function' || kind === 'method' ? parseSignature(text) : null;
      const score = other ? matchSignature(signature, other, { about: docstring ?? '' }).score : 0;
      return score >= least ? [{ symbol: id, similarity: score, kind: 'signature' as const, of: null }] : [];
    });
  }
}

function sizeNote(snippet: Snippet, least: number, found: readonly Duplicate[]): string | null {
  if (snippet.kind === 'too-small') return TOO_SMALL;
  if (snippet.kind === 'signature' || found.length > 0 || least >= DUPLICATE) return null;
  const compared = snippet.kind === 'body' ? [snippet] : snippet.functions;
  return compared.every(({ fingerprint }) => hidesOneChange(least, fingerprint)) ? STRICT : null;
}

/** On Windows, a root and a file that a caller names have back slashes. */
const isSamePath = (one: string, other = ''): boolean => one.replaceAll('\\', '/') === other.replaceAll('\\', '/');

/** A folder indexed both by itself and within its parent has each function twice. */
function isFirstOfPlace() {
  const met = new Set<string>();
  return ({ project, definition }: Duplicate): boolean => {
    const place = `${placeOf(project, definition.path)}:${definition.startLine}`;
    return !met.has(place) && met.add(place).size > 0;
  };
}

function nearestOf(functions: readonly SnippetFunction[], known: SnippetFunction, least: number) {
  const scores = functions.map(({ name, fingerprint }) =>
    scoreAtLeast(least, fingerprint, known.fingerprint, [name, known.name]),
  );
  const best = Math.max(...scores);
  const match = functions[scores.indexOf(best)];
  if (best <= 0 || !match) return null;
  const { score, kind } = similarity(match.fingerprint, known.fingerprint, { called: [match.name, known.name] });
  return { similarity: score, kind, of: functions.length > 1 ? match.name : null };
}
