import { readFileSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { callTool, clientOf } from '../../../test/contract-client.ts';
import { filler } from '../../../test/filler.ts';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import { tokens } from '../../engine/retrieval/budget.ts';
import { memoryMcp } from './contract.ts';

describe('memory-mcp', () => {
  let open: OpenEngine;
  let client: Client;
  beforeAll(async () => {
    open = await openTestEngine();
    client = await clientOf(memoryMcp, open.engine, OWNER);
  });
  afterAll(async () => {
    await client.close();
    await open.dispose();
  });

  const call = async (name: string, input?: Record<string, unknown>) => {
    const { text, isError, structured = {} } = await callTool(client, name, input);
    if (!isError) expect(JSON.parse(text)).toEqual(structured);
    return { error: isError ? text : null, value: structured };
  };
  const store = async (content: string, more = {}) =>
    String((await call('store_memory', { content, ...more })).value.id);

  it('shows the tools of the golden snapshot', async () => {
    const { tools } = await client.listTools();
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot('./tools.snap.json');
    for (const { inputSchema } of tools)
      for (const key of ['oneOf', 'anyOf', 'allOf']) expect(inputSchema).not.toHaveProperty(key);
    for (const { description = '' } of tools) expect(description.length).toBeLessThan(2048);
    expect(memoryMcp.instructions.length).toBeLessThan(2048);
  });

  it('introduces itself as the contract requires', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'memory-mcp', version: '0.1.0' });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(memoryMcp.server.version).toBe(version);
  });

  it('stores, reads, changes and deletes a memory', async () => {
    const id = await store('The nightly build starts at two.', {
      memory_type: 'episodic',
      user_id: 'ada',
      metadata: { a: 1 },
    });
    expect(id).toMatch(/^[0-9a-z]{20}$/);
    const { value } = await call('get_memory', { id });
    expect(value).toMatchObject({
      id: { tb: 'memories', id: { String: id } },
      content: 'The nightly build starts at two.',
      memory_type: 'episodic',
      valid_until: null,
      importance_score: 1,
      metadata: { a: 1 },
      user_id: 'ada',
    });
    expect(value.event_time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(JSON.stringify(value)).not.toContain('embedding');
    for (const shown of [value.id, JSON.stringify(value.id)])
      expect((await call('get_memory', { id: shown })).value).toEqual(value);
    const updated = await call('update_memory', {
      id,
      content: 'The nightly build starts at three.',
      memory_type: null,
    });
    expect(updated.value).toMatchObject({
      content: 'The nightly build starts at three.',
      memory_type: 'episodic',
      metadata: { a: 1 },
    });
    expect((await call('update_memory', { id })).value).toEqual({
      ...updated.value,
      note: 'Nothing was changed: give content, memory_type or metadata.',
    });
    expect((await call('delete_memory', { id })).value).toEqual({ deleted: true });
    expect((await call('delete_memory', { id })).value).toEqual({ deleted: false });
    expect((await call('get_memory', { id })).error).toBe(`Memory not found: ${id}`);
  });

  it('get_memory marks what a later memory may have changed, as recall does', async () => {
    const earlier = await store('The crane of berth 7 lifts 40 tonnes.');
    const later = await store('The crane of berth 7 lifts 55 tonnes.');
    const { value: recalled } = await call('recall', { query: 'How much does the crane of berth 7 lift?' });
    const { possibly_stale } = (await call('get_memory', { id: earlier })).value;
    expect(possibly_stale).toContain(`${later}: The crane of berth 7 lifts 55 tonnes.`);
    expect(recalled.results).toContainEqual(expect.objectContaining({ id: earlier, possibly_stale }));
    expect((await call('get_memory', { id: later })).value).not.toHaveProperty('possibly_stale');
    for (const id of [earlier, later]) await call('delete_memory', { id });
  });

  it.each([
    ['user', 'did you mean `user_id`?'],
    ['owner', 'did you mean `user_id`?'],
    ['for_user', 'did you mean `user_id`?'],
    ['project', 'it would confine nothing: here `user_id` can'],
    ['project_id', 'it would confine nothing'],
    ['session', 'it would confine nothing'],
  ])('stores nothing for everybody that %s was to keep from others', async (name, told) => {
    const { error } = await call('store_memory', { content: 'My door code is 4711.', [name]: 'ada' });
    expect(error).toContain(`there is no argument \`${name}\``);
    expect(error).toContain(told);
    expect((await call('list_memories')).value.total).toBe(0);
    const { error: unsearched } = await call('recall', { query: 'door', project: 'shop' });
    expect(unsearched).toContain('it would confine nothing: here `user_id` can');
    expect((await call('search_code', { query: 'door', project: 'shop' })).error).toContain('mean `project_id`?');
    const { value } = await call('search', { query: 'door', user_id: 'ada', user: 'ada' });
    expect(value).toMatchObject({ ignored_arguments: ['user'] });
  });

  it('says that a memory was known already and nothing new was stored', async () => {
    const content = 'Lint runs before every push.';
    const { value: first } = await call('store_memory', { content });
    expect(first).not.toHaveProperty('note');
    const { value: again } = await call('store_memory', { content });
    expect(again).toMatchObject({ id: first.id, note: expect.stringContaining('Nothing new was stored') });
    await call('delete_memory', { id: first.id });
  });

  it('store_memory lists memories about the same thing, whatever the words, and recall marks none of them', async () => {
    const earlier = await store('Crash reports are collected with Sentry, project falcon-mobile.');
    const { value } = await call('store_memory', { content: 'Crashes go to Bugsnag; Sentry was too expensive.' });
    expect(value.similar).toMatchObject([
      { id: earlier, relation: 'related', content: expect.stringMatching(/^Crash/) },
    ]);
    const { value: known } = await call('get_memory', { id: earlier });
    expect(known).not.toHaveProperty('possibly_stale');
    const { value: other } = await call('store_memory', { content: 'The harbour cat is called Wanda.' });
    expect(other).not.toHaveProperty('similar');
    for (const id of [earlier, value.id, other.id]) await call('delete_memory', { id });
  });

  it.each(['', '  \n'])('recall of an empty query (%j) says why it found nothing', async (query) => {
    expect((await call('recall', { query })).value).toMatchObject({
      results: [],
      note: expect.stringContaining('The query is empty'),
    });
  });

  it('recall clamps its limit, which the contract leaves without bounds', async () => {
    const ids = [await store('Tugs moor at pier four.'), await store('Barges moor at pier nine.')];
    expect((await call('recall', { query: 'Who moors at which pier?', limit: 0 })).value.results).toHaveLength(1);
    for (const id of ids) await call('delete_memory', { id });
  });

  it('lists memories newest first with the true total, including invalidated ones', async () => {
    const id = await store('Will be invalidated at once.');
    await call('invalidate', { id, reason: 'wrong' });
    const { value } = await call('list_memories', { limit: 1 });
    expect(value).toMatchObject({
      limit: 1,
      offset: 0,
      memories: [{ id: { id: { String: id } }, invalidation_reason: 'wrong' }],
    });
    const searched = await call('search_text', { query: 'invalidated at once' });
    expect(JSON.stringify(searched.value)).not.toContain(id);
  });

  it('shows the reason of an invalidation whole in get_memory, and cut with a mark in lists', async () => {
    const id = await store('The kiln is fired on Tuesdays.');
    const reason = `It is fired on Fridays now, ${'because the gas is cheaper then, '.repeat(20)}as Ivo said.`;
    await call('invalidate', { id, reason });
    expect((await call('get_memory', { id })).value.invalidation_reason).toBe(reason);
    expect((await call('list_memories', { limit: 1 })).value).toMatchObject({
      memories: [{ invalidation_reason: `${reason.slice(0, 240)}…` }],
    });
  });

  it('refuses an invalidation whose reasons would be long, and changes nothing', async () => {
    const id = await store('The loom is in the attic.');
    for (const [reason, why] of [
      ['w'.repeat(3_000_000), 'has 3000000 characters; the limit is 2000'],
      ['a\u0000b', 'NUL'],
    ]) {
      expect((await call('invalidate', { id, reason })).error).toContain(why);
      expect((await call('get_memory', { id })).value.valid_until).toBeNull();
    }
    await call('invalidate', { id, reason: 'a'.repeat(2000) });
    expect((await call('invalidate', { id, reason: 'b'.repeat(2000) })).error).toContain('the limit is 4000');
    const { value } = await call('invalidate', { id, reason: 'It burned.' });
    expect(value).toEqual({ invalidated: true, note: expect.stringContaining('It burned.') });
    expect((await call('get_memory', { id })).value.invalidation_reason).toContain('It burned.');
  });

  it('searches in the shapes of the contract', async () => {
    const id = await store('Grafana dashboards live in the observability repository.');
    for (const name of ['search', 'search_text']) {
      const { value } = await call(name, { query: 'Grafana dashboards', limit: 5 });
      expect(value).toMatchObject({ query: 'Grafana dashboards', count: expect.any(Number) });
      expect(value.results).toEqual(
        expect.arrayContaining([expect.objectContaining({ id, memory_type: 'semantic', score: expect.any(Number) })]),
      );
    }
    const { value } = await call('recall', { query: 'Where are the Grafana dashboards?', limit: 900 });
    expect(value).toMatchObject({
      code_count: 0,
      subgraph_nodes: expect.any(Number),
      memories_count: expect.any(Number),
    });
    expect(value.results).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id,
          source: 'memory',
          vector_score: expect.any(Number),
          bm25_score: expect.any(Number),
          ppr_score: expect.any(Number),
        }),
      ]),
    );
    expect((await call('recall', { query: 'x', include_memories: false })).value).toMatchObject({
      results: [],
      memories_count: 0,
    });
  });

  it('builds and walks the graph', async () => {
    const make = async (name: string) =>
      String((await call('create_entity', { name, entity_type: 'service' })).value.id);
    const [a, b, c] = [await make('Alpha svc'), await make('Beta svc'), await make('Gamma svc')];
    expect(await make('alpha SVC')).toBe(a);
    await call('create_relation', { from_entity: a, to_entity: b, relation_type: 'calls', weight: 0.5 });
    await call('create_relation', { from_entity: b, to_entity: c, relation_type: 'calls' });
    await call('create_relation', { from_entity: c, to_entity: a, relation_type: 'calls' });
    const related = async (input: Record<string, unknown>) => {
      const { value } = await call('get_related', { entity_id: a, ...input });
      return z.object({ entities: z.array(z.object({ name: z.string() })), relation_count: z.number() }).parse(value);
    };
    expect((await related({ direction: 'outgoing' })).entities.map(({ name }) => name)).toEqual(['Beta svc']);
    expect((await related({ direction: 'incoming' })).entities.map(({ name }) => name)).toEqual(['Gamma svc']);
    expect(await related({ depth: 3, direction: 'outgoing' })).toMatchObject({
      entities: [{ name: 'Beta svc' }, { name: 'Gamma svc' }],
      relation_count: 3,
    });
  });

  it('knows what was true when', async () => {
    const before = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const old = await store('The team lead is Ivo.', { user_id: 'history' });
    const fresh = await store('The team lead is Mira.', { user_id: 'history' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const then = new Date().toISOString();
    // Validity is half open: its end must not fall on the millisecond queried.
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await call('invalidate', { id: old, superseded_by: fresh })).value).toEqual({ invalidated: true });
    expect((await call('invalidate', { id: old, reason: 'moved on' })).value).toEqual({ invalidated: true });
    expect((await call('invalidate', { id: old, reason: 'a typo' })).value).toEqual({
      invalidated: true,
      note: 'Kept with these reasons: moved on\na typo',
    });
    expect((await call('invalidate', { id: fresh, superseded_by: old })).error).toContain('already supersedes it');
    expect((await call('get_valid', { user_id: 'history' })).value).toMatchObject({
      count: 1,
      results: [{ content: 'The team lead is Mira.' }],
    });
    expect((await call('get_valid_at', { user_id: 'history', timestamp: then })).value).toMatchObject({ count: 2 });
    expect((await call('get_valid_at', { user_id: 'history', timestamp: before })).value).toMatchObject({ count: 0 });
    expect((await call('get_memory', { id: old })).value).toMatchObject({ superseded_by: fresh });
  });

  it('never floods the caller and says how to get the rest', async () => {
    const long = await store(`All work and no play makes a long log. ${filler(100_000)}THE END`, { user_id: 'long' });
    for (const [name, input] of [
      ['get_memory', { id: long }],
      ['list_memories', { limit: 100 }],
      ['get_valid', { limit: 100 }],
      ['recall', { query: 'All work and no play', limit: 50 }],
      ['search_text', { query: 'long log', limit: 50 }],
    ] as const) {
      expect(tokens(JSON.stringify((await call(name, input)).value))).toBeLessThan(10_000);
    }
    for (let i = 0; i < 6; i++)
      await store('数据库每天备份。'.repeat(150), {
        user_id: 'cjk',
        metadata: { notes: 'x'.repeat(14_000) },
      });
    for (const name of ['list_memories', 'get_valid']) {
      const { value } = await call(name, { limit: 100, user_id: 'cjk' });
      expect(tokens(JSON.stringify(value))).toBeLessThan(10_000);
      expect(JSON.stringify(value)).toContain('metadata_cut');
    }
    let [text, offset] = ['', 0];
    for (;;) {
      const { value } = await call('get_memory', { id: long, content_offset: offset });
      text += value.content;
      offset = text.length;
      if (value.content_cut === undefined) break;
    }
    expect(text.endsWith('THE END')).toBe(true);
  });

  it('reports its state', async () => {
    expect((await call('get_status')).value).toMatchObject({
      version: '0.1.0',
      status: 'healthy',
      embedding: {
        status: 'ready',
        model: 'remanence-minilm-1',
        dimensions: 384,
        cache_stats: { misses: expect.any(Number) },
      },
      db_dimension: 384,
    });
  });

  it.each([
    ['store_memory', {}, 'content'],
    ['store_memory', { content: 5 }, 'content'],
    ['store_memory', { content: '' }, 'empty'],
    ['store_memory', { content: 'x'.repeat(200_000) }, '100 KB'],
    ['store_memory', { content: 'a\u0000b' }, 'NUL'],
    ['store_memory', { content: 'fine', memory_type: 'vague' }, 'episodic'],
    ['store_memory', { content: 'fine', metadata: 'text' }, 'metadata'],
    ['get_memory', {}, 'id'],
    ['get_memory', { id: 'nope' }, 'Memory not found: nope'],
    ['update_memory', { id: '00000000000000000000', content: 'x' }, 'Memory not found'],
    ['invalidate', { id: 'nope' }, 'Memory not found: nope'],
    ['get_memory', { id: '' }, 'Memory not found: the id is empty'],
    ['index_project', { path: 'no/such' }, `It does not exist in ${process.cwd()}.`],
    ['list_memories', { limit: 0 }, 'limit'],
    ['list_memories', { limit: 101 }, 'limit'],
    ['list_memories', { offset: -1 }, 'offset'],
    ['search', {}, 'query'],
    ['search', { query: 'x', limit: 51 }, 'limit'],
    ['recall', { query: 'x', vector_weight: -1 }, 'negative'],
    ['recall', { query: 'x', vector_weight: 0, bm25_weight: 0, ppr_weight: 0 }, 'weight'],
    ['create_entity', { name: ' ' }, 'name'],
    ['create_relation', { from_entity: 'a', to_entity: 'b', relation_type: 'c' }, 'Entity not found: a'],
    ['create_relation', { from_entity: 'a', to_entity: 'b', relation_type: 'c', weight: 2 }, 'weight'],
    ['get_related', { entity_id: 'x', depth: 0 }, 'depth'],
    ['get_related', { entity_id: 'x', depth: 9 }, 'depth'],
    ['get_related', { entity_id: 'x', direction: 'sideways' }, 'outgoing'],
    ['get_valid_at', { timestamp: 'yesterday' }, 'ISO 8601'],
    ['get_valid_at', {}, 'timestamp'],
  ])('answers %s(%j) with a clear error', async (name, input, reason) => {
    const before = (await call('list_memories', { limit: 1 })).value.total;
    expect((await call(name, input)).error).toContain(reason);
    expect((await call('list_memories', { limit: 1 })).value.total).toBe(before);
  });

  it('resets only if confirmed, and reports how much was deleted', async () => {
    for (const input of [{}, { confirm: false }, { confirm: 'yes' }, { confirm: null }]) {
      expect((await call('reset_all_memory', input)).value).toMatchObject({
        reset: false,
        message: expect.stringContaining('confirm=true'),
      });
    }
    const { value: text } = await call('reset_all_memory', { confirm: 'true' });
    expect(text.message).toContain('confirm=true, a boolean,');
    const { value: status } = await call('get_status');
    const { value } = await call('reset_all_memory', { confirm: true });
    expect(value).toMatchObject({
      reset: true,
      deleted: { memories: status.memories_count, entities: status.entities_count, relations: 3, code_chunks: 0 },
    });
    expect((await call('get_status')).value).toMatchObject({ memories_count: 0, entities_count: 0 });
    expect((await call('recall', { query: 'Grafana' })).value).toMatchObject({ results: [] });
  });
});
