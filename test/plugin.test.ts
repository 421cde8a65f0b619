// The plugin of Claude Code and Codex.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
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
  it('serves six tools, always in sight, in less than 2500 tokens', async () => {
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

  describe('where it lies beside no program', () => {
    const alone = join(folder, 'plugin');
    const bin = join(folder, 'bin');
    const npm = join(folder, 'npm');
    const project = join(folder, 'project');
    beforeAll(() => {
      mkdirSync(join(alone, '.claude-plugin'), { recursive: true });
      for (const file of ['start.mjs', '.claude-plugin/plugin.json'])
        writeFileSync(join(alone, file), readFileSync(join('plugin', file)));
      for (const path of [bin, npm, join(project, 'bin')]) mkdirSync(path, { recursive: true });
      const say = (what: string) => `#!/bin/sh\necho "${what} was asked for $*"\nexit 7\n`;
      writeFileSync(join(bin, 'remanence'), say('the program'), { mode: 0o755 });
      writeFileSync(join(npm, 'npx'), say('npx'), { mode: 0o755 });
      writeFileSync(join(project, 'bin', 'remanence'), say('the project'), { mode: 0o755 });
    });

    /** What is said by whatever is started in the project's folder. */
    async function started(PATH: string, env: Record<string, string> = {}): Promise<string> {
      const program = spawn(process.execPath, args(alone), {
        cwd: project,
        env: { PATH: `${PATH}:/usr/bin:/bin`, ...env },
      });
      let said = '';
      program.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
      });
      expect(await new Promise((ended) => program.once('close', ended))).toBe(7);
      return said;
    }

    it('runs the one on the PATH', async () => {
      expect(await started(bin)).toContain('the program was asked for mcp --project auto --tools recall,');
    });

    it('runs nothing that a relative entry of the PATH finds in the project', async () => {
      expect(await started(`bin:./bin::${bin}`)).toContain('the program was asked for mcp');
    });

    it('asks npx for its own version, where no .npmrc of the project is read', async () => {
      const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
      expect(await started(npm)).toContain(
        `npx was asked for --prefix=${alone} -y remanence@${version} mcp --project auto`,
      );
    });

    it('leaves the project to the variable that names one', async () => {
      expect(await started(bin, { REMANENCE_PROJECT: 'shop' })).toContain('the program was asked for mcp --tools');
    });
  });

  it('has skills that say when to use them, and name only tools that it serves', () => {
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
