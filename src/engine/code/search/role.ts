// The role of a file, by its path: most searches want the code itself, not what tests, demonstrates or describes it.

export type FileRole = 'code' | 'test' | 'example' | 'docs' | 'data' | 'foreign';

const folder = (names: string) => new RegExp(`(?:^|/)[._]?(?:${names})/`, 'i');

const TEST = [
  folder(
    'tests?|__tests__|specs?|testdata|test[-_]?(?:utils|helpers|data)|fixtures?|__fixtures__|mocks?|__mocks__|e2e|cypress',
  ),
  /(?:^|\/)(?:tests?|conftest|test_[^/]*|test[-_.]?(?:utils?|helpers?|data|setup))\.[^/.]+$/i,
  /[^/](?:[_.-](?:test|tests|spec|test-d|e2e|mock))\.[^/]+$/i,
  /[\p{Ll}\p{N}](?:Tests?|Spec|IT)\.(?:java|kt|kts|scala|cs|swift|php)$/u,
];
const EXAMPLE = [
  folder('examples?|samples?|demos?|tutorials?|playgrounds?|docs_src|benchmarks?|bench|stories'),
  /[^/](?:[_.-](?:bench|benchmark|stories|example))\.[^/]+$/i,
  /(?:^|\/)example_[^/]*$/i,
];
/** Third-party or generated code. */
const FOREIGN = [
  folder('vendor(?:ed)?|third[-_]?party|node_modules|dist|generated|__generated__'),
  /\.(?:pb|generated|gen|g|min)\.[^/]+$|_(?:pb2|pb2_grpc|gen|generated)\.[^/]+$|\.d\.[cm]?ts$/i,
];
const DOCS = [
  folder('docs?|documentation|website|www|changelogs?'),
  /\.(?:mdx?|markdown|rst|adoc|txt|tex|ipynb)$/i,
  /(?:^|\/)(?:readme|changelog|changes|history|licen[cs]e|notice|authors|contributing|copying)[^/]*$/i,
];
const DATA =
  /\.(?:json[5c]?|ya?ml|toml|ini|cfg|conf|xml|csv|tsv|svg|css|scss|less|html?|lock|mod|sum|in|env|properties|tmpl|po|pot)$|(?:^|\/)(?:Makefile|Dockerfile|Jenkinsfile|\.?[^/.]*ignore)$/i;

export function roleOf(path: string): FileRole {
  const is = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(path));
  if (is(TEST)) return 'test';
  if (is(EXAMPLE)) return 'example';
  if (is(FOREIGN)) return 'foreign';
  if (is(DOCS)) return 'docs';
  return DATA.test(path) ? 'data' : 'code';
}

/** Phrases that ask for tests themselves; `test runner` and `testing client` ask for code. */
const ASKS: readonly (readonly [RegExp, readonly FileRole[]])[] = [
  [
    /\btests\b|\bunit[- ]?tests?\b|\btest (?:case|suite|file|for|of|that|data)s?\b|\bspecs\b|\btested\b|\bfixtures?\b|\bmocks?\b|\btest_\w|\bTest[A-Z]/,
    ['test'],
  ],
  [/\bexamples?\b|\bsamples?\b|\bdemos?\b|\bbenchmarks?\b|\bplayground\b|\btutorials?\b/i, ['example', 'docs']],
  [
    /\bdocs\b|\bdocumentation\b|\bdocumented\b|\breadme\b|\bchangelog\b|\brelease notes\b|\bguide\b|\blicen[cs]e\b/i,
    ['docs'],
  ],
  [
    /\bjson file|\bya?ml\b|\btoml\b|\bconfig(?:uration)? files?\b|\bdockerfile\b|\bmakefile\b|\bstylesheets?\b/i,
    ['data'],
  ],
  [/\bvendored\b|\bgenerated (?:code|files?)\b|\bthird[- ]party\b/i, ['foreign']],
];

export const rolesAskedFor = (query: string): ReadonlySet<FileRole> =>
  new Set(ASKS.filter(([pattern]) => pattern.test(query)).flatMap(([, roles]) => roles));
