// What code memory asks of the folders that code lies in.

import type { Fingerprint } from './duplicates/fingerprint.ts';
import type { Signature } from './duplicates/signatures.ts';
import type { Chunk } from './indexing/chunks.ts';
import type { CodeReference, CodeSymbol, Extraction } from './symbols.ts';

/** What the lines of a place tell, as they were at the commit that was indexed. */
export interface Authorship {
  /** Of the newest line. */
  readonly commit: string;
  readonly changedBy: string;
  readonly changedAt: number;
  /** Who wrote most of the lines. */
  readonly mostlyBy: string;
  /** Of the oldest line. */
  readonly since: number;
}

/** A file of a code base; `content` changes exactly when what it holds may have changed. */
export interface SourceFile {
  /** From the root of the project, with forward slashes. */
  readonly path: string;
  readonly content: string;
  readonly bytes: number;
}

/** Which files of a folder belong to the project, as patterns of .gitignore. */
export interface Selection {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface Listing {
  readonly files: readonly SourceFile[];
  /** The commit that is checked out, where the project is under version control. */
  readonly commit: string | null;
  /** Version control is told to leave the whole folder out. */
  readonly ignored: boolean;
}

export interface ParsedSymbol extends Omit<CodeSymbol, 'startIndex' | 'endIndex'> {
  /** What encloses it, as an index into the symbols. */
  readonly parent: number | null;
  /** Changes when its text does, but not when only the space between its words changes. */
  readonly digest: string;
  /** What tells a copy of it; null for what is no function, or too small to be told. */
  readonly fingerprint: Uint8Array | null;
}

interface ParsedChunk extends Chunk {
  /** Its words, as the text index takes them. */
  readonly terms: string;
  /** Of what the model reads of it; null for what is not worth a vector. */
  readonly digest: string | null;
  /** A vector near to the model's, to be found by until that is made; null where nothing makes one. */
  readonly vector?: Float32Array | null | undefined;
}

export interface ParsedFile {
  /** `text` where no grammar reads it. */
  readonly language: string;
  readonly lines: number;
  /** Of the whole text; like a symbol's. */
  readonly digest: string;
  readonly symbols: readonly ParsedSymbol[];
  readonly references: readonly CodeReference[];
  readonly chunks: readonly ParsedChunk[];
}

export interface SnippetFunction {
  readonly name: string;
  readonly fingerprint: Fingerprint;
}

/** What a piece of code defines and refers to. */
export type Outline = Pick<Extraction, 'symbols' | 'references'>;

/** What somebody pastes to ask whether it exists. */
export type Snippet =
  | { readonly kind: 'functions'; readonly functions: readonly SnippetFunction[] }
  /** No function around it, or no grammar for it. */
  | { readonly kind: 'body'; readonly fingerprint: Fingerprint }
  | { readonly kind: 'signature'; readonly signature: Signature }
  /** Everything has copies of so little. */
  | { readonly kind: 'too-small' };

export interface Watching {
  stop(): Promise<void>;
}

export interface CodeBase {
  /** The folder as the system knows it, without links; fails when it is none, no project, or outside of the roots. */
  locate(path: string, roots?: readonly string[]): Promise<string>;
  /** The same for a file. */
  locateFile(path: string, roots?: readonly string[]): Promise<string>;
  /** Every file of a project that is worth reading; ignored, hidden, large and binary ones are left out. */
  list(root: string, selection: Selection): Promise<Listing>;
  /** Null when the file is gone, binary, minified or generated; fails when it cannot be read for now. */
  parse(root: string, path: string, signal?: AbortSignal): Promise<ParsedFile | null>;
  /** Code that is in no file; the language is guessed where it is not given. */
  snippet(text: string, language: string | null): Promise<Snippet>;
  /** What code that is in no file defines; null where no grammar reads it. */
  outline(text: string, language: string | null): Promise<Outline | null>;
  /** Who wrote these lines of a file; null where it is not as in the commit, or version control cannot tell. */
  authorship(
    root: string,
    commit: string | null,
    lines: { readonly path: string; readonly startLine: number; readonly endLine: number },
    signal?: AbortSignal,
  ): Promise<Authorship | null>;
  /** Tells, some time after things have come to rest, that something below the root changed. */
  watch(root: string, onChange: () => void): Promise<Watching>;
  close(): Promise<void>;
}
