// What every store must do with the machines of projects.
import { describe, expect, it } from 'vitest';
import type { Machine } from '../../engine/code/ports.ts';
import type { Store } from '../../engine/ports.ts';
import { file } from './code-fixture.ts';
import { NOW, NOWHERE, type StoreUnderTest, useFreshStore } from './store-fixture.ts';

const LAPTOP: Machine = { id: 'm1', name: 'laptop' };
const SERVER: Machine = { id: 'm2', name: 'server' };

export function machinesSuite(name: string, create: () => StoreUnderTest): void {
  describe(`the machine of a project in ${name}`, () => {
    let store: Store;
    useFreshStore(create, (fresh) => {
      store = fresh;
    });

    const declare = (machine: Machine | null, names = ['shop', 'shop@other']) =>
      store.code.projects.declare({ scope: NOWHERE, root: '/work/shop', machine, names, createdAt: NOW });

    it('tells apart two folders of the same path', async () => {
      const [laptop, server] = [await declare(LAPTOP), await declare(SERVER)];
      expect([laptop, server]).toMatchObject([
        { name: 'shop', machine: LAPTOP },
        { name: 'shop@other', machine: SERVER },
      ]);
      expect(await declare(LAPTOP)).toEqual(laptop);
      expect(await store.code.projects.byId(server.id)).toEqual(server);
      for (const { id } of [laptop, server]) {
        await store.code.index.add(id, [file('a.go', ['Alpha'])]);
        await store.code.index.publish(id, { gone: [], commit: null, at: NOW });
      }
      expect((await store.code.projects.counts([laptop.id, server.id])).files).toBe(2);
    });

    it('keeps its id when its name changes', async () => {
      const { id } = await declare(LAPTOP);
      expect(await declare({ ...LAPTOP, name: 'desk' })).toMatchObject({ id, machine: { id: 'm1', name: 'desk' } });
    });

    it('is the first that indexes it, if it has none', async () => {
      const { id, machine } = await declare(null);
      expect(machine).toBeNull();
      expect(await declare(LAPTOP)).toMatchObject({ id, machine: LAPTOP });
      expect((await declare(SERVER)).id).not.toBe(id);
    });

    it('is the first that claims it, if it has none', async () => {
      const { id } = await declare(null);
      expect(await store.code.projects.claim(id, LAPTOP)).toBe(true);
      expect(await store.code.projects.claim(id, SERVER)).toBe(false);
      expect(await store.code.projects.byId(id)).toMatchObject({ machine: LAPTOP });
      await store.code.projects.retire(id);
      const other = await declare(null);
      await store.code.projects.retire(other.id);
      expect(await store.code.projects.claim(other.id, LAPTOP)).toBe(false);
    });

    it('does not matter to those who name none', async () => {
      const { id } = await declare(LAPTOP);
      expect(await declare(null)).toMatchObject({ id, machine: LAPTOP });
    });
  });
}
