// What every store must do with code, tested only through the port.
import { describe, expect, it } from 'vitest';
import type { CodeFilter, NewFile, Project } from '../../engine/code/ports.ts';
import type { Store } from '../../engine/ports.ts';
import { file } from './code-fixture.ts';
import { MODEL, memory, NOW, NOWHERE, now, type StoreUnderTest, useFreshStore, vector } from './store-fixture.ts';

export function codeSuite(name: string, create: () => StoreUnderTest): void {
  describe(`code in ${name}`, () => {
    let place: StoreUnderTest;
    let store: Store;
    let shop: Project;
    useFreshStore(create, async (fresh, at) => {
      [store, place] = [fresh, at];
      shop = await declare('/work/shop', ['shop']);
    });

    const declare = (root: string, names: readonly string[], user: string | null = null) =>
      store.code.projects.declare({ scope: { ...NOWHERE, user }, root, names, createdAt: NOW });
    const publish = async (project: Project, files: readonly NewFile[], gone: readonly number[] = []) => {
      await store.code.index.add(project.id, files);
      await store.code.index.publish(project.id, { gone, commit: 'abc', at: NOW });
    };
    const idOf = async (path: string) =>
      (await store.code.index.files(shop.id)).find((each) => each.path === path)?.id ?? 0;
    const all = (): CodeFilter => ({ projects: [shop.id], files: null });
    const matching = async (term: string, filter = all(), from = store) => {
      const hits = await from.code.search.matching([term], filter, 10);
      return (await from.code.search.chunks(hits.map(({ id }) => id))).map(
        ({ path, name: found }) => `${path} ${found}`,
      );
    };
    const sweep = async () => {
      while (await store.code.index.sweep());
    };

    describe('projects', () => {
      it('are found again by their folder, and get distinct names', async () => {
        expect(await declare('/work/shop', ['shop'])).toEqual(shop);
        const other = await declare('/home/shop', ['shop', 'home/shop']);
        expect(other.name).toBe('home/shop');
        expect((await store.code.projects.list({})).map((each) => each.name)).toEqual(['home/shop', 'shop']);
      });

      it('are visible only within their scope', async () => {
        const own = await declare('/work/own', ['own'], 'ada');
        expect(await store.code.projects.list({ user: 'ada' })).toEqual([own]);
        expect(await store.code.projects.list({ user: 'bob' })).toEqual([]);
      });

      it('keep their settings', async () => {
        const selection = { include: ['src/'], exclude: ['*.min.js'] };
        await store.code.projects.configure(shop.id, { selection, watch: true });
        expect(await store.code.projects.byId(shop.id)).toMatchObject({ selection, watch: true });
      });
    });

    describe('files', () => {
      it('are visible and counted once they are published', async () => {
        await store.code.index.add(shop.id, [file('a.go', ['Alpha', 'Beta'])]);
        expect(await matching('alpha')).toEqual([]);
        expect(await store.code.projects.counts([shop.id])).toMatchObject({ files: 0, chunks: 0 });
        await publish(shop, []);
        expect(await matching('alpha')).toEqual(['a.go Alpha']);
        expect(await store.code.projects.counts([shop.id])).toEqual({
          files: 1,
          chunks: 2,
          symbols: 2,
          pending: 2,
          unresolved: 0,
        });
        expect(await store.code.projects.byId(shop.id)).toMatchObject({ generation: 1, commit: 'abc', indexedAt: NOW });
      });

      it('replace their older version in one step', async () => {
        await publish(shop, [file('a.go', ['Alpha'])]);
        const old = await idOf('a.go');
        await store.code.index.add(shop.id, [file('a.go', ['Alpha2'], [], 'v2')]);
        expect(await matching('alpha')).toEqual(['a.go Alpha']);
        await publish(shop, [], [old]);
        expect(await matching('alpha')).toEqual([]);
        expect(await matching('alpha2')).toEqual(['a.go Alpha2']);
        await sweep();
        expect(await matching('alpha2')).toEqual(['a.go Alpha2']);
        expect(await store.check()).toEqual([]);
      });

      it('are known but not counted if they are not worth reading', async () => {
        await publish(shop, [{ path: 'x.min.js', content: 'v1', bytes: 9, parsed: null }]);
        expect(await idOf('x.min.js')).toBeGreaterThan(0);
        expect(await store.code.projects.counts([shop.id])).toMatchObject({ files: 0 });
      });

      it('of a retired project are gone for everybody and leave nothing behind', async () => {
        await publish(shop, [file('a.go', ['Alpha'])]);
        const other = await place.open();
        await store.code.projects.retire(shop.id);
        expect(await matching('alpha', all(), other)).toEqual([]);
        await store.code.index.add(shop.id, [file('b.go', ['Late'])]);
        await sweep();
        expect(await store.code.index.files(shop.id)).toEqual([]);
        expect((await declare('/work/shop', ['shop'])).id).not.toBe(shop.id);
        await other.close();
      });
    });

    describe('search', () => {
      it('applies its filter during the search', async () => {
        const other = await declare('/work/other', ['other']);
        await publish(shop, [file('a.go', ['Same']), file('b.go', ['Same'])]);
        await publish(other, [file('c.go', ['Same'])]);
        expect((await matching('same', { projects: [shop.id, other.id], files: null })).length).toBe(3);
        const files = new Set([await idOf('b.go')]);
        expect(await matching('same', { projects: [shop.id], files })).toEqual(['b.go Same']);
        expect(await store.code.search.defining(['sAME'], { projects: [other.id], files: null }, 5)).toHaveLength(1);
      });

      it('finds the chunks that define a name in their order, whatever the order of the names', async () => {
        await publish(shop, [file('a.go', ['Alpha', 'Beta', 'Gamma'])]);
        const defining = (names: string[], limit: number) =>
          store.code.search.defining(names, { projects: [shop.id], files: null }, limit);
        const ids = await defining(['gamma', 'beta', 'alpha'], 9);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
        expect(await defining(['gamma', 'alpha', 'beta'], 2)).toEqual(ids.slice(0, 2));
      });

      it('finds the nearest vectors, including those written by another process, but no deleted ones', async () => {
        await publish(shop, [file('a.go', ['Alpha']), file('b.go', ['Beta'])]);
        const other = await place.open();
        const nearest = async (axis: number, from: Store) => {
          const hits = await from.code.search.nearest(vector(axis), { projects: [shop.id], files: null }, 5);
          return (await from.code.search.chunks(hits.slice(0, 1).map(({ id }) => id))).map(({ path }) => path);
        };
        expect(await nearest(0, other)).toEqual([]);
        const pending = await store.code.vectors.pending(shop.id, 10);
        const filled = pending.map(({ id, path }) => ({ id, vector: vector(path === 'a.go' ? 0 : 4) }));
        await store.code.vectors.fill(filled, MODEL);
        expect(await store.code.vectors.pending(shop.id, 10)).toEqual([]);
        expect(await nearest(0, other)).toEqual(['a.go']);
        expect(await nearest(4, store)).toEqual(['b.go']);

        await publish(shop, [file('a.go', ['Alpha'], [], 'v2')], [await idOf('a.go')]);
        // A chunk with the same text has its vector at once.
        expect(await store.code.vectors.pending(shop.id, 10)).toEqual([]);
        expect(await nearest(0, other)).toEqual(['a.go']);
        await publish(shop, [], [await idOf('a.go')]);
        await sweep();
        expect(await nearest(0, other)).toEqual(['b.go']);
        await other.close();
      });

      const withFirst = (path: string, axis: number) => {
        const { parsed, ...rest } = file(path, [path.toUpperCase()]);
        return {
          ...rest,
          parsed: parsed && { ...parsed, chunks: parsed.chunks.map((chunk) => ({ ...chunk, vector: vector(axis) })) },
        };
      };

      it("finds chunks by preliminary vectors, which the model's replace in every process", async () => {
        await store.code.index.add(shop.id, [withFirst('a.go', 0), withFirst('b.go', 4)], MODEL);
        await publish(shop, []);
        const other = await place.open();
        const filter = { projects: [shop.id], files: null };
        const nearest = async (axis: number, from: Store) => {
          const hits = await from.code.search.nearest(vector(axis), filter, 5);
          expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
          return (await from.code.search.chunks(hits.slice(0, 1).map(({ id }) => id))).map(({ path }) => path);
        };
        expect([await nearest(0, store), await nearest(0, other)]).toEqual([['a.go'], ['a.go']]);
        const pending = await store.code.vectors.pending(shop.id, 10);
        expect(pending).toHaveLength(2);
        const exchanged = pending.map(({ id, path }) => ({ id, vector: vector(path === 'a.go' ? 4 : 0) }));
        await store.code.vectors.fill(exchanged, MODEL);
        expect([await nearest(0, store), await nearest(0, other)]).toEqual([['b.go'], ['b.go']]);
        expect(await store.code.vectors.pending(shop.id, 10)).toEqual([]);
        await other.close();
      });

      it('keeps no preliminary vectors made for another model', async () => {
        await store.code.index.add(shop.id, [withFirst('a.go', 0)], { name: 'other', dimensions: 8 });
        await publish(shop, []);
        expect(await store.code.search.nearest(vector(0), { projects: [shop.id], files: null }, 5)).toEqual([]);
      });

      it('makes the vectors of queried files first', async () => {
        await store.code.index.add(shop.id, [withFirst('a.go', 0), withFirst('b.go', 4), withFirst('c.go', 2)], MODEL);
        await publish(shop, []);
        const hits = await store.code.search.nearest(vector(2), { projects: [shop.id], files: null }, 1);
        await store.code.search.similarities(
          vector(2),
          hits.map(({ id }) => id),
        );
        expect((await store.code.vectors.pending(shop.id, 1)).map(({ path }) => path)).toEqual(['c.go']);
      });

      it('drops vectors of another model', async () => {
        await publish(shop, [file('a.go', ['Alpha'])]);
        const [chunk] = await store.code.vectors.pending(shop.id, 1);
        await store.code.vectors.fill([{ id: chunk?.id ?? 0, vector: vector(0) }], { name: 'other', dimensions: 8 });
        expect(await store.code.vectors.pending(shop.id, 1)).toHaveLength(1);
        await store.code.vectors.fill([{ id: chunk?.id ?? 0, vector: vector(0) }], MODEL);
        await store.embeddings.adopt({ name: 'new', dimensions: 8 });
        expect(await store.code.vectors.pending(shop.id, 1)).toHaveLength(1);
        expect(await store.code.search.nearest(vector(0), { projects: [shop.id], files: null }, 5)).toEqual([]);
      });
    });

    it('returns everything in a file by its path', async () => {
      await publish(shop, [file('src/a.go', ['First', 'Second']), file('src/b.go', ['Third'])]);
      const [match] = await store.code.links.filesAt([shop.id], ['a.go']);
      expect(match).toMatchObject({ wanted: 'a.go', path: 'src/a.go', project: shop.id });
      const chunks = await store.code.search.inFiles([match?.file ?? 0]);
      expect(chunks.length).toBeGreaterThan(0);
      expect(new Set(chunks.map(({ path }) => path))).toEqual(new Set(['src/a.go']));
      expect(chunks.map(({ startLine }) => startLine)).toEqual(
        chunks.map(({ startLine }) => startLine).sort((a, b) => a - b),
      );
    });

    it('finds files by the end of their path, folder by folder, and takes an underscore for itself', async () => {
      const paths = [
        'src/my_dir/x.go',
        'src/myXdir/x.go',
        'lib/My_Dir/x.go',
        'x.go',
        'src/notmy_dir/x.go',
        'my_dir/x.go',
      ];
      await publish(
        shop,
        paths.map((path) => file(path, ['Same'])),
      );
      const found = await store.code.links.filesAt([shop.id], ['my_dir/x.go']);
      expect(found.map(({ path }) => path)).toEqual(['src/my_dir/x.go', 'lib/My_Dir/x.go', 'my_dir/x.go']);
    });

    it('finds files and symbols by names with capitals beyond ASCII', async () => {
      await publish(shop, [file('src/Übung/a.go', ['Übersicht', '𝑥Achse'])]);
      const { symbols, search, links } = store.code;
      expect(await symbols.named([shop.id], ['Übersicht'])).toHaveLength(1);
      const page = { path: undefined, after: null, limit: 9 };
      expect(await symbols.page(shop.id, { ...page, name: 'ÜBER' })).toHaveLength(1);
      expect(await symbols.page(shop.id, { ...page, name: '𝑥a' })).toHaveLength(1);
      expect(await search.defining(['ÜBERSICHT'], all(), 9)).toHaveLength(1);
      const named = { labels: ['Function'], equal: { name: 'Übersicht' } };
      expect(await store.network(now).nodes(named, 'all', { after: null, limit: 9 })).toHaveLength(1);
      expect(await links.filesAt([shop.id], ['Übung/a.go'])).toMatchObject([{ path: 'src/Übung/a.go' }]);
    });

    describe('references', () => {
      const resolveAll = async () => {
        const open = await store.code.symbols.unresolved(shop.id, 'call', 100);
        const targets = await store.code.symbols.named(
          [shop.id],
          open.map((reference) => reference.name),
        );
        await store.code.symbols.resolve(
          new Map(
            open.map((reference) => [
              reference.id,
              targets
                .filter((target) => target.name === reference.name)
                .map(({ file: to, id }) => ({ file: to, symbol: id, certainty: 'name' as const })),
            ]),
          ),
        );
        return open.length;
      };
      const callers = async (symbol: string) => {
        const found = await store.code.symbols.named([shop.id], [symbol]);
        const edges = await store.code.symbols.edges(
          found.map(({ id }) => id),
          'call',
          'in',
          10,
        );
        return (await store.code.symbols.byIds(edges.map(({ from }) => from.symbol ?? 0))).map((each) => each.name);
      };

      it('lead to their target, follow it to a new version, and are resolved again when it is removed', async () => {
        await publish(shop, [file('a.go', ['Main'], ['Helper']), file('b.go', ['Helper'])]);
        expect(await resolveAll()).toBe(1);
        expect(await callers('Helper')).toEqual(['Main']);
        await publish(shop, [file('b.go', ['Helper'], [], 'v2')], [await idOf('b.go')]);
        await sweep();
        expect(await callers('Helper')).toEqual(['Main']);
        expect(await resolveAll()).toBe(0);
        await publish(shop, [file('b.go', ['Other'], [], 'v3')], [await idOf('b.go')]);
        await sweep();
        expect(await resolveAll()).toBe(1);
        expect(await callers('Other')).toEqual([]);
        await publish(shop, [file('c.go', ['Unrelated'])]);
        expect(await resolveAll()).toBe(0);
      });

      it('are resolved when their target is added later', async () => {
        await publish(shop, [file('a.go', ['Main'], ['Helper'])]);
        await resolveAll();
        expect(await callers('Helper')).toEqual([]);
        await publish(shop, [file('b.go', ['Helper'])]);
        await resolveAll();
        expect(await callers('Helper')).toEqual(['Main']);
      });
    });

    describe('links from memories', () => {
      it('show the current code, keep their first digest, and are deleted with the memory or project', async () => {
        const [first, second] = await store.memories.add([memory('one'), memory('two')]);
        await publish(shop, [file('a.go', ['Alpha'])]);
        const link = (row: number, digest: string) => ({
          memory: row,
          project: shop.id,
          path: 'a.go',
          container: null,
          symbol: 'Alpha',
          digest,
        });
        const rows = [first?.row ?? 0, second?.row ?? 0];
        await store.code.links.add([link(rows[0] ?? 0, 'Alpha v1'), link(rows[1] ?? 0, 'Alpha v1')]);
        await store.code.links.add([link(rows[0] ?? 0, 'later')]);
        expect(await store.code.links.states(rows)).toMatchObject([
          { digest: 'Alpha v1', now: 'Alpha v1' },
          { digest: 'Alpha v1', now: 'Alpha v1' },
        ]);
        const { sharing } = await store.frontier.edges({ memories: [rows[0] ?? 0], entities: [] }, 10, now);
        expect(sharing.filter(({ memory }) => memory === rows[0])).toEqual([{ memory: rows[0], other: rows[1] }]);
        await publish(shop, [file('b.go', ['Alpha'])], [await idOf('a.go')]);
        expect(await store.code.links.states([rows[0] ?? 0])).toMatchObject([{ now: null, movedTo: 'b.go' }]);
        await store.forgetting.remove(first?.id ?? '', {});
        expect(await store.code.links.states(rows)).toHaveLength(1);
        await store.code.projects.retire(shop.id);
        await sweep();
        expect(await store.code.links.states(rows)).toEqual([]);
        expect(await store.check()).toEqual([]);
      });
    });
  });
}
