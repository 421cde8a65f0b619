// The input of a resolution, what it may look up, and its result.
import type { Certainty, Definition, IndexedFile } from '../../ports.ts';
import type { CodeReference } from '../../symbols.ts';
import type { ProjectFiles } from './project-files.ts';

export type Reference = Pick<CodeReference, 'kind' | 'name' | 'qualifier' | 'receiver' | 'alias' | 'line' | 'scope'> & {
  readonly id: number;
};

/** What is needed of a file to resolve any of its references. */
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
  /** What a type extends and implements, from references resolved earlier; therefore calls are resolved last. */
  bases(symbol: number): readonly Definition[];
}

/** Definitions with how surely they were found, before they become targets. */
export interface Found {
  readonly definitions: readonly Definition[];
  readonly certainty: Certainty;
}
