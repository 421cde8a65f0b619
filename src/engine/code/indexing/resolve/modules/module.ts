// Where the names of a module may be defined.
import { folderOf, type ProjectFiles } from '../project-files.ts';

export interface Module {
  /** The files it consists of. */
  readonly paths: readonly string[];
  /** Where to look if they do not define a name, because they may re-export it. */
  readonly folder: string | null;
  /** Whether subfolders of that folder count. */
  readonly deep: boolean;
}

/** Finds the module that a specifier in a file names; null if it is not in the project. */
export type ModuleFinder = (specifier: string, from: string, files: ProjectFiles) => Module | null;

export const fileModule = (path: string): Module => ({ paths: [path], folder: null, deep: false });

/** A file that may re-export the definitions of its neighbours, such as an index. */
export const entryModule = (path: string): Module => ({ paths: [path], folder: folderOf(path), deep: true });

export const folderModule = (folder: string): Module => ({ paths: [], folder, deep: false });
