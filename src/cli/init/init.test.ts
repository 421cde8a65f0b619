import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/open.ts';
import { MAIN } from '../../../test/stdio-client.ts';
import { launchOf } from '../launch.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (path: string) => join(folder, path);
const read = (path: string) => readFileSync(at(path), 'utf8');
const write = (path: string, text: string) => writeFileSync(at(path), text);
const init = (...flags: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'init', ...flags], {
    encoding: 'utf8',
    cwd: folder,
  });
  return { status, stdout, stderr };
};
const server = { command: 'node', args: [MAIN, 'mcp'] };

describe('init', () => {
  it('writes AGENTS.md and the configuration of Claude Code into an empty folder', () => {
    expect(init()).toMatchObject({ status: 0, stdout: 'AGENTS.md: written\n.mcp.json: written\n' });
    expect(read('AGENTS.md')).toContain('`store_memory`');
    expect(JSON.parse(read('.mcp.json'))).toEqual({ mcpServers: { remanence: server } });
    expect(readdirSync(folder).sort()).toEqual(['.mcp.json', 'AGENTS.md']);
  });

  it('changes nothing the second time, however the files are laid out', () => {
    init();
    write('.mcp.json', JSON.stringify(JSON.parse(read('.mcp.json'))));
    const before = [read('AGENTS.md'), read('.mcp.json')];
    expect(init().stdout).toBe('AGENTS.md: up to date\n.mcp.json: up to date\n');
    expect([read('AGENTS.md'), read('.mcp.json')]).toEqual(before);
  });

  it('keeps what else is in the files, and replaces its own section in its place', () => {
    write('CLAUDE.md', '# Rules\r\n\r\nBe kind.\r\n');
    init();
    const first = read('CLAUDE.md');
    expect(first).toMatch(/^# Rules\r\n\r\nBe kind\.\r\n\r\n<!-- remanence:begin/);
    expect(first.replaceAll('\r\n', '')).not.toContain('\n');
    write('CLAUDE.md', `${first.replace('`recall`', 'something old $& $1')}\r\nThe end.\r\n`);
    init();
    expect(read('CLAUDE.md')).toBe(`${first}\r\nThe end.\r\n`);
    expect(existsSync(at('AGENTS.md'))).toBe(false);
  });

  it('adds its server beside others, and keeps what was added to it', () => {
    const others = { files: { command: 'files', args: [] } };
    const ours = { command: 'old', args: ['old'], env: { REMANENCE_USER: 'ada' } };
    write('.mcp.json', JSON.stringify({ note: 1, mcpServers: { ...others, remanence: ours }, last: [null] }, null, 4));
    expect(init().stdout).toContain('.mcp.json: updated');
    expect(JSON.parse(read('.mcp.json'))).toEqual({
      note: 1,
      mcpServers: { ...others, remanence: { ...ours, ...server } },
      last: [null],
    });
    expect(read('.mcp.json')).toContain('\n    "note": 1');
  });

  it.each([
    ['cursor', '.cursor/mcp.json', { mcpServers: { remanence: server } }],
    ['vscode', '.vscode/mcp.json', { servers: { remanence: { type: 'stdio', ...server } } }],
  ])('writes the configuration of %s', (client, path, expected) => {
    init('--client', client);
    expect(JSON.parse(read(path))).toEqual(expected);
    expect(existsSync(at('.mcp.json'))).toBe(false);
  });

  it('passes on the profile and the data folder that it was given, and writes where it is told', () => {
    init('--client', 'claude', '--profile', 'memory-mcp', '--data-dir', 'memory', '--file', 'docs/agents.md');
    const { remanence } = JSON.parse(read('.mcp.json')).mcpServers;
    expect(remanence.args).toEqual([MAIN, 'mcp', '--profile', 'memory-mcp', '--data-dir', at('memory')]);
    expect(read('docs/agents.md')).toContain('remanence:end');
  });

  it('prints and writes nothing with --dry-run', () => {
    const { stdout } = init('--dry-run');
    expect(stdout).toContain('--- AGENTS.md\n<!-- remanence:begin');
    expect(stdout).toContain('--- .mcp.json\n{\n  "mcpServers"');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes through a link to the file behind it', () => {
    write('AGENTS.md', '# Agents\n');
    symlinkSync('AGENTS.md', at('CLAUDE.md'));
    init('--client', 'none');
    expect(lstatSync(at('CLAUDE.md')).isSymbolicLink()).toBe(true);
    expect(read('AGENTS.md')).toMatch(/^# Agents\n\n<!-- remanence:begin/);
  });

  it.each([
    ['// a comment\n{}', 'is not plain JSON'],
    ['[]', 'it holds no object'],
    ['{"mcpServers": []}', 'mcpServers in .mcp.json is not an object'],
  ])('refuses %j, says why, and leaves every file alone', (text, reason) => {
    write('.mcp.json', text);
    expect(init()).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) });
    expect(read('.mcp.json')).toBe(text);
    expect(existsSync(at('AGENTS.md'))).toBe(false);
  });

  it('refuses a section without an end, an unknown client and an unknown profile', () => {
    write('AGENTS.md', 'x\n<!-- remanence:begin -->\nmine');
    expect(init().stderr).toContain('does not end');
    expect(init('--client', 'emacs').stderr).toContain('claude, cursor, vscode, none');
    expect(init('--profile', 'nonsense').stderr).toContain('Unknown profile');
    expect(read('AGENTS.md')).toBe('x\n<!-- remanence:begin -->\nmine');
  });

  it('writes nothing at all where a file cannot be read', () => {
    mkdirSync(at('AGENTS.md'));
    expect(init().status).toBe(1);
    expect(existsSync(at('.mcp.json'))).toBe(false);
  });
});

describe('how it is started', () => {
  it('is by name where npm installed it, and by path from a checkout', () => {
    expect(launchOf('/usr/lib/node_modules/remanence/dist/main.js', { profile: 'all' })).toEqual({
      command: 'npx',
      args: ['-y', 'remanence', 'mcp', '--profile', 'all'],
    });
    expect(launchOf('/home/ada/remanence/dist/main.js', { dataDir: '~/memory' })).toEqual({
      command: 'node',
      args: ['/home/ada/remanence/dist/main.js', 'mcp', '--data-dir', '~/memory'],
    });
  });
});
