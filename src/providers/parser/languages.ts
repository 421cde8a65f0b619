// The supported languages: their file names, grammars and queries.
import type { Extraction } from '../../engine/code/symbols.ts';
import { withoutMacros } from './macros.ts';
import { readSections } from './markdown.ts';
import { bash } from './queries/bash.ts';
import { c } from './queries/c.ts';
import { cpp } from './queries/cpp.ts';
import { csharp } from './queries/csharp.ts';
import { dart } from './queries/dart.ts';
import { elixir } from './queries/elixir.ts';
import { go } from './queries/go.ts';
import { graphql } from './queries/graphql.ts';
import { groovy } from './queries/groovy.ts';
import { haskell } from './queries/haskell.ts';
import { java } from './queries/java.ts';
import { javascript } from './queries/javascript.ts';
import { julia } from './queries/julia.ts';
import { kotlin } from './queries/kotlin.ts';
import { lua } from './queries/lua.ts';
import { objc } from './queries/objc.ts';
import { ocaml } from './queries/ocaml.ts';
import { perl } from './queries/perl.ts';
import { php } from './queries/php.ts';
import { proto } from './queries/proto.ts';
import { python } from './queries/python.ts';
import { r } from './queries/r.ts';
import { ruby } from './queries/ruby.ts';
import { rust } from './queries/rust.ts';
import { scala } from './queries/scala.ts';
import { solidity } from './queries/solidity.ts';
import { sql } from './queries/sql.ts';
import { swift } from './queries/swift.ts';
import { terraform } from './queries/terraform.ts';
import { tsx, typescript } from './queries/typescript.ts';
import { zig } from './queries/zig.ts';
import { svelteScript, vueScript } from './single-file.ts';

interface Language {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly fileNames?: readonly string[];
}

/** Parsed by a grammar and a query. */
export interface ParsedLanguage extends Language {
  /** The grammar's file name in tree-sitter-wasm. */
  readonly grammar: string;
  readonly query: string;
  /** Works around gaps in a grammar; keeps every position. */
  readonly prepare?: (text: string) => string;
  /** The separator in qualified names. */
  readonly separator: string;
  /** Whether a variable's scope ends with its block; true by default. */
  readonly blockScope?: boolean;
}

/** Read line by line. */
interface ScannedLanguage extends Language {
  readonly scan: (text: string) => Extraction;
}

export type CodeLanguage = ParsedLanguage | ScannedLanguage;

export const LANGUAGES: readonly CodeLanguage[] = [
  { name: 'rust', extensions: ['rs'], grammar: 'tree-sitter-rust.wasm', query: rust, separator: '::' },
  {
    name: 'python',
    extensions: ['py', 'pyi', 'pyw'],
    fileNames: ['SConstruct', 'SConscript', 'wscript'],
    grammar: 'tree-sitter-python.wasm',
    query: python,
    separator: '.',
    blockScope: false,
  },
  {
    name: 'javascript',
    extensions: ['js', 'mjs', 'cjs', 'jsx'],
    grammar: 'tree-sitter-javascript.wasm',
    query: javascript,
    separator: '.',
  },
  {
    name: 'typescript',
    extensions: ['ts', 'mts', 'cts'],
    grammar: 'tree-sitter-typescript.wasm',
    query: typescript,
    separator: '.',
  },
  { name: 'tsx', extensions: ['tsx'], grammar: 'tree-sitter-tsx.wasm', query: tsx, separator: '.' },
  { name: 'go', extensions: ['go'], grammar: 'tree-sitter-go.wasm', query: go, separator: '.' },
  { name: 'java', extensions: ['java'], grammar: 'tree-sitter-java.wasm', query: java, separator: '.' },
  {
    name: 'c',
    extensions: ['c', 'h'],
    grammar: 'tree-sitter-c.wasm',
    query: c,
    separator: '::',
    prepare: withoutMacros,
  },
  {
    name: 'cpp',
    extensions: ['cpp', 'cc', 'cxx', 'hpp', 'hh', 'hxx', 'ipp', 'inl', 'tpp'],
    grammar: 'tree-sitter-cpp.wasm',
    query: cpp,
    separator: '::',
    prepare: withoutMacros,
  },
  { name: 'csharp', extensions: ['cs', 'csx'], grammar: 'tree-sitter-c_sharp.wasm', query: csharp, separator: '.' },
  {
    name: 'ruby',
    extensions: ['rb', 'rake', 'gemspec', 'ru'],
    fileNames: ['Rakefile', 'Gemfile', 'Guardfile', 'Vagrantfile', 'Podfile', 'Fastfile'],
    grammar: 'tree-sitter-ruby.wasm',
    query: ruby,
    separator: '::',
    blockScope: false,
  },
  {
    name: 'php',
    extensions: ['php', 'phtml'],
    grammar: 'tree-sitter-php.wasm',
    query: php,
    separator: '::',
    blockScope: false,
  },
  { name: 'kotlin', extensions: ['kt', 'kts'], grammar: 'tree-sitter-kotlin.wasm', query: kotlin, separator: '.' },
  { name: 'swift', extensions: ['swift'], grammar: 'tree-sitter-swift.wasm', query: swift, separator: '.' },
  {
    name: 'scala',
    extensions: ['scala', 'sc', 'sbt'],
    grammar: 'tree-sitter-scala.wasm',
    query: scala,
    separator: '.',
  },
  {
    name: 'bash',
    extensions: ['sh', 'bash', 'zsh', 'ksh', 'bats'],
    fileNames: ['.bashrc', '.bash_profile', '.bash_aliases', '.profile', '.zshrc', 'PKGBUILD'],
    grammar: 'tree-sitter-bash.wasm',
    query: bash,
    separator: '.',
  },
  {
    name: 'sql',
    extensions: ['sql', 'ddl', 'pgsql'],
    grammar: 'tree-sitter-sql.wasm',
    query: sql,
    separator: '.',
    prepare: proceduresAsFunctions,
  },
  { name: 'elixir', extensions: ['ex', 'exs'], grammar: 'tree-sitter-elixir.wasm', query: elixir, separator: '.' },
  { name: 'haskell', extensions: ['hs'], grammar: 'tree-sitter-haskell.wasm', query: haskell, separator: '.' },
  { name: 'lua', extensions: ['lua'], grammar: 'tree-sitter-lua.wasm', query: lua, separator: '.' },
  { name: 'zig', extensions: ['zig'], grammar: 'tree-sitter-zig.wasm', query: zig, separator: '.' },
  { name: 'ocaml', extensions: ['ml'], grammar: 'tree-sitter-ocaml.wasm', query: ocaml, separator: '.' },
  { name: 'dart', extensions: ['dart'], grammar: 'tree-sitter-dart.wasm', query: dart, separator: '.' },
  { name: 'r', extensions: ['r'], grammar: 'tree-sitter-r.wasm', query: r, separator: '.', blockScope: false },
  { name: 'julia', extensions: ['jl'], grammar: 'tree-sitter-julia.wasm', query: julia, separator: '.' },
  { name: 'perl', extensions: ['pl', 'pm', 't'], grammar: 'tree-sitter-perl.wasm', query: perl, separator: '::' },
  {
    name: 'groovy',
    extensions: ['groovy', 'gradle'],
    fileNames: ['Jenkinsfile'],
    grammar: 'tree-sitter-groovy.wasm',
    query: groovy,
    separator: '.',
  },
  { name: 'objc', extensions: ['m', 'mm'], grammar: 'tree-sitter-objc.wasm', query: objc, separator: '.' },
  { name: 'solidity', extensions: ['sol'], grammar: 'tree-sitter-solidity.wasm', query: solidity, separator: '.' },
  {
    name: 'terraform',
    extensions: ['tf', 'hcl'],
    grammar: 'tree-sitter-terraform.wasm',
    query: terraform,
    separator: '.',
  },
  { name: 'proto', extensions: ['proto'], grammar: 'tree-sitter-proto.wasm', query: proto, separator: '.' },
  {
    name: 'graphql',
    extensions: ['graphql', 'gql'],
    grammar: 'tree-sitter-graphql.wasm',
    query: graphql,
    separator: '.',
  },
  {
    name: 'vue',
    extensions: ['vue'],
    grammar: 'tree-sitter-typescript.wasm',
    query: typescript,
    separator: '.',
    prepare: vueScript,
  },
  {
    name: 'svelte',
    extensions: ['svelte'],
    grammar: 'tree-sitter-typescript.wasm',
    query: typescript,
    separator: '.',
    prepare: svelteScript,
  },
  {
    name: 'markdown',
    extensions: ['md', 'markdown', 'mdx'],
    scan: readSections,
  },
];

/** The grammar has no procedures, but parses them as functions. */
function proceduresAsFunctions(text: string): string {
  return text.replace(/(\bcreate\s+(?:or\s+replace\s+)?)procedure\b/gi, '$1FUNCTION ');
}

/** Enough of a file to determine its language. */
const HEAD = 20_000;

const CPP_HEADER =
  /^[ \t]*(?:class\s+\w|namespace\b|template\s*<|using\s|(?:public|private|protected)\s*:)|\bstd::|\w\s*::\s*\w|^[ \t]*#[ \t]*include[ \t]*<\w+>/m;
/** MATLAB and Mathematica use the same extension. */
const OBJECTIVE_C = /^[ \t]*(?:@(?:interface|implementation|protocol|import|class)\b|#[ \t]*(?:import|include)\b)/m;
const SHEBANGS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ba|z|k|da)?sh\b/, 'bash'],
  [/\bpython/, 'python'],
  [/\b(?:node|bun|deno)\b/, 'javascript'],
  [/\bruby\b/, 'ruby'],
  [/\bphp\b/, 'php'],
  [/\bperl\b/, 'perl'],
  [/\blua/, 'lua'],
  [/\bRscript\b/, 'r'],
  [/\belixir\b/, 'elixir'],
  [/\bjulia\b/, 'julia'],
];

const byName = new Map(LANGUAGES.map((language) => [language.name, language]));
const byExtension = new Map(
  LANGUAGES.flatMap((language) => language.extensions.map((extension) => [extension, language])),
);
const byFileName = new Map(LANGUAGES.flatMap((language) => (language.fileNames ?? []).map((name) => [name, language])));

/** The language of a file, by its name; for headers and scripts without an extension, also by content. */
export function languageOf(path: string, text: string): CodeLanguage | null {
  const base = path.split(/[/\\]/).at(-1) ?? path;
  const extension = /\.([^.]+)$/.exec(base)?.[1]?.toLowerCase();
  if (extension === 'h') return byName.get(isCppHeader(text) ? 'cpp' : 'c') ?? null;
  if (extension === 'm' && text !== '' && !OBJECTIVE_C.test(text.slice(0, HEAD))) return null;
  const named = byFileName.get(base) ?? (extension === undefined ? undefined : byExtension.get(extension));
  if (named) return named;
  const shebang = extension === undefined ? /^\uFEFF?#!(.*)/.exec(text)?.[1] : undefined;
  const script = shebang && SHEBANGS.find(([pattern]) => pattern.test(shebang))?.[1];
  return (script && byName.get(script)) || null;
}

/** Code under `#ifdef __cplusplus` is for C++, but the file is C. */
function isCppHeader(text: string): boolean {
  const plain = text
    .slice(0, HEAD)
    .replace(/^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t(]*)__cplusplus[\s\S]*?^[ \t]*#[ \t]*(?:endif|else)/gm, '')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  return CPP_HEADER.test(plain);
}
