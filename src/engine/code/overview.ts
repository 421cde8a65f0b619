// Introduces a project by its README, its manifests and its entry points.
import { escaped } from '../text/pattern.ts';
import type { RankedChunk } from './search/ranking.ts';
import { roleOf } from './search/role.ts';

const PROJECT = String.raw`(?:this|the|our)\s+(?:whole\s+)?(?:project|repo|repository|code ?base|package|library|application|app|program|code)`;
/** Questions about the project as a whole, not about a part of it. */
const ASKS: readonly RegExp[] = [
  new RegExp(String.raw`^what(?:'s|\s+is|\s+does)\s+${PROJECT}(?:\s+(?:do|about|for|all about))?$`, 'i'),
  new RegExp(String.raw`^(?:describe|explain|summari[sz]e|introduce)\s+${PROJECT}$`, 'i'),
  new RegExp(String.raw`(?:^|\s)(?:overview|summary|introduction)\s+(?:of|to)\s+${PROJECT}$`, 'i'),
  /^(?:(?:project|repo|repository|code ?base)\s+)?(?:overview|summary|introduction)$/i,
  new RegExp(
    String.raw`^(?:where|how)\s+(?:do|should|can)\s+(?:i|we)\s+(?:start|begin)(?:\s+(?:with|in|reading)\s+${PROJECT})?$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:what|where|which)\s+(?:is|are)\s+the\s+(?:main\s+)?entry\s*points?(?:\s+(?:of|to|in|for)\s+${PROJECT})?$`,
    'i',
  ),
];

const README = /^readme(?:\.(?:mdx?|markdown|rst|adoc|txt))?$/i;
const MANIFEST =
  /^(?:package\.json|deno\.jsonc?|pyproject\.toml|setup\.(?:py|cfg)|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|[^/]+\.gemspec|composer\.json|[^/]+\.(?:csproj|sln|cabal|rockspec)|mix\.exs|pubspec\.yaml|Package\.swift|CMakeLists\.txt|build\.sbt|build\.zig|dune-project|Project\.toml|DESCRIPTION|foundry\.toml|main\.tf)$/i;
/** Entry points of a program, and of a library that has no file called like it. */
const PROGRAM = /(?:^|\/)(?:main|__main__|program)\.[^/.]+$/i;
const LIBRARY = /(?:^|\/)(?:index|lib|mod|__init__|app|application|server|cli|manage)\.[^/.]+$/i;
/** Folders that are not called like their project, but lie in one that is. */
const SOURCES = /^(?:src|lib|libs|source|sources|pkg|packages?|app|code|main)$/i;
const MAX_FILES = { readme: 1, manifest: 2, entry: 3 } as const;

export function asksWhatItIs(question: string): boolean {
  const plain = question.trim().replace(/[\s?!.]+$/, '');
  return ASKS.some((pattern) => pattern.test(plain));
}

/** The paths that introduce the project in this folder, in reading order. */
export function introducing(paths: readonly string[], root: string): string[] {
  const nearest = paths.toSorted((a, b) => depth(a) - depth(b) || a.length - b.length || (a < b ? -1 : 1));
  const top = nearest.filter((path) => depth(path) === 0);
  const code = nearest.filter((path) => roleOf(path) === 'code');
  const called = calledLike(root);
  const isCalled = (path: string) => called?.test(path) ?? false;
  const library = code
    .filter((path) => isCalled(path) || LIBRARY.test(path))
    .toSorted((a, b) => depth(a) - depth(b) || Number(isCalled(b)) - Number(isCalled(a)));
  const entries = new Set([...code.filter((path) => PROGRAM.test(path)), ...library]);
  return [
    ...top.filter((path) => README.test(path)).slice(0, MAX_FILES.readme),
    ...top.filter((path) => MANIFEST.test(path)).slice(0, MAX_FILES.manifest),
    ...[...entries].slice(0, MAX_FILES.entry),
  ];
}

/** `express.js` in `express` and in `express/lib`. */
function calledLike(root: string): RegExp | null {
  const name = root
    .split(/[\\/]/)
    .filter(Boolean)
    .findLast((folder) => !SOURCES.test(folder));
  return name === undefined ? null : new RegExp(String.raw`(?:^|/)${escaped(name)}\.[^/.]+$`, 'i');
}

const depth = (path: string): number => path.split('/').length - 1;

/** The share of their score that other results keep behind those that lead. */
const BEHIND = 0.5;

/** These chunks first, in order, then the search results. */
export function ledBy(
  heads: readonly { readonly id: number; readonly path: string }[],
  ranked: readonly RankedChunk[],
): readonly RankedChunk[] {
  if (heads.length === 0) return ranked;
  const known = new Map(ranked.map((each) => [each.row, each]));
  const first = heads.map(({ id: row, path }, i) => ({
    row,
    path,
    parts: known.get(row)?.parts ?? { lexical: 0, vector: null, definition: 0, name: 0, path: 0, role: 1, file: 0 },
    score: 1 - (i / heads.length) * (1 - BEHIND),
  }));
  const others = ranked.filter(({ row }) => heads.every(({ id }) => id !== row));
  return [...first, ...others.map((each) => ({ ...each, score: each.score * BEHIND }))];
}
