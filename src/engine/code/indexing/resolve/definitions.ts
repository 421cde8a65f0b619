// Choosing among definitions of one name.

import type { Definition } from '../../ports.ts';
import type { SymbolKind } from '../../symbols.ts';
import type { Module } from './modules/module.ts';
import { folderOf, isUnder } from './project-files.ts';

const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set(['class', 'struct', 'interface', 'trait', 'enum', 'type']);

export const isType = ({ kind }: Pick<Definition, 'kind'>): boolean => TYPE_KINDS.has(kind);

const SEPARATORS = /::|\.|\\/;

/** The owner of a method: `Shape` of `geo::Shape`. */
export const ownerOf = ({ container }: Definition): string | null => container?.split(SEPARATORS).at(-1) ?? null;

/** Whether a name is written like a type (`Shape`, `_Parser`) and not like a function or an object. */
export const isTypeName = (name: string): boolean => /^[_$]*\p{Lu}/u.test(name);

const TEST =
  /(?:^|\/)(?:tests?|__tests__|spec|testing|fixtures?|examples?|_examples|benchmarks?)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]*$|Tests?\.\w+$/;

export const isTest = (path: string): boolean => TEST.test(path);

/** Leaves out definitions in tests, because shipped code does not call them. */
export function outsideTests(definitions: readonly Definition[], from: string): readonly Definition[] {
  if (isTest(from)) return definitions;
  const shipped = definitions.filter(({ path }) => !isTest(path));
  return shipped;
}

/** Groups definitions in one place: overloads, or the branches of an #ifdef. */
function groups(definitions: readonly Definition[]): readonly (readonly Definition[])[] {
  const found = new Map<string, Definition[]>();
  for (const definition of definitions) {
    const key = `${definition.file} ${definition.container ?? ''}`;
    const known = found.get(key);
    if (known) known.push(definition);
    else found.set(key, [definition]);
  }
  return [...found.values()];
}

/** All of them if they are in one place, otherwise none, because a guess would too often be wrong. */
export function single(definitions: readonly Definition[]): readonly Definition[] {
  const places = groups(definitions);
  return places.length === 1 ? (places[0] ?? []) : [];
}

export const inFiles = (definitions: readonly Definition[], { paths }: Module): readonly Definition[] =>
  definitions.filter(({ path }) => paths.includes(path));

/** Definitions in the files of a module, or else in its folder if they are unique there. */
export function inModule(definitions: readonly Definition[], module: Module): readonly Definition[] {
  const own = inFiles(definitions, module);
  const { folder, deep } = module;
  if (own.length > 0 || folder === null) return own;
  const offered = definitions.filter(({ path }) => (deep ? isUnder(path, folder) : folderOf(path) === folder));
  if (!deep) return offered;
  const shipped = offered.filter(({ path }) => !isTest(path.slice(folder.length)));
  // Deeper definitions are usually internals of what the folder exports under the same name.
  const shallow = single(shipped.filter(({ path }) => folderOf(path) === folder));
  return shallow.length > 0 ? shallow : single(shipped);
}
