import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { closedGate, type Gate } from '../../../../test/gate.ts';
import { type OpenEngine, OWNER, openFolder, openTestEngine } from '../../../../test/open.ts';
import { createProject, SHOP, type TestProject } from '../../../../test/project.ts';
import { LocalCodeBase } from '../../../providers/codebase/codebase.ts';
import { SqliteIndex } from '../../../stores/sqlite/code/files.ts';
import { SqliteProjects } from '../../../stores/sqlite/code/projects.ts';
import { ChunkVectorIndex } from '../../../stores/sqlite/code/vectors.ts';
import type { Job } from '../../job.ts';
import { useShop } from '../fixture-shop.ts';
import { readSource } from './source.ts';

let open: OpenEngine;
let shop: TestProject;
const { index, search, paths } = useShop((...fresh) => {
  [open, shop] = fresh;
});

const { parse: read } = LocalCodeBase.prototype;

/** Lets files be parsed only after the release. */
function holdParse() {
  const { opened: released, open: release } = closedGate();
  const parse = vi.spyOn(LocalCodeBase.prototype, 'parse').mockImplementation(async function (
    this: LocalCodeBase,
    ...asked
  ) {
    await released;
    return read.apply(this, asked);
  });
  onTestFinished(() => {
    release();
    parse.mockRestore();
  });
  return { parse, release };
}

describe('indexing', () => {
  it('makes a project searchable by meaning, by name and by path', async () => {
    const { status } = await index();
    expect(status).toMatchObject({ state: 'completed', files: 4, pending: 0, unresolved: 0, progress: 1 });
    expect((await paths('remove login sessions that have timed out'))[0]).toBe('src/session.ts');
    expect((await search('total_with_tax'))[0]?.chunk).toMatchObject({ path: 'src/invoice.py', language: 'python' });
    expect((await paths('password.ts'))[0]).toBe('src/password.ts');
  });

  it('makes a project searchable by meaning as soon as it is read, before the model has embedded it', async () => {
    const { status } = await index(shop, { vectors: false });
    expect(status.pending).toBeGreaterThan(0);
    const [first] = await search('remove login sessions that have timed out');
    expect(first?.chunk.path).toBe('src/session.ts');
    expect(first?.parts.vector).toBeGreaterThan(0);
  });

  it('rereads only changed files, and forgets deleted and moved ones', async () => {
    await index();
    const before = await open.engine.code.status(OWNER, 'shop');
    shop.remove('src/invoice.py');
    shop.write('src/billing/invoice.py', SHOP['src/invoice.py'].replace('0.2', '0.19'));
    const { status } = await index();
    expect(status.files).toBe(before.files);
    expect(await paths('total_with_tax')).not.toContain('src/invoice.py');
    expect((await search('total_with_tax'))[0]?.chunk).toMatchObject({ path: 'src/billing/invoice.py' });
    const again = await index();
    expect(again.status.project.generation).toBe(status.project.generation);
  });

  it('answers before replaced data is swept away', async () => {
    await index(shop, { vectors: false });
    let release = () => {};
    const sweep = vi.spyOn(SqliteIndex.prototype, 'sweep').mockImplementation(
      () =>
        new Promise((resolve) => {
          release = () => resolve(false);
        }),
    );
    onTestFinished(() => release());
    shop.write('src/session.ts', 'export const unmistakable = 1;\n');
    const { status } = await index(shop, { vectors: false, timeoutMs: 30_000 });
    expect(status.state).toBe('completed');
    await expect.poll(() => sweep.mock.calls.length).toBeGreaterThan(0);
    sweep.mockRestore();
    release();
  });

  it('covers every file, however many there are', async () => {
    for (let i = 0; i < 150; i++) shop.write(`many/f${i}.ts`, `export const value${i} = ${i};\n`);
    expect((await index()).status.files).toBe(154);
  });

  it('treats a folder inside another project as its own project, and shows its files once', async () => {
    await index();
    const { status } = await open.engine.code.index(OWNER, join(shop.root, 'src'));
    expect(status.project.name).toBe('src');
    expect((await paths('total_with_tax')).filter((path) => path.endsWith('invoice.py'))).toHaveLength(1);
    expect(await paths('total_with_tax', { project: 'src' })).toContain('invoice.py');
  });

  it('does not mix up two folders of the same name', async () => {
    await index();
    const other = createProject('shop', { 'main.go': 'package main\n\nfunc Unmistakable() {}\n' });
    const { status } = await index(other);
    expect(status.project.name).toMatch(/^remanence-test-\w+\/shop$/);
    expect(await paths('Unmistakable', { project: 'shop' })).not.toContain('main.go');
    expect(await paths('Unmistakable', { project: status.project.name })).toEqual(['main.go']);
    other.dispose();
  });

  it('remembers its patterns of what to include and exclude', async () => {
    await index(shop, { selection: { include: ['src/'], exclude: ['*.py'] } });
    expect((await index()).status.files).toBe(2);
  });

  it('survives malformed files', async () => {
    shop.write('bad/broken.ts', 'export class { function ((( \n}}}} const ok = () => { return findMeAnyway(); }');
    writeFileSync(join(shop.root, 'bad/latin.py'), Buffer.from('def caf\xe9():\n    latinWord()\n', 'latin1'));
    shop.write('bad/crlf.py', 'def windows():\r\n    return 1\r\n');
    writeFileSync(join(shop.root, 'bad/invalid.py'), Buffer.from([0x64, 0x65, 0x66, 0x20, 0xff, 0xfe, 0x28, 0x29]));
    shop.write('bad/min.js', `var a=${'1+'.repeat(1_000_000)}1;`);
    shop.write('bad/lines.txt', 'x\n'.repeat(400_000));
    const { status } = await index();
    expect(status.state).toBe('completed');
    expect(await paths('findMeAnyway')).toContain('bad/broken.ts');
    expect(await paths('windows')).toContain('bad/crlf.py');
    expect(await paths('latinWord')).toContain('bad/latin.py');
  });

  it('ends when what was read cannot be stored, and nothing more is read or stored', async () => {
    for (let i = 0; i < 300; i++) shop.write(`many/f${i}.ts`, `export const value${i} = ${i};\n`);
    const { add: store } = SqliteIndex.prototype;
    let isStored = false;
    const add = vi
      .spyOn(SqliteIndex.prototype, 'add')
      .mockImplementationOnce(async function (this: SqliteIndex, ...given) {
        await delay(500);
        await store.apply(this, given);
        isStored = true;
      })
      .mockRejectedValueOnce(new Error('The disk is full.'));
    const { parse, release } = holdParse();
    release();
    const { status } = await index(shop, { vectors: false });
    expect(status).toMatchObject({ state: 'failed', error: 'The disk is full.' });
    expect(isStored).toBe(true);
    const reads = parse.mock.calls.length;
    await delay(500);
    expect(parse.mock.calls.length).toBe(reads);
    expect(add.mock.calls.length).toBe(2);
  });

  it('counts and names the files that could not be read, and retries them', async () => {
    const parse = vi.spyOn(LocalCodeBase.prototype, 'parse').mockImplementation(async (_, path) => {
      if (path === 'src/session.ts') throw new Error('EIO');
      return null;
    });
    expect((await index(shop, { vectors: false })).status.unread).toEqual({ count: 1, paths: ['src/session.ts'] });
    parse.mockRestore();
    expect((await index(shop, { vectors: false })).status.unread).toEqual({ count: 0, paths: [] });
  });

  it('counts and names the files that were read as plain text for lack of time, and reads them again', async () => {
    const hasty = vi.spyOn(LocalCodeBase.prototype, 'parse').mockImplementation(async (_, path) => ({
      ...readSource(path, 'plain words', 'typescript', null),
      late: true,
    }));
    onTestFinished(() => hasty.mockRestore());
    expect((await index(shop, { vectors: false })).status).toMatchObject({
      files: 4,
      unread: { count: 4 },
      symbols: 0,
    });
    hasty.mockRestore();
    const { status } = await index(shop, { vectors: false });
    expect(status).toMatchObject({ files: 4, unread: { count: 0, paths: [] } });
    expect(status.symbols).toBeGreaterThan(0);
  });

  it('refuses a path that is no project folder, and says why', async () => {
    mkdirSync(join(shop.root, 'empty'));
    const refusals = ['/', join(shop.root, 'README.md'), join(shop.root, 'missing'), '', '~'].map((path) =>
      open.engine.code.index(OWNER, path).then(
        () => 'indexed',
        (error) => error.message,
      ),
    );
    expect(await Promise.all(refusals)).toEqual(
      ['/', join(shop.root, 'README.md'), join(shop.root, 'missing'), '', '~'].map((path) => `Invalid path: ${path}`),
    );
    expect((await open.engine.code.index(OWNER, join(shop.root, 'empty'))).status).toMatchObject({
      state: 'completed',
      files: 0,
    });
  });

  it('is one job, however many callers ask for it', async () => {
    const [first, second] = await Promise.all([index(), index()]);
    expect(first.status.files).toBe(4);
    expect(second.status.files).toBe(4);
    expect([first.underWay, second.underWay]).toContain('here');
    expect(first.status.startedAt).toBe(second.status.startedAt);
    expect(second.status.project.generation).toBe(1);
  });

  it('continues in the background if the caller does not wait, and reports its progress', async () => {
    for (let i = 0; i < 60; i++)
      shop.write(`many/f${i}.ts`, `export function value${i}() { return ${i}; }\n`.repeat(30));
    const { status } = await index(shop, { timeoutMs: 1 });
    expect(status.state).toBe('indexing');
    const seen = await open.engine.code.status(OWNER, 'shop');
    expect(seen.state).toBe('indexing');
    await index();
    expect(await open.engine.code.status(OWNER, 'shop')).toMatchObject({
      state: 'completed',
      files: 64,
      etaSeconds: null,
    });
  });

  it('can be cancelled, and resumes where it stopped', async () => {
    for (let i = 0; i < 60; i++)
      shop.write(`many/f${i}.ts`, `export function value${i}() { return ${i}; }\n`.repeat(30));
    const stop = new AbortController();
    const onProgress = ({ done }: { done: number }) => done > 0 && stop.abort();
    await expect(index(shop, { signal: stop.signal, onProgress })).rejects.toThrow();
    expect((await open.engine.code.status(OWNER, 'shop')).state).toBe('failed');
    const reads: number[] = [];
    const { status } = await index(shop, {
      onProgress: ({ name, done }: { name: string; done: number }) => name === 'read' && reads.push(done),
    });
    expect(status).toMatchObject({ state: 'completed', files: 64 });
    // Files read by the first run are not read again.
    expect(reads.find((done) => done > 0)).toBeGreaterThanOrEqual(20);
  });

  describe('that several callers wait for', () => {
    /** Asks for the index, and can leave; knows the job as soon as that is under way. */
    const caller = async () => {
      const stop = new AbortController();
      let work: ReturnType<typeof index> | null = null;
      const job = await new Promise<Job>((onStart) => {
        work = index(shop, { vectors: false, signal: stop.signal, onStart });
        work.catch(() => {});
      });
      return { work, job, leave: () => stop.abort() };
    };

    it('goes on for the others when the first caller leaves', async () => {
      const { release } = holdParse();
      const first = await caller();
      const second = await caller();
      first.leave();
      await expect(first.work).rejects.toThrow('aborted');
      release();
      expect(await second.work).toMatchObject({ status: { state: 'completed', files: 4 } });
    });

    it('is cancelled when all have left, and the next caller starts anew', async () => {
      const { release } = holdParse();
      const first = await caller();
      const second = await caller();
      first.leave();
      second.leave();
      const next = index(shop, { vectors: false });
      release();
      await expect(second.work).rejects.toThrow('aborted');
      expect((await next).status).toMatchObject({ state: 'completed', files: 4 });
      expect(await open.engine.code.job(OWNER, first.job.id)).toMatchObject({ state: 'cancelled' });
    });
  });

  it('reports that another process deleted the project in the meantime', async () => {
    for (let i = 0; i < 60; i++)
      shop.write(`many/f${i}.ts`, `export function value${i}() { return ${i}; }\n`.repeat(30));
    const other = await openFolder(open.dataDir);
    let removed: Promise<number> | null = null;
    const onProgress = ({ done }: { done: number }) => {
      if (done > 0) removed ??= other.code.remove(OWNER, 'shop');
    };
    await expect(index(shop, { onProgress })).rejects.toThrow('The project was deleted while it was being indexed');
    await removed;
    expect(await open.engine.code.projects(OWNER)).toEqual([]);
    await other.close();
  });

  it('runs again if something changes while it runs', async () => {
    for (let i = 0; i < 60; i++)
      shop.write(`many/f${i}.ts`, `export function value${i}() { return ${i}; }\n`.repeat(30));
    let late: Promise<unknown> | null = null;
    await index(shop, {
      onProgress: ({ name }: { name: string }) => {
        if (name !== 'resolve' || late) return;
        shop.write('late.ts', 'export function arrivedLate() { return 1; }\n');
        late = index();
      },
    });
    await late;
    expect(await paths('arrivedLate')).toContain('late.ts');
  });

  describe('while the model makes the vectors', () => {
    let gate: Gate;
    let fill: MockInstance<ChunkVectorIndex['fill']>;
    beforeEach(() => {
      gate = closedGate();
      fill = vi.spyOn(ChunkVectorIndex.prototype, 'fill').mockImplementationOnce(() => gate.opened);
    });
    afterEach(async () => {
      gate.open();
      await index();
      fill.mockRestore();
    });

    it('answers, because the files can be searched', async () => {
      const { status } = await index(shop, { timeoutMs: 60_000 });
      expect(status).toMatchObject({ state: 'indexing', files: 4 });
      expect((await paths('remove login sessions that have timed out'))[0]).toBe('src/session.ts');
    });

    it('reads a file that changes before it makes more vectors', async () => {
      await index(shop, { timeoutMs: 60_000 });
      shop.write('late.ts', 'export function arrivedLate() { return 1; }\n');
      const indexed = open.engine.code.indexFile(OWNER, join(shop.root, 'late.ts'), { force: false });
      gate.open();
      expect(await indexed).toMatchObject({ status: 'indexed', functions: 1 });
    });
  });

  it('waits until another process has read a file, or says that it has not', async () => {
    const other = await openFolder(open.dataDir);
    let release = () => {};
    const held = new Promise<never>((_, reject) => {
      release = () => reject(new Error('Nothing can be read.'));
    });
    const parse = vi.spyOn(LocalCodeBase.prototype, 'parse').mockImplementation(() => held);
    onTestFinished(() => release());
    void other.code.index(OWNER, shop.root).catch(() => {});
    await expect.poll(() => parse.mock.calls.length).toBeGreaterThan(0);
    const asked = () => open.engine.code.indexFile(OWNER, join(shop.root, 'src/session.ts'), { force: false });
    await expect(asked()).rejects.toThrow('The project is still being indexed');
    parse.mockRestore();
    release();
    await other.close();
    expect(await asked()).toMatchObject({ status: 'indexed' });
  });

  it('waits until another process has read the files, and goes on itself if that ends first', async () => {
    let held = holdParse();
    const other = await openFolder(open.dataDir);
    const first = other.code.index(OWNER, shop.root, { vectors: false });
    await expect.poll(() => held.parse.mock.calls.length).toBeGreaterThan(0);
    let isAnswered = false;
    const second = index(shop, { timeoutMs: 60_000, vectors: false }).finally(() => {
      isAnswered = true;
    });
    await delay(1500);
    expect(isAnswered).toBe(false);
    held.release();
    expect(await second).toMatchObject({ underWay: 'elsewhere', isRead: true, status: { files: 4 } });
    await first;

    shop.write('src/late.ts', 'export function arrivedLate() { return 1; }\n');
    held = holdParse();
    void other.code.index(OWNER, shop.root, { vectors: false }).catch(() => {});
    await expect.poll(() => held.parse.mock.calls.length).toBeGreaterThan(0);
    const third = index(shop, { timeoutMs: 60_000, vectors: false });
    const closed = other.close();
    held.release();
    await closed;
    expect(await third).toMatchObject({ isRead: true, status: { files: 5 } });
  });

  it('reads again what seems unchanged, though another process is reading', async () => {
    await index(shop, { vectors: false });
    shop.write('src/late.ts', 'export function arrivedLate() { return 1; }\n');
    const { parse, release } = holdParse();
    const other = await openFolder(open.dataDir, {}, { tends: false });
    const first = other.code.index(OWNER, shop.root, { vectors: false });
    await expect.poll(() => parse.mock.calls.length).toBeGreaterThan(0);
    const second = index(shop, { vectors: false, reread: (path: string) => path === 'src/session.ts' });
    await delay(600);
    release();
    await Promise.all([first, second]);
    expect(parse.mock.calls.map(([, path]) => path)).toEqual(['src/late.ts', 'src/session.ts']);
    await other.close();
  });

  it('reads changed files even if only vectors were missing', async () => {
    await index(shop, { vectors: false });
    expect((await open.engine.code.status(OWNER, 'shop')).pending).toBeGreaterThan(0);
    shop.write('late.ts', 'export function arrivedLate() { return 1; }\n');
    const tending = open.engine.code.tend();
    expect((await index()).status).toMatchObject({ files: 5, pending: 0 });
    await tending;
  });

  it('is not begun to make missing vectors while files are read', async () => {
    await index(shop, { vectors: false });
    const { byId } = SqliteProjects.prototype;
    const { opened: held, open: goOn } = closedGate();
    const find = vi.spyOn(SqliteProjects.prototype, 'byId').mockImplementationOnce(async function (
      this: SqliteProjects,
      id,
    ) {
      await held;
      return byId.call(this, id);
    });
    const tending = open.engine.code.tend();
    await expect.poll(() => find.mock.calls.length).toBeGreaterThan(0);
    shop.write('late.ts', 'export function arrivedLate() { return 1; }\n');
    const { parse, release } = holdParse();
    const first = index(shop, { vectors: false });
    await expect.poll(() => parse.mock.calls.length).toBeGreaterThan(0);
    goOn();
    await tending;
    const second = index(shop, { vectors: false });
    // So that it asks while the first still reads.
    await new Promise((resolve) => setTimeout(resolve, 200));
    release();
    expect((await first).status).toMatchObject({ state: 'completed', files: 5 });
    expect(await second).toMatchObject({ underWay: 'here' });
  });

  it('stays completed if a server is stopped while it makes the missing vectors', async () => {
    for (let i = 0; i < 60; i++)
      shop.write(`many/f${i}.ts`, `export function value${i}() { return ${i}; }\n`.repeat(30));
    const { status } = await index(shop, { vectors: false });
    const server = await openFolder(open.dataDir);
    await expect.poll(async () => (await open.engine.code.status(OWNER, 'shop')).state).toBe('indexing');
    await server.close();
    const after = await open.engine.code.status(OWNER, 'shop');
    expect(after).toMatchObject({ state: 'completed', startedAt: status.startedAt, error: null });
    expect(after.pending).toBeGreaterThan(0);
  });

  it('keeps the index of a folder that is temporarily missing', async () => {
    await index();
    renameSync(shop.root, `${shop.root}-away`);
    await expect(index()).rejects.toThrow('Invalid path');
    expect(await paths('total_with_tax')).toContain('src/invoice.py');
    renameSync(`${shop.root}-away`, shop.root);
  });

  it('works without the model: code is found by words, and the server keeps running', async () => {
    const blind = await openTestEngine({ model: '/nowhere/at/all' });
    for (let i = 0; i < 60; i++) shop.write(`many/f${i}.ts`, `export function value${i}() { return ${i}; }\n`);
    shop.write('src/boot.ts', 'export function readCfg() { return 1; }\n');
    const { status } = await blind.engine.code.index(OWNER, shop.root);
    expect(status).toMatchObject({ state: 'failed', files: 65 });
    expect(status.error).toContain('could not be loaded');
    const { found, note } = await blind.engine.code.search(OWNER, 'total_with_tax', { limit: 3 });
    expect(found[0]?.chunk.path).toBe('src/invoice.py');
    expect(note).toContain('by words');
    const spelled = await blind.engine.code.search(OWNER, 'where is the configuration read', { limit: 3 });
    expect(spelled.found[0]?.chunk.path).toBe('src/boot.ts');
    await blind.dispose();
  });

  it('redacts secrets in the stored code', async () => {
    shop.write(
      'src/config.ts',
      `export const awsKey = 'AKIA${'ABCDEFGH'.repeat(2)}';\nexport const region = 'unusualRegion';\n`,
    );
    await index();
    const [found] = await search('unusualRegion');
    expect(found?.chunk.text).toContain('[REDACTED:aws_access_key]');
    expect(found?.chunk.text).not.toContain('AKIAABCD');
    shop.write(
      'src/more.py',
      'AWS_SECRET_ACCESS_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"\nurl = "postgres://admin:s3cr3tPg@db/thirdRegion"\n',
    );
    await index();
    expect((await search('thirdRegion'))[0]?.chunk.text).not.toMatch(/wJalr|s3cr3tPg/);
    shop.write('deploy/settings.yaml', 'region: otherRegion\npassword: S3cr3tPassw0rdLong\n');
    await index();
    expect((await search('otherRegion'))[0]?.chunk.text).not.toContain('S3cr3t');
  });
});
