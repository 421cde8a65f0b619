// Contract + engine -> MCP server. Apart from the transports, the only place that knows the SDK.
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Actor } from '../engine/access/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { tokens } from '../engine/retrieval/budget.ts';
import { asRemanenceError, cancelled, type ErrorCode, invalid, shown } from '../errors.ts';
import { log } from '../log.ts';
import type { Call, Contract, Tool } from './contract.ts';
import { countUp } from './progress.ts';
import { quotaFields, type RateLimit, rateLimited } from './rate-limit.ts';
import { Sessions } from './sessions.ts';

/** Called when a call begins; the function it returns is called with how the call ended. */
export type Observe = (call: { readonly profile: string; readonly tool: string }) => (status: 'ok' | ErrorCode) => void;

export interface Serving {
  readonly contract: Contract;
  readonly tools: readonly Tool[];
  readonly actor: Actor;
  /** Opened on first use, so that listing the tools never waits for it. */
  engine(): Promise<Engine>;
  readonly observe?: Observe | undefined;
  readonly limit?: RateLimit | undefined;
  /** Shared by the servers of single requests. */
  readonly sessions?: Sessions | undefined;
  /** The user agent of a client that opens no connection. */
  readonly client?: string | undefined;
  /** The address of this server; undefined over stdio. */
  readonly address?: string | undefined;
}

const MAX_CLIENT_CHARACTERS = 100;
const ALIVE_EVERY_MS = 2000;

/** The key in `_meta` under which a transport notes the type of arguments that are not an object. */
export const MISFIT_ARGUMENTS = 'remanence/misfit-arguments';

export function createServer(serving: Serving): Server {
  const { contract, tools, actor, engine, observe, limit, sessions = new Sessions(), address = null, client } = serving;
  const server = new Server(contract.server, { capabilities: { tools: {} }, instructions: contract.instructions });
  const byName = new Map(tools.map((tool) => [tool.name, tool]));

  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describe) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = byName.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${shown(params.name)}`);
    const started = performance.now();
    const ended = observe?.({ profile: contract.profile, tool: tool.name });
    let status: 'ok' | ErrorCode = 'ok';
    const now = Date.now();
    const quota = limit?.take(inNameOf(actor, params.arguments), now) ?? null;
    const meta = quota ? { _meta: quotaFields(quota) } : {};
    const progress = progressOf(context);
    try {
      if (quota?.isExceeded) throw rateLimited(quota, now);
      const misfit = context.mcpReq._meta?.[MISFIT_ARGUMENTS];
      if (misfit !== undefined)
        throw invalid(`Invalid input for ${tool.name}: arguments must be an object, not ${misfit}.`);
      const opened = await engine();
      const recorder = opened.recalls.recorder({
        profile: contract.profile,
        tool: tool.name,
        client: clientOf(server, client),
      });
      const result = await tool.call(params.arguments, {
        engine: opened,
        actor: recorder ? { ...actor, recorder } : actor,
        signal: context.mcpReq.signal,
        session: sessions.enter(actor.who, now),
        address,
        progress: progress.report,
      });
      const text = JSON.stringify(result);
      if (recorder) opened.recalls.answered(recorder, performance.now() - started, () => tokens(text));
      return {
        content: [{ type: 'text', text }],
        ...(tool.givesObject ? { structuredContent: Object(result) } : {}),
        ...meta,
      };
    } catch (thrown) {
      const error = context.mcpReq.signal.aborted ? cancelled() : asRemanenceError(thrown);
      status = error.code;
      if (error.code === 'internal') log.error(`${tool.name} failed`, { error: error.message, stack: error.stack });
      // As text alone: clients hold structured content against the tool's output schema, and would report that instead.
      const { text } = contract.presentError(error, tool.name);
      return { content: [{ type: 'text', text }], isError: true, ...meta };
    } finally {
      progress.end();
      ended?.(status);
      log.debug(tool.name, { ms: Math.round(performance.now() - started) });
    }
  });
  return server;
}

/** The client's own name, or its user agent. */
const clientOf = (server: Server, header: string | undefined): string | null => {
  const { name, version } = server.getClientVersion() ?? {};
  const own = name === undefined ? header : [name, version].filter(Boolean).join(' ');
  return own?.slice(0, MAX_CLIENT_CHARACTERS) ?? null;
};

/** The user a call counts for: without a token, the caller names the user it acts for. */
function inNameOf(actor: Actor, input: Readonly<Record<string, unknown>> | undefined): Actor {
  const user = input?.user_id;
  return actor.role === undefined && typeof user === 'string' && user !== '' ? { ...actor, who: user } : actor;
}

function describe(tool: Tool) {
  const { readOnly, destructive = false, idempotent = readOnly } = tool.annotations;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    ...(tool.givesObject ? { outputSchema: { ...tool.outputSchema, type: 'object' as const } } : {}),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: false,
    },
  };
}

/** Reports the progress of a call. While nothing new is reported, repeats the last report as a sign of life. */
function progressOf(context: ServerContext): { report: Call['progress']; end: () => void } {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { report: () => {}, end: () => {} };
  const count = countUp();
  let last: Parameters<Call['progress']> = [0, 0];
  const report: Call['progress'] = (...told) => {
    last = told;
    const progress = count(...told);
    if (!progress || context.mcpReq.signal.aborted) return;
    const params = { progressToken, ...progress };
    void context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  const repeating = setInterval(() => report(...last), ALIVE_EVERY_MS);
  return { report, end: () => clearInterval(repeating) };
}
