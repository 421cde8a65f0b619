// The imports of a file: the module and the name in it that a local name stands for.

import type { Definition } from '../../ports.ts';
import { inFiles, inModule, isType, ownerOf, single } from './definitions.ts';
import type { NameRules } from './languages.ts';
import type { Module } from './modules/module.ts';
import type { Lookup, Reference, ReferencingFile } from './reference.ts';

/** The parser's name for an unnamed default export. */
const DEFAULT = 'default';

/** What may follow the name of a module: an extension, the major version of a Go module, or a slash. */
const TAIL = /(?:\.\w+|\/v\d+|\/)$/;

function isWhole({ name, qualifier }: Reference): boolean {
  if (qualifier === null) return true;
  return endsWithName(qualifier, name) || endsWithName(qualifier.replace(TAIL, ''), name);
}

const endsWithName = (path: string, name: string): boolean =>
  path.endsWith(name) && !/\w/.test(path.charAt(path.length - name.length - 1));

/** What an importing file sees: the project, and which definitions its language can use. */
interface ImportingView {
  readonly rules: NameRules;
  readonly project: Lookup;
  isFamily(definition: Definition): boolean;
}

export class Import {
  readonly reference: Reference;
  /** Whether the local name may stand for the whole module, because it is the module's own name. */
  readonly isWhole: boolean;
  readonly #view: ImportingView;
  readonly #find: (specifier: string) => Module | null;
  readonly #rules: NameRules;
  readonly #separator: string;
  readonly #from: string;
  #whole: Module | null | undefined;
  #part: Module | null | undefined;
  /** Cached like the modules: a file calls what it imports again and again. */
  #definitions: readonly Definition[] | undefined;
  readonly #members = new Map<string, readonly Definition[]>();

  constructor(reference: Reference, view: ImportingView, path: string, find: (specifier: string) => Module | null) {
    const { rules } = view;
    this.#view = view;
    this.reference = reference;
    this.isWhole = isWhole(reference);
    this.#rules = rules;
    this.#from = path;
    this.#find = find;
    this.#separator = rules.family === 'php' ? '\\' : rules.separator;
  }

  get local(): string {
    return this.reference.alias ?? this.reference.name;
  }

  /** The module after `from`: the one that a name is taken from, or that is imported as a whole. */
  get whole(): Module | null {
    const { qualifier, name } = this.reference;
    if (this.#whole === undefined) this.#whole = this.#find(qualifier ?? `self${this.#separator}${name}`);
    return this.#whole;
  }

  /** The imported name may be a module itself: `from package import module`. */
  get part(): Module | null {
    const { qualifier, name } = this.reference;
    if (!this.#rules.importsParts) return null;
    if (this.#part === undefined) {
      const joint = /^\.+$/.test(qualifier ?? '') ? '' : this.#separator;
      this.#part = this.#find(qualifier === null ? name : `${qualifier}${joint}${name}`);
    }
    return this.#part;
  }

  /** The definitions it names, if it names any. */
  get definitions(): readonly Definition[] {
    this.#definitions ??= this.#findDefinitions();
    return this.#definitions;
  }

  #findDefinitions(): readonly Definition[] {
    const { name, qualifier } = this.reference;
    const { project, isFamily } = this.#view;
    const named = project.definitions(name).filter(isFamily);
    const owner = qualifier?.split(/[.:\\/]+/).at(-1) ?? null;
    for (const module of [this.part, this.whole]) {
      if (!module) continue;
      const outermost = inModule(
        named.filter((definition) => isOutermost(definition, this.#rules)),
        module,
      );
      if (outermost.length > 0) return outermost;
      // A static import in Java, a variant or an associated function in Rust.
      const members = inModule(named, module).filter((definition) => ownerOf(definition) === owner);
      if (members.length > 0) return members;
    }
    return this.whole ? project.definitions(DEFAULT).filter(({ path }) => this.whole?.paths[0] === path) : [];
  }

  /** A member of a module imported as a whole, `shapes.area()`, or by a wildcard. */
  member(name: string): readonly Definition[] {
    const found = this.#members.get(name) ?? this.#findMember(name);
    this.#members.set(name, found);
    return found;
  }

  #findMember(name: string): readonly Definition[] {
    const { project, isFamily } = this.#view;
    const named = project
      .definitions(name)
      .filter((definition) => isFamily(definition) && definition.path !== this.#from);
    const outermost = named.filter((definition) => isOutermost(definition, this.#rules));
    for (const module of [this.part, this.isWhole ? this.whole : null]) {
      if (!module) continue;
      const found = inFiles(outermost, module);
      if (found.length > 0) return found;
      // `exports = { area() {} }`, `Shape.area = () => …` in the module's only file.
      const members = this.#rules.family === 'ecmascript' ? single(inFiles(named, module)) : [];
      if (members.length > 0) return members;
      const offered = inModule(outermost, module);
      if (offered.length > 0) return offered;
    }
    return [];
  }
}

export class Imports {
  readonly all: readonly Import[];
  readonly #byLocal: ReadonlyMap<string, Import>;

  constructor({ file, imports }: ReferencingFile, view: ImportingView) {
    const modules = new Map<string, Module | null>();
    // Cached, because several names may come from one module.
    const find = (specifier: string) => {
      const known = modules.get(specifier);
      const module = known === undefined ? view.rules.module(specifier, file.path, view.project.files) : known;
      modules.set(specifier, module);
      return module;
    };
    this.all = imports.map((reference) => new Import(reference, view, file.path, find));
    this.#byLocal = new Map(this.all.map((found) => [found.local, found]));
  }

  named(local: string): Import | null {
    return this.#byLocal.get(local) ?? null;
  }

  /** The import of a module by its path: `import a.b` provides `a.b.f()` as well as `a`. */
  ofModule(specifier: string, separator: string): Import | null {
    const whole = this.all.filter(({ isWhole, reference }) => isWhole && reference.alias === null);
    return (
      whole.find(({ reference }) => reference.qualifier === specifier) ??
      whole.find(({ reference }) => reference.qualifier?.startsWith(`${specifier}${separator}`)) ??
      null
    );
  }

  /** The names to look up in order to follow an import. */
  static names(reference: Reference): string[] {
    return [reference.name, DEFAULT];
  }
}

/** Whether it is outside every class and function; a namespace around it does not count. */
export const isOutermost = (definition: Definition, { namespaces }: NameRules): boolean => {
  const { kind, container } = definition;
  return (container === null || (namespaces && kind !== 'method')) && !isProperty(definition);
};

/** Whether the name is known only to an object: `{ onData: () => … }`. */
export const isProperty = ({ name, signature }: Definition): boolean => signature.startsWith(`${name}:`);

export const isCallable = (definition: Definition): boolean =>
  definition.kind === 'function' || definition.kind === 'method' || isType(definition);
