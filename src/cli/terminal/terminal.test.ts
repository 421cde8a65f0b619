// Commands for people who work with memories at the terminal.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../test/command.ts';
import { OWNER, openTestEngine, temporaryFolder } from '../../../test/open.ts';
import { MAIN } from '../../../test/stdio-client.ts';
import type { Engine } from '../../engine/engine.ts';
import { toUuid } from '../../engine/ids.ts';
import type { Memory } from '../../engine/model.ts';
import { createProgram } from '../program.ts';
import { completion } from './completion.ts';
import { EventFeed } from './events.ts';

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

  it('search finds memories, prints plain text in a pipe, and exits with 1 if nothing clearly answers the question', async () => {
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

  it('search that finds nothing says where indexed code is searched', async () => {
    const data = ['--data-dir', join(folder, 'code')];
    await command(['index', dirname(import.meta.dirname), '--include', 'progress.ts', '--no-vectors', ...data]);
    expect(await command(['search', 'progress bar', ...data])).toEqual({
      status: 1,
      stdout: 'Nothing found. No memory is stored yet.\n',
      stderr: 'Only memories were searched; agents search the indexed code with search_code.\n',
    });
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

  it('show takes the end of an id, and refuses one that fits none or is not an id', async () => {
    const { id } = await store('Feature flags live in LaunchPad.');
    expect((await run(['show', id.slice(-6).toUpperCase()])).stdout).toMatch(new RegExp(`^${id}`));
    expect(JSON.parse((await run(['show', id, '--json'])).stdout)).toMatchObject({ id, history: [] });
    expect(await run(['show', 'zzzzzz'])).toMatchObject({ status: 2, stderr: expect.stringContaining('not found') });
    expect(await run(['show', 'x'])).toMatchObject({ status: 2, stderr: expect.stringContaining('is not an id') });
  });

  it('show says that a later memory may have changed this one', async () => {
    const { id } = await store('The crane of berth 7 lifts 40 tonnes.');
    const later = await store('The crane of berth 7 lifts 55 tonnes.');
    expect((await run(['show', id])).stdout).toContain(`A later memory may have changed this: ${later.id}`);
    expect(JSON.parse((await run(['show', id, '--json'])).stdout).stale).toContain(later.id);
    expect((await run(['show', later.id])).stdout).not.toContain('may have changed');
    for (const each of [id, later.id]) await engine.memories.remove(OWNER, each);
  });

  it("edit changes the text in the user's editor, tells of secrets it cut out, and changes nothing if the text is the same", async () => {
    const { id } = await store('The linter is ESLint.');
    expect((await run(['edit', id], editor('same', 'true'))).stdout).toBe(`${id.slice(-6)}: unchanged\n`);
    expect((await run(['edit', id], editor('biome', 'sed -i s/ESLint/Biome/ "$1"'))).stdout).toContain('changed');
    expect((await engine.memories.get(OWNER, id)).content).toBe('The linter is Biome.');
    const leak = editor('leak', 'echo "password = hunter2-Xq9v" >> "$1"');
    expect((await run(['edit', id], leak)).stdout).toMatch(/: changed, but secrets were cut out: \S+/);
    expect((await engine.memories.get(OWNER, id)).content).not.toContain('hunter2');
    expect(await run(['edit', id], editor('bad', 'exit 3'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('failed'),
    });
  });

  it('edit leaves no copy of the text outside the store if the editor failed, except of what the user typed', async () => {
    const { id } = await store('The vault is behind the blue door.');
    const TMPDIR = temporaryFolder();
    const nothing = /^remanence: The editor \S+ failed\.\nNothing was changed\.\n$/;
    for (const failing of ['false', '/nonexistent'])
      expect(await run(['edit', id], { EDITOR: failing, VISUAL: '', TMPDIR })).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(nothing),
      });
    expect(readdirSync(TMPDIR)).toEqual([]);
    const { stderr } = await run(['edit', id], { ...editor('half', 'echo mine > "$1"; exit 1'), TMPDIR });
    const [, file = ''] = /Nothing was changed\. Your text is in (\S+)/.exec(stderr) ?? [];
    expect(readFileSync(file, 'utf8')).toBe('mine\n');
    rmSync(TMPDIR, { recursive: true });
  });

  it('edit asks for a terminal before it falls back to vi', async () => {
    const { id } = await store('The lighthouse has 112 steps.');
    expect(await run(['edit', id], { EDITOR: '', VISUAL: '' })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There is no terminal to edit in.'),
    });
  });

  it('edit changes nothing if the memory changed meanwhile, and keeps the edited text in a file', async () => {
    const { id } = await store('Builds run on Jenkins.');
    // While the editor is open, somebody else changes the memory.
    const other = `"${process.execPath}" "${MAIN}" edit ${id} --data-dir "${dataDir}"`;
    const inner = editor('other', 'echo "Builds run on Buildkite." > "$1"').EDITOR;
    const mine = editor('mine', `EDITOR=${inner} ${other} > /dev/null\necho "Builds run on Actions." > "$1"`);
    const { status, stderr } = await run(['edit', id], mine);
    expect(status).toBe(2);
    expect(stderr).toContain('Somebody changed this memory while you edited it; nothing was overwritten.');
    expect(stderr).toContain(`\`remanence show ${id.slice(-6)}\` prints the current one.`);
    const [, file = ''] = /Your text is in ([^\s;]+)/.exec(stderr) ?? [];
    expect(readFileSync(file, 'utf8')).toBe('Builds run on Actions.\n');
    expect((await engine.memories.get(OWNER, id)).content).toBe('Builds run on Buildkite.');
    rmSync(file);
  });

  it('a memory is named by the end of its UUID, too', async () => {
    const { id, content } = await store('The freezer of the lab is defrosted in March.');
    const uuid = toUuid(id);
    for (const end of [uuid.slice(-11), uuid.slice(-20), uuid.slice(-12).toUpperCase(), uuid])
      expect((await run(['show', end])).stdout).toContain(content);
    const { status, stdout, stderr } = await run(['show', uuid.slice(-6)]);
    expect(status === 0 ? stdout : stderr).toContain(status === 0 ? content : uuid);
    const none = uuid.slice(-11).replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(await run(['show', none])).toMatchObject({ status: 2, stderr: `remanence: Memory not found: ${none}\n` });
  });

  it('forget asks and moves to the bin, and restore takes out of it by the end of the id', async () => {
    const { id } = await store('Standup is at nine.');
    const short = id.slice(-6);
    expect(await run(['forget', short])).toMatchObject({ status: 2, stderr: expect.stringContaining('--yes') });
    expect((await run(['forget', short, '--yes'])).stdout).toContain(`remanence restore ${short}`);
    for (const name of ['show', 'forget', 'edit'])
      expect(await run([name, short])).toMatchObject({
        status: 2,
        stderr: `remanence: Memory ${short} is in the bin.\nTake it out: remanence restore ${short}\n`,
      });
    expect((await run(['bin'])).stdout).toMatch(new RegExp(`^${short} {2}forgotten .*\n {2}Standup is at nine\\.\n$`));
    expect(JSON.parse((await run(['bin', '--json'])).stdout)).toMatchObject([{ id, endsAt: expect.any(Number) }]);
    expect(await run(['restore', short])).toMatchObject({
      status: 0,
      stdout: `${short}: restored, Standup is at nine.\n`,
    });
    expect((await engine.memories.get(OWNER, id)).content).toBe('Standup is at nine.');
    expect(await run(['restore', short])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`Memory ${id} is not in the bin.`),
    });
    expect(await run(['forget', id, '--yes', '--for-good'])).toMatchObject({
      status: 0,
      stdout: `${short}: deleted\n`,
    });
    expect(await run(['forget', id, '--yes', '--for-good'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`Memory not found: ${id}`),
    });
    expect((await run(['restore', id])).status).toBe(2);
  });

  it('restore shows a long memory cut between words', async () => {
    const { id } = await store(
      'The night shift at the harbour checks all of the forty-six gates twice before midnight.',
    );
    await run(['forget', id, '--yes']);
    expect((await run(['restore', id])).stdout).toMatch(/restored, The night shift .* of the forty-six…\n$/);
  });

  it('restore says what has no such name, which of a file and an id was taken, and what an export is for', async () => {
    for (const name of ['zzz', 'zzzzzz'])
      expect(await run(['restore', name])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`Neither a file nor an id in the bin has the name ${name}.`),
      });
    const there = process.cwd();
    const { id } = await store('The ferry to Brodick takes 55 minutes.');
    const short = id.slice(-6);
    process.chdir(folder);
    try {
      writeFileSync(short, 'no store');
      expect((await run(['restore', short, '--yes'])).stderr).toMatch(
        /Taking the file \S+, not a memory[\s\S]*cannot be restored/,
      );
    } finally {
      process.chdir(there);
    }
    const file = join(folder, 'all.jsonl');
    await run(['export', file]);
    expect(await run(['restore', file])).toMatchObject({
      status: 2,
      stderr: `remanence: ${file} is an export.\nImport it: remanence import ${file}\n`,
    });
  });

  it('restore of a backup asks before it replaces everything', async () => {
    const backup = join(folder, 'asked.db');
    await run(['backup', backup]);
    const { id } = await store('The ferry to Mariehamn takes five hours.');
    expect(await run(['restore', backup])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Nothing was changed. Pass --yes to confirm.'),
    });
    expect((await run(['show', id])).stdout).toContain('Mariehamn');
    // Nothing is replaced where nothing is.
    const elsewhere = ['--data-dir', join(folder, 'elsewhere')];
    expect(await command(['restore', backup, ...elsewhere])).toMatchObject({ status: 0 });
    expect((await command(['restore', backup, ...elsewhere])).status).toBe(2);
    expect((await command(['restore', backup, '--yes', ...elsewhere])).stdout).toContain('it replaced is kept');
  });

  it('copy of a folder names the file in it', async () => {
    const file = join(dataDir, 'remanence.db');
    for (const line of [
      [dataDir, join(folder, 'copied.db')],
      [file, dataDir],
    ])
      expect(await command(['copy', ...line])).toMatchObject({
        status: 2,
        stderr: `remanence: ${dataDir} is a folder.\nName the file in it: ${file}\n`,
      });
  });

  it('copy names each table once', async () => {
    const { stdout, stderr } = await command(['copy', join(dataDir, 'remanence.db'), join(folder, 'copied.db')]);
    expect(stderr).toMatch(/^memories: \d+$/m);
    expect(stdout).toMatch(/^\d+ rows copied and compared, digest \w+\n$/);
  });

  it('log lists what was stored and what a hook injected: shown, read again, corrected', async () => {
    const actor = { who: 'local', project: 'log' };
    const put = async (content: string) => (await engine.memories.store(actor, { content })).memory.id;
    const ids = [await put('Shown only.'), await put('Read by its id.'), await put('No longer true.')];
    const recorder = engine.recalls.recorder({ profile: 'hooks', tool: 'SessionStart', client: 'codex' });
    recorder?.enter();
    const given = ids.map((id) => ({ source: 'memory' as const, id, score: 0, parts: {} }));
    recorder?.leave(actor, { question: '(start of a session)', given, weak: false, confidence: null });
    if (recorder) engine.recalls.answered(recorder, 5, () => 60);
    await new Promise(setImmediate);
    await engine.recalls.flush();
    await new Promise((later) => setTimeout(later, 2));
    await engine.memories.open(actor, ids[1]);
    await engine.memories.invalidate(actor, ids[2], { reason: 'changed' });
    const lines = (await run(['log', '--project', 'log', '--json'])).stdout.trimEnd().split('\n');
    const told = lines.map((line) => JSON.parse(line)).filter(({ id, what }) => what === 'recall' || ids.includes(id));
    expect(told.map(({ what, action }) => action ?? what)).toEqual([
      ...Array(3).fill('memory.add'),
      'recall',
      'memory.invalidate',
    ]);
    expect(told[3]).toMatchObject({ client: 'codex', tool: 'SessionStart', profile: 'hooks', tokens: 60 });
    expect(told[3].given.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['shown', 'read', 'corrected']);
    const plain = (await run(['log', '--project', 'log'])).stdout;
    expect(plain).toMatch(/injected codex SessionStart .*\n.*start of a session.*\n.*shown\n.*\n.*read again\n/);
    expect(plain).toContain('because: changed');
  });

  it('log --follow prints each entry once, and none that the first look left out', async () => {
    const actor = { who: 'local', project: 'follow' };
    const put = async (content: string) => (await engine.memories.store(actor, { content })).memory.id;
    const [, last] = [await put('Told too long ago.'), await put('Told at first.')];
    const happenings = new EventFeed(engine, OWNER);
    const look = async (most: number) => (await happenings.look(most)).map(({ id }) => id);
    expect(await look(1)).toEqual([last]);
    expect(await look(10)).toEqual([]);
    const fresh = await put('Told as it happens.');
    expect(await look(10)).toEqual([fresh]);
    expect(await look(10)).toEqual([]);
  });

  it('log lists as many writes as asked for, however much else was done since', async () => {
    const written = await openTestEngine();
    try {
      const { users, memories } = written.engine;
      const inputs = Array.from({ length: 210 }, (_, i) => ({ content: `Said as number ${i}.` }));
      await memories.storeMany(OWNER, inputs);
      await users.add(OWNER, { id: 'ann', role: 'user' });
      for (let round = 0; round < 110; round++) {
        await users.setActive(OWNER, 'ann', false);
        await users.setActive(OWNER, 'ann', true);
      }
      expect(await new EventFeed(written.engine, OWNER).look(205)).toHaveLength(205);
    } finally {
      await written.dispose();
    }
  });

  it('inbox lists what waits and keeps or rejects it by the end of its id', async () => {
    const actor = { who: 'local', project: 'inbox' };
    const propose = async (content: string) =>
      (await engine.inbox.propose(actor, { content, type: null, tags: ['rule'], metadata: {} })) ?? '';
    const [kept, rejected] = [await propose('Deploys need two reviews.'), await propose('Use tabs in Makefiles.')];
    const inbox = (...args: string[]) => run(['inbox', ...args, '--project', 'inbox']);
    const { stdout } = await inbox();
    expect(stdout).toContain('Use tabs in Makefiles.');
    for (const id of [kept, rejected]) expect(stdout).toMatch(new RegExp(`^${id.slice(-6)}  proposal`, 'm'));
    expect((await inbox('keep', `${kept.slice(-6, -1)}!`)).stderr).toContain(`Did you mean ${kept.slice(-6)}?`);
    const listed: { id: string }[] = JSON.parse((await inbox('--json')).stdout);
    expect(listed.map(({ id }) => id).toSorted()).toEqual([kept, rejected].toSorted());
    expect((await inbox('keep', 'nothing')).stderr).toContain(
      `Those listed first: ${listed.map(({ id }) => id.slice(-6)).join(', ')}`,
    );
    expect((await inbox('keep', kept.slice(-6))).stdout).toBe(`${kept.slice(-6)}: kept\n`);
    expect((await inbox('reject', rejected, '--json')).stdout).toContain('"decision":"reject"');
    expect((await inbox()).stdout).toBe('Nothing waits.\n');
    const { memories } = await engine.memories.list(actor, { limit: 5, offset: 0 });
    const contents = memories.map(({ content }) => content);
    expect(contents).toContain('Deploys need two reviews.');
    expect(contents).not.toContain('Use tabs in Makefiles.');
    expect(await inbox('keep', 'zzzzzz')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('No id in the inbox'),
    });
    expect(await inbox('burn', kept)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Unknown decision: burn.'),
    });
  });

  it('exits with 2 on a command line that it cannot read, since 1 is an answer of search', async () => {
    expect(await command(['search'])).toMatchObject({ status: 2, stderr: expect.stringContaining('missing required') });
    expect(await command(['show', 'x', '--nosuch'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('unknown option'),
    });
    expect((await command(['restore'])).status).toBe(2);
    for (const wrong of [
      ['install', 'emacs'],
      ['init', '--client', 'foo'],
      ['import', folder, '--from', 'nope'],
      ['inbox', 'foo'],
      ['stats', '--profile', 'foo'],
      ['user', 'add', 'ann', '--role', 'captain'],
    ])
      expect([wrong, (await run(wrong)).status]).toEqual([wrong, 2]);
    expect(await run(['search', ' '])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('question is empty'),
    });
    // Clients would take exit code 2 as a request to block the user's action.
    expect((await command(['hook', 'foo'])).status).toBe(1);
    expect((await command(['search', '--help'])).status).toBe(0);
  });

  it.each(['scan', 'stats', 'audit', 'normalize', 'export', 'search x', 'bin', 'backup copy.db'])(
    '%s exits with 2 if the data folder is mistyped, since 1 may be an answer',
    async (line) => {
      const mistyped = ['--data-dir', join(folder, 'nosuch')];
      expect((await command([...line.split(' '), ...mistyped])).status).toBe(2);
    },
  );

  it('scan exits with 2 if it could not look, since 1 means that secrets remain', async () => {
    const broken = join(folder, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'remanence.db'), 'garbage '.repeat(1000));
    expect((await command(['scan', '--data-dir', broken])).status).toBe(2);
  });

  it('query points out a label that no node has', async () => {
    const { status, stderr } = await run(['query', 'MATCH (m:memory) RETURN m.id']);
    expect([status, stderr]).toEqual([0, 'No node has the label memory; did you mean Memory?\n']);
  });

  it('top prints once in a pipe and as JSON', async () => {
    expect((await run(['top'])).stdout).toMatch(/^\d+ memories {2}\d\d:\d\d:\d\d\n/);
    expect(JSON.parse((await run(['top', '--json'])).stdout)).toMatchObject({
      servers: 0,
      jobs: [],
      calls: expect.any(Array),
    });
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
