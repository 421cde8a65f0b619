// Code memory as clients see it: progress, two processes, one that dies, and a watched folder.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE } from '../src/data-folder.ts';
import { indexJob } from '../src/engine/code/indexing/runs.ts';
import { Database } from '../src/stores/sqlite/file/database.ts';
import { SqliteJobs } from '../src/stores/sqlite/jobs.ts';
import { temporaryFolder } from './open.ts';
import { createProject, SHOP, type TestProject } from './project.ts';
import { MAIN, StdioClient } from './stdio-client.ts';

let folder: string;
let shop: TestProject;
const clients: StdioClient[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  shop = createProject('shop', SHOP);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  rmSync(folder, { recursive: true, force: true });
  shop.dispose();
});

const start = async () => {
  const client = new StdioClient(['--data-dir', folder]);
  clients.push(client);
  await client.initialize();
  return client;
};
const found = async (client: StdioClient, query: string): Promise<string> =>
  JSON.stringify((await client.call('search_code', { query })).value);
const until = async (check: () => Promise<boolean>, ms = 20_000): Promise<void> => {
  for (const end = Date.now() + ms; !(await check()); ) {
    if (Date.now() > end) throw new Error('the expected state never came');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
const fill = (count: number, text: (i: number) => string) => {
  for (let i = 0; i < count; i++) shop.write(`many/file${i}.ts`, text(i));
};

describe('a client', () => {
  it('indexes, searches, and receives progress', async () => {
    const client = await start();
    const { result } = await client.request('tools/call', {
      name: 'index_project',
      arguments: { path: shop.root },
      _meta: { progressToken: 'p1' },
    });
    expect(result?.structuredContent).toMatchObject({ project_id: 'shop', files_indexed: 4, status: 'completed' });
    const told = client.lines.filter((line) => line.includes('notifications/progress'));
    const counts = told.map((line): number => JSON.parse(line).params.progress);
    expect(counts.length).toBeGreaterThan(1);
    expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b));
    expect((await client.call('list_projects')).value).toMatchObject({ projects: ['shop'], count: 1 });
    expect((await client.call('get_index_status', { project_id: 'shop' })).value).toMatchObject({
      status: 'completed',
      total_files: 4,
      indexed_files: 4,
      progress_percent: 100,
    });
    expect(await found(client, 'who opens a session')).toContain('"name":"openSession"');
    expect((await client.call('get_status')).value.code_chunks_count).toBeGreaterThan(3);
    expect((await client.call('delete_project', { project_id: 'shop' })).value.chunks_deleted).toBeGreaterThan(3);
    expect((await client.call('search_code', { query: 'session' })).value).toMatchObject({ count: 0 });
  });

  it('that requests a running index is answered at once', async () => {
    fill(300, (i) => `export function value${i}(n: number) {\n  return n * ${i};\n}\n`.repeat(20));
    const client = await start();
    const first = client.call('index_project', { path: shop.root });
    await until(async () => (await client.call('list_projects')).value.count === 1);
    await until(
      async () => (await client.call('get_index_status', { project_id: 'shop' })).value.status === 'indexing',
    );
    const began = performance.now();
    const second = await client.call('index_project', { path: shop.root });
    expect(second.value).toMatchObject({ project_id: 'shop', status: 'indexing' });
    expect(second.value.note).toContain('already being indexed');
    expect(performance.now() - began).toBeLessThan(5000);
    await client.call('delete_project', { project_id: 'shop' });
    await first;
  });

  it('that ends during a run leaves it to the next server', async () => {
    fill(60, (i) => `export function value${i}(n: number) {\n  return n * ${i};\n}\n`.repeat(20));
    const client = await start();
    client.call('index_project', { path: shop.root }).catch(() => {});
    await until(async () => (await client.call('list_projects')).value.count === 1);
    await until(
      async () => (await client.call('get_index_status', { project_id: 'shop' })).value.status === 'indexing',
    );
    await client.close();

    const next = await start();
    const status = async () => (await next.call('get_index_status', { project_id: 'shop' })).value;
    const seen: number[] = [];
    await until(async () => {
      const { status: state, progress_percent: progress } = await status();
      if (state === 'indexing') seen.push(Number(progress));
      return state === 'completed';
    }, 150_000);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(await status()).toMatchObject({ total_files: 64, progress_percent: 100, eta_seconds: null });
    expect((await status()).completed_at).not.toBeNull();
  });

  it('is told about a folder that git ignores', async () => {
    shop.write('.gitignore', 'build/\n');
    shop.write('build/out/made.ts', 'export const made = 1;\n');
    shop.git('init', '-qb', 'main');
    shop.commit('first');
    const client = await start();
    for (const folder of ['build', 'build/out']) {
      const { value } = await client.call('index_project', { path: `${shop.root}/${folder}` });
      expect(value).toMatchObject({ status: 'failed', files_indexed: 0 });
      expect(value.note).toContain('Git ignores this folder');
    }
    expect((await client.call('index_project', { path: `${shop.root}/src` })).value.status).toBe('completed');
  });

  it('is told what is wrong with its request', async () => {
    const client = await start();
    const errors = [
      await client.call('index_project', { path: '/nowhere/at/all' }),
      await client.call('index_project', { path: '/' }),
      await client.call('index_project', {}),
      await client.call('get_index_status', { project_id: 'nobody' }),
      await client.call('delete_project', { project_id: 'nobody' }),
    ];
    expect(errors.map(({ error }) => error?.split(/[.:] /)[0])).toEqual([
      'Invalid path',
      'Invalid path',
      'Invalid input for index_project',
      'Project not found',
      'Project not found',
    ]);
  });

  it('recalls memories and code together', async () => {
    const client = await start();
    await client.call('index_project', { path: shop.root });
    await client.call('store_memory', {
      content: 'Passwords are hashed slowly on purpose, by decision of the security team.',
    });
    await client.call('store_memory', { content: 'The canteen serves soup on Mondays.' });
    const { value } = await client.call('recall', { query: 'how do we hash passwords', include_code: true });
    expect(value.memories_count).toBeGreaterThan(0);
    expect(value.code_count).toBeGreaterThan(1);
    expect(JSON.stringify(value.results)).toMatch(/"source":"code".*"file_path":"src\/password.ts"/);
    const codeOnly = await client.call('recall', {
      query: 'invoice',
      include_memories: false,
      include_code: true,
      language: 'python',
    });
    expect(codeOnly.value).toMatchObject({ memories_count: 0, results: [{ file_path: 'src/invoice.py' }] });
    const none = await client.call('recall', { query: 'invoice', include_memories: false });
    expect(none.value).toMatchObject({ results: [], memories_count: 0, code_count: 0 });
  });
});

describe('two processes', () => {
  it('see the same progress, and the second does not start the same work', async () => {
    fill(400, (i) => `export function value${i}(n: number) {\n  return n * ${i};\n}\n`.repeat(20));
    const [one, two] = [await start(), await start()];
    const running = one.call('index_project', { path: shop.root });
    await until(async () => (await two.call('list_projects')).value.count === 1);
    await until(async () => (await two.call('get_index_status', { project_id: 'shop' })).value.status === 'indexing');
    const second = await two.call('index_project', { path: shop.root });
    expect(second.value).toMatchObject({ status: 'indexing' });
    expect(second.value.note).toContain('already being indexed');
    await two.call('delete_project', { project_id: 'shop' });
    await running;
    expect((await one.call('list_projects')).value.count).toBe(0);
    expect((await one.call('search_code', { query: 'value7' })).value.count).toBe(0);
  });

  it('update the index for one while the other makes vectors', async () => {
    fill(300, (i) => `export function value${i}(n: number) {\n  return n * ${i};\n}\n`.repeat(20));
    execFileSync(process.execPath, [MAIN, 'index', shop.root, '--no-vectors', '--data-dir', folder]);
    const [one, two] = [await start(), await start()];
    const database = new Database(join(folder, DATABASE));
    const running = `SELECT 1 FROM jobs WHERE kind = '${indexJob({ id: 1 })}' AND state = 'running'`;
    await until(async () => database.get(running) !== undefined);
    const owner = database.get('SELECT owner FROM jobs WHERE state = ?', 'running')?.owner;
    const other = String(owner).endsWith(` ${one.process.pid}`) ? two : one;
    shop.write('src/later.ts', 'export function writtenMeanwhile() { return 1; }\n');
    await other.call('index_project', { path: shop.root });
    await until(async () => (await found(other, 'writtenMeanwhile')).includes('later.ts'), 15_000);
    database.close();
  });

  it('survive the death of one: the old index answers, the job says what happened, and a new run completes', async () => {
    const survivor = await start();
    await survivor.call('index_project', { path: shop.root });
    fill(150, (i) => `export function fresh${i}(n: number) {\n  return n * ${i};\n}\n`.repeat(3));
    shop.write('src/invoice.py', SHOP['src/invoice.py'].replaceAll('total_with_tax', 'gross_total'));
    const victim = await start();
    victim.call('index_project', { path: shop.root }).catch(() => {});
    await until(
      async () => (await survivor.call('get_index_status', { project_id: 'shop' })).value.status === 'indexing',
    );
    await victim.kill('SIGKILL');

    expect(await found(survivor, 'total_with_tax')).toContain('"name":"total_with_tax"');
    expect(await found(survivor, 'gross_total')).not.toContain('gross_total(');
    await until(
      async () => (await survivor.call('get_index_status', { project_id: 'shop' })).value.status === 'pending',
      30_000,
    );
    const { value } = await survivor.call('get_index_status', { project_id: 'shop' });
    expect(value.note).toMatch(/interrupted.*goes on by itself.*previous index/);
    const doctor = execFileSync(process.execPath, [MAIN, 'doctor', '--data-dir', folder], { encoding: 'utf8' });
    expect(doctor).toMatch(
      /^warn code of shop\n {5}The process that ran this job stopped\. A running server will continue; or run: remanence index /m,
    );

    const again = await survivor.call('index_project', { path: shop.root });
    expect(again.value).toMatchObject({ files_indexed: 154 });
    expect(await found(survivor, 'gross_total')).toContain('gross_total');
    expect(await found(survivor, 'total_with_tax')).not.toContain('"name":"total_with_tax"');
    // The vectors may follow.
    await until(
      async () => (await survivor.call('get_index_status', { project_id: 'shop' })).value.status === 'completed',
      30_000,
    );
  });
});

describe('a watched folder', () => {
  it('is indexed again when files change, folders appear and branches are switched', async () => {
    shop.git('init', '-qb', 'main');
    shop.commit('first');
    const client = await start();
    await client.call('index_project', { path: shop.root, watch: true });
    shop.write('new/folder/deep.ts', 'export function appearedLater() { return 1; }\n');
    await until(async () => (await found(client, 'appearedLater')).includes('new/folder/deep.ts'));
    shop.write('src/invoice.py', 'def rewritten_whole():\n    return 1\n');
    await until(async () => (await found(client, 'rewritten_whole')).includes('rewritten_whole()'));
    shop.commit('second');
    shop.git('checkout', '-q', '-b', 'other', 'HEAD~1');
    await until(async () => (await found(client, 'total_with_tax')).includes('"name":"total_with_tax"'));
    expect(await found(client, 'appearedLater')).not.toContain('deep.ts');
  });

  it('is watched by another process once the first ends', async () => {
    const first = await start();
    await first.call('index_project', { path: shop.root, watch: true });
    await first.close();
    shop.write('src/meanwhile.ts', 'export function whileNobodyLooked() { return 1; }\n');
    const second = await start();
    await until(async () => (await found(second, 'whileNobodyLooked')).includes('meanwhile.ts'));
    shop.write('src/afterwards.ts', 'export function whenSomebodyLooked() { return 1; }\n');
    await until(async () => (await found(second, 'whenSomebodyLooked')).includes('afterwards.ts'));
  });

  it('does not keep a server from ending while another process indexes it', async () => {
    const client = await start();
    await client.call('index_project', { path: shop.root, watch: true });
    const database = new Database(join(folder, DATABASE));
    const other = { id: 'other', kind: indexJob({ id: 1 }), total: 0, startedAt: Date.now(), by: null };
    await until(async () => (await new SqliteJobs(database).start(other, 60_000)) !== null);
    shop.write('src/later.ts', 'export const later = 1;\n');
    const asked = () => Number(database.get('SELECT asked FROM projects')?.asked);
    const before = asked();
    await until(async () => asked() > before);
    expect(await client.close()).toBe(0);
    database.close();
  });
});
