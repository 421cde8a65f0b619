// An embedding endpoint that costs no CPU time: each word of a text adds to one axis.
import { createServer, type IncomingMessage } from 'node:http';
import * as z from 'zod';

const DIMENSIONS = 64;

const Asked = z.object({ input: z.array(z.string()) });

interface Endpoint {
  /** What makes a server or an engine use it. */
  readonly flags: readonly string[];
  readonly settings: { readonly embeddingsUrl: string; readonly embeddingsModel: string };
  close(): void;
}

export async function serveVectors(): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    const { input } = Asked.parse(JSON.parse(await textOf(request)));
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = server.address();
  if (own === null || typeof own === 'string') throw new Error('nobody listens here');
  const settings = { embeddingsUrl: `http://127.0.0.1:${own.port}/v1`, embeddingsModel: 'words' };
  return {
    flags: ['--embeddings-url', settings.embeddingsUrl, '--embeddings-model', settings.embeddingsModel],
    settings,
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
