// A local server that speaks the protocols of language models, scripted by tests.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

const Body = z.looseObject({
  model: z.string(),
  max_tokens: z.number(),
  system: z.string().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

interface SeenRequest {
  readonly path: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: z.infer<typeof Body>;
}
type Reply = (response: ServerResponse, seen: SeenRequest, call: number) => void;

export interface LlmServer {
  readonly url: string;
  readonly seen: SeenRequest[];
  close(): void;
}

export async function startLlm(reply: Reply): Promise<LlmServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const each = { path: request.url, headers: request.headers, body: Body.parse(JSON.parse(text)) };
    seen.push(each);
    reply(response, each, seen.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Events in chunks cut anywhere, as on a network. */
export function stream(response: ServerResponse, events: readonly unknown[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const text = events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 7) response.write(bytes.subarray(start, start + 7));
  response.end();
}

export const openAiEvents = (pieces: readonly string[]) => [
  ...pieces.map((content) => ({ choices: [{ delta: { content } }] })),
  { choices: [], usage: { completion_tokens: pieces.length } },
  '[DONE]',
];
