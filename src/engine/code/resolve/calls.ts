// What a call calls: a function in sight, a method of a type that can be told, or the only one of its name.
import { inModule, isTypeName, outsideTests, ownerOf, single } from './definitions.ts';
import { type Import, isCallable, isOutermost } from './imports.ts';
import { isCommonName } from './common-names.ts';
import { declaredType, enclosing, isParameter, madeType, pathOf } from './receivers.ts';
import type { Certainty, Definition, Found, Reference } from './reference.ts';
import { qualifiedType, resolveType } from './types.ts';
import type { View } from './view.ts';

export function resolveCall(reference: Reference, view: View): Found | null {
  const { name, qualifier } = reference;
  if (qualifier === null) return resolveBare(reference, view);
  if (view.rules.self.test(qualifier)) return ofEnclosing(name, reference, view);
  if (view.rules.super.test(qualifier)) return ofBases(name, reference, view);
  const path = pathOf(qualifier);
  if (!path) {
    const made = madeType(qualifier);
    return made ? ofType(made, reference, view) : byMethodName(reference, view);
  }
  return byPath(path, reference, view);
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
  if (rules.family !== 'c' && isParameter(reference, view.symbols.filter((symbol) => !inScope.some(({ container }) => container === view.qualifiedName(symbol))))) return null;
  if (inScope.length > 0) return found(inScope, 'exact');
  if (rules.implicitThis) {
    const method = ofEnclosing(name, reference, view);
    if (method) return method;
  }
  const by = view.imports.named(name);
  if (by) {
    const imported = by.definitions(view.project, view.isFamily).filter(isCallable);
    if (imported.length > 0) return found(imported, 'import');
    if (rules.sees !== 'project') return null;
  }
  const outermost = callable.filter((definition) => isOutermost(definition, rules));
  const seen = outermost.filter((definition) => view.sees(definition) && isShared(definition, view));
  if (rules.sees !== 'project') return found(seen, 'exact') ?? found(view.wildcard(name), 'import');
  return found(view.wildcard(name), 'import') ?? found(single(outsideTests(seen, view.file.path)), 'name');
}

/** `Self { … }` in Rust, `this(…)` and `super(…)` in constructors. */
function ownType(name: string, reference: Reference, view: View): Found | null {
  const owner = enclosing(reference, view.symbols, view.rules).find(({ symbol }) => symbol !== null)?.symbol;
  if (!owner) return null;
  if (name === 'Self' || name === 'this') return found([owner], 'exact');
  return found(view.project.bases(owner.id).filter(({ kind }) => kind === 'class'), 'exact');
}

/** Names that only their own file may use: methods, what is inside a function. */
function isShared({ container, kind }: Definition, view: View): boolean {
  return container === null || kind !== 'function' || view.rules.sees === 'project';
}

/** The innermost definitions that the place of a reference lies in. */
function visibleFrom({ scope }: Reference, own: readonly Definition[], view: View): readonly Definition[] {
  const around = `${scope ?? ''}${view.rules.separator}`;
  const depth = ({ container }: Definition): number => container?.length ?? 0;
  const visible = own.filter(
    (definition) =>
      (definition.kind !== 'method' || view.rules.implicitThis) &&
      (definition.container === null || around.startsWith(`${definition.container}${view.rules.separator}`)),
  );
  const deepest = Math.max(...visible.map(depth));
  return visible.filter((definition) => depth(definition) === deepest);
}

/** `self.name()`: of the class around it, or of what that is built upon. */
function ofEnclosing(name: string, reference: Reference, view: View): Found | null {
  const methods = view.definitions(name);
  for (const owner of enclosing(reference, view.symbols, view.rules)) {
    const own = methods.filter((method) => view.isOwn(method) && method.container === owner.path);
    if (own.length > 0 && (owner.symbol || own.every(({ kind }) => kind === 'method'))) return found(own, 'exact');
    if (owner.symbol) {
      const inherited = view.methodOf(owner.symbol, name);
      if (inherited.length > 0) return found(inherited, 'exact');
    }
    if (!view.rules.openTypes) continue;
    const elsewhere = methods.filter((method) => method.kind === 'method' && ownerOf(method) === owner.name);
    if (elsewhere.length > 0) return found(single(elsewhere), 'exact');
    const type = owner.symbol ? null : view.type(owner.name);
    const inherited = type?.definitions.flatMap((definition) => view.methodOf(definition, name)) ?? [];
    if (inherited.length > 0) return found(inherited, 'exact');
  }
  return null;
}

/** `super.name()` */
function ofBases(name: string, reference: Reference, view: View): Found | null {
  const owner = enclosing(reference, view.symbols, view.rules).find(({ symbol }) => symbol !== null)?.symbol;
  for (const base of owner ? view.project.bases(owner.id) : []) {
    const inherited = view.methodOf(base, name);
    if (inherited.length > 0) return found(inherited, 'exact');
  }
  return null;
}

/** A method of a type that is written as a name or a path. */
function ofType(type: string, reference: Reference, view: View): Found | null {
  const parts = type.split(/\.|::|\\/);
  const name = parts.at(-1) ?? type;
  const qualifier = parts.slice(0, -1).join(view.rules.separator);
  const owner = qualifier === '' ? view.type(name) : qualifiedType(name, qualifier, view);
  if (!owner) return null;
  const methods = owner.definitions.flatMap((definition) => view.methodOf(definition, reference.name));
  return found(methods, owner.certainty);
}

function byPath(path: readonly string[], reference: Reference, view: View): Found | null {
  const { name, qualifier } = reference;
  const [first = ''] = path;
  const last = path.at(-1) ?? first;
  const declared = path.length === 1 ? declaredType(first, reference, view.symbols, view.rules) : null;
  // A declared type that is not the project's is an answer, too.
  if (declared) return ofType(declared, reference, view);
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
  const module = view.rules.module(qualifier ?? '', view.file.path, view.project.files);
  if (module && view.rules.separator === '::') {
    const there = view.definitions(name).filter((d) => isOutermost(d, view.rules) && module.paths.includes(d.path));
    if (there.length > 0) return found(there, 'import');
  }
  const owned = view.definitions(name).filter((definition) => ownerOf(definition) === last);
  if (owned.length > 0 && /^[A-Z]/.test(last)) {
    const own = owned.filter(view.isOwn);
    return own.length > 0 ? found(own, 'exact') : found(single(outsideTests(owned, view.file.path)), 'name');
  }
  return byMethodName(reference, view);
}

/** `shapes.area()`, `geometry.shapes.area()` */
function ofModule(by: Import, path: readonly string[], name: string, view: View): readonly Definition[] {
  if (path.length === 1 && by.local === path[0]) return by.member(name, view.project, view.isFamily);
  if (!view.rules.importsParts) return [];
  const { reference, isWhole } = by;
  const { separator } = view.rules;
  const base = isWhole || reference.qualifier === null ? (by.local === path[0] ? reference.qualifier : path[0]) : `${reference.qualifier}${separator}${reference.name}`;
  const module = view.rules.module([base, ...path.slice(1)].join(separator), view.file.path, view.project.files);
  if (!module) return [];
  return inModule(view.definitions(name).filter((definition) => isOutermost(definition, view.rules)), module);
}

/** What a module of another project offers is not ours, and what one of ours does not offer is not there. */
function isDecided(by: Import, path: readonly string[], view: View): boolean {
  if (view.rules.sees === 'project') return false;
  return (!by.whole && !by.part) || (path.length === 1 && (by.part !== null || by.isWhole));
}

/** On a receiver nobody knows: the only method of its name, unless everything has such a method. */
function byMethodName(reference: Reference, view: View): Found | null {
  const { name } = reference;
  if (isCommonName(name)) return null;
  const methods = view.definitions(name).filter((definition) => isMethod(definition, view));
  return found(single(outsideTests(methods, view.file.path)), 'name');
}

/** In Go and C++ only types have methods; elsewhere an object or a function may seem to, unless it is named like a type. */
function isMethod(definition: Definition, { rules }: View): boolean {
  const owner = ownerOf(definition);
  if (definition.kind !== 'method' || owner === null) return false;
  return rules.family === 'go' || rules.family === 'c' || isTypeName(owner);
}
