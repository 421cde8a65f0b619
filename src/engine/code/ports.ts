// What code memory asks of the store: projects, their files, chunks and symbols, and what memories name of them.
import type { ScopeFilter } from '../access/actor.ts';
import type { VectorModel } from '../memories/ports.ts';
import type { Memory, Scope } from '../model.ts';
import type { TermStatistics } from '../text/bm25.ts';
import type { ParsedFile, Selection, SourceFile } from './code-base.ts';
import type { Chunk } from './indexing/chunks.ts';
import type { CodeReference, CodeSymbol, ReferenceKind } from './symbols.ts';

export interface Project {
  readonly id: number;
  /** What callers name it by: the folder's name, with as many of the folders above as make it the only one. */
  readonly name: string;
  readonly root: string;
  readonly scope: Scope;
  readonly selection: Selection;
  readonly watch: boolean;
  /** Grows each time a new index takes the place of the old one; 0 while there is none. */
  readonly generation: number;
  /** Grows each time somebody wants it indexed. */
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
  /** Seen by searches; otherwise it waits for its generation to be complete. */
  readonly visible: boolean;
}

export interface NewFile extends SourceFile {
  /** Null for one that is known but not worth reading. */
  readonly parsed: ParsedFile | null;
}

export interface IndexCounts {
  readonly files: number;
  readonly chunks: number;
  readonly symbols: number;
  /** Chunks that still wait for their vector. */
  readonly pending: number;
  /** References that still wait to be led to what they mean. */
  readonly unresolved: number;
}

export interface ProjectStore {
  /** The project of that folder in that scope, made under the first free name when there is none. */
  declare(project: {
    readonly scope: Scope;
    readonly root: string;
    readonly names: readonly string[];
    readonly createdAt: number;
  }): Promise<Project>;
  /** Notes that somebody wants it indexed, and gives it as it is now; null when it is gone. */
  ask(id: number): Promise<Project | null>;
  configure(id: number, settings: Partial<Pick<Project, 'selection' | 'watch'>>): Promise<void>;
  byId(id: number): Promise<Project | null>;
  list(within: ScopeFilter): Promise<Project[]>;
  counts(ids: readonly number[]): Promise<IndexCounts>;
  /** How many files there are of each language. */
  languages(ids: readonly number[]): Promise<Map<string, number>>;
  /** Nothing of it is found from now on; `sweep` takes it away. */
  retire(id: number): Promise<void>;
}

export interface IndexStore {
  /** The visible files and those of an unfinished run, but not what was replaced. */
  files(project: number): Promise<IndexedFile[]>;
  /** They become visible when they are published. First vectors count where the store's are of the model they stand for. */
  add(project: number, files: readonly NewFile[], standsFor?: VectorModel | null): Promise<void>;
  /** Takes files out that were added for a generation that never came. */
  discard(files: readonly number[]): Promise<void>;
  /** In one step: what was added is seen, `gone` is not, and references to what changed are to be resolved again. */
  publish(
    project: number,
    change: { readonly gone: readonly number[]; readonly commit: string | null; readonly at: number },
  ): Promise<void>;
  /** Visible files whose memories were not looked for yet. */
  unlinked(project: number, limit: number): Promise<IndexedFile[]>;
  linked(files: readonly number[]): Promise<void>;
  /** Deletes a part of what nobody can see any more; false when nothing is left. */
  sweep(): Promise<boolean>;
}

export interface ChunkVectors {
  /** Chunks that wait for the model's vector, those of the files that were asked for most first. */
  pending(project: number, limit: number): Promise<StoredChunk[]>;
  /** In the place of their first vectors. Dropped when the store's vectors are of another model. */
  fill(chunks: readonly { readonly id: number; readonly vector: Float32Array }[], model: VectorModel): Promise<void>;
}

/** A symbol as it is stored, with where it is. */
export interface Definition extends Omit<CodeSymbol, 'startIndex' | 'endIndex'> {
  readonly id: number;
  readonly project: number;
  readonly file: number;
  readonly path: string;
  readonly language: string;
  readonly digest: string;
}

export const CERTAINTIES = ['exact', 'import', 'name'] as const;
/** `exact`: the language leaves no other. `import`: by way of an import of the file. `name`: no other has that name. */
export type Certainty = (typeof CERTAINTIES)[number];

export interface StoredReference extends Omit<CodeReference, 'from'> {
  readonly id: number;
  readonly file: number;
  /** The symbol it stands in. */
  readonly from: number | null;
}

export interface Target {
  readonly file: number;
  /** Null when the whole file is meant. */
  readonly symbol: number | null;
  readonly certainty: Certainty;
}

/** One symbol or file that refers to another. */
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
  /** Visible definitions of a project by path and line, behind the one named; of one file, or whose name begins with a text. */
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
  /** References of a kind that wait to be led to what they mean, file by file. */
  unresolved(project: number, kind: ReferenceKind, limit: number): Promise<StoredReference[]>;
  /** Which symbols extend or implement which, as far as that is resolved. */
  inheritance(project: number): Promise<{ symbol: number; base: number }[]>;
  /** What was known of these references before is replaced. */
  resolve(targets: ReadonlyMap<number, readonly Target[]>): Promise<void>;
  /** Of every visible function that has one. */
  fingerprints(projects: readonly number[]): Promise<StoredFingerprint[]>;
  /** Edges of a kind into or out of these symbols. */
  edges(symbols: readonly number[], kind: ReferenceKind, direction: 'in' | 'out', limit: number): Promise<CodeEdge[]>;
}

export interface CodeFilter {
  readonly projects: readonly number[];
  /** Only these files; null for all of the projects. */
  readonly files: ReadonlySet<number> | null;
  /** The projects by whose words a word is rare or common; the whole store where they are not given. */
  readonly counted?: readonly number[] | undefined;
}

export interface ChunkHit {
  readonly id: number;
  readonly score: number;
}

/** How near a chunk is to a question, and to its nearest others among those that were asked about: both cosines. */
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
  /** Chunks in which something of that name is defined; any spelling of upper and lower case. */
  defining(names: readonly string[], filter: CodeFilter, limit: number): Promise<number[]>;
  /** The first chunks of these files. */
  heads(files: readonly number[]): Promise<number[]>;
  similarities(vector: Float32Array, chunks: readonly number[]): Promise<ChunkNearness[]>;
  chunks(ids: readonly number[]): Promise<StoredChunk[]>;
  /** Every chunk of these files, in their order. */
  inFiles(files: readonly number[]): Promise<StoredChunk[]>;
  /** How common these terms are in these projects, or in the whole store. */
  statistics(terms: readonly string[], projects?: readonly number[]): Promise<TermStatistics>;
}

/** That a memory names a file, or a symbol in it, as it was then. */
export interface CodeLink {
  readonly memory: number;
  readonly project: number;
  readonly path: string;
  readonly container: string | null;
  /** Null when the whole file is meant. */
  readonly symbol: string | null;
  readonly digest: string;
}

export interface LinkState extends CodeLink {
  /** The digest of that place now; null when it is gone. */
  readonly now: string | null;
  /** Where the same symbol stands instead, unchanged. */
  readonly movedTo: string | null;
}

export interface LinkStore {
  /** A link that is there already keeps its digest. */
  add(links: readonly CodeLink[]): Promise<void>;
  /** Puts these in the place of whatever the memories were linked to. */
  replace(memories: readonly number[], links: readonly CodeLink[]): Promise<void>;
  states(memories: readonly number[]): Promise<LinkState[]>;
  /** Memories that name code, valid at that moment, newest first and by key. */
  naming(page: {
    readonly within: ScopeFilter;
    readonly at: number;
    readonly after: { readonly time: number; readonly id: string } | null;
    readonly limit: number;
  }): Promise<Memory[]>;
  /** The memories that name a file, or a symbol in it. */
  at(project: number, path: string, within: ScopeFilter, limit: number): Promise<Memory[]>;
  /** How many memories within the reach name each of these files. */
  counts(project: number, paths: readonly string[], within: ScopeFilter): Promise<Map<string, number>>;
  /** Visible files with one of these paths, or that end in it. */
  filesAt(projects: readonly number[], paths: readonly string[]): Promise<FileMatch[]>;
  /** Visible files inside of a folder of this path, or of one that ends in it. */
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
