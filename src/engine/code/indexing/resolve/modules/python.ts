// Resolves `.models`, `..` and `package.module` to files and packages with __init__.py, in the root, in src/ or beside
// a script.
import { folderOf, isUnder, joinPath, nearest, type ProjectFiles } from '../project-files.ts';
import { entryModule, fileModule, folderModule, type Module } from './module.ts';

export function pythonModule(specifier: string, from: string, files: ProjectFiles): Module | null {
  const [, dots = '', rest = ''] = /^(\.*)\s*(.*)$/.exec(specifier) ?? [];
  const path = rest.split('.').filter(Boolean).join('/');
  if (dots !== '') return moduleAt(joinPath(folderOf(from), '../'.repeat(dots.length - 1), path), files);
  if (path === '') return null;
  // A module path includes all its packages, so it starts in a folder that is not a package.
  const named = [`${path}.py`, `${path}.pyi`].flatMap((file) => files.endingWith(file));
  const packages = files.foldersEndingWith(path).map((folder) => `${folder}/__init__.py`);
  const roots = [...named, ...packages.filter((file) => files.has(file))].filter((file) => {
    const root = file.slice(0, file.lastIndexOf(path));
    return !files.has(`${root}__init__.py`);
  });
  const module = nearest(sourcesFirst(roots, from), from);
  if (module) return moduleAt(module.replace(/(?:\/__init__)?\.pyi?$/, ''), files);
  // A namespace package has no file of its own; a single name is more likely a library.
  const folder = path.includes('/') && nearest(files.foldersEndingWith(path), from);
  return folder ? folderModule(folder) : null;
}

function moduleAt(path: string, files: ProjectFiles): Module | null {
  for (const file of [`${path}.py`, `${path}.pyi`]) if (files.has(file)) return fileModule(file);
  const packageFile = joinPath(path, '__init__.py');
  if (files.has(packageFile)) return entryModule(packageFile);
  return files.hasFolder(path) ? folderModule(path) : null;
}

/** Prefers modules beside the file to those at the root or in src. */
function sourcesFirst(paths: readonly string[], from: string): readonly string[] {
  const beside = paths.filter((path) => isUnder(path, folderOf(from)) && folderOf(from) !== '');
  return beside.length > 0 ? beside : paths;
}
