// Where the names of a module may be defined.
import { folderOf, type ProjectFiles } from '../project-files.ts';

export interface Module {
  /** The files it consists of. */
  readonly paths: readonly string[];
  /** Where to look when they do not define a name: what is there may be exported again. */
  readonly folder: string | null;
  /** Whether folders in that folder count. */
  readonly deep: boolean;
}

/** Finds the module a specifier names in a file, or null when it is none of the project's. */
export type ModuleFinder = (specifier: string, from: string, files: ProjectFiles) => Module | null;

export const fileModule = (path: string): Module => ({ paths: [path], folder: null, deep: false });

/** A file that may hand on what its neighbours define, as an index does. */
export const entryModule = (path: string): Module => ({ paths: [path], folder: folderOf(path), deep: true });

export const folderModule = (folder: string): Module => ({ paths: [], folder, deep: false });
