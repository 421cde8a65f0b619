import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  onTestFinished,
  vi,
} from 'vitest';
import { type OpenEngine, OWNER, openFolder, openTestEngine } from '../../../test/open.ts';
import { createProject, SHOP, type TestProject } from '../../../test/project.ts';
import { LocalCodeBase } from '../../providers/codebase/codebase.ts';
import { SqliteIndex } from '../../stores/sqlite/code/files.ts';
import { SqliteCodeSearch } from '../../stores/sqlite/code/search.ts';
import { ChunkVectorIndex } from '../../stores/sqlite/code/vectors.ts';
import type { Actor } from '../access/actor.ts';
import { readSource } from './indexing/source.ts';

let open: OpenEngine;
let shop: TestProject;
// This engine does not tend its store, so that it makes no vectors during a test.
beforeAll(async () => {
  open = await openTestEngine({ keepRemoved: 0 }, { tends: false });
});
afterAll(() => open.dispose());
beforeEach(() => {
  shop = createProject('shop', SHOP);
});
afterEach(async () => {
  await open.engine.reset(OWNER);
  shop.dispose();
});

const index = (project = shop, options = {}) => open.engine.code.index(OWNER, project.root, options);
const search = async (query: string, filter = {}) =>
  (await open.engine.code.search(OWNER, query, { limit: 10, ...filter })).found;
const paths = async (query: string, filter = {}) => (await search(query, filter)).map(({ chunk }) => chunk.path);

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
    let release = () => {};
    let fill: MockInstance<ChunkVectorIndex['fill']>;
    beforeEach(() => {
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      fill = vi.spyOn(ChunkVectorIndex.prototype, 'fill').mockImplementationOnce(() => held);
    });
    afterEach(async () => {
      release();
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
      release();
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
    const held = { release: () => {} };
    const { parse: read } = LocalCodeBase.prototype;
    const hold = () => {
      const released = new Promise<void>((resolve) => {
        held.release = resolve;
      });
      return vi.spyOn(LocalCodeBase.prototype, 'parse').mockImplementation(async function (
        this: LocalCodeBase,
        ...asked
      ) {
        await released;
        return read.apply(this, asked);
      });
    };
    let parse = hold();
    onTestFinished(() => parse.mockRestore());
    const other = await openFolder(open.dataDir);
    const first = other.code.index(OWNER, shop.root, { vectors: false });
    await expect.poll(() => parse.mock.calls.length).toBeGreaterThan(0);
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
    parse = hold();
    void other.code.index(OWNER, shop.root, { vectors: false }).catch(() => {});
    await expect.poll(() => parse.mock.calls.length).toBeGreaterThan(0);
    const third = index(shop, { timeoutMs: 60_000, vectors: false });
    const closed = other.close();
    held.release();
    await closed;
    expect(await third).toMatchObject({ isRead: true, status: { files: 5 } });
  });

  it('reads again what seems unchanged, though another process is reading', async () => {
    await index(shop, { vectors: false });
    shop.write('src/late.ts', 'export function arrivedLate() { return 1; }\n');
    const { parse: read } = LocalCodeBase.prototype;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const parse = vi.spyOn(LocalCodeBase.prototype, 'parse').mockImplementation(async function (
      this: LocalCodeBase,
      ...asked
    ) {
      await released;
      return read.apply(this, asked);
    });
    onTestFinished(() => parse.mockRestore());
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

describe('searching code', () => {
  it('filters by project, language and path', async () => {
    await index();
    const other = createProject('other', { 'lib/tax.py': 'def tax_rate():\n    return 0.2\n' });
    await index(other);
    expect(new Set(await paths('tax', { language: 'python' }))).toEqual(new Set(['src/invoice.py', 'lib/tax.py']));
    expect(await paths('tax', { project: 'other' })).toEqual(['lib/tax.py']);
    expect(new Set(await paths('tax', { path: 'src/**/*.ts' }))).toEqual(
      new Set(['src/session.ts', 'src/password.ts']),
    );
    other.dispose();
  });

  it('says if nothing matches the question, and why nothing was found', async () => {
    await index();
    expect(await open.engine.code.search(OWNER, 'how do I bake sourdough bread', { limit: 3 })).toMatchObject({
      weak: true,
      note: expect.stringContaining('weak'),
    });
    expect((await open.engine.code.search(OWNER, 'how is a password hashed', { limit: 3 })).weak).toBe(false);
    const none = await open.engine.code.search(OWNER, 'tax', { limit: 3, language: 'cobol' });
    expect(none).toMatchObject({ found: [], note: expect.stringContaining('matches the language and path filter') });
    await expect(search('tax', { project: 'SHOP' })).rejects.toMatchObject({ hint: 'Known projects: shop.' });
  });

  it('introduces a project by its README, its manifest and its entry point', async () => {
    shop.write('package.json', '{ "name": "shop", "bin": "src/main.ts" }\n');
    shop.write('src/main.ts', "import { expireSessions } from './session';\nexpireSessions();\n");
    await index(shop, { vectors: false });
    const { found, weak } = await open.engine.code.search(OWNER, 'what is this project?', { limit: 3 });
    expect(found.map(({ chunk }) => chunk.path)).toEqual(['README.md', 'package.json', 'src/main.ts']);
    expect(weak).toBe(false);
    const sources = { memories: false, code: {} };
    const recalled = await open.engine.retrieval.recallFrom(sources, OWNER, 'what is this project?', { limit: 3 });
    expect(recalled.found.map((each) => (each.source === 'code' ? each.chunk.path : null))).toEqual(
      found.map(({ chunk }) => chunk.path),
    );
  });

  it('starts with the code that holds the question word for word, such as a pasted error message', async () => {
    const message = "throw new Error(\n  'The session of this user has' +\n    ' expired.',\n);\n";
    shop.write('src/guard.ts', `export function check() {\n  ${message}}\n${'// filler to read\n'.repeat(90)}`);
    shop.write('test/guard.test.ts', "it('works', () => 'The session of this user has expired.');\n");
    await index(shop, { vectors: false });
    const { found, weak } = await open.engine.code.search(OWNER, 'Error: The session of this user has expired.', {
      limit: 3,
    });
    expect(found.map(({ chunk }) => chunk.path).slice(0, 2)).toEqual(['src/guard.ts', 'test/guard.test.ts']);
    expect(found[0]?.chunk.text).toContain('session of this user');
    expect(weak).toBe(false);
  });

  it('reads only code with the rarest word of a question to find the question itself', async () => {
    for (let i = 0; i < 200; i++)
      shop.write(`many/f${i}.ts`, `// The session of this user.\nexport const v${i} = ${i};\n`);
    shop.write('src/guard.ts', "throw new Error('The session of this user has lapsed.');\n");
    await index(shop, { vectors: false });
    const chunks = vi.spyOn(SqliteCodeSearch.prototype, 'chunks');
    onTestFinished(() => chunks.mockRestore());
    const [first] = await search('Error: The session of this user has lapsed.');
    expect(first?.chunk.path).toBe('src/guard.ts');
    expect(chunks.mock.calls[0]?.[0].length).toBe(1);
    chunks.mockClear();
    await search('which session of this user is called xylophone');
    expect(chunks).toHaveBeenCalledTimes(1);
  });

  it('prefers the class that a qualified name names', async () => {
    const method = (type: string) =>
      `class ${type}:\n    def register(self, rule):\n        return self.${type.toLowerCase()}(rule)\n\n`;
    shop.write('src/a.py', method('State').repeat(1) + '# filler line to read\n'.repeat(40));
    shop.write('src/b.py', method('Blueprint').repeat(1) + '# filler line to read\n'.repeat(40));
    await index();
    expect((await paths('Blueprint.register'))[0]).toBe('src/b.py');
    expect((await paths('State.register'))[0]).toBe('src/a.py');
  });

  it('accepts any query', async () => {
    await index();
    for (const query of ['', '   ', '"unbalanced ( AND', '你好', 'a'.repeat(10_000), '*', '🎉', '{}[]()']) {
      await expect(search(query)).resolves.toBeInstanceOf(Array);
    }
    await expect(search('tax', { path: '*a'.repeat(200) })).resolves.toEqual([]);
    await expect(search('tax', { project: 'nobody' })).rejects.toThrow('Project not found: nobody');
  });

  it('knows the importers of a file, whether they import it whole or something in it', async () => {
    shop.write('src/all.ts', "import * as pw from './password.ts';\nexport const use = () => pw.hashPassword('x');\n");
    await index(shop, { vectors: false });
    const importers = async (types: string[] | null) => {
      const asked = { types, direction: 'incoming', depth: 1 } as const;
      const { related } = await open.engine.graph.around(OWNER, 'src/password.ts', asked);
      return related.map(({ node, relationship }) => `${node.properties.path} ${relationship}`).toSorted();
    };
    expect(await importers(null)).toEqual(['src/all.ts IMPORTS', 'src/session.ts IMPORTS']);
    expect(await importers(['IMPORTS'])).toEqual(await importers(null));
    expect(await importers(['CALLS'])).toEqual([]);
  });

  it('follows an import of a whole file when that file changes', async () => {
    shop.write('src/all.ts', "import * as pw from './password.ts';\nexport const use = () => pw.hashPassword('x');\n");
    await index();
    shop.write('src/password.ts', `// a comment\n${SHOP['src/password.ts']}`);
    const { status } = await index();
    expect(status.unresolved).toBe(0);
    expect((await search('hashPassword'))[0]?.calledBy).toContain('src/all.ts:2 use');
  });

  it.each([
    ['reduce a total by percentage', 'src/orders.py', 'apply_discount', 9, 10],
    ['return total - total * percent / 100', 'src/orders.py', 'apply_discount', 9, 10],
    ['place_order', 'src/orders.py', 'place_order', 13, 15],
    ['make a url slug from a text', 'src/format.js', 'slug', 1, 2],
    ['convert cents to a currency string', 'src/format.js', 'currency', 8, 9],
    ['send a welcome message', 'src/mail.ts', 'sendWelcome', 7, 10],
  ])('returns only the matching function and its lines: %s', async (query, path, name, startLine, endLine) => {
    shop.write(
      'src/orders.py',
      `class Order:
    def __init__(self, total, customer):
        self.total = total
        self.customer = customer


# Takes something off the price.

def apply_discount(total, percent):
    return total - total * percent / 100


def place_order(customer, items):
    total = sum(item.price for item in items)
    return Order(total, customer)
`,
    );
    shop.write(
      'src/format.js',
      `exports.slug = (text) =>
  text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

exports.titleCase = function (text) {
  return text.replace(/\\b\\w/g, (letter) => letter.toUpperCase());
};

exports.currency = (cents) =>
  (cents / 100).toFixed(2) + ' EUR';
`,
    );
    shop.write(
      'src/mail.ts',
      `export interface Mail {
  to: string;
  subject: string;
  body: string;
}

/** Greets who has just signed up. */
export async function sendWelcome(send: (mail: Mail) => Promise<void>, to: string): Promise<void> {
  await send({ to, subject: 'Welcome', body: 'Glad to have you.' });
}
`,
    );
    await index();
    expect((await search(query))[0]?.chunk).toMatchObject({ path, name, startLine, endLine });
  });

  it('marks the answer for absent code as weak, and scores it lower', async () => {
    await index();
    const best = async (query: string) => {
      const { found, weak } = await open.engine.code.search(OWNER, query, { limit: 3 });
      return { weak, score: found[0]?.score ?? 0 };
    };
    const there = await best('return hashPassword(secret)');
    expect(there.weak).toBe(false);
    for (const query of ['OAuth PKCE', 'exponential backoff', 'Kafka consumer group']) {
      const absent = await best(query);
      expect(absent.weak).toBe(true);
      expect(absent.score).toBeLessThan(there.score / 1.5);
    }
  });

  it('names the callers of a result, even after either side has changed', async () => {
    await index();
    const callers = async () => (await search('hashPassword'))[0]?.calledBy;
    expect(await callers()).toEqual(['src/session.ts:5 openSession']);
    shop.write('src/password.ts', `// moved down\n${SHOP['src/password.ts']}`);
    await index();
    expect(await callers()).toEqual(['src/session.ts:5 openSession']);
    shop.write('src/session.ts', SHOP['src/session.ts'].replace('hashPassword(secret)', 'secret'));
    await index();
    expect(await callers()).toEqual([]);
  });

  it('reduces a chunk of several functions to the one asked for', async () => {
    shop.write('src/db.py', 'def open_db():\n    return 1\n\n\ndef close_db():\n    return 2\n');
    shop.write('src/app.py', 'from db import close_db\n\n\ndef stop_app():\n    close_db()\n');
    await index();
    const [found] = await search('close_db');
    expect(found?.chunk).toMatchObject({ name: 'close_db', defines: ['close_db'], startLine: 5, endLine: 6 });
    expect(found?.calledBy).toEqual(['src/app.py:5 stop_app']);
  });

  it('shows the value of a constant, not only what uses it', async () => {
    shop.write(
      'src/tax.py',
      'import json\n\nVAT_RATE = 0.21\n\n\ndef with_vat(net):\n    return net * (1 + VAT_RATE)\n\n\ndef vat_of(net):\n    return net * VAT_RATE\n',
    );
    await index();
    for (const query of ['VAT_RATE', 'what is the VAT rate?']) {
      const shown = (await search(query)).map(({ chunk }) => chunk.text);
      expect(shown[0]).toContain('VAT_RATE = 0.21');
    }
    expect((await search('with_vat'))[0]?.chunk).toMatchObject({ name: 'with_vat', startLine: 6, endLine: 7 });
  });

  it('marks code that has changed, moved or vanished since it was indexed, and says so', async () => {
    shop.write('src/config.ts', `export const apiKey = 'AKIA${'ABCDEFGH'.repeat(2)}';\nexport const region = 'eu';\n`);
    await index();
    const stale = async (query: string) => (await search(query))[0]?.stale;
    for (const query of ['total_with_tax', 'hashPassword', 'apiKey']) expect(await stale(query)).toBeNull();
    shop.write('src/invoice.py', SHOP['src/invoice.py'].replace('def total_with_tax', 'async def total_with_tax'));
    shop.write('src/password.ts', `// Moved.\n\n${SHOP['src/password.ts']}`);
    shop.remove('src/session.ts');
    expect(await stale('total_with_tax')).toBe('These lines have changed.');
    expect(await stale('hashPassword')).toMatch(/^These lines have moved to line \d+\.$/);
    const gone = (await search('remove login sessions that have timed out')).at(-1);
    expect(gone).toMatchObject({ chunk: { path: 'src/session.ts' }, stale: 'The file is gone, or no longer indexed.' });
    const { note } = await open.engine.code.search(OWNER, 'total_with_tax', { limit: 10 });
    expect(note).toContain('index the project again');
    const functions = await open.engine.code.functions(OWNER, 'total_with_tax', { limit: 1 });
    expect(functions).toMatchObject({ found: [{ stale: 'These lines have changed.' }], note });
    const recalled = await open.engine.retrieval.recallFrom({ memories: false, code: {} }, OWNER, 'total_with_tax', {
      limit: 1,
    });
    expect(recalled).toMatchObject({ found: [{ stale: 'These lines have changed.' }], note });
    await index();
    expect(await stale('total_with_tax')).toBeNull();
  });

  it("shows nobody another user's projects", async () => {
    const ada = { who: 'local', user: 'ada' };
    await open.engine.code.index(ada, shop.root);
    const bob = { who: 'local', user: 'bob' };
    expect(await open.engine.code.projects(bob)).toEqual([]);
    expect((await open.engine.code.search(bob, 'total_with_tax', { limit: 5 })).found).toEqual([]);
    await expect(open.engine.code.status(bob, 'shop')).rejects.toThrow('Project not found: shop');
    expect((await open.engine.code.search(ada, 'total_with_tax', { limit: 5 })).found).not.toEqual([]);
  });
});

it("is not a second copy of a project's index if it is indexed without the project, too", async () => {
  const inShop = { ...OWNER, project: 'shop' };
  await open.engine.code.index(inShop, shop.root);
  expect((await index()).status.project.scope.project).toBe('shop');
  expect((await open.engine.code.projects(OWNER)).map(({ name }) => name)).toEqual(['shop']);
  expect(await open.engine.code.projects({ ...OWNER, project: 'other' })).toEqual([]);
});

it('that several projects have is brought up to date for each of them when all are reindexed', async () => {
  for (const project of ['a', 'b']) {
    await open.engine.code.index({ ...OWNER, project }, shop.root, { vectors: false });
  }
  shop.write('src/late.ts', 'export function arrivedLate() { return 1; }\n');
  const { id } = await open.engine.code.reindex(OWNER, undefined);
  await expect.poll(async () => (await open.engine.code.job(OWNER, id))?.state, { timeout: 60_000 }).toBe('completed');
  const files = (await open.engine.code.statuses(OWNER)).map(({ project, files }) => [project.name, files]);
  expect(files).toEqual([
    ['shop@a', 5],
    ['shop@b', 5],
  ]);
});

it('that several projects have is read again where it was read last, by a caller in none of them', async () => {
  for (const project of ['a', 'b']) {
    await open.engine.code.index({ ...OWNER, project }, shop.root, { vectors: false });
  }
  const { project } = (await index(shop, { vectors: false })).status;
  expect(project.scope.project).toBe('b');
  expect((await open.engine.code.status(OWNER, project.name)).project.id).toBe(project.id);
});

it('a question that the model cannot read is answered by words', async () => {
  shop.write('src/port.ts', '// 数据库的端口\nexport const PORT = 5433;\n');
  await index();
  const { found, weak, note } = await open.engine.code.search(OWNER, '数据库的端口在哪里', { limit: 3 });
  expect(found[0]?.chunk.path).toBe('src/port.ts');
  expect({ weak, note }).toEqual({ weak: false, note: expect.stringContaining('cannot read the question') });
});

it('tells projects apart that have one name in several scopes', async () => {
  for (const project of ['a', 'b']) await open.engine.code.index({ ...OWNER, project }, shop.root);
  const names = async () => (await open.engine.code.projects(OWNER)).map(({ name }) => name);
  expect(await names()).toEqual(['shop@a', 'shop@b']);
  await expect(open.engine.code.remove(OWNER, 'shop')).rejects.toMatchObject({ code: 'not_found' });
  expect((await open.engine.code.status(OWNER, 'shop@a')).project.name).toBe('shop@a');
  await open.engine.code.remove(OWNER, 'shop@a');
  expect(await names()).toEqual(['shop']);
});

it('names the dimension of a scope if the scopes of two projects of one name are called the same', async () => {
  for (const scope of [{ project: 'a' }, { user: 'a' }, { project: 'b' }]) {
    await open.engine.code.index({ ...OWNER, ...scope }, shop.root, { vectors: false });
  }
  const names = (await open.engine.code.projects(OWNER)).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['shop@b', 'shop@project a', 'shop@user a']);
  expect((await open.engine.code.status(OWNER, 'shop@user a')).project.scope.user).toBe('a');
});

describe('duplicates', () => {
  const find = async (code: string, options = {}) =>
    (await open.engine.code.duplicates(OWNER, code, { limit: 5, ...options })).found.map(
      ({ definition, kind }) => `${definition.path} ${definition.name} ${kind}`,
    );
  const TOTAL = `def total_with_tax(lines, rate):
    net = sum(line.amount for line in lines)
    vat = round(net * rate, 2)
    if net < 0:
        raise ValueError("negative")
    return net + vat
`;

  it('are found under any name, but not merely because they are about the same topic', async () => {
    shop.write('src/billing.py', TOTAL);
    await index();
    const renamed = TOTAL.replaceAll('total_with_tax', 'gross').replaceAll('lines', 'rows').replaceAll('net', 'base');
    expect(await find(renamed)).toEqual(['src/billing.py total_with_tax renamed']);
    const lookAlike = TOTAL.replace('sum(', 'max(').replace('round(', 'floor(').replace('ValueError', 'print');
    expect(await find(lookAlike)).toEqual([]);
  });

  it('in a file that is gone are not found', async () => {
    shop.write('src/billing.py', TOTAL);
    await index();
    shop.remove('src/billing.py');
    expect((await open.engine.code.duplicates(OWNER, TOTAL, { threshold: 0.85, limit: 5 })).found).toEqual([]);
  });

  it('of a file are found in other files, not in the file itself', async () => {
    for (const file of ['billing', 'invoice']) shop.write(`src/${file}.py`, TOTAL);
    await index();
    expect(await find(TOTAL, { from: `${shop.root}/src/billing.py` })).toEqual(['src/invoice.py total_with_tax exact']);
  });

  it('of a signature are the functions with its name', async () => {
    shop.write('src/billing.py', TOTAL);
    await index();
    expect(await find('def total_with_tax(lines, rate):')).toContain('src/billing.py total_with_tax signature');
  });

  it('of three lines are found, but not code that only resembles them', async () => {
    shop.write(
      'src/clamp.py',
      'def clamp(value, low, high):\n    value = max(low, value)\n    return min(high, value)\n',
    );
    shop.write('src/order.py', 'def price_of(order):\n    net = order.net\n    return net * 2\n');
    await index();
    expect(await find('def bound(x, a, b):\n    x = max(a, x)\n    return min(b, x)\n')).toEqual([
      'src/clamp.py clamp renamed',
    ]);
    expect(await find('def cost(cart):\n    n = cart.net\n    return n * 2\n')).toEqual([
      'src/order.py price_of renamed',
    ]);
    expect(await find('def weight(cart):\n    n = cart.gross\n    return n * 2\n')).toEqual([]);
  });

  it('of a signature are functions with the same parameters, result and meaning', async () => {
    shop.write(
      'src/users.py',
      'def find_user(db: Database, email: str) -> User:\n    """Look a user up by mail address."""\n    return User(db.query(email))\n',
    );
    await index();
    expect(await find('def get_user_by_email(database: Database, mail: str) -> User')).toEqual([
      'src/users.py find_user signature',
    ]);
    expect(await find('def delete_user(database: Database, mail: str) -> None')).toEqual([]);
  });

  it('that cannot be searched for come with a reason', async () => {
    const note = async (code: string) => (await open.engine.code.duplicates(OWNER, code, { limit: 5 })).note;
    expect(await note(TOTAL)).toMatch(/No code is indexed yet/);
    await index();
    expect(await note(TOTAL)).toBeNull();
    expect(await note('x = 1')).toMatch(/too short/);
  });

  it('can be searched for any pasted text', async () => {
    await index();
    for (const code of ['', '   ', '((((', '你好', 'x'.repeat(50_000), 'return 1'])
      await expect(find(code)).resolves.toBeInstanceOf(Array);
  });
});

describe('deleting a project', () => {
  it("leaves another user's project of the same name", async () => {
    await open.engine.code.index({ who: 'local', user: 'ada' }, shop.root);
    const other = createProject('shop', { 'main.go': 'package main\n' });
    await index(other);
    await open.engine.code.remove(OWNER, 'shop');
    expect((await open.engine.code.projects(OWNER)).map(({ root }) => root)).toEqual([shop.root]);
    other.dispose();
  });

  it('leaves no trace of it', async () => {
    shop.write('src/odd.ts', 'export const xylophoneQuartz = 1;\n');
    await index();
    const removed = await open.engine.code.remove(OWNER, 'shop');
    expect(removed).toBeGreaterThan(3);
    expect(await open.engine.code.projects(OWNER)).toEqual([]);
    await expect(open.engine.code.status(OWNER, 'shop')).rejects.toThrow('Project not found');
    const bytes = readdirSync(open.dataDir).map((file) => readFileSync(join(open.dataDir, file)).toString('latin1'));
    expect(bytes.join('')).not.toMatch(/xylophoneQuartz|xylophonequartz|openSession/);
  });
});

describe('memories and the code they name', () => {
  it('are linked anew to the file that changed metadata name', async () => {
    await index();
    const at = (path: string) => ({ name: 'Keeper', file_path: path });
    const { memory } = await open.engine.memories.store(OWNER, {
      type: 'component',
      content: 'Keeps what people need.',
      metadata: at('src/session.ts'),
    });
    const linked = async () => (await open.engine.code.links.ties(OWNER, [memory.row])).map(({ path }) => path);
    expect(await linked()).toEqual(['src/session.ts']);
    await open.engine.memories.update(OWNER, memory.id, { metadata: at('src/password.ts') });
    expect(await linked()).toEqual(['src/password.ts']);
    await open.engine.memories.update(OWNER, memory.id, { metadataFields: { file_path: 'src/invoice.py' } });
    expect(await linked()).toEqual(['src/invoice.py']);
  });

  const store = (content: string) => open.engine.memories.store(OWNER, { content });
  const recallOne = async (question: string) =>
    (await open.engine.retrieval.recall(OWNER, question, { limit: 1 })).found[0];

  it('are marked as stale once that code changes or disappears', async () => {
    await index();
    await store('hashPassword in src/password.ts uses a thousand rounds of SHA-256.');
    expect((await recallOne('how are passwords hashed'))?.stale).toBeNull();
    shop.write('src/invoice.py', `# changed elsewhere\n${SHOP['src/invoice.py']}`);
    await index();
    expect((await recallOne('how are passwords hashed'))?.stale).toBeNull();
    shop.write('src/password.ts', SHOP['src/password.ts'].replace('1000', '5000'));
    await index();
    expect((await recallOne('how are passwords hashed'))?.stale).toBe(
      'hashPassword (src/password.ts) has changed since this was written.',
    );
    shop.remove('src/password.ts');
    await index();
    expect((await recallOne('how are passwords hashed'))?.stale).toContain('no longer in the indexed code');
  });

  it('are linked even if the code is indexed later, and linked again when they are rewritten', async () => {
    const { memory } = await store('Invoices are computed by `total_with_tax`.');
    await index();
    shop.write('src/invoice.py', SHOP['src/invoice.py'].replace('2)', '3)'));
    await index();
    expect((await recallOne('how are invoices computed'))?.stale).toContain(
      'total_with_tax (src/invoice.py) has changed',
    );
    await open.engine.memories.update(OWNER, memory.id, { content: memory.content });
    expect((await recallOne('how are invoices computed'))?.stale).toBeNull();
  });

  it('lead to it by the name under which the caller sees its project', async () => {
    const inA = { ...OWNER, project: 'a' };
    for (const project of ['a', 'b']) {
      await open.engine.code.index({ ...OWNER, project }, shop.root, { vectors: false });
    }
    const { memory } = await open.engine.memories.store(inA, { content: 'Sessions begin in `openSession`.' });
    const seenBy = async (actor: Actor) =>
      (await open.engine.code.links.placesOf(actor, memory.row)).map(({ project, symbol }) => [project.name, symbol]);
    expect(await seenBy(OWNER)).toEqual([['shop@a', 'openSession']]);
    expect(await seenBy(inA)).toEqual([['shop', 'openSession']]);
    expect(await open.engine.codeBrowsing.memoriesAt(OWNER, 'shop@a', 'src/session.ts')).toMatchObject([
      { memory: { id: memory.id }, symbol: 'openSession' },
    ]);
  });

  it('help to find others that name the same file', async () => {
    await index();
    for (let i = 0; i < 30; i++) await store(`Note ${i}: the coffee machine on floor ${i} was cleaned.`);
    await store('Whoever touches `expireIdle` must tell the operations team first.');
    await store('openSession is rate limited by the gateway.');
    const { found } = await open.engine.retrieval.recall(OWNER, 'what do I need to know about openSession', {
      limit: 3,
    });
    expect(found.map(({ memory }) => memory.content)).toContain(
      'Whoever touches `expireIdle` must tell the operations team first.',
    );
  });
});
