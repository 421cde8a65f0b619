// Many users, each with a token and a cube, calling one server process as fast as it answers.
import { readFileSync, rmSync } from 'node:fs';
import * as z from 'zod';
import { startServer } from './http-server.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';

interface Crowd {
  /** Answered as expected. */
  readonly calls: number;
  readonly limited: number;
  /** Everything else that was answered, as text. */
  readonly errors: readonly string[];
  /** The server's memory at the end, as a multiple of that at half time. */
  readonly growth: number;
}

const Answer = z.object({
  result: z.object({
    isError: z.boolean().optional(),
    content: z.tuple([z.object({ text: z.string() })]),
  }),
});
const Failure = z.object({ error: z.object({ type: z.string() }) });

export async function runClients({ clients, seconds }: { clients: number; seconds: number }): Promise<Crowd> {
  const dataDir = temporaryFolder();
  const tokens = await admit(dataDir, clients);
  const server = await startServer(dataDir, ['--profile', 'memgos', '--ops-port', 'off']);
  const pid = server.process.pid ?? 0;
  const until = performance.now() + seconds * 1000;
  let calls = 0;
  let limited = 0;
  const errors: string[] = [];

  const ask = async (token: string, name: string, input: Record<string, unknown>): Promise<void> => {
    const response = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
    });
    const text = await response.text();
    const { result } = Answer.parse(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text));
    if (!result.isError) calls++;
    else if (Failure.parse(JSON.parse(result.content[0].text)).error.type === 'rate_limit_error') limited++;
    else errors.push(text.slice(0, 300));
  };

  const client = async (token: string, n: number): Promise<void> => {
    const cube = `cube-${n}`;
    const work = [
      () =>
        ask(token, 'add_memory', {
          memory_content: `Client ${n} was here at ${performance.now()}.`,
          mem_cube_id: cube,
        }),
      () => ask(token, 'search_memories', { query: `Where was client ${n}?` }),
      () => ask(token, 'cube_info', { cube_id: cube }),
      () => ask(token, 'health_check', {}),
    ];
    for (let i = n; performance.now() < until; i++) {
      await work[i % work.length]?.().catch((error: unknown) =>
        errors.push(`${error} ${error instanceof Error ? error.cause : ''}`),
      );
      // A client over the limit retries, but not at once.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  const half = new Promise<number>((resolve) => setTimeout(() => resolve(memoryOf(pid)), seconds * 500));
  await Promise.all(tokens.map(client));
  const growth = memoryOf(pid) / (await half);
  server.process.kill('SIGTERM');
  await server.exited;
  rmSync(dataDir, { recursive: true, force: true });
  return { calls, limited, errors, growth };
}

async function admit(dataDir: string, clients: number): Promise<string[]> {
  const engine = await openFolder(dataDir);
  const tokens: string[] = [];
  for (let n = 0; n < clients; n++) {
    const id = `client-${n}`;
    await engine.users.add(OWNER, { id, role: 'user' });
    await engine.cubes.register(await engine.access.as(OWNER, id), { id: `cube-${n}` });
    tokens.push((await engine.users.issueToken(OWNER, id, 1)).token);
  }
  await engine.close();
  return tokens;
}

/** Resident memory in kB; 1 where only Linux would report it. */
function memoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 1);
  } catch {
    return 1;
  }
}
