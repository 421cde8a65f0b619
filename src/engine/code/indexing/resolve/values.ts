// Finds the type of a receiver through variables, constructors and declared return types.

import type { Definition } from '../../ports.ts';
import { isType, single } from './definitions.ts';
import { folderOf } from './project-files.ts';
import { chainOf, declaredType, madeType, pathOf, returnedType } from './receivers.ts';
import type { Found, Reference } from './reference.ts';
import { qualifiedType } from './types.ts';
import type { View } from './view.ts';

/** `foreign`: it has a type that is not defined in the project. */
export type Value = Found | 'foreign' | null;

/** Resolves a call at some depth of a chain; passed in because calls and values depend on each other. */
type Resolve = (call: Reference, view: View, depth: number) => Found | null;

/** The maximum number of calls to follow in `a().b().c()`. */
const MAX_CHAIN_LENGTH = 6;

export function receiverType(
  expression: string,
  reference: Reference,
  view: View,
  resolve: Resolve,
  depth: number,
): Value {
  const made = madeType(expression);
  if (made) return typeNamed(made, view);
  const path = pathOf(expression);
  if (path) return variable(path, reference, view, resolve);
  const chain = chainOf(expression);
  if (!chain || depth > MAX_CHAIN_LENGTH) return null;
  return returned({ ...reference, name: chain.name, qualifier: chain.qualifier }, view, resolve, depth + 1);
}

function variable(path: readonly string[], reference: Reference, view: View, resolve: Resolve): Value {
  const [first = ''] = path;
  const declared = path.length === 1 ? declaredType(first, reference, view.symbols, view.rules) : null;
  const isField = path.length === 2 && view.rules.self.test(first);
  const holds = declared ?? (path.length === 1 || isField ? reference.receiver : null);
  if (!holds) return null;
  if (!holds.endsWith('()')) return typeNamed(holds, view);
  const callee = holds.slice(0, -2);
  const type = typeNamed(callee, view);
  if (type && type !== 'foreign') return type;
  const parts = callee.split(/\.|::|\\/);
  const qualifier = parts.slice(0, -1).join(view.rules.separator) || null;
  return returned({ ...reference, name: parts.at(-1) ?? callee, qualifier, receiver: null }, view, resolve, 1);
}

/** The return type of a call, from the signature of the called function. */
function returned(call: Reference, view: View, resolve: Resolve, depth: number): Value {
  const makers = resolve(call, view, depth);
  const [maker] = makers?.definitions ?? [];
  if (!makers || !maker) return null;
  if (isType(maker)) return { definitions: [maker], certainty: makers.certainty };
  const name = returnedType(maker, view.rules);
  if (name === null) return null;
  const types = view.definitions(name).filter(isType);
  const found = nearestTo(types, maker);
  return found.length > 0 ? { definitions: found, certainty: makers.certainty } : 'foreign';
}

function nearestTo(types: readonly Definition[], { file, path }: Definition): readonly Definition[] {
  const own = types.filter((type) => type.file === file);
  if (own.length > 0) return own;
  const beside = types.filter((type) => folderOf(type.path) === folderOf(path));
  return beside.length > 0 ? beside : single(types);
}

/** A type given as a name or a path. */
export function typeNamed(written: string, view: View): Value {
  const parts = written.split(/\.|::|\\/);
  const name = parts.at(-1) ?? written;
  const qualifier = parts.slice(0, -1).join(view.rules.separator);
  return (qualifier === '' ? view.type(name) : qualifiedType(name, qualifier, view)) ?? 'foreign';
}
