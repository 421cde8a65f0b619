// One of the servers that share a database, behind a proxy of its own.
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { type HttpProcess, startServer } from '../http-server.ts';
import { temporaryFolder } from '../open.ts';
import { Way } from './way.ts';

export const TIMEOUT_S = 3;
/** A call that takes longer hangs. */
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 100;
/** /health/ready must answer within this time. */
const READY_WITHIN_MS = 5500;

export interface Call {
  readonly profile: string;
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

export type Outcome =
  | { readonly kind: 'done'; readonly value: Record<string, unknown> }
  /** By its code: retry, do not retry, or the outcome is unknown. */
  | { readonly kind: 'again' | 'refused' | 'unknown'; readonly message: string }
  | { readonly kind: 'wrong'; readonly message: string };

export type Answered = Outcome & { readonly ms: number };

const Failure = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.object({ retry: z.boolean() }) }),
});
const Answer = z.object({
  result: z
    .object({
      isError: z.boolean().optional(),
      content: z.array(z.object({ text: z.string() })),
    })
    .optional(),
  error: z.object({ message: z.string(), data: z.unknown().optional() }).optional(),
});

export class Member {
  readonly way: Way;
  readonly #flags: readonly string[];
  readonly #folder = temporaryFolder();
  #server: HttpProcess | null = null;

  private constructor(way: Way, flags: readonly string[]) {
    this.way = way;
    this.#flags = flags;
  }

  static async start(address: string, tenant: string, flags: readonly string[] = []): Promise<Member> {
    const way = await Way.before(address);
    const database = ['--database', way.leadingTo(address), '--tenant', tenant];
    const member = new Member(way, [...database, '--database-timeout', String(TIMEOUT_S), ...flags]);
    await member.start();
    return member;
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.#folder, [...this.#flags, '--rate-limit', 'off']);
  }

  async kill(): Promise<void> {
    this.#server?.process.kill('SIGKILL');
    await this.#server?.exited;
  }

  /** Its stderr. */
  get said(): string {
    return this.#server?.stderr() ?? '';
  }

  async call({ profile, tool, input }: Call): Promise<Answered> {
    const began = performance.now();
    const outcome = await this.#ask(profile, tool, input);
    return { ...outcome, ms: performance.now() - began };
  }

  async #ask(profile: string, name: string, input: Record<string, unknown>): Promise<Outcome> {
    let text: string;
    try {
      const response = await fetch(`${this.#server?.url}/mcp/${profile}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      text = await response.text();
    } catch (error) {
      // The server hangs or was killed; if it refused the connection, nothing was sent.
      const isRefused = error instanceof Error && Object(error.cause).code === 'ECONNREFUSED';
      return { kind: isRefused ? 'again' : 'unknown', message: String(error) };
    }
    return read([...text.matchAll(/^data: (.*)$/gm)].at(-1)?.[1] ?? text);
  }

  async isReady(): Promise<boolean> {
    const asked = fetch(`${this.#server?.operations}/health/ready`, { signal: AbortSignal.timeout(READY_WITHIN_MS) });
    return (await asked).status === 200;
  }

  /** How long it takes until /health/ready says so; null if it does not in time. */
  async becomes(isReady: boolean, withinMs: number): Promise<number | null> {
    const began = performance.now();
    while (performance.now() - began < withinMs) {
      const found = await this.isReady().catch(() => null);
      if (found === isReady) return performance.now() - began;
      await delay(LOOK_EVERY_MS);
    }
    return null;
  }

  async end(): Promise<void> {
    await this.kill();
    this.way.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function read(text: string): Outcome {
  const parsed = Answer.safeParse(json(text));
  if (!parsed.success) return { kind: 'wrong', message: `no JSON-RPC: ${text.slice(0, 200)}` };
  const { result, error } = parsed.data;
  if (result && !result.isError) {
    return { kind: 'done', value: z.record(z.string(), z.unknown()).parse(json(result.content[0]?.text ?? '')) };
  }
  const failure = Failure.safeParse(result ? json(result.content[0]?.text ?? '') : error?.data);
  if (!failure.success) return { kind: 'wrong', message: `does not say whether to try again: ${text.slice(0, 300)}` };
  const { code, message, details } = failure.data.error;
  if (details.retry) return { kind: 'again', message: `${code} ${message}` };
  return { kind: code.endsWith('CONFLICT') ? 'unknown' : 'refused', message: `${code} ${message}` };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
