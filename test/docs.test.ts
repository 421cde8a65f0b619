import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../src/cli/program.ts';
import { commandsPage, configurationPage, toolsPage } from '../src/cli/reference.ts';
import { Config } from '../src/config.ts';
import { contracts } from '../src/contracts/contracts.ts';
import { apiPage } from '../src/transports/api/reference.ts';
import { walkAgenticMemory } from './calls/agentic-memory.ts';
import { walkCodeVectorMemory } from './calls/code-vector-memory.ts';
import { walkLongTermMemory } from './calls/long-term-memory.ts';
import { walkMemgos } from './calls/memgos.ts';
import { walkMemoryMcp } from './calls/memory-mcp.ts';
import { type Walk, walkThrough } from './calls/walk.ts';

/** The example calls of each profile. */
const WALKS: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  'memory-mcp': walkMemoryMcp,
  'long-term-memory': walkLongTermMemory,
  'code-vector-memory': walkCodeVectorMemory,
  'agentic-memory': walkAgenticMemory,
  memgos: walkMemgos,
};
const missing = (profile: string) => () => Promise.reject(new Error(`${profile} has no example calls`));

describe('the reference', () => {
  it.each(contracts.map((contract) => [contract.profile, contract] as const))(
    'documents every tool of %s with real calls and refusals',
    async (profile, contract) => {
      const calls = await walkThrough(contract, WALKS[profile] ?? missing(profile));
      for (const { name, inputSchema } of contract.tools) {
        const made = calls.filter(({ tool }) => tool === name);
        expect([name, made.some(({ wrong }) => wrong === null)]).toEqual([name, true]);
        const refusesNothing = name === 'reset_all_memory' || Object.keys(Object(inputSchema.properties)).length === 0;
        expect([name, made.every(({ wrong }) => wrong === null)]).toEqual([name, refusesNothing]);
      }
      await expect(toolsPage(contract, calls)).toMatchFileSnapshot(`../docs/reference/tools-${profile}.md`);
    },
  );

  it('documents every setting', async () => {
    const page = configurationPage();
    await expect(page).toMatchFileSnapshot('../docs/reference/configuration.md');
    for (const schema of Object.values(Config.shape)) {
      const { env, description } = schema.meta() ?? {};
      expect(env).toMatch(/^(?:REMANENCE|CODE_MEMORY)_/);
      expect(description).toBeTruthy();
    }
  });

  it('documents every route of the page', async () => {
    await expect(apiPage()).toMatchFileSnapshot('../docs/reference/api.md');
  });

  it('documents every command', async () => {
    await expect(commandsPage(createProgram())).toMatchFileSnapshot('../docs/reference/commands.md');
  });
});

describe('the conformance page', () => {
  it('gives a reason for exactly the scenarios that are expected to fail', () => {
    const expected = readFileSync('test/conformance/expected-failures.yml', 'utf8').matchAll(/^ {2}- (\S+)$/gm);
    const [, leftOut = ''] = readFileSync('docs/reference/conformance.md', 'utf8').split('Left out');
    const explained = leftOut.matchAll(/`([a-z]+(?:-[a-z\d]+)+)`/g);
    const names = (found: Iterable<RegExpExecArray>) => [...found].map(([, name]) => name).sort();
    expect(names(explained)).toEqual(names(expected));
  });
});

/** Flags of claude, docker and the trial on Citus. */
const ELSEWHERE = ['--transport', '--header', '--rm', '--tmpfs', '--address', '--worker', '--tenants', '--seconds'];

const pagesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file));

describe('the prose', () => {
  const pages = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    ...pagesIn('docs/guide'),
    'docs/reference/figures.md',
  ];
  const text = pages.map((page) => readFileSync(page, 'utf8')).join('\n');

  it('names only flags and variables that exist', () => {
    const known = new Set(
      Object.values(Config.shape).flatMap((schema) => [schema.meta()?.env, schema.meta()?.flag?.split(' ')[0]]),
    );
    const commands = readFileSync('docs/reference/commands.md', 'utf8');
    const isKnown = (flag: string) => known.has(flag) || commands.includes(flag) || ELSEWHERE.includes(flag);
    const flags = [...text.matchAll(/(?<=[\s`])--[a-z][a-z-]+/g)].map(([flag]) => flag);
    expect(flags.filter((flag) => !isKnown(flag))).toEqual([]);
    const variables = [...text.matchAll(/REMANENCE_(?!TEST_)[A-Z_]+/g)].map(([variable]) => variable);
    expect(variables.filter((variable) => !known.has(variable))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const all = new Set([...pages, ...pagesIn('docs/decisions'), ...pagesIn('docs/reference')]);
    const links = [...all].flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link = '']) =>
        join(dirname(page), link),
      ),
    );
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
    expect(links.length).toBeGreaterThan(5);
  });
});
