// What code memory requires from a store: projects, their files, chunks and symbols, and the links from memories.
import type { ScopeFilter } from '../access/actor.ts';
import type { PageKey, VectorModel } from '../memories/ports.ts';
import type { Memory, Scope } from '../model.ts';
import type { TermStatistics } from '../text/bm25.ts';
import type { ParsedFile, Selection, SourceFile } from './code-base.ts';
import type { Chunk } from './indexing/chunks.ts';
import type { CodeReference, CodeSymbol, ReferenceKind } from './symbols.ts';

/** A computer, or whatever else has a disk of its own. */
export interface Machine {
  readonly id: string;
  /** For display. */
  readonly name: string;
}

export interface Project {
  readonly id: number;
  /** The folder's name, with as many parent folders as needed to be unique. */
  readonly name: string;
  readonly root: string;
  /** The machine that the folder is on; null if nobody has claimed it. */
  readonly machine: Machine | null;
  readonly scope: Scope;
  readonly selection: Selection;
  readonly watch: boolean;
  /** Grows each time a new index replaces the old one; 0 before the first. */
  readonly generation: number;
  /** Grows each time indexing is requested. */
  readonly asked: number;
  readonly commit: string | null;
  readonly indexedAt: number | null;
}

/** A file as one generation of the index knows it. */
export interface IndexedFile {
  readonly id: number;
  readonly path: string;
  readonly content: string;
  readonly language: string;
  /** Whether searches see it; otherwise it waits for its generation to be published. */
  readonly visible: boolean;
}

export interface NewFile extends SourceFile {
  /** Null for a file that is known but not worth reading. */
  readonly parsed: ParsedFile | null;
}

export interface IndexCounts {
  readonly files: number;
  readonly chunks: number;
  readonly symbols: number;
  /** Chunks that still wait for their vector. */
  readonly pending: number;
  /** References that still wait to be resolved. */
  readonly unresolved: number;
}

export interface ProjectStore {
  /**
   * Finds the project of that folder in that scope, or creates it under the first free name. A machine finds its own,
   * else claims one that has no machine; without a machine, any is found.
   */
  declare(project: {
    readonly scope: Scope;
    readonly root: string;
    readonly machine?: Machine | null;
    readonly names: readonly string[];
    readonly createdAt: number;
  }): Promise<Project>;
  /** Gives a project that has no machine to this one; false if it has one by now, or no longer exists. */
  claim(id: number, machine: Machine): Promise<boolean>;
  /** Records a request to index it, and returns its current state; null if it no longer exists. */
  ask(id: number): Promise<Project | null>;
  configure(id: number, settings: Partial<Pick<Project, 'selection' | 'watch'>>): Promise<void>;
  byId(id: number): Promise<Project | null>;
  list(within: ScopeFilter): Promise<Project[]>;
  counts(ids: readonly number[]): Promise<IndexCounts>;
  /** The number of files per language. */
  languages(ids: readonly number[]): Promise<Map<string, number>>;
  /** Hides it from every search at once; `sweep` deletes it. */
  retire(id: number): Promise<void>;
}

export interface IndexStore {
  /** The visible files and those of an unfinished run, but not replaced ones. */
  files(project: number): Promise<IndexedFile[]>;
  /** Adds files that become visible when published. Approximate vectors are kept only for the store's own model. */
  add(project: number, files: readonly NewFile[], standsFor?: VectorModel | null): Promise<void>;
  /** Removes files of a generation that was never published. */
  discard(files: readonly number[]): Promise<void>;
  /** In one step, shows added files, hides `gone`, and marks references to changed code as unresolved. */
  publish(
    project: number,
    change: { readonly gone: readonly number[]; readonly commit: string | null; readonly at: number },
  ): Promise<void>;
  /** Visible files that memories have not been linked to yet. */
  unlinked(project: number, limit: number): Promise<IndexedFile[]>;
  linked(files: readonly number[]): Promise<void>;
  /** Deletes some of the invisible data; false if none is left. */
  sweep(): Promise<boolean>;
}

export interface ChunkVectors {
  /** Chunks that wait for the model's vector, starting with the most requested files. */
  pending(project: number, limit: number): Promise<StoredChunk[]>;
  /** Replaces approximate vectors by the model's. Ignored if the store's vectors are of another model. */
  fill(chunks: readonly { readonly id: number; readonly vector: Float32Array }[], model: VectorModel): Promise<void>;
}

/** A stored symbol with its location. */
export interface Definition extends Omit<CodeSymbol, 'startIndex' | 'endIndex'> {
  readonly id: number;
  readonly project: number;
  readonly file: number;
  readonly path: string;
  readonly language: string;
  readonly digest: string;
}

export const CERTAINTIES = ['exact', 'import', 'name'] as const;
/** `exact`: the language allows no other. `import`: through an import of the file. `name`: the only one so named. */
export type Certainty = (typeof CERTAINTIES)[number];

export interface StoredReference extends Omit<CodeReference, 'from'> {
  readonly id: number;
  readonly file: number;
  /** The enclosing symbol. */
  readonly from: number | null;
}

export interface Target {
  readonly file: number;
  /** Null if the whole file is meant. */
  readonly symbol: number | null;
  readonly certainty: Certainty;
}

/** A reference from one symbol or file to another. */
export interface CodeEdge {
  readonly kind: ReferenceKind;
  readonly certainty: Certainty;
  readonly line: number;
  readonly from: { readonly file: number; readonly symbol: number | null };
  readonly to: { readonly file: number; readonly symbol: number | null };
}

export interface StoredFingerprint {
  readonly symbol: number;
  readonly name: string;
  readonly file: number;
  readonly fingerprint: Uint8Array;
}

export interface SymbolStore {
  /** Visible definitions with one of these names. */
  named(projects: readonly number[], names: readonly string[]): Promise<Definition[]>;
  byIds(ids: readonly number[]): Promise<Definition[]>;
  inFiles(files: readonly number[]): Promise<Definition[]>;
  /** Visible definitions of a project by path and line, after the given one; optionally by file or name prefix. */
  page(
    project: number,
    page: {
      readonly path?: string | undefined;
      readonly name?: string | undefined;
      readonly after: number | null;
      readonly limit: number;
    },
  ): Promise<Definition[]>;
  references(files: readonly number[], kind: ReferenceKind): Promise<StoredReference[]>;
  /** Unresolved references of a kind, file by file. */
  unresolved(project: number, kind: ReferenceKind, limit: number): Promise<StoredReference[]>;
  /** Which symbols extend or implement which; resolved ones only. */
  inheritance(project: number): Promise<{ symbol: number; base: number }[]>;
  /** Replaces the targets of these references. */
  resolve(targets: ReadonlyMap<number, readonly Target[]>): Promise<void>;
  /** The fingerprints of all visible functions that have one. */
  fingerprints(projects: readonly number[]): Promise<StoredFingerprint[]>;
  /** Edges of a kind into or out of these symbols. */
  edges(symbols: readonly number[], kind: ReferenceKind, direction: 'in' | 'out', limit: number): Promise<CodeEdge[]>;
}

export interface CodeFilter {
  readonly projects: readonly number[];
  /** Only these files; null for all files of the projects. */
  readonly files: ReadonlySet<number> | null;
  /** The projects whose words decide how rare a word is; the whole store if undefined. */
  readonly counted?: readonly number[] | undefined;
}

export interface ChunkHit {
  readonly id: number;
  readonly score: number;
}

/** The cosine of a chunk with the question, and with its nearest neighbours among the requested chunks. */
export interface ChunkNearness extends ChunkHit {
  readonly crowd: number;
}

export interface StoredChunk extends Chunk {
  readonly id: number;
  readonly project: number;
  readonly file: number;
  readonly path: string;
  readonly language: string;
  readonly terms: string;
}

export interface CodeSearchStore {
  /** Best chunks by cosine, filtered while searching. */
  nearest(vector: Float32Array, filter: CodeFilter, limit: number): Promise<ChunkHit[]>;
  /** Best chunks by BM25 over any of the terms, filtered while searching. */
  matching(terms: readonly string[], filter: CodeFilter, limit: number): Promise<ChunkHit[]>;
  /** Chunks that define one of these names, in upper or lower case. */
  defining(names: readonly string[], filter: CodeFilter, limit: number): Promise<number[]>;
  /** The first chunks of these files. */
  heads(files: readonly number[]): Promise<number[]>;
  similarities(vector: Float32Array, chunks: readonly number[]): Promise<ChunkNearness[]>;
  chunks(ids: readonly number[]): Promise<StoredChunk[]>;
  /** Every chunk of these files, in order. */
  inFiles(files: readonly number[]): Promise<StoredChunk[]>;
  /** How common these terms are in these projects, or in the whole store. */
  statistics(terms: readonly string[], projects?: readonly number[]): Promise<TermStatistics>;
}

/** A memory's link to a file or a symbol in it, with its digest at that time. */
export interface CodeLink {
  readonly memory: number;
  readonly project: number;
  readonly path: string;
  readonly container: string | null;
  /** Null if the whole file is meant. */
  readonly symbol: string | null;
  readonly digest: string;
}

export interface LinkState extends CodeLink {
  /** The current digest; null if the code no longer exists there. */
  readonly now: string | null;
  /** The new location of the same, unchanged symbol. */
  readonly movedTo: string | null;
}

export interface LinkStore {
  /** An existing link keeps its digest. */
  add(links: readonly CodeLink[]): Promise<void>;
  /** Replaces all links of these memories. */
  replace(memories: readonly number[], links: readonly CodeLink[]): Promise<void>;
  states(memories: readonly number[]): Promise<LinkState[]>;
  /** Memories that name code, valid at that moment, newest first, paged by key. */
  naming(page: {
    readonly within: ScopeFilter;
    readonly at: number;
    readonly after: PageKey | null;
    readonly limit: number;
  }): Promise<Memory[]>;
  /** The memories that name a file or a symbol in it. */
  at(project: number, path: string, within: ScopeFilter, limit: number): Promise<Memory[]>;
  /** How many memories within the reach name each of these files. */
  counts(project: number, paths: readonly string[], within: ScopeFilter): Promise<Map<string, number>>;
  /** Visible files whose path equals one of these or ends in it. */
  filesAt(projects: readonly number[], paths: readonly string[]): Promise<FileMatch[]>;
  /** Visible files inside a folder whose path equals this one or ends in it. */
  filesUnder(projects: readonly number[], folder: string, limit: number): Promise<number[]>;
}

export interface FileMatch {
  readonly wanted: string;
  readonly file: number;
  readonly project: number;
  readonly path: string;
  readonly digest: string;
}

export interface CodeStore {
  readonly links: LinkStore;
  readonly projects: ProjectStore;
  readonly index: IndexStore;
  readonly vectors: ChunkVectors;
  readonly symbols: SymbolStore;
  readonly search: CodeSearchStore;
}
