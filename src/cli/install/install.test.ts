import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../test/command.ts';
import { temporaryFolder } from '../../../test/open.ts';
import { MAIN } from '../../../test/stdio-client.ts';
import { clientsOf } from './clients.ts';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const at = (path: string) => join(home, path);
const read = (path: string) => readFileSync(at(path), 'utf8');
const write = (path: string, text: string | Buffer) => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const run = (...args: string[]) => command(args, { HOME: home });
const tree = () =>
  Object.fromEntries(
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path, readFileSync(path).toString('base64')]),
  );
const launch = { command: 'node', args: [MAIN, 'mcp'] };
/** By clients that start it in the folder of the project. */
const inProject = { command: 'node', args: [MAIN, 'mcp', '--project', 'auto'] };

/** A home in which every client has been used, each with its own servers and peculiarities. */
const HOME: Readonly<Record<string, string>> = {
  '.claude.json': '{"numStartups": 7,"mcpServers":{"files":{"command":"files"}},"oauth":{"x":"ü"}}',
  '.claude/settings.json': '{}',
  '.config/Claude/claude_desktop_config.json':
    '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": {"command": "a"}\r\n\t}\r\n}\r\n',
  '.codex/config.toml': '# mine\r\nmodel = "o"\r\n\r\n[mcp_servers.files]\r\ncommand = "files" # keep\r\n',
  '.cursor/mcp.json': '{\n    "mcpServers": {}\n}',
  '.config/Code/User/mcp.json':
    '{\n  // servers of mine\n  "servers": {\n    "a": { "command": "a" }, // last\n  },\n}\n',
  '.gemini/settings.json': '{\n  "theme": "dark" /* nice */\n}\n',
  '.config/zed/settings.json':
    '// Zed settings\n//\n{\n  "theme": "One Dark",\n  "context_servers": {\n    // "off": {},\n    "b": { "source": "custom", "command": "b", "args": [] }\n  }\n}\n',
  '.codeium/windsurf/mcp_config.json': '',
  '.config/opencode/opencode.jsonc':
    '{\r\n  "$schema": "https://opencode.ai/config.json", // schema\r\n  "mcp": {}\r\n}',
};
const prepare = () => {
  for (const [path, text] of Object.entries(HOME)) write(path, text);
};

describe('install', () => {
  it("connects every client in the client's own file, beside other servers, and keeps comments", async () => {
    prepare();
    expect(await run('install', '--yes')).toMatchObject({ status: 0, stderr: '' });
    const servers = (path: string) => parse(read(path).replace('\uFEFF', ''), [], { allowTrailingComma: true });
    const typed = { type: 'stdio', ...launch };
    expect(servers('.claude.json').mcpServers).toEqual({
      files: { command: 'files' },
      remanence: { type: 'stdio', ...inProject },
    });
    expect(servers('.config/Claude/claude_desktop_config.json').mcpServers.remanence).toEqual(launch);
    expect(parseToml(read('.codex/config.toml')).mcp_servers).toEqual({
      files: { command: 'files' },
      remanence: inProject,
    });
    expect(servers('.cursor/mcp.json').mcpServers.remanence).toEqual(launch);
    expect(servers('.config/Code/User/mcp.json').servers).toMatchObject({ a: { command: 'a' }, remanence: typed });
    expect(servers('.gemini/settings.json')).toMatchObject({ theme: 'dark', mcpServers: { remanence: inProject } });
    expect(servers('.config/zed/settings.json').context_servers.remanence).toEqual({ source: 'custom', ...launch });
    expect(servers('.codeium/windsurf/mcp_config.json').mcpServers.remanence).toEqual(launch);
    expect(servers('.config/opencode/opencode.jsonc').mcp.remanence).toEqual({
      type: 'local',
      command: ['node', MAIN, 'mcp', '--project', 'auto'],
      enabled: true,
    });
    for (const [path, comment] of [
      ['.config/Code/User/mcp.json', '// servers of mine'],
      ['.config/zed/settings.json', '// "off": {},'],
      ['.codex/config.toml', 'command = "files" # keep\r\n'],
      ['.gemini/settings.json', '/* nice */'],
    ] as const)
      expect(read(path)).toContain(comment);
    for (const path of ['.config/Claude/claude_desktop_config.json', '.codex/config.toml'])
      expect(read(path).replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('also finds its place in the file of opencode 2', async () => {
    const text = '\uFEFF{ "mcp": { "servers": { "a": { "type": "local", "command": ["a"] } } } }';
    write('.config/opencode/opencode.json', text);
    await run('install', '--yes');
    const { servers } = JSON.parse(read('.config/opencode/opencode.json').slice(1)).mcp;
    expect(Object.keys(servers).sort()).toEqual(['a', 'remanence']);
    await run('uninstall', '--yes');
    expect(read('.config/opencode/opencode.json')).toBe(text);
  });

  it('is undone by uninstall byte for byte, with nothing left over', async () => {
    prepare();
    const before = tree();
    await run('install', '--yes');
    expect(tree()).not.toEqual(before);
    // Installed again with other flags: uninstall returns to the first state.
    await run('install', '--yes', '--profile', 'all');
    await run('install', '--yes', '--profile', 'all');
    expect(await run('uninstall', '--yes')).toMatchObject({ status: 0, stderr: '' });
    expect(tree()).toEqual(before);
  });

  it('is undone by removing the files and folders it made, and only those', async () => {
    mkdirSync(at('.cursor'));
    await run('install', 'cursor', 'gemini', '--yes');
    expect(existsSync(at('.gemini/settings.json'))).toBe(true);
    await run('uninstall', '--yes');
    expect(readdirSync(home)).toEqual(['.cursor', '.remanence']);
    expect(readdirSync(at('.cursor'))).toEqual([]);
  });

  it('is undone by removing only its own entry if a client has changed its file since', async () => {
    prepare();
    await run('install', 'claude-code', 'codex', 'zed', '--yes');
    write('.claude.json', read('.claude.json').replace('"numStartups": 7', '"numStartups": 8'));
    write('.codex/config.toml', `${read('.codex/config.toml')}\r\n[projects.x]\r\ntrust_level = "trusted"\r\n`);
    write('.config/zed/settings.json', read('.config/zed/settings.json').replace('One Dark', 'Ayu'));
    expect((await run('uninstall', '--yes')).status).toBe(0);
    expect(parse(read('.claude.json'))).toEqual({ ...JSON.parse(HOME['.claude.json'] ?? ''), numStartups: 8 });
    expect(parseToml(read('.codex/config.toml'))).toMatchObject({ projects: { x: { trust_level: 'trusted' } } });
    expect(read('.codex/config.toml')).not.toContain('remanence');
    expect(read('.config/zed/settings.json')).toContain('"theme": "Ayu"');
    expect(read('.config/zed/settings.json')).toContain('// "off": {},');
    expect(read('.config/zed/settings.json')).not.toContain('remanence');
  });

  it('is remembered by uninstall if the client has moved its file since', async () => {
    const moved = { HOME: home, CODEX_HOME: at('moved') };
    await command(['install', 'codex', '--yes'], moved);
    const { stdout, stderr } = await run('uninstall', '--yes');
    expect(stdout).not.toContain('Nothing to uninstall');
    expect(stderr).toContain(`${at('moved/config.toml')} was left unchanged`);
    await command(['uninstall', '--yes'], moved);
    expect(tree()).toEqual({});
  });

  it('records only what it changed, readable only by the owner', async () => {
    write('.claude.json', JSON.stringify({ primaryApiKey: 'sk-planted', mcpServers: {} }));
    await run('install', 'claude-code', '--yes');
    expect(read('.remanence/installed.json')).not.toContain('sk-planted');
    expect(statSync(at('.remanence/installed.json')).mode & 0o777).toBe(0o600);
  });

  it('with --dry-run shows what would change and changes nothing', async () => {
    prepare();
    const before = tree();
    const { status, stdout } = await run('install', '--dry-run');
    expect(status).toBe(0);
    expect(stdout).toContain(`Cursor: ${at('.cursor/mcp.json')}\n`);
    expect(stdout).toMatch(/^ {2}\+.*"remanence": \{$/m);
    expect(stdout).toMatch(/\nNothing was changed\.\n$/);
    expect(tree()).toEqual(before);
  });

  it('with --json lists the files that change', async () => {
    prepare();
    const cursor = { client: 'cursor', file: at('.cursor/mcp.json') };
    const said = async (...args: string[]) => JSON.parse((await run(...args, '--yes', '--json')).stdout);
    expect(await said('install', 'cursor')).toEqual([{ ...cursor, changes: true }]);
    expect(await said('install', 'cursor')).toEqual([{ ...cursor, changes: false }]);
    expect(await said('uninstall')).toEqual([{ ...cursor, changes: true }]);
    expect(await said('uninstall')).toEqual([]);
  });

  it('ends its lines like most lines of the file', async () => {
    write('.codex/config.toml', 'model = "o"\nx = 1\r\ny = 2\n');
    write('.cursor/mcp.json', '{\n  "a": 1,\r\n  "mcpServers": {\n    "b": { "command": "b" }\n  }\n}\n');
    await run('install', 'codex', 'cursor', '--yes');
    for (const path of ['.codex/config.toml', '.cursor/mcp.json']) expect(read(path).split('\r\n')).toHaveLength(2);
  });

  it('says that there is nothing to uninstall', async () => {
    expect((await run('uninstall')).stdout).toBe(
      "Nothing to uninstall: no client's file has an entry made by install.\n",
    );
  });

  it('asks first, and writes nothing without a terminal', async () => {
    prepare();
    const before = tree();
    expect(await run('install')).toMatchObject({ status: 2, stderr: expect.stringContaining('--yes') });
    expect(tree()).toEqual(before);
  });

  it.each([
    ['.cursor/mcp.json', '{"mcpServers": {', 'line 1'],
    ['.cursor/mcp.json', '{"a": [1\n', 'line 2: a closing bracket is missing'],
    ['.cursor/mcp.json', '[]', 'does not hold a JSON object'],
    ['.cursor/mcp.json', '{"mcpServers": []}', 'mcpServers in'],
    ['.cursor/mcp.json', Buffer.from([0xff, 0xfe, 0x7b, 0]), 'not UTF-8'],
    ['.codex/config.toml', 'model = \n', 'line 1'],
    ['.codex/config.toml', '[mcp_servers.remanence]\ncommand = "other"\n', 'codex mcp remove remanence'],
  ])('changes no file if %s holds %j, says why, and exits with 2', async (path, text, reason) => {
    prepare();
    write(path, text);
    const before = tree();
    expect(await run('install', '--yes')).toMatchObject({ status: 2, stderr: expect.stringContaining(reason) });
    expect(tree()).toEqual(before);
  });

  it('refuses an unknown client, and reports when none is found', async () => {
    expect(await run('install', 'emacs')).toMatchObject({ status: 2, stderr: expect.stringContaining('claude-code') });
    expect(await run('install')).toMatchObject({ status: 2, stderr: expect.stringContaining('No client was found') });
  });

  it('prints links for Cursor and VS Code', async () => {
    const [cursor = '', vscode = ''] = (await run('install', '--links')).stdout.split('\n');
    const config = new URL(cursor).searchParams.get('config') ?? '';
    expect(JSON.parse(Buffer.from(config, 'base64').toString())).toEqual(launch);
    expect(JSON.parse(decodeURIComponent(vscode.split('?')[1] ?? ''))).toEqual({ name: 'remanence', ...launch });
  });
});

describe('where clients keep their servers', () => {
  const files = (platform: NodeJS.Platform, env = {}) =>
    Object.fromEntries(clientsOf({ home: '/h', platform, env }).map(({ id, file }) => [id, file]));

  it('depends on the platform', () => {
    expect(files('darwin')).toMatchObject({
      'claude-desktop': '/h/Library/Application Support/Claude/claude_desktop_config.json',
      vscode: '/h/Library/Application Support/Code/User/mcp.json',
      zed: '/h/.config/zed/settings.json',
    });
    expect(files('win32', { APPDATA: '/roaming' })).toMatchObject({
      'claude-desktop': '/roaming/Claude/claude_desktop_config.json',
      zed: '/roaming/Zed/settings.json',
    });
  });

  it('follows the environment variables that move clients', () => {
    const env = { XDG_CONFIG_HOME: '/x', CODEX_HOME: '/c', CLAUDE_CONFIG_DIR: '/d' };
    expect(files('linux', env)).toMatchObject({
      'claude-code': '/d/.claude.json',
      codex: '/c/config.toml',
      opencode: '/x/opencode/opencode.json',
    });
  });
});
