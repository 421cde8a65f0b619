// What every store must do for browsing code and the memories that name it.
import { describe, expect, it } from 'vitest';
import type { CodeLink, Project } from '../../engine/code/ports.ts';
import type { Store } from '../../engine/ports.ts';
import { file } from './code-fixture.ts';
import { memory, NOW, NOWHERE, type StoreUnderTest, useFreshStore } from './store-fixture.ts';

export function codeBrowsingSuite(name: string, create: () => StoreUnderTest): void {
  describe(`code in ${name}: browsing`, () => {
    let store: Store;
    let shop: Project;
    useFreshStore(create, async (fresh) => {
      store = fresh;
      const project = { scope: NOWHERE, root: '/work/shop', names: ['shop'], createdAt: NOW };
      shop = await store.code.projects.declare(project);
      await store.code.index.add(shop.id, [file('b.go', ['Tax', 'tax_of']), file('a.go', ['Cart', 'Total'])]);
      await store.code.index.publish(shop.id, { gone: [], commit: null, at: NOW });
    });

    const symbols = async (page: { path?: string; name?: string; after?: number; limit?: number }) =>
      store.code.symbols.page(shop.id, { after: null, limit: 10, ...page });
    const names = async (page: Parameters<typeof symbols>[0]) => (await symbols(page)).map((each) => each.name);

    it('lists symbols by path and line, in pages, of one file or by the prefix of a name', async () => {
      expect(await names({})).toEqual(['Cart', 'Total', 'Tax', 'tax_of']);
      const [first] = await symbols({ limit: 1 });
      expect(await names({ after: first?.id ?? 0, limit: 2 })).toEqual(['Total', 'Tax']);
      expect(await names({ path: 'b.go' })).toEqual(['Tax', 'tax_of']);
      expect(await names({ name: 'TAX' })).toEqual(['Tax', 'tax_of']);
      // An underscore is not a wildcard.
      expect(await names({ name: 't_x' })).toEqual([]);
      expect(await store.code.symbols.page(shop.id + 1, { after: null, limit: 10 })).toEqual([]);
    });

    it('lists the memories within reach that name code, and counts them by file', async () => {
      const [own, hers, ended] = await store.memories.add([
        memory('Tax is rounded in b.go.'),
        memory('Hers, in b.go.', { scope: { ...NOWHERE, user: 'ada' }, ingestionTime: NOW + 1 }),
        memory('Ended, in a.go.', { validUntil: NOW + 1 }),
        memory('Names nothing.'),
      ]);
      const link = (row: number, path: string): CodeLink => ({
        memory: row,
        project: shop.id,
        path,
        container: null,
        symbol: null,
        digest: 'v1',
      });
      const rows = [own, hers, ended].map((each) => each?.row ?? 0);
      await store.code.links.add(rows.map((row, i) => link(row, i === 2 ? 'a.go' : 'b.go')));
      const contents = (found: readonly { content: string }[]) => found.map(({ content }) => content);
      const page = { within: {}, at: NOW + 5, after: null, limit: 10 };
      expect(contents(await store.code.links.naming(page))).toEqual(['Hers, in b.go.', 'Tax is rounded in b.go.']);
      const behind = { time: NOW + 1, id: hers?.id ?? '' };
      expect(contents(await store.code.links.naming({ ...page, after: behind }))).toEqual(['Tax is rounded in b.go.']);
      expect(contents(await store.code.links.naming({ ...page, within: { user: 'ada' } }))).toEqual(['Hers, in b.go.']);
      expect(contents(await store.code.links.at(shop.id, 'b.go', {}, 10))).toHaveLength(2);
      expect(contents(await store.code.links.at(shop.id, 'b.go', { user: 'ada' }, 10))).toEqual(['Hers, in b.go.']);
      expect(await store.code.links.counts(shop.id, ['a.go', 'b.go', 'c.go'], {})).toEqual(
        new Map([
          ['a.go', 1],
          ['b.go', 2],
        ]),
      );
      expect(await store.code.links.counts(shop.id, ['b.go'], { user: 'ada' })).toEqual(new Map([['b.go', 1]]));
    });

    it('relinks memories to other code, and finds files by path and folder', async () => {
      await store.code.index.add(shop.id, [file('lib/deep/c.go', ['Cart']), file('lib_x/d.go', ['Other'])]);
      await store.code.index.publish(shop.id, { gone: [], commit: null, at: NOW });
      const rows = (await store.memories.add([memory('one'), memory('two')])).map(({ row }) => row);
      const link = (row: number, path: string): CodeLink => ({
        memory: row,
        project: shop.id,
        path,
        container: null,
        symbol: null,
        digest: 'v1',
      });
      await store.code.links.add(rows.map((row) => link(row, 'a.go')));
      await store.code.links.replace(rows, [link(rows[1] ?? 0, 'b.go')]);
      expect(await store.code.links.states(rows)).toMatchObject([{ memory: rows[1], path: 'b.go', now: 'v1' }]);
      const found = await store.code.links.filesAt([shop.id], ['deep/c.go', 'c.go', 'x.go']);
      expect(found.map(({ wanted, path }) => `${wanted} ${path}`).sort()).toEqual([
        'c.go lib/deep/c.go',
        'deep/c.go lib/deep/c.go',
      ]);
      const [under] = await store.code.links.filesUnder([shop.id], 'lib', 10);
      expect(under).toBe(found[0]?.file);
      expect(await store.code.links.filesUnder([shop.id], 'lib_', 10)).toEqual([]);
    });

    it('knows how often indexing a project was requested, its languages, and which files wait to be linked', async () => {
      expect(await store.code.projects.ask(shop.id)).toMatchObject({ asked: shop.asked + 1 });
      expect(await store.code.projects.ask(shop.id + 1)).toBeNull();
      expect(await store.code.projects.languages([shop.id])).toEqual(new Map([['go', 2]]));
      const waiting = await store.code.index.unlinked(shop.id, 10);
      expect(waiting.map(({ path }) => path).sort()).toEqual(['a.go', 'b.go']);
      await store.code.index.linked(waiting.slice(1).map(({ id }) => id));
      expect(await store.code.index.unlinked(shop.id, 10)).toHaveLength(1);
      // From a run that never finished.
      await store.code.index.add(shop.id, [file('c.go', ['Late'])]);
      const late = (await store.code.index.files(shop.id)).filter(({ visible }) => !visible);
      await store.code.index.discard(late.map(({ id }) => id));
      await store.code.index.publish(shop.id, { gone: [], commit: null, at: NOW });
      expect(await names({})).not.toContain('Late');
    });

    it('returns what is in files: symbols, references, first chunks, fingerprints and subclasses', async () => {
      const fresh = file('d.go', ['Base', 'Child'], ['Cart']);
      const parsed = fresh.parsed;
      if (!parsed) throw new Error('not parsed');
      const symbols = parsed.symbols.map((symbol, i) => ({
        ...symbol,
        fingerprint: i === 0 ? new Uint8Array([1, 2, 3]) : null,
      }));
      const inherits = { ...parsed.references[0], kind: 'extends' as const, name: 'Base', from: 1 };
      const references = [...parsed.references, { ...parsed.references[0], ...inherits }] as typeof parsed.references;
      await store.code.index.add(shop.id, [{ ...fresh, parsed: { ...parsed, symbols, references } }]);
      await store.code.index.publish(shop.id, { gone: [], commit: null, at: NOW });
      const id = (await store.code.index.files(shop.id)).find(({ path }) => path === 'd.go')?.id ?? 0;
      const inFile = await store.code.symbols.inFiles([id]);
      expect(inFile.map(({ name: each }) => each).sort()).toEqual(['Base', 'Child']);
      expect((await store.code.symbols.references([id], 'call')).map(({ name: each }) => each)).toEqual(['Cart']);
      expect(await store.code.symbols.fingerprints([shop.id])).toEqual([
        {
          symbol: inFile.find((each) => each.name === 'Base')?.id,
          name: 'Base',
          file: id,
          fingerprint: new Uint8Array([1, 2, 3]),
        },
      ]);
      const [extending] = await store.code.symbols.unresolved(shop.id, 'extends', 10);
      const base = inFile.find((each) => each.name === 'Base')?.id ?? 0;
      await store.code.symbols.resolve(
        new Map([[extending?.id ?? 0, [{ file: id, symbol: base, certainty: 'exact' }]]]),
      );
      expect(await store.code.symbols.inheritance(shop.id)).toEqual([{ symbol: extending?.from, base }]);
      const [head] = await store.code.search.heads([id]);
      expect(await store.code.search.chunks([head ?? 0])).toMatchObject([{ path: 'd.go', name: 'Base' }]);
      const { passages, frequency } = await store.code.search.statistics(['base', 'nothing'], [shop.id]);
      expect([passages, frequency.get('base'), frequency.get('nothing') ?? 0]).toEqual([6, 1, 0]);
    });
  });
}
