// The plugin of Claude Code and Codex.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, it } from 'vitest';
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

  it('runs the program on the PATH where it lies beside none', async () => {
    const alone = join(folder, 'plugin');
    mkdirSync(join(alone, '.claude-plugin'), { recursive: true });
    for (const file of ['start.mjs', '.claude-plugin/plugin.json'])
      writeFileSync(join(alone, file), readFileSync(join('plugin', file)));
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'remanence'), '#!/bin/sh\necho "asked for $*"\nexit 7\n', { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env.PATH}` };
    const program = spawn(process.execPath, args(alone), { env });
    let said = '';
    program.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
    const code = await new Promise((ended) => program.once('close', ended));
    expect(said).toContain('asked for mcp --project auto --tools recall,');
    expect(code).toBe(7);
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
