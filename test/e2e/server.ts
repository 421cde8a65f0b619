// A real server with real data, and access to it: the page's API, an agent over MCP, another process.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Posts, Reads, Routes } from '../../src/transports/api/routes.ts';
import { type HttpProcess, startServer } from '../http-server.ts';
import { temporaryFolder } from '../open.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const PARCELS = join(HERE, 'example', 'parcels');

export class TestServer {
  readonly folder = temporaryFolder();
  readonly dataDir: string;
  /** A copy, because its code will change. */
  readonly code = join(this.folder, 'parcels');
  readonly #flags: readonly string[];
  #server: HttpProcess | null = null;
  #port = '0';
  /** The user of the requests, if the server has users. */
  token: string | null = null;

  /** A data folder of the caller's outlives the server. */
  constructor(flags: readonly string[] = [], dataDir?: string) {
    this.#flags = flags;
    this.dataDir = dataDir ?? join(this.folder, 'data');
    mkdirSync(this.dataDir, { recursive: true });
    cpSync(PARCELS, this.code, { recursive: true });
  }

  get url(): string {
    if (!this.#server) throw new Error('The server is not running.');
    return new URL(this.#server.url).origin;
  }

  /** A restarted server keeps its port. */
  async start(): Promise<void> {
    this.#server = await startServer(this.dataDir, ['--root', this.folder, ...this.#flags, '--port', this.#port]);
    this.#port = new URL(this.#server.url).port;
  }

  async kill(): Promise<void> {
    this.#server?.process.kill('SIGKILL');
    await this.#server?.exited;
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async read<Name extends Reads>(name: Name, input: Routes[Name]['input']): Promise<Routes[Name]['output']> {
    const query = new URLSearchParams(
      Object.entries(input).flatMap(([key, value]: [string, unknown]) =>
        value === undefined ? [] : [value].flat().map((each): [string, string] => [key, String(each)]),
      ),
    );
    return answerOf(await fetch(`${this.#pathOf(name)}?${query}`, { headers: this.#credentials() }));
  }

  async post<Name extends Posts>(name: Name, input: Routes[Name]['input']): Promise<Routes[Name]['output']> {
    return answerOf(await this.send(name, JSON.stringify(input)));
  }

  /** The raw answer, for expected refusals. */
  send(name: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.#pathOf(name), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.url, ...this.#credentials(), ...headers },
      body,
    });
  }

  /** An agent with the given client name. */
  async agent(name: string, token?: string): Promise<Client> {
    const client = new Client({ name, version: '2.1' });
    const headers = {
      'user-agent': `${name}/2.1`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${this.url}/mcp`), { requestInit: { headers } }));
    return client;
  }

  #credentials(): Record<string, string> {
    return this.token === null ? {} : { authorization: `Bearer ${this.token}` };
  }

  #pathOf(name: string): string {
    return `${this.url}/api/${name.replace('.', '/')}`;
  }
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
