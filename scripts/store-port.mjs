// Reads the store port of a checkout, and which suites call its methods. `node scripts/store-port.mjs [ROOT]` prints both.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * @typedef {{ path: string, methods: string[], untried: string[], suites: string[] }} Part
 * A part of the port by its path from the store, which is '' for the store itself.
 */

/** @returns {Part[]} */
export function storePort(root = ROOT) {
  const interfaces = interfacesOf(root);
  const suites = suitesOf(root);
  const network = interfaces.has('StoredNetwork') ? 'StoredNetwork' : 'Network';
  return [...partsOf(interfaces, 'Store', ''), { path: 'network', methods: methodsOf(interfaces, network) }]
    .filter(({ methods }) => methods.length > 0)
    .map(({ path, methods }) => ({
      path,
      methods,
      untried: methods.filter((method) => !suites.some(({ text }) => isCalled(path, method, text))),
      suites: suites
        .filter(({ name, text }) => !name.endsWith('fixture') && methods.some((each) => isCalled(path, each, text)))
        .map(({ name }) => name),
    }));
}

/** The body of each interface, by name. */
function interfacesOf(root) {
  const engine = readdirSync(join(root, 'src/engine'), { withFileTypes: true }).filter((each) => each.isDirectory());
  const sources = [
    ...engine.map(({ name }) => `src/engine/${name}/ports.ts`),
    'src/engine/ports.ts',
    'src/engine/job.ts',
    'src/engine/graph/network.ts',
    'src/cypher/network.ts',
  ].filter((path) => existsSync(join(root, path)));
  return new Map(
    sources.flatMap((path) =>
      [
        ...readFileSync(join(root, path), 'utf8').matchAll(
          /^export interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}/gms,
        ),
      ].map(([, name, base, body]) => [name, { base, body }]),
    ),
  );
}

/** @returns {string[]} */
function methodsOf(interfaces, name) {
  const { base, body = '' } = interfaces.get(name) ?? {};
  const own = [...body.matchAll(/^ {2}(\w+)\??\(/gm)].map(([, method]) => method);
  return base === undefined ? own : [...methodsOf(interfaces, base), ...own];
}

/** @returns {{ path: string, methods: string[] }[]} */
function partsOf(interfaces, name, path) {
  const parts = [...interfaces.get(name).body.matchAll(/^ {2}readonly (\w+): (\w+);/gm)];
  return [
    { path, methods: methodsOf(interfaces, name) },
    ...parts.flatMap(([, property, type]) =>
      interfaces.has(type) ? partsOf(interfaces, type, path === '' ? property : `${path}.${property}`) : [],
    ),
  ];
}

/** Suites were directly in `src/stores` before they had a folder. */
function suitesOf(root) {
  const folder = ['src/stores/suites', 'src/stores'].map((path) => join(root, path)).find(existsSync);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.suite.ts') || file.endsWith('fixture.ts'))
    .map((file) => ({ name: file.replace(/(?:\.suite)?\.ts$/, ''), text: readFileSync(join(folder, file), 'utf8') }));
}

function isCalled(path, method, text) {
  const owner = path === '' ? '(?:store|fresh|other|third)' : path.replace('.', '\\.');
  // `search` of memories is not `code.search`.
  return new RegExp(`${path.includes('.') ? '' : '(?<!code\\.)'}\\b${owner}\\.${method}(?:\\?\\.)?\\(`).test(text);
}

/** @param {Part[]} parts */
export function portPage(parts) {
  const sum = (count) => parts.reduce((total, part) => total + count(part), 0);
  const rows = parts.map(
    ({ path, methods, suites }) =>
      `| ${path || '(store)'} | ${methods.length} | ${methods.join(', ')} | ${suites.join(', ')} |`,
  );
  return `# The store port

What a store implements (\`src/engine/ports.ts\`), and the suites in \`src/stores/suites/\` that call it; [016](../decisions/016-stores.md) says what each store guarantees.
\`node scripts/store-port.mjs\` prints this page, and a test compares it.

${sum(({ methods }) => methods.length)} methods in ${parts.length} parts; ${sum(({ untried }) => untried.length)} in no suite.

| part | methods | names | suites |
| ---- | ------- | ----- | ------ |
${rows.join('\n')}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(portPage(storePort(process.argv[2])));
