import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractClient, connectContract } from '../../../test/contract-client.ts';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import { codeVectorMemory } from '../code-vector-memory/contract.ts';
import { memoryMcp } from './contract.ts';

describe('the knowledge graph', () => {
  let open: OpenEngine;
  let client: ContractClient;
  beforeAll(async () => {
    open = await openTestEngine({ codeMemoryEnableGraph: true });
    client = await connectContract(memoryMcp, open.engine, OWNER);
    for (const content of ['Ada Lovelace prefers tea in the afternoon.', 'The checkout service deploys on Fridays.'])
      await call('store_memory', { content });
    await call('create_entity', { name: 'Ada Lovelace', entity_type: 'person' });
    await call('create_entity', { name: 'checkout', entity_type: 'service', description: 'Takes the money of buyers' });
    await call('create_entity', { name: 'PostgreSQL', entity_type: 'database' });
    await call('create_relation', { from_entity: 'Ada Lovelace', to_entity: 'checkout', relation_type: 'leads' });
    await call('create_relation', { from_entity: 'checkout', to_entity: 'PostgreSQL', relation_type: 'writes_to' });
  });
  afterAll(async () => {
    await client.close();
    await open.dispose();
  });

  const call = async (name: string, input: Record<string, unknown>) => (await client.call(name, input)).value;
  const namesOf = ({ entities }: Record<string, { name: string }[]>) => entities?.map(({ name }) => name);

  it('keeps the original spelling of an entity that is created again with another', async () => {
    const { id } = await call('create_entity', { name: 'postgresql' });
    expect((await call('create_entity', { name: 'PostgreSQL' })).id).toBe(id);
    expect(namesOf(await call('get_related', { entity_id: 'checkout', direction: 'outgoing' }))).toEqual([
      'PostgreSQL',
    ]);
  });

  it('keeps one relation per type between two entities', async () => {
    const again = { from_entity: 'Ada Lovelace', to_entity: 'checkout', relation_type: 'leads' };
    const { id } = await call('create_relation', again);
    expect((await call('create_relation', { ...again, weight: 0.5 })).id).toBe(id);
    expect(await call('get_related', { entity_id: 'Ada Lovelace' })).toMatchObject({
      relation_count: 1,
      relations: [{ weight: 0.5 }],
    });
  });

  it('walks from a name in any spelling just as from an id', async () => {
    const { id } = await call('create_entity', { name: 'Ada Lovelace' });
    const byId = await call('get_related', { entity_id: id, depth: 2 });
    expect(namesOf(byId)).toEqual(['checkout', 'PostgreSQL']);
    expect(await call('get_related', { entity_id: 'ada lovelace', depth: 2 })).toEqual(byId);
  });

  it('follows both directions by default, outgoing relations first', async () => {
    expect(namesOf(await call('get_related', { entity_id: 'checkout' }))).toEqual(['PostgreSQL', 'Ada Lovelace']);
    for (const [direction, names] of [
      ['outgoing', ['PostgreSQL']],
      ['incoming', ['Ada Lovelace']],
    ])
      expect(namesOf(await call('get_related', { entity_id: 'checkout', direction }))).toEqual(names);
  });

  it('shows the memories that mention the entity', async () => {
    expect(await call('get_related', { entity_id: 'checkout' })).toMatchObject({
      memories: [{ content: 'The checkout service deploys on Fridays.' }],
    });
  });

  it('returns an entity by its name, id or number', async () => {
    const notes = await connectContract(codeVectorMemory, open.engine, OWNER);
    const { value: known } = await notes.call('get_entity', { name: 'Checkout' });
    expect(known).toMatchObject({ name: 'checkout', relations: [{ type: 'writes_to' }, { type: 'leads' }] });
    expect(known.memory_ids).toHaveLength(1);
    const { id } = await call('create_entity', { name: 'checkout' });
    for (const name of [id, String(known.id)]) expect((await notes.call('get_entity', { name })).value).toEqual(known);
    await notes.close();
  });

  it.each([
    ['who leads checkout?', 'Ada Lovelace leads checkout'],
    ['Where does the checkout write its orders to?', 'checkout writes to PostgreSQL'],
    ['What takes the money of our buyers?', 'checkout (service): Takes the money of buyers'],
  ])('recalls declared facts: %s', async (query, content) => {
    expect((await call('recall', { query })).facts[0]).toMatchObject({ content });
  });

  it('recalls no fact that the question does not ask about, and none of another user', async () => {
    expect(await call('recall', { query: 'When does the nightly build start?' })).not.toHaveProperty('facts');
    expect(await call('recall', { query: 'who leads checkout?', user_id: 'bob' })).not.toHaveProperty('facts');
  });
});
