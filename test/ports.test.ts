// Every method of the store port is called by a suite, which every store must pass.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const folders = readdirSync(join(ROOT, 'src/engine'), { withFileTypes: true }).filter((each) => each.isDirectory());
const sources = [
  ...folders.flatMap(({ name }) =>
    readdirSync(join(ROOT, 'src/engine', name)).includes('ports.ts') ? [`src/engine/${name}/ports.ts`] : [],
  ),
  'src/engine/ports.ts',
  'src/engine/job.ts',
  'src/engine/graph/network.ts',
  'src/cypher/network.ts',
];

/** The body of each interface, by name. */
const interfaces = new Map(
  sources.flatMap((path) =>
    [...read(path).matchAll(/^export interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}/gms)].map(
      ([, name = '', base = '', body = '']): [string, { base: string; body: string }] => [name, { base, body }],
    ),
  ),
);

const methodsOf = (name: string): string[] => {
  const { base = '', body = '' } = interfaces.get(name) ?? {};
  const own = [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, method = '']) => method);
  return base === '' ? own : [...methodsOf(base), ...own];
};

/** The parts of a store: the path to each, and its methods. */
function partsOf(name: string, path: string): [path: string, methods: string[]][] {
  const parts = [...(interfaces.get(name)?.body ?? '').matchAll(/^ {2}readonly (\w+): (\w+);/gm)];
  return [
    [path, methodsOf(name)],
    ...parts.flatMap(([, property = '', type = '']) =>
      interfaces.has(type) ? partsOf(type, path === '' ? property : `${path}.${property}`) : [],
    ),
  ];
}

const parts = [...partsOf('Store', ''), ['network', methodsOf('StoredNetwork')] as const]
  .map(([path, methods]) => ({ path, methods }))
  .filter(({ methods }) => methods.length > 0);

const suites = readdirSync(join(ROOT, 'src/stores/suites'))
  .filter((file) => file.endsWith('.suite.ts') || file.endsWith('fixture.ts'))
  .map((file) => read(`src/stores/suites/${file}`))
  .join('\n');

function isCalled(path: string, method: string): boolean {
  const owner = path === '' ? '(?:store|fresh|other|third)' : path.replace('.', '\\.');
  // `search` of memories is not `code.search`.
  return new RegExp(`${path.includes('.') ? '' : '(?<!code\\.)'}\\b${owner}\\.${method}\\(`).test(suites);
}

describe('the port of a store', () => {
  it('is read from its interfaces', () => {
    expect(parts.find(({ path }) => path === 'memories')?.methods).toContain('addIfNew');
    expect(parts.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['code.links', 'jobs', 'network', 'frontier']),
    );
    expect(parts.reduce((sum, { methods }) => sum + methods.length, 0)).toBeGreaterThan(150);
  });

  it('is covered by the suites, method by method', () => {
    const untried = parts.flatMap(({ path, methods }) =>
      methods.filter((method) => !isCalled(path, method)).map((method) => (path === '' ? method : `${path}.${method}`)),
    );
    expect(untried).toEqual([]);
  });
});
