// What code memory requires from the folders that hold code.

import type { Fingerprint } from './duplicates/fingerprint.ts';
import type { Signature } from './duplicates/signatures.ts';
import type { Chunk } from './indexing/chunks.ts';
import type { CodeReference, CodeSymbol, Extraction } from './symbols.ts';

/** Authorship of some lines, as of the indexed commit. */
export interface Authorship {
  /** The commit of the newest line. */
  readonly commit: string;
  readonly changedBy: string;
  readonly changedAt: number;
  /** Who wrote most of the lines. */
  readonly mostlyBy: string;
  /** The time of the oldest line. */
  readonly since: number;
}

/** A file of a code base; `content` changes exactly when the file's text may have changed. */
export interface SourceFile {
  /** Relative to the project root, with forward slashes. */
  readonly path: string;
  readonly content: string;
  readonly bytes: number;
}

/** Which files of a folder belong to the project, as patterns that `selectionFilter` reads. */
export interface Selection {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface Listing {
  readonly files: readonly SourceFile[];
  /** The checked-out commit, if the project is under version control. */
  readonly commit: string | null;
  /** Whether version control ignores the whole folder. */
  readonly ignored: boolean;
  /** If the patterns match no file: the files that they leave out. */
  readonly unselected: readonly string[];
}

export interface ParsedSymbol extends Omit<CodeSymbol, 'startIndex' | 'endIndex'> {
  /** The enclosing symbol, as an index into the symbols. */
  readonly parent: number | null;
  /** Changes with its text, but not with its white space. */
  readonly digest: string;
  /** Identifies copies of it; null if it is not a function, or too small. */
  readonly fingerprint: Uint8Array | null;
}

interface ParsedChunk extends Chunk {
  /** Its words for the text index. */
  readonly terms: string;
  /** Digest of the text that the model reads; null if it is not worth a vector. */
  readonly digest: string | null;
  /** An approximation of the model's vector, used for searches until that is made; null if unavailable. */
  readonly vector?: Float32Array | null | undefined;
}

export interface ParsedFile {
  /** `text` if no grammar can parse it. */
  readonly language: string;
  readonly lines: number;
  /** Digest of the whole text, like that of a symbol. */
  readonly digest: string;
  readonly symbols: readonly ParsedSymbol[];
  readonly references: readonly CodeReference[];
  readonly chunks: readonly ParsedChunk[];
  /** Its grammar ran out of time, so it was read as plain text. */
  readonly late?: true;
}

export interface SnippetFunction {
  readonly name: string;
  readonly fingerprint: Fingerprint;
}

/** What a piece of code defines and refers to. */
export type Outline = Pick<Extraction, 'symbols' | 'references'>;

/** Pasted code, to be searched for duplicates. */
export type Snippet =
  | { readonly kind: 'functions'; readonly functions: readonly SnippetFunction[] }
  /** Code outside a function, or without a grammar. */
  | { readonly kind: 'body'; readonly fingerprint: Fingerprint }
  | { readonly kind: 'signature'; readonly signature: Signature }
  /** Code this short has copies everywhere. */
  | { readonly kind: 'too-small' };

export interface Watching {
  stop(): Promise<void>;
}

export interface CodeBase {
  /** The real path of a folder, with links resolved; fails if it is not a folder, not a project, or outside the roots. */
  locate(path: string, roots?: readonly string[]): Promise<string>;
  /** The same for a file. */
  locateFile(path: string, roots?: readonly string[]): Promise<string>;
  /** Every file of a project that is worth reading; leaves out ignored, hidden, large and binary files. */
  list(root: string, selection: Selection): Promise<Listing>;
  /** Null if the file is missing, binary, minified or generated; fails if it cannot be read at the moment. */
  parse(root: string, path: string, signal?: AbortSignal): Promise<ParsedFile | null>;
  /** The present text of a file; null if it is gone, cannot be read, or is not worth reading any more. */
  text(root: string, path: string): Promise<string | null>;
  /** Parses code that is in no file; guesses the language if it is not given. */
  snippet(text: string, language: string | null): Promise<Snippet>;
  /** What code that is in no file defines; null if no grammar can parse it. */
  outline(text: string, language: string | null): Promise<Outline | null>;
  /** Who wrote these lines of a file; null if they differ from the commit, or version control does not know. */
  authorship(
    root: string,
    commit: string | null,
    lines: { readonly path: string; readonly startLine: number; readonly endLine: number },
    signal?: AbortSignal,
  ): Promise<Authorship | null>;
  /** Calls `onChange` after files below the root have changed, once changes have settled. */
  watch(root: string, onChange: () => void): Promise<Watching>;
  close(): Promise<void>;
}
