// Maintenance commands as a user runs them, while a server has the store open.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../src/engine/engine.ts';
import { command } from './command.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';
import { createProject, SHOP } from './project.ts';
import { MAIN } from './stdio-client.ts';

const folder = temporaryFolder();
const dataDir = join(folder, 'data');
let engine: Engine;
beforeAll(async () => {
  engine = await openFolder(dataDir);
  await engine.memories.store(OWNER, { content: 'The lighthouse is painted every five years.' });
  await engine.memories.store(OWNER, { content: 'The lighthouse is painted every five years!' });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** In a separate process, beside this one's engine. */
const runBeside = (...input: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...input, '--data-dir', dataDir], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};
const run = (...input: string[]) => command([...input, '--data-dir', dataDir]);

describe('health', () => {
  it('is good while a server runs', async () => {
    expect(runBeside('health')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^healthy: 2 memories/) });
    expect(JSON.parse((await run('health', '--json')).stdout)).toMatchObject({
      status: 'healthy',
      reasons: [],
      memories: 2,
    });
  });

  it('names what is wrong, and reports it in the exit code', async () => {
    const broken = join(folder, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'remanence.db'), 'garbage '.repeat(1000));
    const found = await command(['health', '--json', '--data-dir', broken]);
    expect(found.status).toBe(1);
    expect(JSON.parse(found.stdout)).toMatchObject({
      status: 'unhealthy',
      reasons: [expect.stringMatching(/not a database/), expect.any(String)],
    });
  });
});

describe('a project whose chunks wait for vectors', () => {
  const data = join(folder, 'waiting');
  const say = async (...input: string[]) => (await command([...input, '--data-dir', data])).stdout;
  const status = async () => {
    const looking = await openFolder(data, {}, { tends: false });
    const found = await looking.code.status(OWNER, 'shop');
    await looking.close();
    return found;
  };
  const shop = createProject('shop', SHOP);
  beforeAll(() => say('index', shop.root, '--no-vectors'));
  afterAll(() => shop.dispose());

  it('is left unchanged by commands that only read', async () => {
    const before = await status();
    expect(before).toMatchObject({ state: 'completed', error: null });
    expect(before.pending).toBeGreaterThan(3);
    for (const command of ['health', 'stats', 'doctor']) await say(command);
    await say('query', 'MATCH (f:Function) RETURN count(f)');
    expect(await status()).toEqual(before);
  });

  it('is mentioned by each of them', async () => {
    const { pending } = await status();
    expect(await say('health')).toBe(`healthy: 0 memories, ${pending} waiting for vectors\n`);
    expect(await say('stats')).toMatch(new RegExp(`waiting for vectors +${pending}\n`));
    expect(await say('doctor')).toMatch(
      new RegExp(`ok +vectors: ${pending} chunks of code pending; a server makes them, and remanence index PATH`),
    );
  });
});

describe('stats', () => {
  it('are a table, or JSON', async () => {
    expect((await run('stats')).stdout).toMatch(/memories +2\n +semantic +2\n/);
    // Most of a young store.
    expect((await run('stats')).stdout).toMatch(/on disk +[\s\S]* {2}write-ahead log +[1-9]/);
    expect(JSON.parse((await run('stats', '--json')).stdout)).toMatchObject({
      memories: { total: 2 },
      sync: { pending: 0 },
    });
  });
});

describe('normalize', () => {
  it('merges beside a running server, which sees the result', async () => {
    expect(JSON.parse(runBeside('normalize', '--skip-deduplication', '--json').stdout)).toMatchObject({
      duplicatesMerged: 0,
    });
    expect(runBeside('normalize')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/duplicates merged +1\n(?:.*\n)*merged into \w{20}: \w{20}\n/),
    });
    expect((await engine.memories.counts(OWNER)).memories).toBe(1);
    expect(await engine.retrieval.byMeaning(OWNER, 'painting the beacon', 5)).toHaveLength(1);
  });

  it('that is killed midway has changed nothing or everything', async () => {
    const doomed = join(folder, 'doomed');
    const store = await openFolder(doomed);
    const texts = Array.from(
      { length: 150 },
      (_, i) => `Buoy ${i} lies ${i * 3} miles off the harbour of port ${i % 7}.`,
    );
    await store.memories.storeMany(
      OWNER,
      [...texts, ...texts].map((content) => ({ content })),
    );
    const contents = async () => {
      const lines: string[] = [];
      for await (const line of store.exporting.lines(OWNER)) lines.push(line);
      return lines.slice(1).join('\n');
    };
    const before = await contents();
    let changed = false;
    for (let round = 0; round < 8 && !changed; round++) {
      const child = spawn(process.execPath, [MAIN, 'normalize', '--data-dir', doomed], { stdio: 'ignore' });
      const gone = new Promise((resolve) => child.once('exit', resolve));
      await new Promise((resolve) => setTimeout(resolve, 250 + round * 60 + Math.random() * 50));
      child.kill('SIGKILL');
      await gone;
      changed = (await contents()) !== before;
      if (changed) expect((await store.memories.counts(OWNER)).memories).toBe(150);
      expect(await store.check()).toEqual([]);
    }
    const ended = await (await store.normalising.start(OWNER)).ended;
    expect(ended).toMatchObject({ state: 'completed', result: { duplicatesMerged: changed ? 0 : 150 } });
    await store.close();
  });
});

describe('export and import', () => {
  it('transfer memories from one folder to another', async () => {
    const file = join(folder, 'all.jsonl');
    expect(await run('export', file, '--embeddings')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(file),
    });
    const other = ['--data-dir', join(folder, 'other')];
    const taken = await command(['import', file, ...other]);
    expect(taken).toMatchObject({ status: 0, stdout: expect.stringMatching(/^1 memory imported, 0 skipped/) });
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"record":\n`);
    const again = await command(['import', file, '--conflict', 'merge', '--json', ...other]);
    expect(again.status).toBe(1);
    expect(JSON.parse(again.stdout)).toMatchObject({ imported: 0, skipped: 1, failed: 1, errors: [{ line: 3 }] });
  });

  it('print an export that another folder imports', async () => {
    const printed = await run('export', '-');
    expect(printed).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync('-')).toBe(false);
    const file = join(folder, 'printed.jsonl');
    writeFileSync(file, printed.stdout);
    const taken = await command(['import', file, '--data-dir', join(folder, 'from-printed')]);
    expect(taken).toMatchObject({ status: 0, stdout: expect.stringMatching(/^1 memory imported, 0 skipped/) });
  });

  it('refuse what they cannot do, and say what to do instead', async () => {
    const other = join(folder, 'note.txt');
    writeFileSync(other, 'not yours');
    expect(await run('export', other)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is not a Remanence export'),
    });
    expect(await run('import', join(folder, 'nothing'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('does not exist'),
    });
    expect(await run('import', folder)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`${folder} is a folder, not a file.`),
    });
    expect(await run('export', join(folder, 'few.jsonl'), '--types', 'design,nosuch')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/--types: nosuch is not a type\.\n.*episodic.*design/),
    });
    expect(await run('duplicates', join(folder, 'nothing'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`The file ${join(folder, 'nothing')} does not exist.`),
    });
    expect(await run('import', other, '--conflict', 'ask')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('merge'),
    });
  });
});
