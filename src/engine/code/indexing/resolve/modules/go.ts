// A package is a folder, and its import path ends with the folder's path relative to the go.mod.
import { baseOf, folderOf, joinPath, type ProjectFiles } from '../project-files.ts';
import { folderModule, type Module } from './module.ts';

/** First names of the standard library; listed, because a project's own module may lack a dot in its name as well. */
const STANDARD: ReadonlySet<string> = new Set(
  `C archive bufio builtin bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt
  go hash html image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices sort
  strconv strings structs sync syscall testing text time unicode unique unsafe weak`.split(/\s+/),
);

export function goModule(specifier: string, from: string, files: ProjectFiles): Module | null {
  const parts = specifier.split('/');
  if (STANDARD.has(parts[0] ?? '')) return null;
  const modules = files.endingWith('go.mod').map(folderOf);
  const roots = modules.length > 0 ? modules : [''];
  for (let skipped = 1; skipped < parts.length; skipped++) {
    const rest = parts.slice(skipped).join('/');
    const folder = roots.map((root) => joinPath(root, rest)).find((path) => hasGo(path, files));
    if (folder !== undefined) return folderModule(folder);
  }
  return rootPackage(parts, from, files, roots);
}

/** The package beside the go.mod has the module's name, which only shows if a file or the folder has it too. */
function rootPackage(
  parts: readonly string[],
  from: string,
  files: ProjectFiles,
  roots: readonly string[],
): Module | null {
  const name = parts.findLast((part) => !/^v\d+$/.test(part)) ?? '';
  const named = roots.filter(
    (root) =>
      hasGo(root, files) &&
      (files.has(joinPath(root, `${name}.go`)) || (root === '' ? files.name === name : baseOf(root) === name)),
  );
  const root = named.toSorted((a, b) => b.length - a.length).find((folder) => from.startsWith(folder)) ?? named[0];
  return root === undefined ? null : folderModule(root);
}

const hasGo = (folder: string, files: ProjectFiles): boolean =>
  files.within(folder).some((path) => path.endsWith('.go'));
