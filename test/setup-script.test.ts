// How the dependencies of a checkout are installed, by scripts/setup.mjs or by hand.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './open.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the dependencies of a checkout', () => {
  it('run no install scripts, which a setting says that npm knows', () => {
    const { stdout, stderr } = spawnSync('npm', ['config', 'get', 'ignore-scripts'], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    expect(stdout.trim()).toBe('true');
    expect(stderr).not.toContain('Unknown project config');
  });

  it('are not left to pre-scripts, which npm does not run with that setting', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const name of Object.keys(scripts)) expect(scripts).not.toHaveProperty(`pre${name}`);
    for (const name of ['start', 'test']) expect(scripts[name]).toMatch(/^node scripts\/setup\.mjs && /);
  });

  it.skipIf(process.platform === 'win32')('that npm cannot install are reported in one sentence', () => {
    mkdirSync(join(folder, 'scripts'));
    cpSync('scripts/setup.mjs', join(folder, 'scripts', 'setup.mjs'));
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    writeFileSync(join(folder, 'npm'), '#!/bin/sh\nexit 7\n');
    chmodSync(join(folder, 'npm'), 0o700);
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts', 'setup.mjs')], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    });
    expect(stderr).toBe(
      'remanence: installing dependencies\nremanence: The dependencies could not be installed; what npm says above tells why.\n',
    );
    expect(status).toBe(1);
  });
});
