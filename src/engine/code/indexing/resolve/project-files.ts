// The paths of a project, to find the file that an import means.

/** Everything before the last slash; empty at the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The file name without its last extension: `shape.test` for `src/shape.test.ts`. */
export const stemOf = (path: string): string => baseOf(path).replace(/(?<=.)\.[^.]*$/, '');

export const joinPath = (...parts: readonly string[]): string => {
  const joined: string[] = [];
  for (const part of parts.join('/').split('/')) {
    if (part === '..' && joined.length > 0 && joined.at(-1) !== '..') joined.pop();
    else if (part !== '' && part !== '.') joined.push(part);
  }
  return joined.join('/');
};

export const isUnder = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** How many folders two paths share from the root. */
function kinship(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  let shared = 0;
  while (shared < left.length - 1 && shared < right.length - 1 && left[shared] === right[shared]) shared++;
  return shared;
}

/** The path closest to a file: most folders in common, then least nested. */
export function nearest(paths: readonly string[], from: string): string | null {
  const rank = (path: string): number => kinship(path, from) * 100 - path.split('/').length;
  return paths.toSorted((a, b) => rank(b) - rank(a) || a.localeCompare(b))[0] ?? null;
}

export class ProjectFiles {
  /** The name of the project's folder, which is often that of its Go module or crate. */
  readonly name: string;
  readonly #ids: ReadonlyMap<string, number>;
  readonly #byBase = new Map<string, string[]>();
  readonly #folders = new Map<string, string[]>();
  readonly #foldersByBase = new Map<string, string[]>();

  constructor(ids: ReadonlyMap<string, number>, name = '') {
    this.#ids = ids;
    this.name = name;
    for (const path of ids.keys()) {
      push(this.#byBase, baseOf(path), path);
      this.#addFolder(folderOf(path)).push(path);
    }
  }

  id(path: string): number | null {
    return this.#ids.get(path) ?? null;
  }

  has(path: string): boolean {
    return this.#ids.has(path);
  }

  hasFolder(folder: string): boolean {
    return this.#folders.has(folder);
  }

  /** The files directly in a folder. */
  within(folder: string): readonly string[] {
    return this.#folders.get(folder) ?? [];
  }

  /** All paths that end with this one, comparing whole names. */
  endingWith(suffix: string): string[] {
    const found = this.#byBase.get(baseOf(suffix)) ?? [];
    return suffix.includes('/') ? found.filter((path) => path === suffix || path.endsWith(`/${suffix}`)) : [...found];
  }

  foldersEndingWith(suffix: string): string[] {
    const found = this.#foldersByBase.get(baseOf(suffix)) ?? [];
    return found.filter((path) => path === suffix || path.endsWith(`/${suffix}`));
  }

  /** The nearest folder at or above a file that contains one of these names. */
  folderAbove(path: string, names: readonly string[]): string | null {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      if (names.some((name) => this.has(folder === '' ? name : `${folder}/${name}`))) return folder;
      if (folder === '') return null;
    }
  }

  #addFolder(folder: string): string[] {
    const known = this.#folders.get(folder);
    if (known) return known;
    const files: string[] = [];
    this.#folders.set(folder, files);
    push(this.#foldersByBase, baseOf(folder), folder);
    if (folder !== '') this.#addFolder(folderOf(folder));
    return files;
  }
}

function push<K>(map: Map<K, string[]>, key: K, value: string): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
