// Servers on one data folder, over both transports, and their clients.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { contracts } from '../../src/contracts/contracts.ts';
import { HttpClient } from '../http-client.ts';
import { startServer } from '../http-server.ts';
import { StdioClient } from '../stdio-client.ts';
import type { Place } from '../torture/place.ts';
import { type ListedTool, readTools } from './tools.ts';

type Answer = Awaited<ReturnType<StdioClient['request']>>;

export interface Client {
  readonly transport: 'stdio' | 'HTTP';
  readonly server: ChildProcess;
  readonly tools: readonly ListedTool[];
  call(tool: ListedTool, input: unknown, onProgress: () => void): Promise<Answer>;
  /** Sends an invalid request; returns the server's answer, if it sends one to this client. */
  babble(text: string): Promise<string | null>;
  stderr(): string;
  close(): Promise<number | null>;
}

export async function connectStdio(place: Place, flags: readonly string[]): Promise<Client> {
  const client = new StdioClient(['--data-dir', place.data, '--root', place.work, '--profile', 'all', ...flags]);
  await client.initialize();
  const { result } = await client.request('tools/list');
  return {
    transport: 'stdio',
    server: client.process,
    tools: readTools(result, null),
    call: (tool, input, onProgress) => {
      // Lines are kept for tests that check them; a long run would accumulate all of them.
      client.lines.length = 0;
      return client.request('tools/call', { name: tool.name, arguments: input }, onProgress);
    },
    babble: async (text) => {
      client.write(`${text}\n`);
      return null;
    },
    stderr: () => client.stderr,
    close: () => client.close(),
  };
}

/** One process, with the requested number of clients. */
export async function connectHttp(place: Place, count: number): Promise<Client[]> {
  const server = await startServer(place.data, ['--root', place.work, '--ops-port', 'off']);
  const profiles = contracts.map(({ profile }) => profile);
  const connect = async (): Promise<Client> => {
    const clients = new Map(profiles.map((profile) => [profile, new HttpClient(`${server.url}/mcp/${profile}`)]));
    const clientOf = (profile: string) => {
      const client = clients.get(profile);
      if (!client) throw new Error(`no server for ${profile}`);
      return client;
    };
    const lists = await Promise.all(
      profiles.map(async (profile) => readTools((await clientOf(profile).request('tools/list')).result, profile)),
    );
    return {
      transport: 'HTTP',
      server: server.process,
      tools: lists.flat(),
      call: (tool, input, onProgress) =>
        clientOf(tool.profile).request('tools/call', { name: tool.name, arguments: input }, onProgress),
      babble: async (text) => (await clientOf('memory-mcp').post(text)).body,
      stderr: server.stderr,
      close: () => {
        server.process.kill('SIGTERM');
        return server.exited;
      },
    };
  };
  return Promise.all(Array.from({ length: count }, connect));
}

/** Resident memory in MB; null if the system does not report it. */
export function memoryOf({ pid }: ChildProcess): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1000;
  } catch {
    return null;
  }
}
