// The manifests for registries and container builds agree with package.json and the served tools.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contractOf } from '../src/contracts/contracts.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const Manifest = z.object({ name: z.string(), version: z.string(), description: z.string(), mcpName: z.string() });
const { name, version, description, mcpName } = Manifest.parse(JSON.parse(read('package.json')));
const run = (code: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }));

describe('the manifests', () => {
  it('are what `npm run manifests` writes today', () => {
    const code = `console.log(JSON.stringify((await import('./scripts/manifests.mjs')).manifests()))`;
    const written = z.record(z.string(), z.string()).parse(run(code));
    expect(Object.keys(written).length).toBeGreaterThan(5);
    for (const [path, text] of Object.entries(written)) expect(read(path), path).toBe(text);
  });

  it('describe this version to the MCP registry in at most 100 characters, under the name that the package proves', () => {
    const server = JSON.parse(read('server.json'));
    expect(server).toMatchObject({ name: mcpName, version, description });
    expect(server.packages).toMatchObject([{ registryType: 'npm', identifier: name, version }]);
    expect(description.length).toBeLessThan(100);
    expect(mcpName).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  });

  it('list exactly the served tools for Claude Desktop', () => {
    const bundle = JSON.parse(read('packaging/mcpb.json'));
    const served = contractOf(['memory-mcp']).tools.map((tool) => ({ name: tool.name, description: tool.description }));
    expect(bundle).toMatchObject({ manifest_version: '0.3', version, tools: served });
    expect(bundle.tools).toHaveLength(served.length);
  });

  it('build a container that runs unprivileged, writes only to /data, and reports its health', () => {
    const lines = read('Dockerfile').split('\n');
    expect(lines).toContain('USER node');
    expect(lines).toContain('VOLUME /data');
    expect(lines.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
    expect(read('Dockerfile')).toContain(`image.version="${version}"`);
  });
});

describe('the published package', () => {
  it('depends only on native parts, and lets npm choose a runtime by platform', () => {
    const code = `console.log(JSON.stringify((await import('./scripts/packages.mjs')).publishedManifest()))`;
    const published = z.record(z.string(), z.unknown()).parse(run(code));
    expect(published).toMatchObject({ name, version, mcpName });
    expect(Object.keys(z.object({}).loose().parse(published.dependencies))).toEqual([
      '@parcel/watcher',
      '@photostructure/sqlite',
    ]);
    const runtime = JSON.parse(read('node_modules/onnxruntime-node/package.json')).version;
    expect(published.optionalDependencies).toMatchObject({ '@remanence/runtime-linux-x64': runtime });
    expect(Object.keys(published)).not.toContain('devDependencies');
    expect(Object.keys(published)).not.toContain('scripts');
  });
});
