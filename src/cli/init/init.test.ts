import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/open.ts';
import { MAIN } from '../../../test/stdio-client.ts';

let folder: string;
/** The package as npm installs it: the same program in node_modules. */
let installed: string;
beforeEach(() => {
  folder = temporaryFolder();
  installed = temporaryFolder();
  const place = join(installed, 'node_modules', 'remanence');
  mkdirSync(place, { recursive: true });
  cpSync('package.json', join(place, 'package.json'));
  symlinkSync(dirname(MAIN), join(place, 'dist'));
});
afterEach(() => {
  for (const path of [folder, installed]) rmSync(path, { recursive: true, force: true });
});

const at = (path: string) => join(folder, path);
const read = (path: string) => readFileSync(at(path), 'utf8');
const write = (path: string, text: string) => writeFileSync(at(path), text);
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: folder });
  return { status, stdout, stderr };
};
const init = (...flags: string[]) => {
  const main = join(installed, 'node_modules', 'remanence', 'dist', 'main.js');
  return run('--preserve-symlinks', '--preserve-symlinks-main', main, 'init', ...flags);
};
const launch = (...flags: string[]) => ({ command: 'npx', args: ['-y', 'remanence', 'mcp', ...flags] });
const server = launch('--project', 'auto');
// biome-ignore lint/suspicious/noTemplateCurlyInString: what the editor fills in.
const WORKSPACE = '${workspaceFolder}';

describe('init', () => {
  it('writes CLAUDE.md and .mcp.json, the files Claude Code reads', () => {
    write('AGENTS.md', '# Agents');
    expect(init()).toMatchObject({ status: 0, stdout: 'CLAUDE.md: written\n.mcp.json: written\n' });
    expect(read('CLAUDE.md')).toContain('`store_memory`');
    expect(read('CLAUDE.md')).toContain('with `include_code`, code as well');
    expect(JSON.parse(read('.mcp.json'))).toEqual({ mcpServers: { remanence: server } });
    expect(read('AGENTS.md')).toBe('# Agents');
  });

  it('writes no path of this machine into a shared file', () => {
    const { status, stdout } = run(MAIN, 'init');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^CLAUDE\.md: written\n\.mcp\.json: left alone\..*remanence install\n$/s);
    expect(readdirSync(folder)).toEqual(['CLAUDE.md']);
  });

  it('changes nothing the second time, whatever the layout of the files', () => {
    init();
    write('.mcp.json', JSON.stringify(JSON.parse(read('.mcp.json'))));
    const before = [read('CLAUDE.md'), read('.mcp.json')];
    expect(init().stdout).toBe('CLAUDE.md: up to date\n.mcp.json: up to date\n');
    expect([read('CLAUDE.md'), read('.mcp.json')]).toEqual(before);
  });

  it('keeps everything else in the files and replaces only its own section', () => {
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

  it('adds its server beside others and keeps additions to its entry', () => {
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
    ['cursor', '.cursor/mcp.json', 'mcpServers', {}],
    ['vscode', '.vscode/mcp.json', 'servers', { type: 'stdio' }],
  ])(
    'writes AGENTS.md and the configuration of %s, which starts servers in another folder',
    (client, path, servers, more) => {
      write('CLAUDE.md', '# Claude');
      init('--client', client, '--data-dir', 'memory');
      const flags = ['--data-dir', `${WORKSPACE}/memory`, '--project', `auto:${WORKSPACE}`];
      expect(JSON.parse(read(path))).toEqual({ [servers]: { remanence: { ...more, ...launch(...flags) } } });
      expect(existsSync(at('.mcp.json'))).toBe(false);
      expect(existsSync(at('AGENTS.md'))).toBe(true);
      expect(read('CLAUDE.md')).toBe('# Claude');
    },
  );

  it('passes on the given profile, data folder and project, and writes to the given file', () => {
    const flags = ['--profile', 'memory-mcp', '--data-dir', '~/memory', '--project', 'shop'];
    init('--client', 'claude', ...flags, '--file', 'docs/agents.md');
    expect(JSON.parse(read('.mcp.json')).mcpServers.remanence).toEqual(launch(...flags));
    expect(read('docs/agents.md')).toContain('remanence:end');
  });

  it('with --dry-run prints the files and writes nothing', () => {
    const { stdout } = init('--dry-run');
    expect(stdout).toContain('--- CLAUDE.md\n<!-- remanence:begin');
    expect(stdout).toContain('--- .mcp.json\n{\n  "mcpServers"');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes through a symbolic link to its target', () => {
    write('AGENTS.md', '# Agents\n');
    symlinkSync('AGENTS.md', at('CLAUDE.md'));
    init();
    expect(lstatSync(at('CLAUDE.md')).isSymbolicLink()).toBe(true);
    expect(read('AGENTS.md')).toMatch(/^# Agents\n\n<!-- remanence:begin/);
  });

  it.each([
    ['// a comment\n{', 'is not JSON'],
    ['[]', 'does not hold a JSON object'],
    ['{"mcpServers": []}', 'mcpServers in .mcp.json is not an object'],
  ])('refuses %j, says why, and changes no file', (text, reason) => {
    write('.mcp.json', text);
    expect(init()).toMatchObject({ status: 2, stderr: expect.stringContaining(reason) });
    expect(read('.mcp.json')).toBe(text);
    expect(existsSync(at('CLAUDE.md'))).toBe(false);
  });

  it('refuses a section without an end marker, an unknown client and an unknown profile', () => {
    write('CLAUDE.md', 'x\n<!-- remanence:begin -->\nmine');
    expect(init().stderr).toContain('does not end');
    expect(init('--client', 'emacs').stderr).toContain('claude, cursor, vscode, none');
    expect(init('--profile', 'nonsense').stderr).toContain('Unknown profile');
    expect(read('CLAUDE.md')).toBe('x\n<!-- remanence:begin -->\nmine');
  });

  it('writes nothing if a file cannot be read', () => {
    mkdirSync(at('CLAUDE.md'));
    expect(init().status).toBe(1);
    expect(existsSync(at('.mcp.json'))).toBe(false);
  });
});
