// The plugin of Claude Code and Codex.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { tokens } from '../src/engine/retrieval/budget.ts';
import { temporaryFolder } from './open.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const Servers = z.object({
  mcpServers: z.object({
    remanence: z.object({ command: z.string(), args: z.array(z.string()), alwaysLoad: z.literal(true) }),
  }),
});
const { remanence } = Servers.parse(JSON.parse(readFileSync('plugin/.mcp.json', 'utf8'))).mcpServers;
// biome-ignore lint/suspicious/noTemplateCurlyInString: what the client fills in.
const args = (plugin: string) => remanence.args.map((each) => each.replace('${CLAUDE_PLUGIN_ROOT}', plugin));

describe('the plugin', () => {
  it('serves six always-listed tools in less than 2500 tokens', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const env = { PATH: process.env.PATH ?? '', REMANENCE_DATA_DIR: join(folder, 'data') };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: args(resolve('plugin')), env }));
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'get_memory',
      'invalidate',
      'recall',
      'search_code',
      'search_text',
      'store_memory',
    ]);
    const seen = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(tokens(JSON.stringify(seen))).toBeLessThan(2500);
  });

  describe('without a program beside it', () => {
    const alone = join(folder, 'plugin');
    const bin = join(folder, 'bin');
    const npm = join(folder, 'npm');
    const project = join(folder, 'project');
    beforeAll(() => {
      mkdirSync(join(alone, '.claude-plugin'), { recursive: true });
      for (const file of ['start.mjs', 'hook.mjs', '.claude-plugin/plugin.json'])
        writeFileSync(join(alone, file), readFileSync(join('plugin', file)));
      for (const path of [bin, npm, join(project, 'bin')]) mkdirSync(path, { recursive: true });
      const say = (what: string) => `#!/bin/sh\necho "${what} was asked for $*"\nexit 7\n`;
      writeFileSync(join(bin, 'remanence'), say('the program'), { mode: 0o755 });
      writeFileSync(join(npm, 'npx'), say('npx'), { mode: 0o755 });
      writeFileSync(join(project, 'bin', 'remanence'), say('the project'), { mode: 0o755 });
    });

    /** The exit and all output of a plugin program in the project's folder. */
    async function ran(given: string[], env: Record<string, string>): Promise<{ code: unknown; said: string }> {
      const program = spawn(process.execPath, given, { cwd: project, env });
      let said = '';
      for (const stream of [program.stdout, program.stderr])
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          said += chunk;
        });
      program.stdin.end('{"session_id": "s", "cwd": "."}');
      return { code: await new Promise((ended) => program.once('close', ended)), said };
    }

    /** What the started program prints. */
    async function started(PATH: string, env: Record<string, string> = {}, plugin = alone): Promise<string> {
      const { code, said } = await ran(args(plugin), { PATH: `${PATH}:/usr/bin:/bin`, ...env });
      expect(code).toBe(7);
      return said;
    }

    it('runs the one on the PATH', async () => {
      expect(await started(bin)).toContain('the program was asked for mcp --project auto --tools recall,');
    });

    it('runs nothing that a relative PATH entry finds in the project', async () => {
      expect(await started(`bin:./bin::${bin}`)).toContain('the program was asked for mcp');
    });

    it("asks npx for its own version, without reading the project's .npmrc", async () => {
      const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
      expect(await started(npm)).toContain(
        `npx was asked for --prefix=${alone} -y remanence@${version} mcp --project auto`,
      );
    });

    it('says how to install the program if neither it nor npx is on the PATH', async () => {
      const { code, said } = await ran(args(alone), { PATH: '../npm:../bin' });
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('npm install -g remanence') });
    });

    it('starts from a folder that is a link', async () => {
      const link = join(folder, 'link');
      symlinkSync(alone, link);
      expect(await started(bin, {}, link)).toContain('the program was asked for mcp');
    });

    it('has hooks that are silent if the program prints anything but JSON', async () => {
      const env = { PATH: `${bin}:/usr/bin:/bin`, REMANENCE_DATA_DIR: folder };
      const hook = [join(alone, 'hook.mjs'), 'session-start', '30000'];
      expect(await ran(hook, env)).toEqual({ code: 0, said: '' });
      expect(readFileSync(join(folder, 'hooks.log'), 'utf8')).toMatch(/^\S+ session-start received invalid JSON\n$/);
    });

    it('uses the project that the variable names', async () => {
      expect(await started(bin, { REMANENCE_PROJECT: 'shop' })).toContain('the program was asked for mcp --tools');
    });
  });

  it('has skills that say when to use them and name only served tools', () => {
    const served = remanence.args.at(-1)?.split(',') ?? [];
    const skills = readdirSync('plugin/skills');
    expect(skills.sort()).toEqual(['recall', 'remember', 'review', 'setup', 'why']);
    for (const skill of skills) {
      const text = readFileSync(join('plugin', 'skills', skill, 'SKILL.md'), 'utf8');
      expect(text).toMatch(new RegExp(`^---\\nname: ${skill}\\ndescription: .{20,}\\. Use .{30,}\\n---\\n`));
      const named = [...text.matchAll(/[Cc]all `([a-z_]+)`/g)].map(([, name]) => name);
      expect(named.filter((name) => name && !served.includes(name))).toEqual([]);
    }
  });
});
