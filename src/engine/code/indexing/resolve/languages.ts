// The name rules of each language: what is visible where, and how modules are written.
import { ecmascriptModule } from './modules/ecmascript.ts';
import { goModule } from './modules/go.ts';
import { jvmModule } from './modules/jvm.ts';
import type { ModuleFinder } from './modules/module.ts';
import { includedFile, namedFile, ocamlFile, phpModule, rubyFile, sourcedFile } from './modules/paths.ts';
import { pythonModule } from './modules/python.ts';
import { rustModule } from './modules/rust.ts';

export interface NameRules {
  /** References resolve only to definitions of the same family. */
  readonly family: string;
  readonly separator: string;
  readonly module: ModuleFinder;
  /** `draw()` in a method may mean `this.draw()`. */
  readonly implicitThis: boolean;
  /** What is visible without an import: only the file, its folder, its package, or everything. */
  readonly sees: 'file' | 'folder' | 'package' | 'project';
  /** Whether methods of a type may be defined in any file. */
  readonly openTypes: boolean;
  /** Matches the current object: `this`, `self`. */
  readonly self: RegExp;
  readonly super: RegExp;
  /** Matches calls of a constructor of the enclosing type or its base. */
  readonly constructors: RegExp;
  /** Whether an imported name may be a module itself: `from package import module`. */
  readonly importsParts: boolean;
  /** Whether a path reaches its module without an import, like `crate::shapes::area()`; the default for `::`. */
  readonly openPaths?: boolean;
  /** Whether functions and types may be in a namespace and still be visible outside it. */
  readonly namespaces: boolean;
  /** The pattern of a declared parameter, with NAME for its name; the first group is its type. */
  readonly parameter: string | null;
}

const NOTHING: ModuleFinder = () => null;
const NEVER = /^(?!)/;
/** Matches `name: Type`, with a reference, a lifetime or an optional mark. */
const TYPE_BEHIND = String.raw`(?<![\w$.])NAME\??\s*:(?!:)\s*(?:&\s*)?(?:'\w+\s+)?(?:(?:mut|dyn|inout|impl)\s+)*["']?([\w$.:]+)`;
/** Matches `final Type<T> name` and `const Type &name`. */
export const TYPE_BEFORE = String.raw`([\w.:\\]+)(?:<[^()]*>)?\s*[?*&]*(?:\s+const)?[\s*&]+\$?NAME(?![\w(<:.])`;

const C_RULES = {
  separator: '::',
  module: includedFile,
  implicitThis: false,
  sees: 'project',
  openTypes: true,
  self: NEVER,
  super: NEVER,
  constructors: NEVER,
  importsParts: false,
  namespaces: true,
  parameter: null,
} as const;

const ECMASCRIPT: NameRules = {
  family: 'ecmascript',
  separator: '.',
  module: ecmascriptModule,
  implicitThis: false,
  sees: 'file',
  openTypes: false,
  self: /^this$/,
  super: /^super$/,
  constructors: /^super$/,
  importsParts: false,
  namespaces: false,
  parameter: TYPE_BEHIND,
};

const JVM: NameRules = {
  family: 'jvm',
  separator: '.',
  module: jvmModule,
  implicitThis: true,
  sees: 'package',
  openTypes: false,
  self: /^(?:[A-Z]\w*\.)?this(?:@\w+)?$/,
  super: /^(?:[A-Z]\w*\.)?super(?:<.*>)?$/,
  constructors: /^(?:this|super)$/,
  importsParts: true,
  namespaces: false,
  parameter: TYPE_BEFORE,
};

/** Everything is visible everywhere, by name alone. */
const OPEN = { ...C_RULES, separator: '.', module: NOTHING } as const;

const RULES: Readonly<Record<string, NameRules>> = {
  python: {
    family: 'python',
    separator: '.',
    module: pythonModule,
    implicitThis: false,
    sees: 'file',
    openTypes: false,
    self: /^(?:self|cls)$/,
    super: /^super\(.*\)$/,
    constructors: NEVER,
    importsParts: true,
    namespaces: false,
    parameter: TYPE_BEHIND,
  },
  javascript: ECMASCRIPT,
  typescript: ECMASCRIPT,
  tsx: ECMASCRIPT,
  go: {
    family: 'go',
    separator: '.',
    module: goModule,
    implicitThis: false,
    sees: 'folder',
    openTypes: true,
    self: NEVER,
    super: NEVER,
    constructors: NEVER,
    importsParts: false,
    namespaces: false,
    parameter: String.raw`(?<![\w.])NAME(?:\s*,\s*\w+)*\s+\*?([\w.]+)`,
  },
  rust: {
    family: 'rust',
    separator: '::',
    module: rustModule,
    implicitThis: false,
    sees: 'file',
    openTypes: true,
    self: /^(?:self|Self)$/,
    super: NEVER,
    constructors: /^Self$/,
    importsParts: true,
    namespaces: true,
    parameter: TYPE_BEHIND,
  },
  java: JVM,
  kotlin: { ...JVM, openTypes: true, parameter: TYPE_BEHIND },
  scala: { ...JVM, parameter: TYPE_BEHIND },
  c: { ...C_RULES, family: 'c' },
  cpp: { ...C_RULES, family: 'c', implicitThis: true, self: /^(?:this|\(?\*this\)?)$/, parameter: TYPE_BEFORE },
  csharp: {
    family: 'csharp',
    separator: '.',
    module: NOTHING,
    implicitThis: true,
    sees: 'project',
    openTypes: true,
    self: /^this$/,
    super: /^base$/,
    constructors: /^(?:this|base)$/,
    importsParts: false,
    namespaces: true,
    parameter: TYPE_BEFORE,
  },
  ruby: {
    family: 'ruby',
    separator: '::',
    module: rubyFile,
    implicitThis: true,
    sees: 'project',
    openTypes: true,
    self: /^self(?:\.class)?$/,
    super: NEVER,
    constructors: NEVER,
    importsParts: false,
    namespaces: true,
    parameter: null,
  },
  php: {
    family: 'php',
    separator: '::',
    module: phpModule,
    implicitThis: false,
    sees: 'folder',
    openTypes: false,
    self: /^(?:\$this|self|static)$/,
    super: /^parent$/,
    constructors: NEVER,
    importsParts: true,
    namespaces: true,
    parameter: TYPE_BEFORE,
  },
  swift: {
    family: 'swift',
    separator: '.',
    module: NOTHING,
    implicitThis: true,
    sees: 'project',
    openTypes: true,
    self: /^[sS]elf$/,
    super: /^super$/,
    constructors: NEVER,
    importsParts: false,
    namespaces: true,
    parameter: TYPE_BEHIND,
  },
  bash: { ...C_RULES, family: 'bash', separator: '.', module: sourcedFile },
  sql: { ...OPEN, family: 'sql' },
  vue: ECMASCRIPT,
  svelte: ECMASCRIPT,
  elixir: { ...OPEN, family: 'elixir' },
  haskell: { ...OPEN, family: 'haskell', module: namedFile('.', '.hs') },
  lua: { ...OPEN, family: 'lua', module: namedFile('.', '.lua'), self: /^self$/ },
  zig: { ...OPEN, family: 'zig', module: includedFile, self: /^self$/, parameter: TYPE_BEHIND },
  ocaml: { ...OPEN, family: 'ocaml', module: ocamlFile, openPaths: true, self: /^self$/ },
  dart: { ...OPEN, family: 'dart', module: includedFile, implicitThis: true, self: /^this$/, parameter: TYPE_BEFORE },
  r: { ...OPEN, family: 'r', module: sourcedFile, self: /^self$/ },
  julia: { ...OPEN, family: 'julia', module: includedFile },
  perl: { ...OPEN, family: 'perl', separator: '::', module: namedFile('::', '.pm') },
  groovy: JVM,
  objc: { ...OPEN, family: 'c', module: includedFile, self: /^self$/, super: /^super$/ },
  solidity: { ...OPEN, family: 'solidity', module: includedFile, implicitThis: true, parameter: TYPE_BEFORE },
  terraform: { ...OPEN, family: 'terraform' },
  proto: { ...OPEN, family: 'proto', module: includedFile },
  graphql: { ...OPEN, family: 'graphql' },
};

/** Null for a language without references. */
export const rulesOf = (language: string): NameRules | null => RULES[language] ?? null;
