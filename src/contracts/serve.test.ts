import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Engine } from '../engine/engine.ts';
import { invalid, type RemanenceError } from '../errors.ts';
import { checkChoice, chooseTools, type ToolChoice } from './choice.ts';
import { type Contract, defineTool, type Tool } from './contract.ts';
import { createServer } from './serve.ts';

const empty = z.object({});
const tool = (
  name: string,
  handle: Parameters<typeof defineTool<typeof empty, typeof empty>>[0]['handle'],
  readOnly = true,
): Tool =>
  defineTool({ name, title: name, description: name, annotations: { readOnly }, input: empty, output: empty, handle });

const contractOf = (...tools: Tool[]): Contract => ({
  profile: 'test',
  server: { name: 'test', version: '1', title: 'Test' },
  instructions: '',
  guide: '',
  tools,
  presentError: ({ code, message, hint }, name) => ({
    text: [`${name}: ${code}: ${message}`, ...(hint === undefined ? [] : [hint])].join(' '),
  }),
});

/** No tool of these tests touches the engine, and no recall is logged. */
const noEngine = async (): Promise<Engine> => Object.create({ recalls: { recorder: () => null } });

const connect = (...tools: Tool[]): Promise<Client> => connectTo(contractOf(...tools));

async function connectTo(contract: Contract): Promise<Client> {
  const server = createServer({ contract, tools: contract.tools, actor: { who: 'test' }, engine: noEngine });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(there), client.connect(here)]);
  return client;
}

describe('a served tool', () => {
  it('says that a field is required if it is missing or null', async () => {
    const client = await connect(
      defineTool({
        name: 'greet',
        title: 'Greet',
        description: 'Greets.',
        annotations: { readOnly: true },
        input: z.object({ name: z.string(), times: z.int() }),
        output: empty,
        handle: async () => ({}),
      }),
    );
    for (const given of [{ times: 1.5 }, { name: null, times: 1.5 }]) {
      const { content } = await client.callTool({ name: 'greet', arguments: given });
      expect(content).toMatchObject([
        { text: expect.stringMatching(/^greet: invalid: .*greet: name: it is required; times: (?!it is required)/) },
      ]);
    }
  });

  it('reports an error as text alone, because clients hold structured content against the output schema', async () => {
    const fails = tool('fails', async () => {
      throw invalid('Nothing works.');
    });
    const presentError = (error: RemanenceError) => ({ text: error.message, data: { error: error.message } });
    const client = await connectTo({ ...contractOf(fails), presentError });
    expect(await client.callTool({ name: 'fails' })).toEqual({
      content: [{ type: 'text', text: 'Nothing works.' }],
      isError: true,
    });
  });

  it('refuses an argument that is misspelt, and names one that it does not know', async () => {
    const client = await connect(
      defineTool({
        name: 'end',
        title: 'End',
        description: 'Ends.',
        annotations: { readOnly: true },
        input: z.object({ id: z.string(), superseded_by: z.string().optional() }),
        output: empty,
        handle: async () => ({}),
      }),
    );
    const answer = async (given: Record<string, unknown>) =>
      (await client.callTool({ name: 'end', arguments: given })).content;
    for (const wrong of ['superceded_by', 'supersededBy', 'superseded-by'])
      expect(await answer({ id: 'a', [wrong]: 'b' })).toMatchObject([
        {
          text: `end: invalid: Invalid input for end: there is no argument \`${wrong}\`; did you mean \`superseded_by\`?`,
        },
      ]);
    expect(await answer({ id: 'a', superseded_by: 'c' })).toMatchObject([{ text: '{}' }]);
    expect(await answer({ id: 'a', colour: 'red' })).toMatchObject([{ text: '{"ignored_arguments":["colour"]}' }]);
    expect(await answer({ id: 'a', superceded_by: 'b', superseded_by: 'c' })).toMatchObject([
      { text: '{"ignored_arguments":["superceded_by"]}' },
    ]);
  });

  it('refuses and names nested arguments in the same way, but not those of a free-form object', async () => {
    const client = await connect(
      defineTool({
        name: 'find',
        title: 'Find',
        description: 'Finds.',
        annotations: { readOnly: true },
        input: z.object({
          time_range: z.object({ start: z.string().optional() }).nullish(),
          relations: z.array(z.object({ type: z.string().default('any') })).default([]),
          metadata: z.record(z.string(), z.unknown()).optional(),
        }),
        output: empty,
        handle: async () => ({}),
      }),
    );
    const answer = async (given: Record<string, unknown>) =>
      (await client.callTool({ name: 'find', arguments: given })).content;
    expect(await answer({ time_range: { strat: 'a' } })).toMatchObject([
      { text: expect.stringContaining('there is no argument `time_range.strat`; did you mean `time_range.start`?') },
    ]);
    expect(await answer({ time_range: { from: 'a' }, relations: [{}, { to: 'b' }] })).toMatchObject([
      { text: '{"ignored_arguments":["time_range.from","relations.1.to"]}' },
    ]);
    expect(await answer({ time_range: null, metadata: { typ: 1 } })).toMatchObject([{ text: '{}' }]);
  });

  it('says what it ignored if it then refuses, since that may be why', async () => {
    const client = await connect(
      defineTool({
        name: 'query',
        title: 'Query',
        description: 'Queries.',
        annotations: { readOnly: true },
        input: z.object({
          params: z.record(z.string(), z.unknown()).optional(),
          query: z.string().default(''),
          range: z.object({ start: z.string(), end: z.string() }).partial().optional(),
        }),
        output: empty,
        handle: async () => {
          throw invalid('The parameter $a was not given.');
        },
      }),
    );
    const answer = async (given: Record<string, unknown>) =>
      JSON.stringify((await client.callTool({ name: 'query', arguments: given })).content);
    expect(await answer({ parameters: { a: 1 } })).toContain(
      'Ignored, because query has no such argument: parameters. The arguments there are: params, query, range.',
    );
    expect(await answer({ range: { from: 1 } })).toContain(
      'no such argument: range.from. The arguments there are: range.start, range.end.',
    );
    expect(await answer({ cypher: 'RETURN 1', query: 1 })).toContain('no such argument: cypher.');
    expect(await answer({})).not.toContain('Ignored');
  });

  it('names the expected type as JSON Schema does', async () => {
    const input = z.object({ metadata: z.record(z.string(), z.unknown()), limit: z.int() });
    const picky = defineTool({
      name: 'picky',
      title: 'Picky',
      description: 'Refuses.',
      annotations: { readOnly: true },
      input,
      output: empty,
      handle: async () => ({}),
    });
    const presentError = ({ details }: RemanenceError) => ({ text: JSON.stringify(details?.expected) });
    const client = await connectTo({ ...contractOf(picky), presentError });
    const expected = async (given: Record<string, unknown>) =>
      (await client.callTool({ name: 'picky', arguments: given })).content;
    expect(await expected({ metadata: 'a', limit: 1 })).toMatchObject([{ text: '"object"' }]);
    expect(await expected({ metadata: {}, limit: 1.5 })).toMatchObject([{ text: '"integer"' }]);
  });

  it('reports its progress to a client that asked for it', async () => {
    const client = await connect(
      tool('slow', async (_, { progress }) => {
        for (let done = 1; done <= 3; done++) progress(done, 3, 'reading');
        await new Promise((resolve) => setTimeout(resolve, 10));
        return {};
      }),
    );
    const seen: unknown[] = [];
    await client.callTool({ name: 'slow' }, { onprogress: (progress) => seen.push(progress) });
    expect(seen).toMatchObject([1, 2, 3].map((progress) => ({ progress, total: 3, message: 'reading' })));
  });

  it('shows a sign of life while a call reports nothing, and none after its answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      const client = await connect(
        tool('quiet', async (_, { progress }) => {
          progress(3, 7, 'reading');
          await vi.advanceTimersByTimeAsync(2500);
          return {};
        }),
      );
      const seen: number[] = [];
      await client.callTool({ name: 'quiet' }, { onprogress: ({ progress }) => seen.push(progress) });
      expect(seen).toEqual([3, 3.001]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('never reports the same or less progress again, however its stages count', async () => {
    const reports = [
      ['read', 0, 0],
      ['read', 2, 4],
      ['read', 4, 4],
      ['read', 4, 4],
      ['resolve', 0, 0],
      ['embed', 0, 6],
      ['embed', 5, 6],
      ['embed', 3, 6],
      // Something changed meanwhile, so it reads again.
      ['read', 0, 0],
      ['read', 5, 5],
    ] as const;
    const client = await connect(
      tool('staged', async (_, { progress }) => {
        for (const [stage, done, total] of reports) progress(done, total, stage);
        await new Promise((resolve) => setTimeout(resolve, 10));
        return {};
      }),
    );
    const seen: unknown[] = [];
    await client.callTool({ name: 'staged' }, { onprogress: (progress) => seen.push(progress) });
    expect(seen).toEqual([
      { progress: 0, message: 'read' },
      { progress: 2, total: 4, message: 'read' },
      { progress: 4, total: 4, message: 'read' },
      { progress: 9, total: 10, message: 'embed' },
      { progress: 10, message: 'read' },
      { progress: 15, total: 15, message: 'read' },
    ]);
  });

  it('learns when the client gives up, and the server keeps running', async () => {
    let aborted = false;
    const client = await connect(
      tool(
        'endless',
        (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              aborted = true;
              reject(signal.reason);
            });
          }),
      ),
      tool('quick', async () => ({})),
    );
    await expect(client.callTool({ name: 'endless' }, { signal: AbortSignal.timeout(30) })).rejects.toThrow();
    await expect.poll(() => aborted).toBe(true);
    expect(await client.callTool({ name: 'quick' })).toMatchObject({ structuredContent: {} });
  });

  it("answers every failure, expected or not, in its contract's shape", async () => {
    const client = await connect(
      tool('refuses', async () => {
        throw invalid('no such thing');
      }),
      tool('breaks', async () => {
        throw new TypeError('oops');
      }),
    );
    const text = async (name: string) => JSON.stringify(await client.callTool({ name }));
    expect(await text('refuses')).toContain('refuses: invalid: no such thing');
    expect(await text('breaks')).toContain('breaks: internal: oops');
  });
});

describe('choosing tools', () => {
  const contract = contractOf(
    tool('read', async () => ({})),
    tool('write', async () => ({}), false),
  );
  const all = { excludeTools: [], readOnly: false };
  const names = (choice: Partial<ToolChoice>) => chooseTools(contract, { ...all, ...choice }).map(({ name }) => name);

  it('selects all tools, some, all but some, or only those that read', () => {
    expect(names({})).toEqual(['read', 'write']);
    expect(names({ tools: ['write'] })).toEqual(['write']);
    expect(names({ excludeTools: ['write'] })).toEqual(['read']);
    expect(names({ readOnly: true })).toEqual(['read']);
  });

  it('also knows a tool by its name next to other profiles', () => {
    expect(names({ excludeTools: ['test_write'] })).toEqual(['read']);
  });

  it('refuses an unknown name and an empty choice', () => {
    expect(() => checkChoice(contract, { ...all, tools: ['raed'] })).toThrow(/raed/);
    expect(() => checkChoice(contract, { ...all, tools: [] })).toThrow(/no tool/);
    expect(() => checkChoice(contract, { ...all, tools: ['read'], excludeTools: ['test_write'] })).not.toThrow();
  });
});
