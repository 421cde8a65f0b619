// A minimal JSON-RPC client over stdio that keeps every line the server prints.
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { onExit } from './on-exit.ts';

export const MAIN = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'main.js');

const Answer = z.object({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});
const Progress = z.object({
  method: z.literal('notifications/progress'),
  params: z.object({ progressToken: z.number() }),
});
const ToolResult = z.object({
  content: z.array(z.object({ text: z.string() })),
  isError: z.boolean().optional(),
});

export class StdioClient {
  readonly process: ChildProcess;
  readonly lines: string[] = [];
  stderr = '';
  #buffer = '';
  #nextId = 1;
  readonly #waiting = new Map<number, (answer: z.infer<typeof Answer>) => void>();
  readonly #hearing = new Map<number, () => void>();
  readonly #exited: Promise<number | null>;

  /** `before` is a command that wraps the server, such as one that limits resources; `env` is added to the environment. */
  constructor(flags: readonly string[], before: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
    const [command = process.execPath, ...args] = [...before, process.execPath, MAIN, 'mcp', ...flags];
    this.process = spawn(command, args, { stdio: 'pipe', env: { ...process.env, ...env } });
    this.process.stdout?.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk));
    this.process.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk;
    });
    this.process.stdin?.on('error', () => {});
    // Its last lines may arrive after its end.
    this.#exited = new Promise((resolve) => this.process.once('close', resolve));
    this.process.once(
      'exit',
      onExit(() => this.process.kill('SIGKILL')),
    );
  }

  #read(chunk: string): void {
    this.#buffer += chunk;
    for (let end = this.#buffer.indexOf('\n'); end >= 0; end = this.#buffer.indexOf('\n')) {
      const line = this.#buffer.slice(0, end);
      this.#buffer = this.#buffer.slice(end + 1);
      this.lines.push(line);
      const message: unknown = JSON.parse(line);
      const progress = Progress.safeParse(message);
      if (progress.success) this.#hearing.get(progress.data.params.progressToken)?.();
      const answer = Answer.safeParse(message);
      if (!answer.success || typeof answer.data.id !== 'number') continue;
      this.#waiting.get(answer.data.id)?.(answer.data);
      this.#waiting.delete(answer.data.id);
      this.#hearing.delete(answer.data.id);
    }
  }

  write(text: string): void {
    this.process.stdin?.write(text);
  }

  send(message: Record<string, unknown>): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async request(
    method: string,
    params: Record<string, unknown> = {},
    onProgress?: () => void,
  ): Promise<z.infer<typeof Answer>> {
    const id = this.#nextId++;
    if (onProgress) this.#hearing.set(id, onProgress);
    const gone = this.#exited.then((code) => {
      throw new Error(`the server ended with ${code}: ${this.stderr}`);
    });
    const answer = new Promise<z.infer<typeof Answer>>((resolve) => this.#waiting.set(id, resolve));
    this.send({ id, method, params: onProgress ? { ...params, _meta: { progressToken: id } } : params });
    return Promise.race([answer, gone]);
  }

  async initialize(protocolVersion = '2025-11-25'): Promise<Record<string, unknown>> {
    const { result = {} } = await this.request('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    this.send({ method: 'notifications/initialized' });
    return result;
  }

  /** Calls a tool and returns its parsed text, or its error text. */
  async call(name: string, input: unknown = {}): Promise<{ error: string | null; value: Record<string, unknown> }> {
    const { result, error } = await this.request('tools/call', { name, arguments: input });
    if (error) return { error: error.message, value: {} };
    const parsed = ToolResult.parse(result);
    const text = parsed.content[0]?.text ?? '';
    return parsed.isError
      ? { error: text, value: {} }
      : { error: null, value: z.record(z.string(), z.unknown()).parse(JSON.parse(text)) };
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    this.process.kill(signal);
    return this.#exited;
  }

  /** Closes stdin as a client does, and waits for the server to exit. */
  close(): Promise<number | null> {
    this.process.stdin?.end();
    return this.#exited;
  }
}
