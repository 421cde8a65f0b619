// Packs the program as it is published, installs it with an empty npm cache into an empty folder, and uses it without a
// network. The runtimes come from a registry on loopback, everything else from that of npm.
// Usage: node .ci/npx.mjs FOLDER, an empty one.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from '../scripts/packages.mjs';
import { runtimeManifests } from '../scripts/runtimes.mjs';

const FETCHED_MB = 64;
const INSTALLED_MB = 160;
const platform = `${process.platform}-${process.arch}`;
const [folder = '.'] = process.argv.slice(2).map((path) => resolve(path));
const tarballs = await pack(join(folder, 'tarballs'), platform);

/** Just enough of npm's registry: a document for each package, and the tarball of this platform. */
const registry = createServer((request, response) => {
  const path = decodeURIComponent(request.url ?? '').slice(1);
  const file = Object.values(tarballs).find((tarball) => basename(tarball) === path);
  if (file) return response.end(readFileSync(file));
  const manifest = runtimeManifests().find(({ name }) => name === path);
  if (!manifest) return response.writeHead(404).end('{}');
  const { name, version } = manifest;
  const own = tarballs[name];
  const integrity = own && `sha512-${createHash('sha512').update(readFileSync(own)).digest('base64')}`;
  const dist = { tarball: `http://${request.headers.host}/${own ? basename(own) : 'elsewhere.tgz'}`, integrity };
  const document = { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(document));
});
await new Promise((listening) => registry.listen(0, '127.0.0.1', listening));

const work = join(folder, 'work');
const cache = join(folder, 'cache');
mkdirSync(work);
writeFileSync(join(work, '.npmrc'), `@remanence:registry=http://127.0.0.1:${registry.address().port}/\n`);
const env = { ...process.env, npm_config_cache: cache, npm_config_update_notifier: 'false' };

/** Everything that an agent would do; gives what it was told. */
async function talk(command, args, asks) {
  const server = spawn(command, args, { cwd: work, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((end) => server.once('exit', end));
  const waiting = new Map();
  let buffer = '';
  server.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (buffer + chunk).split('\n');
    buffer = lines.pop() ?? '';
    for (const { id, result, error } of lines.map((line) => JSON.parse(line))) waiting.get(id)?.(result ?? error);
  });
  const ask = (id, method, params) => {
    const answer = new Promise((told) => waiting.set(id, told));
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return Promise.race([answer, ended.then((code) => fail(`${command} ended with ${code}`))]);
  };
  const clientInfo = { name: 'ci', version: '1' };
  await ask(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  const answers = [];
  for (const [method, params] of asks) answers.push(await ask(answers.length + 1, method, params));
  server.stdin.end();
  await ended;
  return answers;
}

function fail(why) {
  throw new Error(why);
}

const data = ['--data-dir', join(folder, 'data')];
const started = performance.now();
const [listed] = await talk(
  'npx',
  ['--yes', `--package=${tarballs.remanence}`, '--', 'remanence', 'mcp', ...data],
  [['tools/list', {}]],
);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
if (!listed.tools?.some(({ name }) => name === 'store_memory')) fail(`tools/list answered ${JSON.stringify(listed)}`);

// What npm fetched is what its cache holds now, where the registry's documents lie unpacked.
const [install] = readdirSync(join(cache, '_npx')).map((name) => join(cache, '_npx', name));
const fetched = megabytes(join(cache, '_cacache', 'content-v2'), asSent);
const installed = megabytes(install, (path) => statSync(path).size);
const sizes = `${fetched.toFixed(1)} MB fetched, ${installed.toFixed(1)} MB installed`;
if (fetched > FETCHED_MB || installed > INSTALLED_MB) fail(`too large: ${sizes}`);

function megabytes(folder, sizeOf) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.reduce((sum, file) => sum + sizeOf(file), 0) / 1e6;
}

function asSent(file) {
  const bytes = readFileSync(file);
  return bytes.readUInt16BE(0) === 0x1f8b ? bytes.length : gzipSync(bytes).length;
}

await new Promise((closed) => registry.close(closed));
const main = join(install, 'node_modules', 'remanence', 'dist', 'main.js');
const cut = spawnSync('unshare', ['-rn', 'true']).status === 0 ? ['unshare', '-rn'] : [];
if (cut.length === 0) process.stdout.write('left out: cutting the network off, which this machine does not allow\n');
const program = [...cut, process.execPath, main];
const fact = 'The staging database listens on port 6543.';
const recall = { query: 'which port is the database of staging on', limit: 1 };
const [, { content }] = await talk(
  program[0],
  [...program.slice(1), 'mcp', ...data],
  [
    ['tools/call', { name: 'store_memory', arguments: { content: fact } }],
    ['tools/call', { name: 'recall', arguments: recall }],
  ],
);
if (!content?.[0]?.text.includes(fact)) fail(`recall answered ${JSON.stringify(content)}`);

const { stdout } = spawnSync(program[0], [...program.slice(1), 'doctor', ...data], { encoding: 'utf8' });
const native = existsSync(join(install, 'node_modules', '@remanence', `runtime-${platform}`));
if (!stdout.includes(native ? `@remanence/runtime-${platform}` : 'onnxruntime-web')) fail(stdout);
process.stdout.write(`npx: ${sizes}, tools/list after ${seconds} s, stored and recalled without a network\n`);
