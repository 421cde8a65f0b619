// A project as one file sees it.

import type { Definition } from '../../ports.ts';
import { isType, outsideTests, ownerOf, single } from './definitions.ts';
import { Imports, isOutermost } from './imports.ts';
import type { NameRules } from './languages.ts';
import { rulesOf } from './languages.ts';
import { packageOf } from './modules/jvm.ts';
import type { Module } from './modules/module.ts';
import { folderOf } from './project-files.ts';
import type { Found, Lookup, ReferencingFile } from './reference.ts';

/** Deeper hierarchies exist, but names found that far up are rarely meant. */
const DEEPEST_BASE = 8;

export class View {
  readonly file: ReferencingFile['file'];
  readonly symbols: readonly Definition[];
  readonly rules: NameRules;
  readonly project: Lookup;
  readonly imports: Imports;
  readonly isFamily: (definition: Definition) => boolean;
  readonly #modules = new Map<string, Module | null>();
  readonly #definitions = new Map<string, readonly Definition[]>();

  constructor(from: ReferencingFile, rules: NameRules, project: Lookup) {
    this.file = from.file;
    this.symbols = from.symbols;
    this.rules = rules;
    this.project = project;
    this.isFamily = ({ language }) => rulesOf(language)?.family === rules.family;
    this.imports = new Imports(from, this);
  }

  /** The module of a path as written in this file. */
  module(specifier: string): Module | null {
    const known = this.#modules.get(specifier);
    if (known !== undefined) return known;
    const found = this.rules.module(specifier, this.file.path, this.project.files);
    this.#modules.set(specifier, found);
    return found;
  }

  definitions(name: string): readonly Definition[] {
    const known = this.#definitions.get(name) ?? this.project.definitions(name).filter(this.isFamily);
    this.#definitions.set(name, known);
    return known;
  }

  isOwn = ({ file }: Definition): boolean => file === this.file.id;

  /** Whether a definition in another file is visible without an import. */
  sees({ path }: Definition): boolean {
    switch (this.rules.sees) {
      case 'folder':
        return folderOf(path) === folderOf(this.file.path);
      case 'package':
        return packageOf(path) === packageOf(this.file.path);
      case 'project':
        return true;
      default:
        return false;
    }
  }

  /** A method of a type or of its bases. */
  methodOf(type: Definition, name: string): readonly Definition[] {
    const methods = this.definitions(name);
    const seen = new Set<number>();
    let level: readonly Definition[] = [type];
    for (let depth = 0; depth < DEEPEST_BASE && level.length > 0; depth++) {
      for (const owner of level) {
        seen.add(owner.id);
        const found = methods.filter((method) => this.#belongs(method, owner));
        if (found.length > 0) return found;
      }
      level = level.flatMap(({ id }) => this.project.bases(id)).filter(({ id }) => !seen.has(id));
    }
    return [];
  }

  #belongs(method: Definition, owner: Definition): boolean {
    if (ownerOf(method) !== owner.name) return false;
    if (method.file === owner.file) return method.container === this.qualifiedName(owner) || this.rules.openTypes;
    return this.rules.openTypes && folderOf(method.path) === folderOf(owner.path);
  }

  qualifiedName({ container, name }: Definition): string {
    return container === null ? name : `${container}${this.rules.separator}${name}`;
  }

  /** Types of that name visible in the file: its own, imported, of its package, or the only one of the project. */
  type(name: string): Found | null {
    const types = this.definitions(name).filter(isType);
    const own = types.filter(this.isOwn);
    if (own.length > 0) return { definitions: own, certainty: 'exact' };
    const by = this.imports.named(name);
    if (by) {
      const found = by.definitions.filter(isType);
      if (found.length > 0) return { definitions: found, certainty: 'import' };
      if (this.rules.sees !== 'project') return null;
    }
    const visible = types.filter((type) => this.sees(type));
    if (visible.length > 0 && this.rules.sees !== 'project') return { definitions: visible, certainty: 'exact' };
    const brought = this.brought(types);
    if (brought.length > 0) return { definitions: brought, certainty: 'import' };
    if (this.rules.sees !== 'project') return null;
    const only = single(outsideTests(types, this.file.path));
    return only.length > 0 ? { definitions: only, certainty: 'name' } : null;
  }

  /** The definitions that a wildcard or whole-module import provides. */
  brought(definitions: readonly Definition[]): readonly Definition[] {
    if (definitions.length === 0) return [];
    for (const { whole, isWhole } of this.imports.all) {
      if (!whole || !isWhole) continue;
      const found = definitions.filter(({ path }) => whole.paths.includes(path));
      if (found.length > 0) return found;
    }
    return [];
  }

  /** In C, definitions are in the file beside the included header. */
  behindHeader(definitions: readonly Definition[]): readonly Definition[] {
    if (this.rules.family !== 'c') return [];
    const stems = new Set(
      this.imports.all.flatMap(({ whole }) => whole?.paths.map((path) => path.replace(/\.\w+$/, '')) ?? []),
    );
    return definitions.filter(({ path }) => stems.has(path.replace(/\.\w+$/, '')));
  }

  wildcard(name: string): readonly Definition[] {
    return this.brought(this.definitions(name).filter((definition) => isOutermost(definition, this.rules)));
  }
}
