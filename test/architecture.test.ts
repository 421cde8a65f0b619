// The arrows of the house, read from the imports themselves.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

interface Import {
  readonly from: string;
  /** A path below the root, or the name of a package. */
  readonly to: string;
}

const files = ['src', 'bench'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.suite)\.ts$/.test(file) && !file.includes('fixture'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
);

const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(ROOT, from), 'utf8');
  const targets = [...text.matchAll(/(?:^(?:import|export|\}) .*from |\bimport\()'([^'\n]+)'/gm)].map(
    ([, target = '']) => target,
  );
  return targets.map((to) => ({
    from,
    to: to.startsWith('.') ? normalize(join(dirname(from), to)).replaceAll('\\', '/') : to,
  }));
});

const isPackage = (to: string) => !to.startsWith('src/') && !to.startsWith('bench/') && to !== 'package.json';
const broken = (rule: (each: Import) => boolean) => imports.filter(rule).map(({ from, to }) => `${from} -> ${to}`);

/** Copies to be told apart are made by changing syntax trees, which nobody else may see. */
const changesCode = (from: string) => /^bench\/(?:copies\/|duplicates\.)/.test(from);

/** A folder of the engine may import those before it in this order, and itself. */
const ENGINE_ORDER = [
  'text',
  'secrets',
  'temporal',
  'access',
  'memories',
  'graph',
  'code',
  'retrieval',
  'notes',
  'foreign',
  'analysis',
  'cubes',
  'recalls',
  'chat',
  'maintenance',
  'inbox',
];
const engineFolder = (path: string) => /^src\/engine\/([^/]+)\//.exec(path)?.[1];

describe('the arrows', () => {
  it('are there to be read', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('lead the engine only to itself, zod, errors and its stemmer', () => {
    const allowed = new Set(['zod', 'stemmer', 'node:crypto', 'src/errors.ts']);
    expect(
      broken(({ from, to }) => from.startsWith('src/engine/') && !to.startsWith('src/engine/') && !allowed.has(to)),
    ).toEqual([]);
  });

  it('lead upwards inside the engine', () => {
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

  it('lead to stores and providers from compose.ts alone', () => {
    const adapter = (path: string) => /^src\/(?:stores|providers)\//.test(path);
    expect(
      broken(({ from, to }) => adapter(to) && !adapter(from) && from !== 'src/compose.ts' && !changesCode(from)),
    ).toEqual([]);
  });

  it('never lead from stores and providers to what serves them', () => {
    const serves = /^src\/(?:contracts|transports|cli|compose|config)/;
    expect(broken(({ from, to }) => /^src\/(?:stores|providers)\//.test(from) && serves.test(to))).toEqual([]);
  });

  it('never lead from one contract to another', () => {
    const profile = (path: string) => /^src\/contracts\/([^/]+)\//.exec(path)?.[1];
    expect(
      broken(
        ({ from, to }) => profile(from) !== undefined && profile(to) !== undefined && profile(from) !== profile(to),
      ),
    ).toEqual([]);
  });

  it('keep SQL, MCP and HTTP where they belong', () => {
    const sdk = (to: string) => to.startsWith('@modelcontextprotocol/');
    const sdkHomes = (from: string) => from === 'src/contracts/serve.ts' || from.startsWith('src/transports/');
    expect(broken(({ from, to }) => sdk(to) && !sdkHomes(from))).toEqual([]);
    expect(broken(({ from, to }) => to === '@photostructure/sqlite' && !from.startsWith('src/stores/sqlite/'))).toEqual(
      [],
    );
    expect(broken(({ from, to }) => to === 'prom-client' && from !== 'src/transports/metrics.ts')).toEqual([]);
    expect(
      broken(({ from, to }) => (to === 'hono' || to.startsWith('@hono/')) && !from.startsWith('src/transports/')),
    ).toEqual([]);
  });

  it('lead from bench/ to the library surface alone', () => {
    expect(
      broken(
        ({ from, to }) =>
          from.startsWith('bench/') && to.startsWith('src/') && to !== 'src/index.ts' && !changesCode(from),
      ),
    ).toEqual([]);
  });

  it('lead only to packages that package.json names', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const all = Object.keys({ ...dependencies, ...devDependencies });
    const named = (to: string) => all.some((name) => to === name || to.startsWith(`${name}/`));
    expect(broken(({ to }) => isPackage(to) && !to.startsWith('node:') && !named(to))).toEqual([]);
  });
});

describe('the engine', () => {
  it('reads no environment, clock or console of its own', () => {
    const impure = files
      .filter((file) => file.startsWith('src/engine/'))
      .filter((file) => /process\.env|Date\.now\(|console\./.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(impure).toEqual([]);
  });
});
