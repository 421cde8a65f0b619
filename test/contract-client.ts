// A contract behind the official client, which validates every answer against the tool's output schema.
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { Contract } from '../src/contracts/contract.ts';
import type { RateLimit } from '../src/contracts/rate-limit.ts';
import { createServer } from '../src/contracts/serve.ts';
import type { Actor } from '../src/engine/access/actor.ts';
import type { Engine } from '../src/engine/engine.ts';

const Result = z.object({
  content: z.array(z.object({ text: z.string() })),
  isError: z.boolean().default(false),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  _meta: z.record(z.string(), z.unknown()).default({}),
});

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  readonly structured: Record<string, unknown> | undefined;
  readonly meta: Record<string, unknown>;
}

export async function callTool(client: Client, name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
  const { content, isError, structuredContent, _meta } = Result.parse(
    await client.callTool({ name, arguments: input }),
  );
  return { text: content[0]?.text ?? '', isError, structured: structuredContent, meta: _meta };
}

/** The official client, connected to the contract's server. */
export async function clientOf(contract: Contract, engine: Engine, actor: Actor, limit?: RateLimit): Promise<Client> {
  const server = createServer({ contract, tools: contract.tools, actor, limit, engine: async () => engine });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(there), client.connect(here)]);
  return client;
}

export interface ContractClient {
  readonly client: Client;
  /** The tool's answer, and whether it is an error. */
  call(name: string, input?: Record<string, unknown>): Promise<{ isError: boolean; value: z.infer<typeof Value> }>;
  close(): Promise<void>;
}

const Value = z.record(z.string(), z.any());

export async function connectContract(contract: Contract, engine: Engine, actor: Actor): Promise<ContractClient> {
  const client = await clientOf(contract, engine, actor);
  return {
    client,
    async call(name, input) {
      const { text, isError } = await callTool(client, name, input);
      return { isError, value: Value.parse(JSON.parse(text)) };
    },
    close: () => client.close(),
  };
}
