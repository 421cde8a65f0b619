// A real server on loopback with users and tokens.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type * as z from 'zod';
import type { Contract } from '../src/contracts/contract.ts';
import { contractOf, contracts } from '../src/contracts/contracts.ts';
import { RateLimit } from '../src/contracts/rate-limit.ts';
import type { Serving } from '../src/contracts/serve.ts';
import type { Actor } from '../src/engine/access/actor.ts';
import type { Role } from '../src/engine/access/permission.ts';
import { type HttpAddress, startHttp } from '../src/transports/http.ts';
import type { Listening, Timeouts } from '../src/transports/listen.ts';
import { callTool, type ToolAnswer } from './contract-client.ts';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';

interface Answer extends Pick<ToolAnswer, 'isError' | 'meta'> {
  readonly value: Record<string, z.infer<ReturnType<typeof z.any>>>;
}

interface UserClient {
  call(name: string, input?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

export interface HttpUsers {
  readonly open: OpenEngine;
  readonly http: Listening;
  token(user: string, role?: Role): Promise<string>;
  connect(profile: string, token?: string): Promise<UserClient>;
  dispose(): Promise<void>;
}

interface UsersSettings {
  readonly limited?: boolean;
  readonly timeouts?: Timeouts;
  readonly engine?: Record<string, unknown>;
  readonly address?: Partial<HttpAddress>;
  /** What the server is confined to. */
  readonly confined?: Pick<Actor, 'user' | 'project'>;
}

export async function startUsers(settings: UsersSettings = {}): Promise<HttpUsers> {
  const open = await openTestEngine(settings.engine);
  const limit = settings.limited ? new RateLimit({ everybody: false }) : undefined;
  const serve = (contract: Contract): Serving => ({
    contract,
    tools: contract.tools,
    actor: { ...OWNER, ...settings.confined, roots: [open.dataDir] },
    engine: async () => open.engine,
    limit,
  });
  const services = { main: serve(contractOf(['memory-mcp'])), profiles: contracts.map(serve) };
  const http = await startHttp(services, { host: '127.0.0.1', port: 0, ...settings.address }, settings.timeouts);
  return {
    open,
    http,
    async token(user, role = 'user') {
      const known = await open.engine.users.list(OWNER);
      if (!known.some(({ id }) => id === user)) await open.engine.users.add(OWNER, { id: user, role });
      return (await open.engine.users.issueToken(OWNER, user, 1)).token;
    },
    async connect(profile, token) {
      const client = new Client({ name: 'test', version: '1' });
      const requestInit = { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${http.url}/mcp/${profile}`), { requestInit }));
      return {
        async call(name, input) {
          const { text, isError, meta } = await callTool(client, name, input);
          return { isError, meta, value: text.startsWith('{') ? JSON.parse(text) : { text } };
        },
        close: () => client.close(),
      };
    },
    async dispose() {
      await http.close();
      await open.dispose();
    },
  };
}
