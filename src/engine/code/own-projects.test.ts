import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OWNER } from '../../../test/open.ts';
import { invalid } from '../../errors.ts';
import { openSqliteStore } from '../../stores/sqlite/store.ts';
import { file } from '../../stores/suites/code-fixture.ts';
import { MODEL, NOW, NOWHERE, vector } from '../../stores/suites/store-fixture.ts';
import type { Embedder } from '../memories/embedder.ts';
import { Embedding } from '../memories/embedding.ts';
import type { Store } from '../ports.ts';
import { Code } from './code.ts';
import type { CodeBase } from './code-base.ts';

const ROOT = '/work/shop';
const embedder: Embedder = {
  succeeds: [],
  status: () => ({
    state: 'ready',
    model: MODEL.name,
    dimensions: MODEL.dimensions,
    backend: 'native',
    error: null,
    cache: { hits: 0, misses: 0, size: 0, bytes: 0 },
  }),
  passages: async (text) => [{ text, vector: vector(0) }],
  query: async () => vector(0),
  bulk: async (texts) => texts.map(() => vector(0)),
  close: async () => {},
};

/** A disk on which one folder defines some functions, or that does not have the folder. */
function diskWith(defines: readonly string[] | null) {
  const source = file('main.go', defines ?? []);
  const touched: string[] = [];
  const unused = () => Promise.reject(new Error('not here'));
  const codeBase: CodeBase = {
    locate: async (path) => {
      if (defines === null || path !== ROOT) throw invalid(`Invalid path: ${path}`);
      return path;
    },
    locateFile: async (path) => path,
    list: async () => {
      touched.push('listed');
      return { files: [{ ...source, content: String(defines) }], commit: null, ignored: false, unselected: [] };
    },
    parse: async () => source.parsed,
    text: async () => null,
    snippet: unused,
    outline: unused,
    authorship: unused,
    watch: async () => {
      touched.push('watched');
      return { stop: async () => {} };
    },
    close: async () => {},
  };
  return { codeBase, touched };
}

describe('a project on a store that machines share', () => {
  let folder: string;
  let store: Store;
  let opened: Code[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'remanence-machines-'));
    store = await openSqliteStore(join(folder, 'test.db'));
    await store.embeddings.adopt(MODEL);
    opened = [];
  });
  afterEach(async () => {
    for (const code of opened) await code.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  /** The code memory of a machine; null for a store that has only one. */
  const on = (name: string | null, codeBase: CodeBase) => {
    const machine = name === null ? null : { id: `id of ${name}`, name };
    const code = new Code(store, codeBase, new Embedding(store, embedder, 1000), { now: () => NOW }, machine);
    opened.push(code);
    return code;
  };
  /** Indexed on the laptop and to be watched; its vectors are left to whoever tends it. */
  const indexedOnLaptop = async () => {
    const disk = diskWith(['Alpha']);
    const laptop = on('laptop', disk.codeBase);
    const { status } = await laptop.index(OWNER, ROOT, { vectors: false });
    await store.code.projects.configure(status.project.id, { watch: true });
    disk.touched.length = 0;
    return { laptop, touched: disk.touched };
  };
  const named = async (code: Code, query: string, project?: string) => {
    const { found } = await code.search(OWNER, query, { limit: 9, project });
    return found.map((each) => `${each.project.name} ${each.chunk.name}`);
  };

  it('is searched by every machine, but tended and watched only by the one that has its folder', async () => {
    const { laptop, touched } = await indexedOnLaptop();
    // A different folder with the same path.
    const disk = diskWith(['Other']);
    const server = on('server', disk.codeBase);
    await server.tend();
    expect(disk.touched).toEqual([]);
    expect(await server.status(OWNER, 'shop')).toMatchObject({ pending: 1, watching: false, machine: 'laptop' });
    expect(await named(server, 'Alpha')).toEqual(['shop Alpha']);
    await laptop.tend();
    expect(touched).toContain('watched');
    await expect.poll(() => laptop.status(OWNER, 'shop')).toMatchObject({ watching: true, machine: null });
  });

  it('is not overwritten by another machine that indexes the same path', async () => {
    const { laptop } = await indexedOnLaptop();
    const server = on('server', diskWith(['Other']).codeBase);
    const { status } = await server.index(OWNER, ROOT);
    expect(status).toMatchObject({ project: { name: 'shop@server', root: ROOT }, files: 1, machine: null });
    expect(await named(laptop, 'Other', 'shop@server')).toEqual(['shop@server Other']);
    expect(await named(server, 'Alpha', 'shop')).toEqual(['shop Alpha']);
    expect((await named(server, 'Alpha Other')).toSorted()).toEqual(['shop Alpha', 'shop@server Other']);
    await server.remove(OWNER, 'shop');
    expect((await laptop.projects(OWNER)).map(({ name }) => name)).toEqual(['shop@server']);
  });

  it('cannot be indexed, reindexed or stopped from another machine, which is told where it is', async () => {
    await indexedOnLaptop();
    const server = on('server', diskWith(null).codeBase);
    for (const path of ['shop', ROOT]) {
      for (const asked of [server.index(OWNER, path), server.reindex(OWNER, path), server.cancel(OWNER, path)]) {
        await expect(asked).rejects.toMatchObject({
          code: 'conflict',
          message: `The folder of shop is on another machine, laptop: ${ROOT}`,
          hint: expect.stringContaining('Only a server on laptop can index it.'),
        });
      }
    }
    await expect(server.reindex(OWNER, undefined)).rejects.toThrow('on other machines');
    await expect(server.index(OWNER, '/nowhere')).rejects.toThrow('Invalid path');
  });

  it('that has no machine yet is claimed by the first that has its folder', async () => {
    await store.code.projects.declare({ scope: NOWHERE, root: ROOT, names: ['shop'], createdAt: NOW });
    const machine = async () => (await store.code.projects.list({}))[0]?.machine?.name;
    await on('server', diskWith(null).codeBase).tend();
    expect(await machine()).toBeUndefined();
    await on('laptop', diskWith(['Alpha']).codeBase).tend();
    await on('desk', diskWith(['Other']).codeBase).tend();
    expect(await machine()).toBe('laptop');
  });

  it('that has no machine yet keeps its other files when one of them is indexed', async () => {
    await on(null, diskWith(['Alpha']).codeBase).index(OWNER, ROOT);
    const laptop = on('laptop', diskWith(['Alpha']).codeBase);
    expect(await laptop.indexFile(OWNER, `${ROOT}/other.go`, { force: false })).toMatchObject({
      status: 'unsupported',
    });
    expect((await store.code.projects.list({}))[0]?.selection).toEqual({ include: [], exclude: [] });
  });

  it('goes to whoever opens the store, if only one machine can use that at a time', async () => {
    await indexedOnLaptop();
    const disk = diskWith(['Moved']);
    const moved = on(null, disk.codeBase);
    expect((await moved.index(OWNER, ROOT)).status).toMatchObject({ project: { name: 'shop' }, machine: null });
    expect(await named(moved, 'Moved')).toEqual(['shop Moved']);
  });
});
