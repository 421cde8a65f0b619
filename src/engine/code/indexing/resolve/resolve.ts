// Resolves the names in a file to symbols and files. Nothing is executed and no types are inferred: names, imports,
// scopes and declared parameters decide, and ambiguous references stay unresolved.

import type { Target } from '../../ports.ts';
import { resolveCall } from './calls.ts';
import { isTest } from './definitions.ts';
import { Imports } from './imports.ts';
import { type NameRules, rulesOf } from './languages.ts';
import type { Module } from './modules/module.ts';
import { baseOf, folderOf, stemOf } from './project-files.ts';
import { declaredType, enclosing, returnedType } from './receivers.ts';
import type { Found, Lookup, Reference, ReferencingFile } from './reference.ts';
import { resolveType } from './types.ts';
import { View } from './view.ts';

/** More targets than this would be a guess. */
const MAX_TARGETS = 8;

/** The targets of each reference, in order; empty if nothing in the project is meant, or if it is ambiguous. */
export function resolveReferences(
  from: ReferencingFile,
  references: readonly Reference[],
  project: Lookup,
): readonly (readonly Target[])[] {
  const rules = rulesOf(from.file.language);
  if (!rules) return references.map(() => []);
  const view = new View(from, rules, project);
  return references.map((reference) => {
    if (reference.kind === 'import') return importTargets(reference, view);
    return targetsOf(
      reference.kind === 'call' ? resolveCall(reference, view) : resolveType(reference.name, reference, view),
    );
  });
}

const targetsOf = (found: Found | null): Target[] =>
  (found?.definitions ?? [])
    .slice(0, MAX_TARGETS)
    .map(({ file, id }) => ({ file, symbol: id, certainty: found?.certainty ?? 'name' }));

function importTargets(reference: Reference, view: View): Target[] {
  const found = view.imports.all.find((known) => known.reference.id === reference.id);
  if (!found) return [];
  const named = found.definitions;
  if (named.length > 0) return targetsOf({ definitions: named, certainty: 'import' });
  return filesOf(found.part ?? found.whole, view).flatMap((path) => {
    const file = view.project.files.id(path);
    return file === null ? [] : { file, symbol: null, certainty: 'import' as const };
  });
}

/** The files of a module; for a package with many files, only the one with its name. */
function filesOf(module: Module | null, { project, file }: View): readonly string[] {
  if (!module) return [];
  const { paths, folder } = module;
  const all = paths.length > 0 || folder === null ? paths : project.files.within(folder);
  const meant = all.filter(
    (path) => path !== file.path && (paths.length === 1 || (!isTest(path) && isAlike(path, file.path))),
  );
  return meant.length <= MAX_TARGETS ? meant : meant.filter((path) => stemOf(path) === baseOf(folderOf(path)));
}

/** Excludes other files beside the sources of a package. */
const isAlike = (path: string, from: string): boolean => extensionOf(path) === extensionOf(from);

const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.'));

/** Every name that may be needed to resolve the references, for a single query to the store. */
export function namesNeeded(from: ReferencingFile, references: readonly Reference[]): ReadonlySet<string> {
  const rules = rulesOf(from.file.language);
  const names = new Set<string>();
  if (!rules) return names;
  const imported = new Map(from.imports.map((reference) => [reference.alias ?? reference.name, reference]));
  for (const reference of references) {
    for (const name of namesOf(reference, from, rules)) {
      names.add(name);
      const by = imported.get(name);
      if (by) for (const original of Imports.names(by)) names.add(original);
    }
  }
  return names;
}

function namesOf(reference: Reference, from: ReferencingFile, rules: NameRules): string[] {
  const { kind, name, qualifier, receiver } = reference;
  if (kind === 'import') return Imports.names(reference);
  const names = [name];
  if (isOwnName(qualifier ?? name) || (qualifier === null && rules.implicitThis && rules.openTypes))
    for (const owner of enclosing(reference, from.symbols, rules)) if (owner.mayBeType) names.push(owner.name);
  if (qualifier === null) return names;
  const first = /^[$\w]+/.exec(qualifier)?.[0] ?? '';
  const declared = declaredType(first, reference, from.symbols, rules);
  for (const written of [qualifier, declared, receiver]) names.push(...(written?.match(/[\p{L}_$][\w$]*/gu) ?? []));
  return names;
}

/**
 * The types returned by functions before a method: `newShape().draw()` needs the definition of what newShape returns.
 * Called after the needed names are loaded; the result is loaded before resolving.
 */
export function namesReturned(
  from: ReferencingFile,
  references: readonly Reference[],
  project: Lookup,
): ReadonlySet<string> {
  const rules = rulesOf(from.file.language);
  const names = new Set<string>();
  if (!rules) return names;
  for (const { kind, qualifier, receiver } of references) {
    if (kind !== 'call' || qualifier === null) continue;
    for (const callee of `${qualifier} ${receiver ?? ''}`.matchAll(/([\p{L}_$][\w$]*)(?:<[^()]*>)?\(/gu))
      for (const definition of project.definitions(callee[1] ?? '')) {
        const type = returnedType(definition, rules);
        if (type) names.add(type);
      }
  }
  return names;
}

/** Names that stand for the enclosing type. */
const isOwnName = (name: string): boolean => /^(?:Self|self|super|this|base|cls|\$this|static|parent)\b/.test(name);
