// The legal files of the npm package: NOTICE with third-party licences, and the bill of materials.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

const Manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });
const manifest = (path: string) => Manifest.parse(JSON.parse(readFileSync(`${path}/package.json`, 'utf8')));

/** In a separate process: the bundler reads the whole program. */
const run = (code: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', maxBuffer: 100_000_000 });

/** The folders that the bundler used. */
let bundled: string[];
beforeAll(() => {
  const code = `
    const { bundle } = await import('./scripts/build.mjs');
    const { outputs } = await bundle({ write: false });
    const used = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
    console.log(JSON.stringify(used.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path)));`;
  const paths = z.array(z.string()).parse(JSON.parse(run(code)));
  const folders = paths.flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  bundled = [...new Set(folders)].sort();
}, 90_000);

describe('NOTICE', () => {
  const notice = readFileSync('NOTICE', 'utf8');

  it('is what `npm run notice` writes today', () => {
    const code = `process.stdout.write(await (await import('./scripts/notice.mjs')).notice())`;
    expect(run(code)).toBe(notice);
  });

  it('names every bundled package with its version and licence, and contains its licence text', () => {
    expect(bundled.length).toBeGreaterThan(10);
    for (const { name, version, license } of bundled.map(manifest)) {
      expect(notice).toContain(`- ${name} ${version} (${license}): `);
    }
    for (const text of ['Yusuke Wada', 'Colin McDonnell', 'Apache License', 'Redistributions in binary form']) {
      expect(notice).toContain(text);
    }
  });

  it('names what is bundled inside a package, and what is copied', () => {
    expect(notice).toMatch(/^- fast-uri \d\S+ \(BSD-3-Clause\): dist, inside of @modelcontextprotocol\/server$/m);
    for (const where of ['dist/onnxruntime-web', 'dist/grammars', 'models/remanence-minilm-1'])
      expect(notice).toMatch(new RegExp(`^- \\S+ .*: ${where}`, 'm'));
  });
});

const Hash = z.object({ alg: z.enum(['SHA-256', 'SHA-512']), content: z.string().regex(/^[0-9a-f]+$/) });
const Licences = z
  .array(
    z.union([z.strictObject({ license: z.object({ id: z.string() }) }), z.strictObject({ expression: z.string() })]),
  )
  .length(1);
const Component = z.strictObject({
  type: z.enum(['library', 'machine-learning-model']),
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string().optional(),
  purl: z.string().startsWith('pkg:npm/').optional(),
  scope: z.enum(['required', 'optional']).optional(),
  hashes: z.array(Hash).optional(),
  licenses: Licences,
  components: z
    .array(z.strictObject({ type: z.literal('file'), 'bom-ref': z.string(), name: z.string(), hashes: z.array(Hash) }))
    .optional(),
  properties: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
});
const Sbom = z.strictObject({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.6.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  version: z.literal(1),
  metadata: z.object({
    component: z.looseObject({ type: z.literal('application'), 'bom-ref': z.string(), version: z.string() }),
  }),
  components: z.array(Component),
  dependencies: z.array(z.strictObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

describe('the bill of materials', () => {
  const text = readFileSync('dist/sbom.cdx.json', 'utf8');
  const sbom = Sbom.parse(JSON.parse(text));
  const find = (name: string) => sbom.components.find((component) => component.name === name);

  it('is shipped with the package', () => {
    const { files } = z.object({ files: z.array(z.string()) }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
    expect(files).toEqual(expect.arrayContaining(['dist', 'NOTICE']));
  });

  it('lists every bundled or installed package with version and licence', () => {
    for (const { name, version, license } of [...bundled, ...INSTALLED].map(manifest)) {
      expect(sbom.components).toContainEqual(
        expect.objectContaining({ name, version, licenses: [{ license: { id: license } }] }),
      );
    }
    for (const { name, version, type } of sbom.components)
      if (type === 'library') expect([name, version]).not.toContain(undefined);
  });

  it('lists copied build inputs: the runtime, each grammar, the model', () => {
    expect(find('onnxruntime-web')).toMatchObject({ version: manifest('node_modules/onnxruntime-web').version });
    expect(find('fast-uri')?.properties).toMatchObject([
      { value: expect.stringContaining('@modelcontextprotocol/server') },
    ]);
    const grammars = find('tree-sitter-wasm')?.components?.map(({ name }) => name);
    expect(grammars).toContain('python/tree-sitter-python.wasm');
    expect(grammars?.length).toBeGreaterThan(15);
    expect(find('remanence-minilm-1')).toMatchObject({
      type: 'machine-learning-model',
      components: [{ name: 'model.onnx' }, { name: 'static.bin' }, { name: 'tokenizer.json' }],
    });
    for (const tool of ['vitest', 'typescript', 'esbuild']) expect(find(tool)).toBeUndefined();
  });

  it('lists the runtime of each platform', () => {
    const { version } = manifest('node_modules/onnxruntime-node');
    for (const platform of ['darwin-arm64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'])
      expect(find(`@remanence/runtime-${platform}`)).toMatchObject({ version, scope: 'optional' });
    expect(find('onnxruntime-node')).toBeUndefined();
  });

  it('refers only to its own components, each once', () => {
    const refs = [sbom.metadata.component['bom-ref'], ...sbom.components.map((component) => component['bom-ref'])];
    expect(new Set(refs).size).toBe(refs.length);
    for (const { ref, dependsOn } of sbom.dependencies) {
      expect(refs).toContain(ref);
      expect(refs).toEqual(expect.arrayContaining(dependsOn));
      expect(new Set(dependsOn).size).toBe(dependsOn.length);
    }
  });

  it('is reproducible from the same sources on any machine', () => {
    const code = `
      const { bundle } = await import('./scripts/build.mjs');
      const { sbom } = await import('./scripts/sbom.mjs');
      process.stdout.write(JSON.stringify(sbom(await bundle({ write: false })), null, 2));`;
    expect(`${run(code)}\n`).toBe(text);
    expect(text).not.toContain(process.cwd());
    expect(text).not.toMatch(/timestamp|serialNumber/);
  });
});

/** Native packages stay where npm installs them. */
const INSTALLED = ['node_modules/@photostructure/sqlite', 'node_modules/@parcel/watcher'];
