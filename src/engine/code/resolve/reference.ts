// What a resolution is asked about, what it may look up, and what it answers.
import type { CodeReference, SymbolKind } from '../symbols.ts';
import type { ProjectFiles } from './project-files.ts';

export interface SourceFile {
  readonly id: number;
  readonly path: string;
  readonly language: string;
}

/** A symbol anywhere in the project. */
export interface Definition {
  readonly id: number;
  readonly fileId: number;
  readonly path: string;
  readonly language: string;
  readonly kind: SymbolKind;
  readonly name: string;
  readonly container: string | null;
  /** Tells the types of parameters and of what is returned. */
  readonly signature: string;
  readonly line: number;
  readonly startLine: number;
  readonly endLine: number;
}

export type Reference = Pick<CodeReference, 'kind' | 'name' | 'qualifier' | 'receiver' | 'alias' | 'line' | 'scope'> & {
  readonly id: number;
};

/** A file with what is needed of it, whichever of its references are asked about. */
export interface ReferencingFile {
  readonly file: SourceFile;
  readonly symbols: readonly Definition[];
  /** All references of kind import. */
  readonly imports: readonly Reference[];
}

export interface Project {
  readonly files: ProjectFiles;
  /** All symbols of that name; asked only for what `namesNeeded` lists. */
  definitions(name: string): readonly Definition[];
  /** What a type extends and implements, from references resolved before. Calls are therefore resolved last. */
  bases(symbolId: number): readonly Definition[];
}

/** `exact`: the language leaves no other. `import`: by way of an import of the file. `name`: no other has that name. */
export const CERTAINTIES = ['exact', 'import', 'name'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** An import leads to a file, and to a symbol where it names one; everything else to symbols. */
export interface Target {
  readonly fileId: number;
  readonly symbolId: number | null;
  readonly certainty: Certainty;
}

/** Definitions and how they were come by, before they are targets. */
export interface Found {
  readonly definitions: readonly Definition[];
  readonly certainty: Certainty;
}
