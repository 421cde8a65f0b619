import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractClient, connectContract } from '../../../test/contract-client.ts';
import { ON_SERVER, type OpenEngine, openTestEngine } from '../../../test/open.ts';
import { longTermMemory } from './contract.ts';

describe('long-term-memory', () => {
  let open: OpenEngine;
  let served: ContractClient;
  const call = async (name: string, input: Record<string, unknown> = {}) => (await served.call(name, input)).value;
  const add = async (content: string, metadata = {}) =>
    (await call('memory_add', { type: 'component', content, metadata })).memory_id;
  const get = (memory_id: string, more = {}) => call('memory_get', { memory_id, ...more });

  beforeAll(async () => {
    open = await openTestEngine();
    served = await connectContract(longTermMemory, open.engine, { who: 'local' });
  });
  afterAll(async () => {
    await served.close();
    await open.dispose();
  });

  describe('memory_delete', () => {
    it('moves a memory to the bin, from which memory_update restores it unchanged', async () => {
      const beta = await add('Beta sends letters by pigeon.', { component_id: 'beta', owner: 'ada' });
      await add('Alpha.', { component_id: 'alpha', dependencies: ['beta'] });
      const before = (await get(beta)).memory;
      await call('memory_delete', { memory_id: beta });
      const { error } = await get(beta);
      expect(error).toMatchObject({ code: 'NF_NOT_FOUND', message: expect.stringContaining('was deleted at') });
      expect(error.suggestion).toContain('memory_update with metadata {"deleted": false}');
      expect((await call('memory_update', { memory_id: beta, content: 'x' })).error.suggestion).toContain('bin');

      const expecting = { memory_id: beta, metadata: { deleted: false }, expected_version: 1 };
      expect(JSON.stringify(await call('memory_update', expecting))).toContain('A memory in the bin');
      const restored = await call('memory_update', { memory_id: beta, metadata: { deleted: false } });
      expect(restored).toMatchObject({ memory_id: beta, status: 'updated' });
      const { memory, relationships } = await get(beta, { include_relationships: true });
      expect(memory).toMatchObject({ content: before.content, metadata: before.metadata });
      expect(memory.created_at).toBe(before.created_at);
      expect(relationships).toContainEqual(expect.objectContaining({ name: 'alpha', relationship: 'DEPENDS_ON' }));
      const [found] = (await call('memory_search', { query: 'letters by pigeon' })).results;
      expect(found.memory_id).toBe(beta);
      expect((await call('memory_statistics')).memories.deleted).toBe(0);
    });

    it('is undone together with other changes, and a `deleted` field of a memory not in the bin stays a plain field', async () => {
      const gamma = await add('Gamma.', { component_id: 'gamma' });
      await call('memory_update', { memory_id: gamma, metadata: { deleted: false } });
      expect((await get(gamma)).memory.metadata).toMatchObject({ deleted: false });
      await call('memory_delete', { memory_id: gamma });
      await call('memory_update', { memory_id: gamma, content: 'Gamma again.', metadata: { deleted: false } });
      expect((await get(gamma)).memory.content).toBe('Gamma again.');
    });
  });

  describe('normalize_memory', () => {
    const normalize = async () => {
      const { job_id } = await call('normalize_memory');
      for (;;) {
        const status = await call('normalize_status', { job_id });
        if (status.status !== 'running') return status;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };

    it('reports what was merged, and old ids resolve to the new one, even after another merge', async () => {
      const texts = ['The mill grinds at night.', 'The mill grinds at night.'];
      const ids = await Promise.all(texts.map((text) => add(text)));
      const first = await normalize();
      expect(first).toMatchObject({ status: 'completed', stats: { duplicates_merged: 1 } });
      const [{ memory_id: kept, merged_ids }] = first.merged;
      expect([kept, ...merged_ids].sort()).toEqual([...ids].sort());
      for (const id of ids) expect((await get(id)).memory.memory_id).toBe(kept);

      await add('The mill grinds at night.');
      expect((await normalize()).merged).toHaveLength(1);
      const [one, other] = await Promise.all(ids.map(async (id) => (await get(id)).memory.memory_id));
      expect(one).toBe(other);
      await call('memory_delete', { memory_id: ids[0] });
      for (const id of ids) expect((await get(id)).error.code).toBe('NF_NOT_FOUND');
    }, 30_000);

    it.skipIf(ON_SERVER)(
      'works on every cube, including those with their own file',
      async () => {
        const { cubes } = open.engine;
        const actor = { who: 'local' };
        await cubes.register(actor, { id: 'logbook' }, join(open.dataDir, 'logbook.db'));
        await cubes.register(actor, { id: 'diary' });
        for (const id of ['logbook', 'diary']) {
          const { shelf, author } = await cubes.open(actor, id, 'write');
          for (const end of ['.', '!'])
            await shelf.memories.store(author, { content: `The ${id} is kept in ink${end}` });
        }
        expect(await normalize()).toMatchObject({ status: 'completed', stats: { duplicates_merged: 2 } });
      },
      30_000,
    );

    it.skipIf(ON_SERVER)(
      'normalizes everything else when the file of a cube is missing, and reports which cube is left',
      async () => {
        const { cubes } = open.engine;
        const actor = { who: 'local' };
        const file = join(open.dataDir, 'attic.db');
        await cubes.register(actor, { id: 'attic' }, file);
        rmSync(file);
        await cubes.register(actor, { id: 'ledger' }, join(open.dataDir, 'ledger.db'));
        const { shelf, author } = await cubes.open(actor, 'ledger', 'write');
        for (const end of ['.', '!']) {
          await shelf.memories.store(author, { content: `The ledger is kept in ink${end}` });
          await add(`The mill stands on the hill${end}`);
        }
        expect(await normalize()).toMatchObject({
          status: 'failed',
          error: expect.stringMatching(/^The cube attic was not normalised: .*attic\.db/),
          stats: { duplicates_merged: 2 },
        });
      },
      30_000,
    );
  });
});
