// The torture and fuzz runners in their smallest form, to keep them working; CI runs all rounds of both.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contracts } from '../src/contracts/contracts.ts';
import { MAIN } from './stdio-client.ts';
import { cubeOperations } from './torture/cube-operations.ts';
import { fileOperations } from './torture/file-operations.ts';
import { memoryOperations } from './torture/memory-operations.ts';

/** Long, because other suites run at the same time. */
const TIMEOUT_MS = 240_000;

function exercise(...args: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(MAIN, '../../scripts/exercise.mjs'), ...args]);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, stdout, stderr })));
}

describe('torture', () => {
  it('covers every tool that writes', () => {
    const known = new Set(
      [...memoryOperations, ...cubeOperations, ...fileOperations].map(
        ({ profile, tool }) => `${profile} ${tool.split(' ')[0]}`,
      ),
    );
    const writing = contracts.flatMap(({ profile, tools }) =>
      tools.filter(({ annotations }) => !annotations.readOnly).map(({ name }) => `${profile} ${name}`),
    );
    expect(writing.filter((tool) => !known.has(tool))).toEqual([]);
  });

  it('loses nothing in power cuts', { timeout: TIMEOUT_MS }, async () => {
    const { stdout, stderr, status } = await exercise(
      'torture',
      '--kills',
      '1',
      '--seed',
      '7',
      '--round',
      'crash images',
    );
    expect(stderr).toBe('torture: seed 7, 1 kills\n');
    expect(stdout).toMatch(/^crash images +\d+ +0 +4 +\d+ +0 +0 +0 +0 /m);
    expect(status).toBe(0);
  });

  it('refuses unknown options', async () => {
    expect(await exercise('torture', '--round', 'tea')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Rounds:'),
    });
  });
});

describe('fuzz', () => {
  it('calls the tools and finds no error', { timeout: TIMEOUT_MS }, async () => {
    // A busy machine is slow; speed is not tested here.
    const { stdout, status } = await exercise('fuzz', '--calls', '80', '--seed', '7', '--deadline', '30000');
    expect(stdout).toMatch(/8\d calls in \d+ s: 0 crashes, 0 hangs/);
    expect(stdout).toMatch(/^memory-mcp store_memory +\d+/m);
    expect(stdout.split('hangs over 30000 ms\n')[1]).toBe('');
    expect(status).toBe(0);
  });
});
