// Code as somebody looks through it, and the memories that name it: what every store must do.
import { describe, expect, it } from 'vitest';
import type { CodeLink, Project } from '../engine/code/ports.ts';
import type { Store } from '../engine/ports.ts';
import { file } from './code-fixture.ts';
import { eachInItsOwn, memory, NOW, NOWHERE, type StoreUnderTest } from './store-fixture.ts';

export function codeBrowsingSuite(name: string, create: () => StoreUnderTest): void {
  describe(`code in ${name}: browsing`, () => {
    let store: Store;
    let shop: Project;
    eachInItsOwn(create, async (fresh) => {
      store = fresh;
      const project = { scope: NOWHERE, root: '/work/shop', names: ['shop'], createdAt: NOW };
      shop = await store.code.projects.declare(project);
      await store.code.index.add(shop.id, [file('b.go', ['Tax', 'tax_of']), file('a.go', ['Cart', 'Total'])]);
      await store.code.index.publish(shop.id, { gone: [], commit: null, at: NOW });
    });

    const symbols = async (page: { path?: string; name?: string; after?: number; limit?: number }) =>
      store.code.symbols.page(shop.id, { after: null, limit: 10, ...page });
    const names = async (page: Parameters<typeof symbols>[0]) => (await symbols(page)).map((each) => each.name);

    it('lists symbols by path and line, page by page, of one file or by the beginning of a name', async () => {
      expect(await names({})).toEqual(['Cart', 'Total', 'Tax', 'tax_of']);
      const [first] = await symbols({ limit: 1 });
      expect(await names({ after: first?.id ?? 0, limit: 2 })).toEqual(['Total', 'Tax']);
      expect(await names({ path: 'b.go' })).toEqual(['Tax', 'tax_of']);
      expect(await names({ name: 'TAX' })).toEqual(['Tax', 'tax_of']);
      // An underscore stands for itself.
      expect(await names({ name: 't_x' })).toEqual([]);
      expect(await store.code.symbols.page(shop.id + 1, { after: null, limit: 10 })).toEqual([]);
    });

    it('tells which memories name code, and how many name each file, within the reach', async () => {
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
  });
}
