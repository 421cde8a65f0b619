// Checks the architecture against the actual imports.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { circles } from './import-circles.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

interface Import {
  readonly from: string;
  /** A path below the root, or the name of a package. */
  readonly to: string;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.suite)\.tsx?$/.test(file) && !file.includes('fixture'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
const foldersIn = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .sort();

const importsOf = (from: string): Import[] => {
  const text = read(from);
  const targets = [...text.matchAll(/(?:^(?:import|export|\}) .*from |\bimport\()'([^'\n]+)'/gm)].map(
    ([, target = '']) => target,
  );
  return targets.map((to) => ({
    from,
    to: to.startsWith('.') ? normalize(join(dirname(from), to)).replaceAll('\\', '/') : to,
  }));
};

const files = ['src', 'bench'].flatMap(sourcesIn);
const imports = files.flatMap(importsOf);

const isPackage = (to: string) => !to.startsWith('src/') && !to.startsWith('bench/') && to !== 'package.json';
const broken = (rule: (each: Import) => boolean) => imports.filter(rule).map(({ from, to }) => `${from} -> ${to}`);

/** The duplicates benchmark makes copies by changing syntax trees, so it may import the parser. */
const changesCode = (from: string) => /^bench\/(?:copies\/|duplicates\.)/.test(from);

const ARCHITECTURE = read('ARCHITECTURE.md');

/** The engine's folders in the order of the table: each may import itself and those before it. */
const engineTable = [...ARCHITECTURE.matchAll(/^\| ([a-z]+) +\| (\S.*?) +\| ?(.*?) *\|$/gm)]
  .map(([, folder = '', what = '', uses = '']) => ({ folder, what, uses: uses.split(', ').filter(Boolean) }))
  .filter(({ folder }) => folder !== 'folder');
const ENGINE_ORDER = engineTable.map(({ folder }) => folder);
const engineFolder = (path: string) => /^src\/engine\/([^/]+)\//.exec(path)?.[1];

describe('imports', () => {
  it('are found', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('of the engine are limited to itself, Cypher, zod, errors and its stemmer', () => {
    const allowed = new Set(['zod', 'stemmer', 'node:crypto', 'src/errors.ts', 'src/cypher/index.ts']);
    expect(
      broken(({ from, to }) => from.startsWith('src/engine/') && !to.startsWith('src/engine/') && !allowed.has(to)),
    ).toEqual([]);
  });

  it('of Cypher are limited to itself, errors and re2js, and others import only its index.ts', () => {
    const isCypher = (path: string) => path.startsWith('src/cypher/');
    const allowed = new Set(['src/errors.ts', 're2js']);
    expect(broken(({ from, to }) => isCypher(from) && !isCypher(to) && !allowed.has(to))).toEqual([]);
    expect(broken(({ from, to }) => !isCypher(from) && isCypher(to) && to !== 'src/cypher/index.ts')).toEqual([]);
  });

  it('form no cycle', () => {
    expect(circles([...imports, ...sourcesIn('web').flatMap(importsOf)])).toEqual([]);
    const made = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'b', to: 'd' },
      { from: 'c', to: 'a' },
    ];
    expect(circles(made)).toEqual(['a -> b -> c -> a']);
  });

  it('inside the engine go only to folders listed before', () => {
    expect(
      broken(({ from, to }) => {
        const [lower, upper] = [engineFolder(to), engineFolder(from)];
        return lower !== undefined && upper !== undefined && ENGINE_ORDER.indexOf(lower) > ENGINE_ORDER.indexOf(upper);
      }),
    ).toEqual([]);
    expect([...new Set(files.map(engineFolder))].filter((folder) => folder && !ENGINE_ORDER.includes(folder))).toEqual(
      [],
    );
  });

  it('of stores and providers occur only in compose.ts', () => {
    const adapter = (path: string) => /^src\/(?:stores|providers)\//.test(path);
    expect(
      broken(({ from, to }) => adapter(to) && !adapter(from) && from !== 'src/compose.ts' && !changesCode(from)),
    ).toEqual([]);
  });

  it('of stores and providers never reach contracts, transports, cli, compose or config', () => {
    const serves = /^src\/(?:contracts|transports|cli|compose|config)/;
    expect(broken(({ from, to }) => /^src\/(?:stores|providers)\//.test(from) && serves.test(to))).toEqual([]);
  });

  it('of contracts, transports and the command line go inwards only', () => {
    const order = ['contracts', 'transports', 'cli'];
    const rank = (path: string) => order.indexOf(/^src\/([^/]+)\//.exec(path)?.[1] ?? '');
    expect(broken(({ from, to }) => rank(from) >= 0 && rank(to) > rank(from))).toEqual([]);
  });

  it('never go from one contract to another', () => {
    const profile = (path: string) => /^src\/contracts\/([^/]+)\//.exec(path)?.[1];
    expect(
      broken(
        ({ from, to }) => profile(from) !== undefined && profile(to) !== undefined && profile(from) !== profile(to),
      ),
    ).toEqual([]);
  });

  it('of SQL, MCP and HTTP packages occur only in their folders', () => {
    const sdk = (to: string) => to.startsWith('@modelcontextprotocol/');
    const sdkHomes = (from: string) => from === 'src/contracts/serve.ts' || from.startsWith('src/transports/');
    expect(broken(({ from, to }) => sdk(to) && !sdkHomes(from))).toEqual([]);
    expect(broken(({ from, to }) => to === '@photostructure/sqlite' && !from.startsWith('src/stores/sqlite/'))).toEqual(
      [],
    );
    expect(broken(({ from, to }) => to === 'pg' && !from.startsWith('src/stores/postgres/'))).toEqual([]);
    expect(broken(({ from, to }) => to === 'prom-client' && from !== 'src/transports/metrics.ts')).toEqual([]);
    expect(
      broken(({ from, to }) => (to === 'hono' || to.startsWith('@hono/')) && !from.startsWith('src/transports/')),
    ).toEqual([]);
  });

  it('of bench/ are limited to the library surface', () => {
    expect(
      broken(
        ({ from, to }) =>
          from.startsWith('bench/') && to.startsWith('src/') && to !== 'src/index.ts' && !changesCode(from),
      ),
    ).toEqual([]);
  });

  it('name only packages listed in package.json', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const all = Object.keys({ ...dependencies, ...devDependencies });
    const named = (to: string) => all.some((name) => to === name || to.startsWith(`${name}/`));
    expect(broken(({ to }) => isPackage(to) && !to.startsWith('node:') && !named(to))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('describes every folder of the engine and lists the folders it uses', () => {
    const used = (folder: string) => {
      const targets = imports
        .filter(({ from }) => engineFolder(from) === folder)
        .map(({ to }) => (to.startsWith('src/cypher/') ? 'cypher' : engineFolder(to)));
      return [...new Set(targets)].filter((each) => each !== undefined && each !== folder).sort();
    };
    expect(ENGINE_ORDER.toSorted()).toEqual(foldersIn('src/engine'));
    expect(engineTable.map(({ folder, uses }) => ({ folder, uses: uses.toSorted() }))).toEqual(
      ENGINE_ORDER.map((folder) => ({ folder, uses: used(folder) })),
    );
  });

  it('shows exactly the existing source folders', () => {
    const tree = /^src\/\n(.*?)^\w/ms.exec(ARCHITECTURE)?.[1] ?? '';
    // Folders are indented by two spaces, their subfolders by four, each before its description.
    const shown = new Map(
      tree.split(/^(?= {2}\w)/m).map((part) => {
        const inside = [...part.matchAll(/^ {4}((?:[\w-]+\/ *)+)/gm)].map(([, names = '']) => names);
        return [/^ {2}([\w-]+)\//.exec(part)?.[1] ?? '', inside.flatMap((names) => names.match(/[\w-]+/g) ?? [])];
      }),
    );
    shown.delete('');
    expect([...shown.keys()].toSorted()).toEqual(foldersIn('src'));
    // The engine's folders are in the table, Cypher's in its README.
    for (const folder of foldersIn('src').filter((each) => each !== 'engine' && each !== 'cypher')) {
      expect([folder, shown.get(folder)?.toSorted()]).toEqual([folder, foldersIn(`src/${folder}`)]);
    }
  });

  it('has a picture of exactly these folders', () => {
    const drawn = [...read('docs/house.svg').matchAll(/<text class="(room|folder)"[^>]*>([^<]+)</g)];
    const names = (kind: string) => drawn.flatMap(([, as, name = '']) => (as === kind ? [name] : [])).sort();
    expect(names('room')).toEqual(foldersIn('src'));
    expect(names('folder')).toEqual(foldersIn('src/engine'));
  });
});

describe('the engine and Cypher', () => {
  it('never access the environment, clock or console directly', () => {
    const impure = files
      .filter((file) => /^src\/(?:engine|cypher)\//.test(file))
      .filter((file) => /process\.env|Date\.now\(|console\./.test(read(file)));
    expect(impure).toEqual([]);
  });
});

/** Prints the sizes of the code base. */
afterAll(() => {
  const lines = (file: string) => read(file).split('\n').length - 1;
  const sum = (all: readonly string[]) => all.reduce((total, file) => total + lines(file), 0);
  const folders = new Map<string, string[]>();
  for (const file of files.filter((each) => each.startsWith('src/'))) {
    const parts = file.split('/').slice(0, -1);
    const folder = parts.slice(0, parts[1] === 'engine' ? 3 : 2).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const largest = files.toSorted((a, b) => lines(b) - lines(a)).slice(0, 10);
  const table = [
    ...[...folders]
      .sort()
      .map(
        ([folder, all]) => `${String(all.length).padStart(5)} files ${String(sum(all)).padStart(6)} lines  ${folder}`,
      ),
    'The largest:',
    ...largest.map((file) => `${String(lines(file)).padStart(6)} lines  ${file}`),
  ];
  process.stdout.write(`${table.join('\n')}\n`);
});
