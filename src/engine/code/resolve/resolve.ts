// From the names in a file to the symbols and files they mean. Nothing is executed and no types are inferred: names,
// imports, scopes and declared parameters decide, and what they leave open stays open.
import { isType, outsideTests, ownerOf, single } from './definitions.ts';
import { Imports } from './imports.ts';
import { type NameRules, rulesOf } from './languages.ts';
import { resolveCall } from './calls.ts';
import { declaredType, enclosing, madeType, pathOf } from './receivers.ts';
import type { Found, Project, Reference, ReferencingFile, Target } from './reference.ts';
import { resolveType } from './types.ts';
import { View } from './view.ts';

/** More places than this are a guess. */
const MOST_TARGETS = 8;

/** The targets of each reference, in order; empty where nothing in the project is meant or too much might be. */
export function resolveReferences(
  from: ReferencingFile,
  references: readonly Reference[],
  project: Project,
): readonly (readonly Target[])[] {
  const rules = rulesOf(from.file.language);
  if (!rules) return references.map(() => []);
  const view = new View(from, rules, project);
  return references.map((reference) => {
    if (reference.kind === 'import') return importTargets(reference, view);
    return targetsOf(reference.kind === 'call' ? resolveCall(reference, view) : resolveType(reference.name, reference, view));
  });
}

const targetsOf = (found: Found | null): Target[] =>
  (found?.definitions ?? [])
    .slice(0, MOST_TARGETS)
    .map(({ fileId, id }) => ({ fileId, symbolId: id, certainty: found?.certainty ?? 'name' }));

function importTargets(reference: Reference, view: View): Target[] {
  const found = view.imports.all.find((known) => known.reference.id === reference.id);
  if (!found) return [];
  const named = found.definitions(view.project, view.isFamily);
  if (named.length > 0) return targetsOf({ definitions: named, certainty: 'import' });
  const paths = (found.part ?? found.whole)?.paths ?? [];
  // A package of many files is no file.
  if (paths.length !== 1) return [];
  return paths.flatMap((path) => {
    const fileId = view.project.files.id(path);
    return fileId === null ? [] : { fileId, symbolId: null, certainty: 'import' as const };
  });
}

/** Every name whose definitions the references may lead to, for one question to the store. */
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
  const { kind, name, qualifier } = reference;
  if (kind === 'import') return Imports.names(reference);
  const names = [name];
  if (isOwnName(name)) names.push(...enclosing(reference, from.symbols, rules).map((owner) => owner.name));
  if (qualifier === null) return names;
  const made = madeType(qualifier);
  if (made) names.push(made.split(/\.|::/).at(-1) ?? made);
  const path = pathOf(qualifier);
  if (!path) return names;
  const declared = declaredType(path[0] ?? '', reference, from.symbols, rules);
  if (declared) names.push(...declared.split(/\.|::|\\/));
  return [...names, ...path];
}

/** Names that stand for the type around them. */
const isOwnName = (name: string): boolean => /^(?:Self|self|super|this|base|new)$/.test(name);
