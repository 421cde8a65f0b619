// What searches say when they may have missed something.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { callTool, clientOf } from '../../../test/contract-client.ts';
import { filler } from '../../../test/filler.ts';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import { memoryMcp } from './contract.ts';

describe('a search while notes wait for their vectors', () => {
  let open: OpenEngine;
  let client: Client;
  beforeAll(async () => {
    // Nothing here makes vectors of long texts.
    open = await openTestEngine({}, { tends: false });
    client = await clientOf(memoryMcp, open.engine, OWNER);
    await callTool(client, 'store_memory', {
      content: `The tide gauge is at berth 9. ${filler(20_000)}`,
      user_id: 'ada',
    });
  });
  afterAll(async () => {
    await client.close();
    await open.dispose();
  });

  const search = async (user_id: string) =>
    (await callTool(client, 'search', { query: 'Where is the tide gauge?', user_id })).structured;

  it('says so where some are in its reach', async () => {
    expect(await search('ada')).toMatchObject({ results: [], note: expect.stringContaining('still being embedded') });
  });

  it('does not tell others', async () => {
    const note = 'No memory is stored that this search may see.';
    expect(await search('ann')).toMatchObject({ results: [], note });
  });
});

describe('recall where nothing clearly answers', () => {
  let open: OpenEngine;
  let client: Client;
  beforeAll(async () => {
    open = await openTestEngine();
    client = await clientOf(memoryMcp, open.engine, OWNER);
    const rooms = ['cold store', 'smokehouse', 'brine cellar', 'label room', 'boiler room', 'canteen', 'weigh house'];
    const contents = rooms.map((room, i) => ({ content: `The key of the ${room} hangs on hook ${i}.` }));
    await open.engine.memories.storeMany(OWNER, contents);
  });
  afterAll(async () => {
    await client.close();
    await open.dispose();
  });

  const weak = async (limit: number) => {
    const { structured = {} } = await callTool(client, 'recall', {
      query: 'Which room was painted last spring?',
      limit,
    });
    const results = z.array(z.object({ weak: z.boolean().optional() })).parse(structured.results);
    return results.map((each) => each.weak);
  };

  it('shows only a few weak results', async () => {
    expect(await weak(10)).toEqual(Array(5).fill(true));
    expect(await weak(2)).toEqual(Array(2).fill(true));
  });
});
