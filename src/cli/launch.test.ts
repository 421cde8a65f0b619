import { expect, it } from 'vitest';
import { launchOf, sharedLaunchOf } from './launch.ts';

const GLOBAL = '/usr/lib/node_modules/remanence/dist/main.js';
const CACHED = '/home/ada/.npm/_npx/1a2b/node_modules/remanence/dist/main.js';
const CHECKOUT = '/home/ada/remanence/dist/main.js';

it('clients of this machine start the server by its path, unless npx fetched it', () => {
  expect(launchOf(CHECKOUT, { dataDir: '~/memory' })).toEqual({
    command: 'node',
    args: [CHECKOUT, 'mcp', '--data-dir', '~/memory'],
  });
  expect(launchOf(GLOBAL, {})).toEqual({ command: 'node', args: [GLOBAL, 'mcp'] });
  expect(launchOf(CACHED, { project: 'auto' })).toEqual({
    command: 'npx',
    args: ['-y', 'remanence', 'mcp', '--project', 'auto'],
  });
});

it('shared files start the server by its package name, which a checkout cannot offer', () => {
  expect(sharedLaunchOf(GLOBAL, { profile: 'all' })).toEqual({
    command: 'npx',
    args: ['-y', 'remanence', 'mcp', '--profile', 'all'],
  });
  expect(sharedLaunchOf(CHECKOUT, {})).toBeNull();
});
