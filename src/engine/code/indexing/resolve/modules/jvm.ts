// Java, Kotlin and Scala: a package name is the path of its folder below some source folder.
import { folderOf, nearest, type ProjectFiles } from '../project-files.ts';
import { fileModule, type Module } from './module.ts';

const EXTENSIONS = ['.java', '.kt', '.scala'];

/** Finds a class by its file, or a package by its folders, since tests and sources share a package. */
export function jvmModule(specifier: string, from: string, files: ProjectFiles): Module | null {
  const path = specifier.replaceAll('.', '/');
  const named = nearest(
    EXTENSIONS.flatMap((extension) => files.endingWith(`${path}${extension}`)),
    from,
  );
  if (named && path.includes('/')) return fileModule(named);
  const folders = files.foldersEndingWith(path);
  const paths = path === '' ? [] : folders.flatMap((folder) => files.within(folder));
  if (paths.length > 0) return { paths, folder: null, deep: false };
  // A nested class or a companion is in the file of the enclosing class.
  return specifier.includes('.') && /\.[A-Z][^.]*$/.test(specifier)
    ? jvmModule(specifier.slice(0, specifier.lastIndexOf('.')), from, files)
    : null;
}

const SOURCE_FOLDER = /^(?:.*\/)?(?:java|kotlin|scala(?:-[\w.]+)?)\//;

/** The package path that all files of a package share, whatever their source folder. */
export const packageOf = (path: string): string => folderOf(path).concat('/').replace(SOURCE_FOLDER, '');
