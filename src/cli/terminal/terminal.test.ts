// What the commands print, as golden files: on a wide and a narrow screen, without colours, and into a pipe.
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'fast-string-width';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../test/command.ts';
import { OWNER, openTestEngine, temporaryFolder } from '../../../test/open.ts';
import { MAIN } from '../../../test/stdio-client.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Memory } from '../../engine/model.ts';
import type { Recalled } from '../../engine/retrieval/retrieval.ts';
import { createProgram } from '../program.ts';
import { completion } from './completion.ts';
import type { Screen } from './screen.ts';
import { render as renderSearch } from './search.ts';
import { render as renderShow } from './show.ts';

const SCREENS: readonly (readonly [string, Screen])[] = [
  ['wide', { columns: 100, hasColours: true }],
  ['narrow', { columns: 40, hasColours: true }],
  ['no-colour', { columns: 80, hasColours: false }],
  ['piped', { columns: null, hasColours: false }],
];

const time = (text: string) => Date.parse(`${text}T00:00:00Z`);
const memory: Memory = {
  id: '06gy4mec020hdd2b4s35',
  row: 1,
  scope: { cube: null, user: null, project: 'shop', session: null },
  content: 'PostgreSQL 16 listens on port 6543 in staging,\nbecause 5432 is taken by the old cluster.',
  kind: 'semantic',
  type: 'design',
  label: null,
  tags: ['database', 'staging'],
  summary: null,
  importance: 0.5,
  metadata: { ticket: 'OPS-7', seen: 3 },
  eventTime: time('2026-01-10'),
  ingestionTime: time('2026-01-12'),
  updatedAt: time('2026-03-01'),
  validFrom: time('2026-01-10'),
  validUntil: time('2026-05-01'),
  invalidReason: 'The old cluster is gone.',
  supersededBy: null,
  accesses: 0,
  accessedAt: null,
  revision: 4,
};
const wide: Memory = {
  ...memory,
  id: '06gy4meg15hp6bjma5q5',
  type: null,
  content: '部署在星期二进行，从不在午餐之前。日本語の文字列も幅が広い。 \u001b[31mred\u001b[0m\u202e 🚀',
};
const recalled = {
  found: [
    {
      memory,
      score: 0.92,
      parts: { vector: 1, lexical: 0.23, graph: 0.5, exact: null, time: null },
      cosine: 0.71,
      coverage: 0.4,
      excerpt: null,
      replaces: null,
      stale: null,
    },
    {
      memory: wide,
      score: 0.31,
      parts: { vector: 0.4, lexical: 0, graph: 0.1, exact: null, time: null },
      cosine: null,
      coverage: 0,
      excerpt: null,
      replaces: null,
      stale: 'src/db.ts has changed since.',
    },
  ],
  walked: 12,
  confidence: 0.64,
  weak: false,
  note: 'The embedding model is not available: found by words and graph only.',
} satisfies Recalled;
const history = [
  { changedAt: time('2026-05-01'), before: { validUntil: null, invalidReason: null } },
  {
    changedAt: time('2026-03-01'),
    before: {
      content: 'PostgreSQL 16 listens on port 5433 in staging,\nbecause 5432 is taken by the old cluster.',
      tags: [],
    },
  },
];

describe.each(SCREENS)('on a screen that is %s', (name, screen) => {
  const golden = (what: string) => `./expected/${what}-${name}.txt`;

  it('search shows what each result owes to words, meaning and graph', async () => {
    await expect(renderSearch(screen, recalled, { explain: true })).toMatchFileSnapshot(golden('search'));
  });

  it('show draws the validity, and tells each change as a difference', async () => {
    await expect(renderShow(screen, memory, history, time('2026-07-01'))).toMatchFileSnapshot(golden('show'));
  });

  it('no line is wider than the screen, and nothing of a memory speaks to the terminal', () => {
    const text = renderSearch(screen, recalled) + renderShow(screen, wide, [], time('2026-07-01'));
    const bare = stripVTControlCharacters(text);
    expect(text).not.toContain('\u001b[31mred');
    expect(text).not.toContain('\u202e');
    if (!screen.hasColours) expect(text).toBe(bare);
    const widths = bare.split('\n').map((line) => stringWidth(line));
    if (screen.columns !== null) expect(Math.max(...widths)).toBeLessThanOrEqual(screen.columns);
  });
});

describe('at the terminal', () => {
  let engine: Engine;
  let dispose: () => Promise<void>;
  let dataDir: string;
  let folder: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    ({ engine, dispose, dataDir } = await openTestEngine());
  });
  afterAll(async () => {
    await dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const store = async (content: string) => (await engine.memories.store(OWNER, { content })).memory;
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    command([...args, '--data-dir', dataDir], env);
  const editor = (name: string, script: string) => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o700);
    return { EDITOR: path, VISUAL: '' };
  };

  it('search finds, pipes everything plainly, and exits with 1 when nothing is clearly about the question', async () => {
    const { id, content } = await store('The queue of the mail service is called outbound-mail and lives in Redis.');
    const found = await run(['search', 'what', 'is', 'the', 'mail', 'queue', 'called?']);
    expect(found).toMatchObject({ status: 0, stderr: '' });
    expect(found.stdout).toContain(`${id.slice(-6)}  semantic`);
    expect(found.stdout).toContain(content);
    expect(found.stdout).not.toContain('\u001b');
    const { results, weak } = JSON.parse((await run(['search', 'mail queue', '--json'])).stdout);
    expect(results[0]).toMatchObject({ id, content, parts: { lexical: expect.any(Number) } });
    expect(weak).toBe(false);
    expect(await run(['search', 'favourite dish of the emperor'])).toMatchObject({ status: 1, stderr: '' });
  });

  it('search --at shows what was valid then', async () => {
    const { id } = await store('The release train leaves on Thursdays.');
    await engine.memories.invalidate(OWNER, id, { reason: 'now daily' });
    const question = ['search', 'when does the release train leave', '--json'];
    const ids = async (args: string[]) => JSON.parse((await run(args)).stdout).results.map((each: Memory) => each.id);
    expect(await ids(question)).not.toContain(id);
    const before = new Date((await engine.memories.get(OWNER, id)).validFrom).toISOString();
    expect(await ids([...question, '--at', before])).toContain(id);
    expect(await run([...question, '--at', 'yesterday'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Invalid timestamp'),
    });
  });

  it('show takes the end of an id, and says when it fits several or none', async () => {
    const { id } = await store('Feature flags live in LaunchPad.');
    expect((await run(['show', id.slice(-6).toUpperCase()])).stdout).toMatch(new RegExp(`^${id}`));
    expect(JSON.parse((await run(['show', id, '--json'])).stdout)).toMatchObject({ id, history: [] });
    expect(await run(['show', 'zzzzzz'])).toMatchObject({ status: 2, stderr: expect.stringContaining('not found') });
    expect(await run(['show', 'x'])).toMatchObject({ status: 2, stderr: expect.stringContaining('is no id') });
  });

  it('edit changes the text in the editor of the user, and nothing when nothing was changed', async () => {
    const { id } = await store('The linter is ESLint.');
    expect((await run(['edit', id], editor('same', 'true'))).stdout).toBe(`${id.slice(-6)}: unchanged\n`);
    expect((await run(['edit', id], editor('biome', 'sed -i s/ESLint/Biome/ "$1"'))).stdout).toContain('changed');
    expect((await engine.memories.get(OWNER, id)).content).toBe('The linter is Biome.');
    expect(await run(['edit', id], editor('bad', 'exit 3'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('failed'),
    });
  });

  it('edit keeps the text of whoever was overtaken, and changes nothing', async () => {
    const { id } = await store('Builds run on Jenkins.');
    // While the editor is open, somebody else changes the memory.
    const other = `"${process.execPath}" "${MAIN}" edit ${id} --data-dir "${dataDir}"`;
    const inner = editor('other', 'echo "Builds run on Buildkite." > "$1"').EDITOR;
    const mine = editor('mine', `EDITOR=${inner} ${other} > /dev/null\necho "Builds run on Actions." > "$1"`);
    const { status, stderr } = await run(['edit', id], mine);
    expect(status).toBe(2);
    const [, file = ''] = /Your text is in (\S+)/.exec(stderr) ?? [];
    expect(readFileSync(file, 'utf8')).toBe('Builds run on Actions.\n');
    expect((await engine.memories.get(OWNER, id)).content).toBe('Builds run on Buildkite.');
    rmSync(file);
  });

  it('forget asks, puts into the bin, and restore takes out of it by the end of the id', async () => {
    const { id } = await store('Standup is at nine.');
    const short = id.slice(-6);
    expect(await run(['forget', short])).toMatchObject({ status: 2, stderr: expect.stringContaining('--yes') });
    expect((await run(['forget', short, '--yes'])).stdout).toContain(`remanence restore ${short}`);
    expect((await run(['show', id])).status).toBe(2);
    expect(await run(['restore', short])).toMatchObject({ status: 0, stdout: `${short}: back, Standup is at nine.\n` });
    expect((await engine.memories.get(OWNER, id)).content).toBe('Standup is at nine.');
    await run(['forget', id, '--yes', '--for-good']);
    expect((await run(['restore', id])).status).toBe(1);
  });

  it('completion knows every command and flag, in each shell', () => {
    const script = completion(createProgram(), 'bash');
    const complete = (line: string) => {
      const words = line.split(' ');
      const test = `COMP_WORDS=(${words.map((each) => `'${each}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _remanence; echo "\${COMPREPLY[*]}"`;
      return spawnSync('bash', ['-c', `${script}\n${test}`], { encoding: 'utf8' }).stdout.trim();
    };
    expect(complete('remanence se')).toBe('serve search');
    expect(complete('remanence user to')).toBe('token');
    expect(complete('remanence search --exp')).toBe('--explain');
    for (const shell of ['zsh', 'fish', 'powershell']) {
      const text = completion(createProgram(), shell);
      for (const word of ['search', 'token', 'explain']) expect(text, shell).toContain(word);
    }
    expect(() => completion(createProgram(), 'csh')).toThrow('Unknown shell');
  });
});
