// Resolves types by name or path: what a class extends, and what a constructor creates.
import { isType, ownerOf } from './definitions.ts';
import { pathOf } from './receivers.ts';
import type { Found, Reference } from './reference.ts';
import type { View } from './view.ts';

export function resolveType(name: string, { qualifier }: Reference, view: View): Found | null {
  return qualifier === null ? view.type(name) : qualifiedType(name, qualifier, view);
}

/** Resolves `models.Row`, `geo::Shape`, `Outer.Inner`. */
export function qualifiedType(name: string, qualifier: string, view: View): Found | null {
  const path = pathOf(qualifier);
  const [first = ''] = path ?? [];
  const by = view.imports.named(qualifier) ?? view.imports.named(first);
  if (by) {
    const found = by.member(name).filter(isType);
    if (found.length > 0) return { definitions: found, certainty: 'import' };
  }
  const types = view.definitions(name).filter(isType);
  const inner = types.filter((type) => ownerOf(type) === path?.at(-1));
  const own = inner.filter(view.isOwn);
  if (own.length > 0) return { definitions: own, certainty: 'exact' };
  const module = types.length > 0 ? view.module(qualifier) : null;
  const there = module ? types.filter((type) => module.paths.includes(type.path)) : [];
  if (there.length > 0) return { definitions: there, certainty: 'import' };
  return inner.length === 1 ? { definitions: inner, certainty: 'name' } : null;
}
