// Resolves `crate::`, `super::`, `self::`, `mod name;` and the crates of a workspace, found by their Cargo.toml.
import { baseOf, folderOf, isUnder, joinPath, nearest, type ProjectFiles, stemOf } from '../project-files.ts';
import type { Module } from './module.ts';

/** Files that represent their folder. */
const ROOTS: ReadonlySet<string> = new Set(['mod', 'lib', 'main']);

/** The path of a `use` without its last name. A name missing in the file is searched in the crate (`pub use`). */
export function rustModule(specifier: string, from: string, files: ProjectFiles): Module | null {
  const [first = '', ...rest] = specifier.split('::').map((part) => part.trim());
  const crate = crateOf(from, files);
  if (first === 'crate') return inCrate(crate, joinPath(crate.source, ...rest), files);
  if (first === 'self') return inCrate(crate, joinPath(moduleFolder(from), ...rest), files);
  if (first === 'super') {
    const up = 1 + rest.findIndex((part) => part !== 'super');
    const levels = up === 0 ? rest.length + 1 : up;
    return inCrate(crate, joinPath(moduleFolder(from), '../'.repeat(levels), ...rest.slice(levels - 1)), files);
  }
  const beside = moduleFile(joinPath(moduleFolder(from), first), files);
  if (beside) return inCrate(crate, joinPath(moduleFolder(from), first, ...rest), files);
  const other = workspaceCrate(first, from, files);
  return other && inCrate(other, joinPath(other.source, ...rest), files);
}

interface Crate {
  readonly folder: string;
  readonly source: string;
}

function crateOf(path: string, files: ProjectFiles): Crate {
  const folder = files.folderAbove(path, ['Cargo.toml']) ?? '';
  const source = joinPath(folder, 'src');
  const roots = ['lib.rs', 'main.rs'].map((name) => joinPath(folderOf(path), name));
  // A binary or an example may have its root outside src.
  if (isUnder(path, source)) return { folder, source };
  const root = files.folderAbove(path, ['lib.rs', 'main.rs']);
  return { folder, source: roots.some((file) => files.has(file)) ? folderOf(path) : (root ?? source) };
}

/** Finds `grep_searcher` in `searcher/`, in `grep-searcher/`, or as the project of that name. */
function workspaceCrate(name: string, from: string, files: ProjectFiles): Crate | null {
  const folders = files
    .endingWith('Cargo.toml')
    .map(folderOf)
    .filter((folder) => {
      const known = (folder === '' ? files.name : baseOf(folder)).replaceAll('-', '_');
      return known !== '' && (name === known || name.endsWith(`_${known}`) || known.endsWith(`_${name}`));
    });
  const exact = folders.filter((folder) => baseOf(folder).replaceAll('-', '_') === name);
  const folder = nearest(exact.length > 0 ? exact : folders, from);
  if (folder === null || !files.hasFolder(joinPath(folder, 'src'))) return null;
  return { folder, source: joinPath(folder, 'src') };
}

function inCrate({ folder, source }: Crate, path: string, files: ProjectFiles): Module {
  const file =
    path === source
      ? ['lib.rs', 'main.rs'].map((name) => joinPath(source, name)).find((root) => files.has(root))
      : (moduleFile(path, files) ?? moduleFile(folderOf(path), files));
  const paths = file === undefined ? [] : [file];
  return { paths, folder: files.hasFolder(source) ? source : folder, deep: true };
}

function moduleFile(path: string, files: ProjectFiles): string | undefined {
  return [`${path}.rs`, joinPath(path, 'mod.rs'), joinPath(path, 'main.rs')].find((file) => files.has(file));
}

/** The folder of the modules that a file declares. */
const moduleFolder = (path: string): string => (ROOTS.has(stemOf(path)) ? folderOf(path) : path.replace(/\.rs$/, ''));
