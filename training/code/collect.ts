// Functions with what their authors say of them, from packages whose licences allow it. The texts stay in a folder of yours:
//   node training/code/collect.mjs CACHE OUT.jsonl
// Each line is {group, language, q, p}: a package, the first sentence of a function's documentation, and the function without it,
// as the model reads code.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { embeddingText } from '../../src/engine/code/indexing/embedding-text.ts';
import { roleOf } from '../../src/engine/code/search/role.ts';
import { languageOf } from '../../src/providers/parser/languages.ts';
import { CodeParser } from '../../src/providers/parser/parser.ts';
import { walkFolder } from '../../src/providers/workspace/folder-files.ts';
import { indexableText } from '../../src/providers/workspace/indexable.ts';

interface Package {
  readonly from: 'deb' | 'npm' | 'src';
  readonly name: string;
  readonly licence: string;
  /** Where its sources are, when not everywhere. */
  readonly folder?: string;
  readonly leftOut?: string;
}

const MOST_OF_A_PACKAGE = 400;
const LARGEST = 400_000;

/** Where a distribution puts what a project has at its root. */
const INSTALLED =
  /^usr\/(?:lib|share|include)\/(?:(?:python3|dist-packages|gocode|src|ruby|vendor_ruby|php|nodejs|javascript|github\.com|cargo|registry)\/)*/;
const [cache = '', out = ''] = process.argv.slice(2).map((path) => resolve(path));
const repository = process.cwd();
const packages: Package[] = JSON.parse(readFileSync(join(repository, 'training/code/packages.json'), 'utf8'));
const load = createRequire(join(repository, 'package.json'));
const grammars = join(repository, 'dist/grammars');
const parser = new CodeParser({
  grammarPath: (file) => join(grammars, `${file}.br`),
  runtimePath: load.resolve('web-tree-sitter/web-tree-sitter.wasm'),
});

function unpack({ from, name }: Package): string {
  const folder = join(cache, `${from}-${name.replaceAll(/\W+/g, '-')}`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: part, stdio: ['ignore', 'pipe', 'pipe'] });
  if (from === 'deb') {
    run('apt-get', 'download', name);
    for (const file of readdirSync(part).filter((each) => each.endsWith('.deb'))) run('dpkg-deb', '-x', file, '.');
  } else if (from === 'npm') {
    run('npm', 'pack', name, '--ignore-scripts');
    for (const file of readdirSync(part).filter((each) => each.endsWith('.tgz'))) run('tar', 'xzf', file);
  } else {
    run('apt-get', 'source', '--download-only', name);
    for (const file of readdirSync(part).filter((each) =>
      /\.orig[.-].*tar|(?<!debian)\.tar\.(?:xz|gz|bz2)$/.test(each),
    ))
      run('tar', 'xf', file);
  }
  renameSync(part, folder);
  return folder;
}

/** The first sentence of what is said, without markup; null for what says nothing. */
function sentenceOf(docstring: string): string | null {
  const plain = docstring
    .replaceAll(/\{@\w+ ([^}]*)\}/g, '$1')
    .replaceAll(/<[^>]+>|[`*_]{1,3}(?=\w)|(?<=\w)[`*_]{1,3}/g, '')
    .split(/\n\s*\n|\n\s*(?:@|:param|:type|Parameters|Args:|Returns:|Examples?\b|# Examples|-----)/)[0]
    ?.replaceAll(/\s+/g, ' ')
    .trim();
  const [sentence = ''] = /^.{20,240}?[.!?](?=\s|$)/.exec(plain ?? '') ?? [plain ?? ''];
  const words = sentence.split(' ').length;
  const isSaying =
    words >= 5 &&
    words <= 45 &&
    /^[\p{L}"'(]/u.test(sentence) &&
    !/copyright|licen[cs]e|deprecated|todo|eslint|@|https?:/i.test(sentence);
  return isSaying ? sentence : null;
}

const withoutDocstring = (code: string): string =>
  code.replace(/^([^\n]*\n(?:[^\n]*\n){0,12}?\s*)[rub]*("""|''')[\s\S]*?\2\n?/, '$1');

async function functionsOf(root: string, path: string): Promise<{ language: string; q: string; p: string }[]> {
  const text = indexableText(readFileSync(join(root, path)));
  const language = text === null || text.length > LARGEST ? null : languageOf(path, text);
  if (text === null || !language || language.name === 'markdown') return [];
  const extraction = await parser.read(text, language);
  const lines = text.split('\n');
  return (extraction?.symbols ?? []).flatMap(({ kind, name, container, docstring, startLine, endLine }) => {
    const q = docstring === null || (kind !== 'function' && kind !== 'method') ? null : sentenceOf(docstring);
    const code = withoutDocstring(lines.slice(startLine - 1, endLine).join('\n'));
    if (q === null || endLine - startLine < 2 || code.length < 60) return [];
    return [
      {
        language: language.name,
        q,
        p: embeddingText(path.replace(INSTALLED, ''), {
          text: code,
          name,
          container: container ?? null,
          defines: [name],
        }),
      },
    ];
  });
}

const lines: string[] = [];
for (const each of packages.filter(({ leftOut }) => leftOut === undefined)) {
  try {
    const root = join(unpack(each), each.folder ?? '');
    const found = new Map<string, { language: string; q: string; p: string }>();
    for (const path of await walkFolder(root)) {
      if (roleOf(path.replace(INSTALLED, '')) === 'test') continue;
      for (const pair of await functionsOf(root, path)) if (!found.has(pair.q)) found.set(pair.q, pair);
    }
    // Spread over the package, so that no one file makes most of it.
    const all = [...found.values()];
    const step = Math.max(1, all.length / MOST_OF_A_PACKAGE);
    const kept = all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
    lines.push(...kept.map((pair) => JSON.stringify({ group: each.name, ...pair })));
    console.error(`${each.name}: ${all.length} functions, ${kept.length} kept`);
  } catch (error) {
    console.error(`${each.name}: left out: ${error instanceof Error ? error.message.slice(0, 200) : error}`);
  }
}
writeFileSync(out, `${lines.join('\n')}\n`);
console.error(`${basename(out)}: ${lines.length} functions`);
