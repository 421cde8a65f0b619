// Resolves relative paths without an extension or with that of the compiled file, index files, workspace packages and
// path aliases: the latter two by their last names, because neither package.json nor tsconfig.json is read.
import { folderOf, joinPath, nearest, type ProjectFiles } from '../project-files.ts';
import { entryModule, type Module } from './module.ts';

const EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '.d.ts'];
/** The folders in which a package of a workspace keeps its sources. */
const SOURCE_FOLDERS = ['', 'src', 'lib', 'source'];
/** `@/shop`, `~/shop`, `#shop`, `src/shop`: an alias of a folder rather than a package. */
const ALIAS = /^(?:[@~#]\/|[~#]|src\/)/;
const SCOPED = /^@[^/]+\//;

export function ecmascriptModule(specifier: string, from: string, files: ProjectFiles): Module | null {
  const path = found(
    specifier.replace(/[?#].*$/, (tail) => (specifier.startsWith('#') ? tail : '')),
    from,
    files,
  );
  return path === null ? null : entryModule(path);
}

function found(specifier: string, from: string, files: ProjectFiles): string | null {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) return fileAt(joinPath(folderOf(from), specifier), files);
  if (specifier.startsWith('node:')) return null;
  const alias = ALIAS.exec(specifier);
  if (alias) return ending(specifier.slice(alias[0].length), from, files);
  if (SCOPED.test(specifier)) {
    const [scope = '', name = '', ...rest] = specifier.split('/');
    // A scope is known to be ours only if it has the project's name.
    return scope === `@${files.name}` ? packageFile(name, rest.join('/'), from, files) : null;
  }
  const [name = '', ...rest] = specifier.split('/');
  return packageFile(name, rest.join('/'), from, files);
}

/** Finds a file in a folder that has the package's name and a package.json. */
function packageFile(name: string, rest: string, from: string, files: ProjectFiles): string | null {
  const named = files.foldersEndingWith(name).filter((folder) => files.has(joinPath(folder, 'package.json')));
  const roots = files.name === name && files.has('package.json') ? ['', ...named] : named;
  const folders = roots.filter((folder) => !folder.split('/').includes('node_modules'));
  const found = folders.flatMap((folder) =>
    SOURCE_FOLDERS.flatMap((source) => fileAt(joinPath(folder, source, rest), files) ?? []),
  );
  return found.length > 1 ? nearest(found, from) : (found[0] ?? null);
}

/** Finds a path that is relative to some folder of the project. */
function ending(suffix: string, from: string, files: ProjectFiles): string | null {
  const tried = [...EXTENSIONS.map((extension) => `${suffix}${extension}`), suffix, ...indexes(suffix)];
  const paths = tried.flatMap((tail) => files.endingWith(tail));
  return nearest(
    paths.filter((path) => EXTENSIONS.some((extension) => path.endsWith(extension))),
    from,
  );
}

const indexes = (folder: string): string[] =>
  EXTENSIONS.map((extension) => `${folder === '' ? '' : `${folder}/`}index${extension}`);

function fileAt(path: string, files: ProjectFiles): string | null {
  if (files.has(path)) return path;
  const source = path.replace(/\.([mc]?)jsx?$/, '.$1ts');
  const tried = [source, `${source}x`, ...EXTENSIONS.map((extension) => `${path}${extension}`)];
  if (files.hasFolder(path)) tried.push(...indexes(path));
  return tried.find((candidate) => files.has(candidate)) ?? null;
}
