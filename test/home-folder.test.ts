import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from './open.ts';
import { StdioClient } from './stdio-client.ts';

const home = temporaryFolder();
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** ONNX Runtime keeps what it would report to its maker in the user's cache. */
it('writes nothing but the data folder to the home folder', { timeout: 120_000 }, async () => {
  const env = { HOME: home, USERPROFILE: home, XDG_CACHE_HOME: '', ORT_DISABLE_TELEMETRY: '' };
  const client = new StdioClient(['--data-dir', join(home, 'data')], [], env);
  await client.initialize();
  await client.call('store_memory', { content: 'We deploy with Kamal.' });
  const { value } = await client.call('recall', { query: 'what do we deploy with?' });
  expect(value.results).toHaveLength(1);
  await client.kill();
  expect(readdirSync(home)).toEqual(['data']);
});
