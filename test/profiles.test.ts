// Several profiles on one HTTP server, with minimal contracts.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { chooseTools } from '../src/contracts/choice.ts';
import { type Contract, defineTool } from '../src/contracts/contract.ts';
import { contractOf } from '../src/contracts/contracts.ts';
import type { Serving } from '../src/contracts/serve.ts';
import { invalid } from '../src/errors.ts';
import { startHttp } from '../src/transports/http.ts';
import type { Listening } from '../src/transports/listen.ts';
import { OWNER } from './open.ts';

const contract = (profile: string, names: readonly string[]): Contract => ({
  profile,
  server: { name: profile, version: '1', title: profile },
  instructions: `About ${profile}.`,
  guide: '',
  tools: names.map((name) =>
    defineTool({
      name,
      title: name,
      description: name,
      annotations: { readOnly: name.startsWith('get') },
      input: z.object({ fail: z.boolean().default(false) }),
      output: z.object({ from: z.string() }),
      handle: async ({ fail }) => {
        if (fail) throw invalid('as asked');
        return { from: `${profile} ${name}` };
      },
    }),
  ),
  presentError: (error, tool) => ({ text: `${profile} could not ${tool}: ${error.message}` }),
});
const known = [contract('notes', ['get_memory', 'recall']), contract('mem-cubes', ['get_memory', 'chat'])];

const choice = { excludeTools: ['mem_cubes_get_memory'], readOnly: false };
const servingOf = (each: Contract, tools = each.tools): Serving => ({
  contract: each,
  tools,
  actor: OWNER,
  engine: async () =>
    Object.assign(Object.create(null), {
      access: { needsToken: async () => false },
      recalls: { recorder: () => null },
    }),
});

let all: Listening;
let fewer: Listening;
beforeAll(async () => {
  const start = (serve: (each: Contract) => Serving) =>
    startHttp({ main: serve(contractOf(['all'], known)), profiles: known.map(serve) }, { host: '127.0.0.1', port: 0 });
  all = await start((each) => servingOf(each));
  fewer = await start((each) => servingOf(each, chooseTools(each, choice)));
});
afterAll(() => Promise.all([all.close(), fewer.close()]));

async function at(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}
const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

describe('several profiles over HTTP', () => {
  it('are served together at /mcp, each tool by its own profile', async () => {
    const client = await at(`${all.url}/mcp`);
    expect(client.getServerVersion()).toMatchObject({ name: 'remanence' });
    expect(await names(client)).toEqual(['get_memory', 'recall', 'mem_cubes_get_memory', 'chat']);
    const called = await client.callTool({ name: 'mem_cubes_get_memory', arguments: {} });
    expect(called.structuredContent).toEqual({ from: 'mem-cubes get_memory' });
    const failed = await client.callTool({ name: 'mem_cubes_get_memory', arguments: { fail: true } });
    expect(failed).toMatchObject({ isError: true, content: [{ text: 'mem-cubes could not get_memory: as asked' }] });
  });

  it('are each served alone below it', async () => {
    const client = await at(`${all.url}/mcp/mem-cubes`);
    expect(client.getServerVersion()).toMatchObject({ name: 'mem-cubes' });
    expect(client.getInstructions()).toBe('About mem-cubes.');
    expect(await names(client)).toEqual(['get_memory', 'chat']);
  });

  it('answer a request for an unknown one with the known ones', async () => {
    const answer = await fetch(`${all.url}/mcp/nothing`, { method: 'POST' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: { message: 'Unknown profile: nothing. Known profiles: notes, mem-cubes.' },
    });
  });

  it('leave out an excluded tool wherever its profile is served', async () => {
    expect(await names(await at(`${fewer.url}/mcp`))).toEqual(['get_memory', 'recall', 'chat']);
    expect(await names(await at(`${fewer.url}/mcp/mem-cubes`))).toEqual(['chat']);
    expect(await names(await at(`${fewer.url}/mcp/notes`))).toEqual(['get_memory', 'recall']);
  });
});
