// Packs what is published, into release/ or the named folder:
//   node scripts/packages.mjs [--to FOLDER] [--platform linux-x64]
// The published manifest lists the runtimes by platform, which a checkout does not need: it has onnxruntime-node.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { recompress } from './compress.mjs';
import { runtimeManifests, writeRuntime } from './runtimes.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const ALWAYS = ['README.md', 'LICENSE'];
const isWindows = process.platform === 'win32';

const npm = (args, cwd) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 2], shell: isWindows });

/** The manifest of the program as published. */
export function publishedManifest() {
  const {
    scripts,
    devDependencies,
    overrides,
    private: _,
    ...manifest
  } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const optionalDependencies = Object.fromEntries(runtimeManifests().map(({ name, version }) => [name, version]));
  return { ...manifest, optionalDependencies };
}

/** Installs, builds, and writes the types, as npm does before it packs. */
export const prepare = () => npm(['run', '--silent', 'prepack'], ROOT);

/** Lays out the program's package as it is installed, without what it depends on. */
export async function stageProgram(folder) {
  const manifest = publishedManifest();
  mkdirSync(folder, { recursive: true });
  for (const path of [...manifest.files, ...ALWAYS]) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  await recompress(join(folder, 'dist'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Packs the program and its runtimes, or those of one platform; returns the paths of the tarballs by name. */
export async function pack(target, platform) {
  const stage = mkdtempSync(join(tmpdir(), 'remanence-packages-'));
  const tarballs = {};
  const packOne = (name, folder) => {
    const [{ filename }] = JSON.parse(
      npm(['pack', '--json', '--ignore-scripts', '--pack-destination', target], folder),
    );
    tarballs[name] = join(target, filename.replace('@', '').replace('/', '-'));
  };
  try {
    mkdirSync(target, { recursive: true });
    prepare();
    await stageProgram(join(stage, 'remanence'));
    packOne('remanence', join(stage, 'remanence'));
    for (const manifest of runtimeManifests()) {
      if (platform !== undefined && !manifest.name.endsWith(`-${platform}`)) continue;
      const folder = join(stage, manifest.name);
      await writeRuntime(manifest, folder);
      packOne(manifest.name, folder);
    }
    return tarballs;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { to: { type: 'string', default: 'release' }, platform: { type: 'string' } },
  });
  for (const path of Object.values(await pack(resolve(values.to), values.platform))) console.log(path);
}
