// Packs the self-contained bundle for Claude Desktop, for one platform:
//   node scripts/mcpb.mjs [--to FOLDER] [--platform linux-x64]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { manifests } from './manifests.mjs';
import { prepare, stageProgram } from './packages.mjs';
import { runtimeManifests, writeRuntime } from './runtimes.mjs';

const PACKER = '@anthropic-ai/mcpb@2.1.2';

const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });

/** Returns the path of the bundle. */
export async function packBundle(target, platform) {
  const runtime = runtimeManifests().find(({ name }) => name.endsWith(`-${platform}`));
  if (!runtime) throw new Error(`No runtime exists for ${platform}.`);
  const stage = mkdtempSync(join(tmpdir(), 'remanence-mcpb-'));
  try {
    prepare();
    await stageProgram(stage);
    installInside(stage, runtime);
    await writeRuntime(runtime, join(stage, 'node_modules', runtime.name));
    const { compatibility, ...manifest } = JSON.parse(manifests()['packaging/mcpb.json']);
    const here = { ...manifest, compatibility: { ...compatibility, platforms: runtime.os } };
    writeFileSync(join(stage, 'manifest.json'), `${JSON.stringify(here, null, 2)}\n`);
    mkdirSync(target, { recursive: true });
    const bundle = join(target, `${manifest.name}-${manifest.version}-${platform}.mcpb`);
    run('npx', ['--yes', PACKER, 'pack', stage, bundle], target);
    return bundle;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** What npm would install there, without the binaries of other platforms. */
function installInside(stage, { os: [os], cpu: [cpu] }) {
  const path = join(stage, 'package.json');
  const { optionalDependencies, peerDependencies, peerDependenciesMeta, ...manifest } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  const npm = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  run('npm', [...npm, `--os=${os}`, `--cpu=${cpu}`], stage);
  const prebuilds = join(stage, 'node_modules', '@photostructure', 'sqlite', 'prebuilds');
  for (const name of readdirSync(prebuilds)) {
    if (name !== `${os}-${cpu}`) rmSync(join(prebuilds, name), { recursive: true });
  }
  // The runtime of the model needs glibc, so the bundle does, too.
  for (const name of readdirSync(join(prebuilds, `${os}-${cpu}`))) {
    if (name.includes('.musl.')) rmSync(join(prebuilds, `${os}-${cpu}`, name));
  }
  // Sources and declarations for compilers, and the WebAssembly runtime: the bundle has its platform's native one.
  const unused = [
    'node_modules/@photostructure/sqlite/src',
    'node_modules/node-addon-api',
    'dist/types',
    'dist/onnxruntime-web',
  ];
  for (const folder of unused) rmSync(join(stage, folder), { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const own = `${process.platform}-${process.arch}`;
  const { values } = parseArgs({
    options: { to: { type: 'string', default: 'release' }, platform: { type: 'string', default: own } },
  });
  console.log(await packBundle(resolve(values.to), values.platform));
}
