// ONNX Runtime by platform: onnxruntime-node contains five platforms and an install script that downloads CUDA; each of
// these packages contains one platform's CPU library and has no install script.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mitLicence } from './third-parties.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCE = join(ROOT, 'node_modules', 'onnxruntime-node');
const BINDING = 'onnxruntime_binding.node';

// What the binding loads. DirectML.dll and the shader compilers of Windows are loaded only for a GPU.
const PLATFORMS = [
  { os: 'darwin', cpu: 'arm64', library: 'libonnxruntime.1.dylib' },
  { os: 'linux', cpu: 'arm64', library: 'libonnxruntime.so.1', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', library: 'libonnxruntime.so.1', libc: 'glibc' },
  { os: 'win32', cpu: 'arm64', library: 'onnxruntime.dll' },
  { os: 'win32', cpu: 'x64', library: 'onnxruntime.dll' },
];

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The manifests of all platforms. The version is that of ONNX Runtime, which changes less often than ours. */
export function runtimeManifests() {
  const { version } = json(join(SOURCE, 'package.json'));
  const { engines } = json(join(ROOT, 'package.json'));
  return PLATFORMS.map(({ os, cpu, library, libc }) => ({
    name: `@remanence/runtime-${os}-${cpu}`,
    version,
    description: `ONNX Runtime ${version} for Node.js on ${os} ${cpu}, CPU only.`,
    license: 'MIT',
    os: [os],
    cpu: [cpu],
    ...(libc ? { libc: [libc] } : {}),
    engines,
    main: 'index.js',
    files: ['index.js', BINDING, library],
  }));
}

/** Writes one platform's package into a new folder. */
export async function writeRuntime(manifest, folder) {
  const esbuild = await import('esbuild');
  mkdirSync(folder, { recursive: true });
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [join(SOURCE, 'dist', 'index.js')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    plugins: [bindingBeside],
    logLevel: 'warning',
  });
  const source = join(SOURCE, 'bin', 'napi-v6', manifest.os[0], manifest.cpu[0]);
  for (const file of manifest.files.slice(1)) cpSync(join(source, file), join(folder, file));
  writeFileSync(join(folder, 'LICENSE'), mitLicence('Microsoft Corporation'));
  writeFileSync(
    join(folder, 'README.md'),
    `${manifest.description}\n\nInstalled by \`remanence\`, which runs its model with it.\n`,
  );
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The original looks for its binary below bin/; in these packages it is beside the script. */
const bindingBeside = {
  name: 'binding-beside',
  setup(bundler) {
    bundler.onLoad({ filter: /onnxruntime-node[\\/]dist[\\/]binding\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text.replace(/require\(`\.\.\/bin\/[^`]+`\)/, `require('./${BINDING}')`);
      if (contents === text) throw new Error(`${path} does not load its binary as expected.`);
      return { contents };
    });
    bundler.onResolve({ filter: /\.node$/ }, ({ path }) => ({ path, external: true }));
  },
};
