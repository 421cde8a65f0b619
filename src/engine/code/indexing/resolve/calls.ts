// Resolves calls: to a visible function, to a method of a known type, or to the only definition of the name.

import type { Certainty, Definition } from '../../ports.ts';
import { isCommonName } from './common-names.ts';
import { inModule, isTypeName, outsideTests, ownerOf, single } from './definitions.ts';
import { type Import, isCallable, isOutermost, isProperty } from './imports.ts';
import { enclosing, isParameter, pathOf } from './receivers.ts';
import type { Found, Reference } from './reference.ts';
import { receiverType, typeNamed, type Value } from './values.ts';
import type { View } from './view.ts';

/** `depth` is the position in a chain of calls, which limits how far receivers are followed. */
export function resolveCall(reference: Reference, view: View, depth = 0): Found | null {
  const { name, qualifier } = reference;
  if (qualifier === null) return resolveBare(reference, view);
  if (view.rules.self.test(qualifier)) return ofEnclosing(name, reference, view);
  if (view.rules.super.test(qualifier)) return ofBases(name, reference, view);
  const value = receiverType(qualifier, reference, view, resolveCall, depth);
  // A type from outside the project is also an answer: the method is not ours.
  if (value) return methodOf(value, reference, view);
  const path = pathOf(qualifier);
  return path ? byPath(path, reference, view) : byMethodName(reference, view);
}

function found(definitions: readonly Definition[], certainty: Certainty): Found | null {
  return definitions.length > 0 ? { definitions, certainty } : null;
}

function resolveBare(reference: Reference, view: View): Found | null {
  const { name } = reference;
  const { rules } = view;
  if (rules.constructors.test(name)) return ownType(name, reference, view);
  const callable = view.definitions(name).filter(isCallable);
  const inScope = visibleFrom(reference, callable.filter(view.isOwn), view);
  if (rules.family !== 'c' && isParameter(reference, view.symbols, inScope[0]?.container ?? null)) return null;
  if (inScope.length > 0) return found(latest(inScope, reference), 'exact');
  if (rules.implicitThis) {
    const method = ofEnclosing(name, reference, view);
    if (method) return method;
  }
  const by = view.imports.named(name);
  if (by) {
    const imported = by.definitions.filter(isCallable);
    if (imported.length > 0) return found(imported, 'import');
    if (rules.sees !== 'project') return null;
  }
  const outermost = callable.filter((definition) => isOutermost(definition, rules));
  const seen = outermost.filter((definition) => view.sees(definition) && isShared(definition, view));
  if (rules.sees !== 'project') return found(seen, 'exact') ?? found(view.wildcard(name), 'import');
  const brought = found(view.wildcard(name), 'import') ?? found(view.behindHeader(seen), 'name');
  if (brought) return brought;
  // A common name probably means a built-in, not a definition of the project.
  return isCommonName(name) ? null : found(single(outsideTests(seen, view.file.path)), 'name');
}

/** Resolves `Self { … }` in Rust, and `this(…)` and `super(…)` in constructors. */
function ownType(name: string, reference: Reference, view: View): Found | null {
  const owner = enclosing(reference, view.symbols, view.rules).find(({ symbol }) => symbol !== null)?.symbol;
  if (!owner) return null;
  if (name === 'Self' || name === 'this') return found([owner], 'exact');
  return found(
    view.project.bases(owner.id).filter(({ kind }) => kind === 'class'),
    'exact',
  );
}

/** Whether other files may use it; not so for functions inside a function or class. */
function isShared({ container, kind }: Definition, view: View): boolean {
  return container === null || kind !== 'function' || view.rules.sees === 'project';
}

/** The innermost definitions visible from a reference. */
function visibleFrom({ scope }: Reference, own: readonly Definition[], view: View): readonly Definition[] {
  const around = `${scope ?? ''}${view.rules.separator}`;
  const depth = ({ container }: Definition): number => container?.length ?? 0;
  const visible = own.filter(
    (definition) =>
      (definition.kind !== 'method' || view.rules.implicitThis) &&
      !isProperty(definition) &&
      (definition.container === null || around.startsWith(`${definition.container}${view.rules.separator}`)),
  );
  const deepest = Math.max(...visible.map(depth));
  return visible.filter((definition) => depth(definition) === deepest);
}

/** Of definitions with the same signature, as in tests, the last one above the call is meant. */
function latest(definitions: readonly Definition[], { line }: Reference): readonly Definition[] {
  const bySignature = new Map<string, Definition>();
  for (const definition of definitions) {
    const known = bySignature.get(definition.signature);
    if (!known || definition.line <= line) bySignature.set(definition.signature, definition);
  }
  return [...bySignature.values()];
}

/** Resolves `self.name()` in the enclosing class or its bases. */
function ofEnclosing(name: string, reference: Reference, view: View): Found | null {
  const methods = view.definitions(name);
  for (const owner of enclosing(reference, view.symbols, view.rules)) {
    const own = methods.filter((method) => view.isOwn(method) && method.container === owner.path);
    if (own.length > 0 && (owner.symbol || own.every(({ kind }) => kind === 'method'))) return found(own, 'exact');
    if (owner.symbol) {
      const inherited = view.methodOf(owner.symbol, name);
      if (inherited.length > 0) return found(inherited, 'exact');
    }
    if (!view.rules.openTypes || !owner.mayBeType) continue;
    const elsewhere = methods.filter((method) => method.kind === 'method' && ownerOf(method) === owner.name);
    if (elsewhere.length > 0) return found(single(elsewhere), 'exact');
    const type = owner.symbol ? null : view.type(owner.name);
    const inherited = type?.definitions.flatMap((definition) => view.methodOf(definition, name)) ?? [];
    if (inherited.length > 0) return found(inherited, 'exact');
  }
  return null;
}

/** Resolves `super.name()`. */
function ofBases(name: string, reference: Reference, view: View): Found | null {
  const owner = enclosing(reference, view.symbols, view.rules).find(({ symbol }) => symbol !== null)?.symbol;
  for (const base of owner ? view.project.bases(owner.id) : []) {
    const inherited = view.methodOf(base, name);
    if (inherited.length > 0) return found(inherited, 'exact');
  }
  return null;
}

/** A method of a type given as a name or a path. */
function ofType(type: string, reference: Reference, view: View): Found | null {
  return methodOf(typeNamed(type, view), reference, view);
}

function methodOf(owner: Value, { name }: Reference, view: View): Found | null {
  if (!owner || owner === 'foreign') return null;
  return found(
    owner.definitions.flatMap((definition) => view.methodOf(definition, name)),
    owner.certainty,
  );
}

function byPath(path: readonly string[], reference: Reference, view: View): Found | null {
  const { name, qualifier } = reference;
  const [first = ''] = path;
  const last = path.at(-1) ?? first;
  const by = view.imports.named(first) ?? view.imports.ofModule(first, view.rules.separator);
  if (by) {
    const member = ofModule(by, path, name, view);
    if (member.length > 0) return found(member.filter(isCallable), 'import');
    const method = path.length === 1 ? ofType(first, reference, view) : null;
    if (method) return method;
    if (isDecided(by, path, view)) return null;
  }
  const typed = ofType(path.join(view.rules.separator), reference, view);
  if (typed) return typed;
  const { openPaths = view.rules.separator === '::' } = view.rules;
  const there = openPaths ? ofPath(qualifier ?? '', name, view) : [];
  if (there.length > 0) return found(there, 'import');
  const spaced = view.rules.namespaces ? inNamespace(last, name, view) : null;
  if (spaced) return spaced;
  const owned = view.definitions(name).filter((definition) => ownerOf(definition) === last);
  // In Go a field may have such a name too.
  if (owned.length > 0 && isTypeName(last) && (path.length === 1 || view.rules.family !== 'go')) {
    const own = owned.filter(view.isOwn);
    return own.length > 0 ? found(own, 'exact') : found(single(outsideTests(owned, view.file.path)), 'name');
  }
  return byMethodName(reference, view);
}

/** Resolves `geo::area()`. */
function inNamespace(namespace: string, name: string, view: View): Found | null {
  const named = view.definitions(name).filter((definition) => {
    return ownerOf(definition) === namespace && isOutermost(definition, view.rules);
  });
  const own = named.filter(view.isOwn);
  if (own.length > 0) return found(own, 'exact');
  return found(view.brought(named), 'import') ?? found(single(outsideTests(named, view.file.path)), 'name');
}

/** Resolves `crate::shapes::area()`, a path that needs no import. */
function ofPath(qualifier: string, name: string, view: View): readonly Definition[] {
  const named = view.definitions(name).filter((definition) => isOutermost(definition, view.rules));
  const module = named.length > 0 ? view.module(qualifier) : null;
  return module ? named.filter(({ path }) => module.paths.includes(path)) : [];
}

/** Resolves `shapes.area()` and `geometry.shapes.area()`. */
function ofModule(by: Import, path: readonly string[], name: string, view: View): readonly Definition[] {
  if (path.length === 1 && by.local === path[0]) return by.member(name);
  if (!view.rules.importsParts) return [];
  const { reference, isWhole } = by;
  const { separator } = view.rules;
  const base =
    isWhole || reference.qualifier === null
      ? by.local === path[0]
        ? reference.qualifier
        : path[0]
      : `${reference.qualifier}${separator}${reference.name}`;
  const named = view.definitions(name).filter((definition) => isOutermost(definition, view.rules));
  const module = named.length > 0 ? view.module([base, ...path.slice(1)].join(separator)) : null;
  return module ? inModule(named, module) : [];
}

/** Whether the import settles the matter: the module is foreign, or it is ours and lacks the name. */
function isDecided(by: Import, path: readonly string[], view: View): boolean {
  if (view.rules.sees === 'project') return false;
  return (!by.whole && !by.part) || (path.length === 1 && (by.part !== null || by.isWhole));
}

/** On an unknown receiver: the only method of that name, unless the name is common. */
function byMethodName(reference: Reference, view: View): Found | null {
  const { name } = reference;
  if (isCommonName(name)) return null;
  const { line } = reference;
  const methods = view
    .definitions(name)
    .filter((definition) => isMethod(definition, view))
    // A method that calls its own name on another object is delegating.
    .filter((own) => !view.isOwn(own) || line < own.startLine || own.endLine < line);
  return found(single(outsideTests(methods, view.file.path)), 'name');
}

/** In Go and C++ only types have methods; elsewhere the owner counts as a type only if it is named like one. */
function isMethod(definition: Definition, { rules }: View): boolean {
  const owner = ownerOf(definition);
  if (definition.kind !== 'method' || owner === null) return false;
  return rules.family === 'go' || rules.family === 'c' || isTypeName(owner);
}
