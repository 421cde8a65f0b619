// A server process and its client, over either transport.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { HttpClient } from '../http-client.ts';
import { startServer } from '../http-server.ts';
import { StdioClient } from '../stdio-client.ts';
import type { Place } from './place.ts';

export type Transport = 'stdio' | 'HTTP';

/** Calls a tool; throws refusals as `Refused`. */
export type Call = (tool: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** The server answered with an error: nothing was changed. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export interface Agent {
  readonly process: ChildProcess;
  readonly call: Call;
  stderr(): string;
  kill(signal?: NodeJS.Signals): Promise<number | null>;
  /** Lets it end, as when a client disconnects. */
  close(): Promise<number | null>;
}

const ToolResult = z.object({ content: z.array(z.object({ text: z.string() })), isError: z.boolean().optional() });
const Value = z.record(z.string(), z.unknown());

/** Longer than any call takes on a busy machine: a hanging server is detected and does not block the run. */
const TIMEOUT_MS = 120_000;

type Request = StdioClient['request'];

const callerOf =
  (request: Request): Call =>
  async (tool, input = {}) => {
    const late = delay(TIMEOUT_MS, null, { ref: false });
    const answer = await Promise.race([request('tools/call', { name: tool, arguments: input }), late]);
    if (answer === null) throw new Error(`${tool} did not answer within ${TIMEOUT_MS} ms`);
    return readValue(answer);
  };

interface AgentOptions {
  readonly profile?: string;
  /** The command that starts the server instead of this runner. */
  readonly before?: readonly string[];
}

export function startAgent(transport: Transport, place: Place, options: AgentOptions = {}): Promise<Agent> {
  return transport === 'stdio' ? overStdio(place, options) : overHttp(place, options);
}

async function overStdio(place: Place, { profile = 'memory-mcp', before = [] }: AgentOptions): Promise<Agent> {
  const client = new StdioClient(['--data-dir', place.data, '--root', place.work, '--profile', profile], before);
  await client.initialize();
  return {
    process: client.process,
    call: callerOf((method, params) => client.request(method, params)),
    stderr: () => client.stderr,
    kill: (signal) => client.kill(signal),
    close: () => client.close(),
  };
}

async function overHttp(place: Place, { profile = 'memory-mcp', before = [] }: AgentOptions): Promise<Agent> {
  const server = await startServer(place.data, ['--root', place.work, '--ops-port', 'off'], before);
  const client = new HttpClient(`${server.url}/mcp/${profile}`);
  const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
    server.process.kill(signal);
    return server.exited;
  };
  return {
    process: server.process,
    call: callerOf((method, params) => client.request(method, params)),
    stderr: () => server.stderr(),
    kill,
    close: () => kill('SIGTERM'),
  };
}

function readValue(answer: { result?: unknown; error?: { message: string } | undefined }): Record<string, unknown> {
  if (answer.error) throw new Refused(answer.error.message);
  const { content, isError } = ToolResult.parse(answer.result);
  const text = content[0]?.text ?? '';
  if (isError) throw new Refused(text);
  return Value.parse(JSON.parse(text));
}
