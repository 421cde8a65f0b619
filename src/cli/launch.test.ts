import { expect, it } from 'vitest';
import { launchOf, sharedLaunchOf } from './launch.ts';

const GLOBAL = '/usr/lib/node_modules/remanence/dist/main.js';
const CACHED = '/home/ada/.npm/_npx/1a2b/node_modules/remanence/dist/main.js';
const CHECKOUT = '/home/ada/remanence/dist/main.js';

it('is started by its path on this machine, unless npx fetched it', () => {
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

it('is started by its name on every machine, which a checkout cannot promise', () => {
  expect(sharedLaunchOf(GLOBAL, { profile: 'all' })).toEqual({
    command: 'npx',
    args: ['-y', 'remanence', 'mcp', '--profile', 'all'],
  });
  expect(sharedLaunchOf(CHECKOUT, {})).toBeNull();
});
