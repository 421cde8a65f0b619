import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { callTool, clientOf } from '../../../test/contract-client.ts';
import { filler, MINUTES } from '../../../test/filler.ts';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import { toUuid } from '../../engine/ids.ts';
import { tokens } from '../../engine/retrieval/budget.ts';
import { agenticMemory } from './contract.ts';
import { MemoryResult, SearchResult } from './present.ts';

describe('agentic-memory', () => {
  let open: OpenEngine;
  let client: Client;
  beforeAll(async () => {
    open = await openTestEngine();
    client = await clientOf(agenticMemory, open.engine, OWNER);
  });
  afterAll(async () => {
    await client.close();
    await open.dispose();
  });

  const call = (name: string, input: Record<string, unknown>) => callTool(client, name, input);
  const put = async (input: Record<string, unknown>) =>
    MemoryResult.parse(JSON.parse((await call('memory_put', input)).text));
  const get = async (id: unknown) => JSON.parse((await call('memory_get', { memory_id: id })).text);
  const search = async (input: Record<string, unknown>) =>
    z.array(SearchResult).parse(JSON.parse((await call('memory_search', input)).text));

  it('shows the tools of the golden snapshot', async () => {
    const { tools } = await client.listTools();
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot('./tools.snap.json');
  });

  it('stores a memory and returns it in the terms of the contract', async () => {
    const before = Date.now() / 1000;
    const memory = await put({ content: 'The project deadline is March 1st' });
    expect(memory).toMatchObject({
      content: 'The project deadline is March 1st',
      memory_type: 'episodic',
      importance: 2,
      metadata: {},
      tags: [],
      access_count: 0,
      last_accessed: 0,
    });
    expect(memory.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(memory.created_at).toBeGreaterThanOrEqual(before);
  });

  it('counts accesses by memory_get, not by memory_search', async () => {
    const { id } = await put({
      content: 'Counted by looking at it',
      importance: 'Critical',
      memory_type: 'procedural',
    });
    await search({ query: 'counted by looking' });
    expect(await get(id)).toMatchObject({ access_count: 1, importance: 4, memory_type: 'procedural' });
    expect(await get(id)).toMatchObject({ access_count: 2, last_accessed: expect.any(Number) });
  });

  it('answers null, only as text, for an unknown id', async () => {
    for (const id of ['550e8400-e29b-41d4-a716-446655440000', 'nonsense', '']) {
      expect(await call('memory_get', { memory_id: id })).toMatchObject({ text: 'null', isError: false });
    }
    expect((await call('memory_get', { memory_id: 'nonsense' })).structured).toBeUndefined();
  });

  it('ranks by words, age and importance', async () => {
    await put({ content: 'zebra crossing repainted', importance: 'low' });
    await put({ content: 'zebra unrelated words', importance: 'HIGH' });
    const [first, second] = await search({ query: 'Zebra crossing repainted', k: 2 });
    expect(first).toMatchObject({ memory: { content: 'zebra crossing repainted', importance: 1 }, relevance: 1 });
    expect(first?.combined_score).toBeCloseTo(0.5 + 0.3 + 0.05, 2);
    expect(second).toMatchObject({ memory: { importance: 3 } });
    expect(second?.relevance).toBeLessThan(1);
    expect(await search({ query: 'x', k: 0 })).toEqual([]);
  });

  it('finds words in any form and next to any punctuation, and by meaning if no word is shared', async () => {
    const content = 'Rollbacks: run `make undo`, then tell the on-call engineer.';
    await put({ content });
    for (const query of ['rollback', '"Rollback"?', 'engineers, undo!', 'How do I revert a bad deployment?']) {
      const [first] = await search({ query, k: 1 });
      expect([query, first?.memory.content]).toEqual([query, content]);
    }
    expect((await search({ query: 'rollback?' }))[0]?.relevance).toBe(1);
  });

  it('puts the answer before memories that share more words, and marks what answers nothing as weak', async () => {
    await put({ content: 'The database of the shop runs on PostgreSQL 16 in Frankfurt.' });
    await put({ content: 'Backups of the shop go to a bucket in Dublin every night at two.' });
    await put({ content: 'The shop was closed for the night of the move; the keys are with Ada.' });
    const [first] = await search({ query: 'where do we keep copies of the shop in case something breaks at night?' });
    expect(first).toMatchObject({ memory: { content: expect.stringContaining('Dublin') } });
    expect(first).not.toHaveProperty('weak');
    expect(await search({ query: 'who painted the shop?' })).toContainEqual(expect.objectContaining({ weak: true }));
  });

  it('never gives a fact that no longer holds, even to a question about the past', async () => {
    const { memories } = open.engine;
    const old = (await memories.store(OWNER, { content: 'The kiosk listens on port 8080.' })).memory;
    const { memory } = await memories.store(OWNER, { content: 'The kiosk listens on port 9090.' });
    await memories.invalidate(OWNER, old.id, { supersededBy: memory.id });
    for (const query of ['what was the port of the kiosk before?', 'what did we note about the kiosk today?']) {
      const contents = (await search({ query })).map((each) => each.memory.content);
      expect(contents).toContain(memory.content);
      expect(contents).not.toContain(old.content);
    }
  });

  it('says which memory may have changed a result, by its id, and that a memory has ended', async () => {
    const { memories } = open.engine;
    const earlier = (await memories.store(OWNER, { content: 'The gate of the depot is opened at 6.' })).memory;
    const later = (await memories.store(OWNER, { content: 'The gate of the depot is opened at 7.' })).memory;
    const results = await search({ query: 'when is the gate of the depot opened?' });
    const stale = results.find(({ memory }) => memory.id === toUuid(earlier.id))?.possibly_stale;
    expect(stale).toContain(`${toUuid(later.id)}: ${later.content}`);
    await memories.invalidate(OWNER, earlier.id, {});
    expect(await get(earlier.id)).toMatchObject({ valid_until: expect.any(String) });
    expect(await get(later.id)).not.toHaveProperty('valid_until');
  });

  it('returns nothing irrelevant, however new and important', async () => {
    await put({ content: 'Lunch is at noon.', importance: 'CRITICAL' });
    for (const query of ['what is the photosynthesis of ferns', 'xyzzy', '', ' ', '?!'])
      expect([query, await search({ query, k: 50 })]).toEqual([query, []]);
    expect((await search({ query: 'zebra', k: 50 })).every(({ relevance }) => relevance > 0)).toBe(true);
  });

  it.each([
    [{}, 'content'],
    [{ content: '' }, 'empty'],
    [{ content: 'fine', memory_type: 'vague' }, 'episodic'],
    [{ content: 'fine', importance: 'huge' }, 'CRITICAL'],
  ])('refuses %j with the reason', async (input, reason) => {
    const { text, isError } = await call('memory_put', input);
    expect(isError).toBe(true);
    expect(text).toContain(reason);
  });

  it('shows the part of a long memory that matches, and how to read the whole', async () => {
    const { id } = await put({ content: MINUTES });
    const [found] = await search({ query: 'Who orders the nets for the eel farm?' });
    expect(found?.memory.id).toBe(id);
    expect(found?.memory.content).toContain('Thandiwe orders the nets');
    expect(found?.memory.content.length).toBeLessThan(MINUTES.length / 2);
    expect(found?.memory.content_cut).toContain('call memory_get with this id and content_offset 0');
    expect((await get(id)).content).toBe(MINUTES);
  });

  it('never floods the caller and says how to get the rest', async () => {
    const { id } = await put({ content: `A long log line: ${filler(39_000)}THE END` });
    expect(tokens((await call('memory_search', { query: 'long log line', k: 50 })).text)).toBeLessThan(10_000);
    let text = '';
    for (let cut: unknown = 'some'; cut !== undefined; ) {
      const answer = await call('memory_get', { memory_id: id, content_offset: text.length });
      expect(tokens(answer.text)).toBeLessThan(10_000);
      const { content, content_cut } = MemoryResult.parse(JSON.parse(answer.text));
      text += content;
      cut = content_cut;
    }
    expect(text.endsWith('THE END')).toBe(true);
  }, 60_000);
});
