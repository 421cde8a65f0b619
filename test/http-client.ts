// JSON-RPC over HTTP without a session: each call is a separate request.
import * as z from 'zod';

const Answer = z.object({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

export class HttpClient {
  readonly #url: string;
  #nextId = 1;

  constructor(url: string) {
    this.#url = url;
  }

  /** Sends a raw body; `onData` is called for each piece of the answer as it arrives. */
  async post(body: string, onData: () => void = () => {}): Promise<HttpAnswer> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body,
    });
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece, { stream: true });
      onData();
    }
    // The answer may be the last event of a stream, after progress events.
    const events = [...text.matchAll(/^data: (.*)$/gm)];
    return { status: response.status, body: events.at(-1)?.[1] ?? text };
  }

  async request(
    method: string,
    params: Record<string, unknown> = {},
    onProgress?: () => void,
  ): Promise<z.infer<typeof Answer>> {
    const id = this.#nextId++;
    const told = onProgress ? { ...params, _meta: { progressToken: id } } : params;
    const { body } = await this.post(JSON.stringify({ jsonrpc: '2.0', id, method, params: told }), onProgress);
    return Answer.parse(JSON.parse(body));
  }
}
