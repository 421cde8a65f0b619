// An embedding endpoint that costs no CPU time: each word of a text adds to one axis.
import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';

const DIMENSIONS = 64;

const Asked = z.object({ input: z.array(z.string()) });

/** Starts the endpoint and returns the flags that make a server use it. */
export async function serveVectors(): Promise<{ readonly flags: readonly string[]; close(): void }> {
  const server = createServer(async (request, response) => {
    const { input } = Asked.parse(JSON.parse(await textOf(request)));
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = server.address();
  if (own === null || typeof own === 'string') throw new Error('nobody listens here');
  return {
    flags: ['--embeddings-url', `http://127.0.0.1:${own.port}/v1`, '--embeddings-model', 'words'],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0.01);
  for (const word of text.toLowerCase().split(/\W+/)) {
    let hash = 7;
    for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_003;
    const axis = hash % DIMENSIONS;
    vector[axis] = (vector[axis] ?? 0) + 1;
  }
  return vector;
}
