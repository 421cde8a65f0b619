// What a resolution is asked about, what it may look up, and what it answers.
import type { Certainty, Definition, IndexedFile } from '../../ports.ts';
import type { CodeReference } from '../../symbols.ts';
import type { ProjectFiles } from './project-files.ts';

export type Reference = Pick<CodeReference, 'kind' | 'name' | 'qualifier' | 'receiver' | 'alias' | 'line' | 'scope'> & {
  readonly id: number;
};

/** A file with what is needed of it, whichever of its references are asked about. */
export interface ReferencingFile {
  readonly file: Pick<IndexedFile, 'id' | 'path' | 'language'>;
  readonly symbols: readonly Definition[];
  /** All references of kind import. */
  readonly imports: readonly Reference[];
}

export interface Lookup {
  readonly files: ProjectFiles;
  /** All symbols of that name; asked only for what `namesNeeded` lists. */
  definitions(name: string): readonly Definition[];
  /** What a type extends and implements, from references resolved before. Calls are therefore resolved last. */
  bases(symbol: number): readonly Definition[];
}

/** Definitions and how they were come by, before they are targets. */
export interface Found {
  readonly definitions: readonly Definition[];
  readonly certainty: Certainty;
}
