// Checks messages before the SDK sees them: it drops some malformed ones and answers others in its validator's words.
import { isUtf8 } from 'node:buffer';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type StandardSchemaV1Sync,
  specTypeSchemas,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { MISFIT_ARGUMENTS } from '../contracts/serve.ts';
import { asRemanenceError } from '../errors.ts';
import { log } from '../log.ts';
import { jsonProblem } from './json-shape.ts';

/** Enough for a hundred memories of the largest size in one call. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** As many as the SDK takes, which counts them only after each has been checked. */
const MAX_BATCH = 100;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;
export const INVALID_PARAMS = -32_602;

const Id = z.union([z.string(), z.int()], { error: 'id must be a string or an integer' });
type Id = z.infer<typeof Id> | null;

export interface RpcError {
  readonly jsonrpc: '2.0';
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly id: Id;
}

/** A message for the SDK, or the answer to a malformed one. */
export type Received = { readonly message: unknown } | { readonly refused: RpcError };

export const rpcError = (code: number, message: string, id: Id = null, data?: unknown): RpcError => ({
  jsonrpc: '2.0',
  error: { code, message, ...(data === undefined ? {} : { data }) },
  id,
});

export const tooLong = (): RpcError => invalidRequest(`a message is at most ${MAX_MESSAGE_BYTES} bytes`).refused;

interface Accepts {
  readonly batches: boolean;
}

/** Reads one message, or a batch if the transport takes batches. Never throws: nothing a client sends ends the server. */
export function receive(bytes: Buffer, accepts: Accepts): Received {
  try {
    return read(bytes, accepts);
  } catch (thrown) {
    const { message, stack } = asRemanenceError(thrown);
    log.error('a message could not be read', { error: message, stack });
    return { refused: rpcError(INTERNAL_ERROR, 'Internal error: the message could not be read.') };
  }
}

function read(bytes: Buffer, { batches }: Accepts): Received {
  if (!isUtf8(bytes)) return { refused: rpcError(PARSE_ERROR, 'Parse error: the message is not UTF-8.') };
  const problem = jsonProblem(bytes);
  if (problem !== null) return invalidRequest(problem, leadingId(bytes));
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { refused: rpcError(PARSE_ERROR, 'Parse error: the message is not valid JSON.') };
  }
  if (!Array.isArray(value)) return receiveOne(value);
  return batches ? receiveBatch(value) : invalidRequest('send one message a line, not a batch');
}

function receiveBatch(values: readonly unknown[]): Received {
  if (values.length === 0) return invalidRequest('the batch is empty');
  if (values.length > MAX_BATCH) return invalidRequest(`a batch holds at most ${MAX_BATCH} messages`);
  const messages: unknown[] = [];
  for (const value of values) {
    const received = receiveOne(value);
    if ('refused' in received) return received;
    messages.push(received.message);
  }
  return { message: messages };
}

const Envelope = z.looseObject(
  {
    jsonrpc: z.literal('2.0', { error: 'jsonrpc must be "2.0"' }),
    id: Id.optional(),
    method: z.string({ error: 'method must be a string' }),
  },
  { error: 'a message must be an object' },
);
const Params = z.record(z.string(), z.unknown());

function receiveOne(value: unknown): Received {
  if (isJSONRPCResponse(value)) return { message: value };
  const id = idOf(Object(value));
  const envelope = Envelope.safeParse(value);
  if (!envelope.success) return invalidRequest(envelope.error.issues.map((issue) => issue.message).join(', '), id);
  // Null counts as missing, as in the input of a tool.
  const { params: given, ...rest } = envelope.data;
  const params = Params.safeParse(given ?? {});
  if (!params.success) return invalidParams(rest.method, ['params must be an object'], id);
  const message = { ...rest, ...(given == null ? {} : { params: spelled(rest.method, params.data) }) };
  const problems = problemsOf(rest.method, message);
  if (problems.length > 0) return invalidParams(rest.method, problems, id);
  if (isJSONRPCRequest(message) || isJSONRPCNotification(message)) return { message };
  return invalidRequest('a message has only jsonrpc, id, method and params', id);
}

const LEADING_ID =
  /^\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"\\\p{Cc}]{0,100}"\s*,\s*)*"id"\s*:\s*(0|[1-9]\d{0,14}|"[^"\\\p{Cc}]{0,100}")\s*,/u;

/** The id of a message that is too complex to parse, if it comes before everything complex. */
function leadingId(bytes: Buffer): Id {
  const [, id] = LEADING_ID.exec(bytes.toString('utf8', 0, 500)) ?? [];
  return id === undefined ? null : Id.parse(JSON.parse(id));
}

/** The id to answer to; null for a response, and for an id that is none. */
function idOf(message: object): Id {
  const isResponse = !('method' in message) && ('result' in message || 'error' in message);
  return isResponse ? null : Id.nullable().catch(null).parse(Reflect.get(message, 'id'));
}

/** Arguments that are not an object reach the tool as a marker; its profile then answers in its shape. */
function spelled(method: string, params: Record<string, unknown>): Record<string, unknown> {
  if (method !== 'tools/call') return params;
  const { arguments: given, ...rest } = params;
  if (given == null) return rest;
  if (typeof given === 'object' && !Array.isArray(given)) return params;
  const kind = Array.isArray(given) ? 'array' : typeof given;
  return { ...rest, _meta: { ...Object(params._meta), [MISFIT_ARGUMENTS]: kind } };
}

const { InitializeRequest, PingRequest, ListToolsRequest, CallToolRequest } = specTypeSchemas;
const SCHEMAS = new Map<string, StandardSchemaV1Sync>([
  ['initialize', InitializeRequest],
  ['ping', PingRequest],
  ['tools/list', ListToolsRequest],
  ['tools/call', CallToolRequest],
]);

/** What the SDK would refuse in a call of a served method. */
function problemsOf(method: string, message: unknown): string[] {
  const { issues = [] } = SCHEMAS.get(method)?.['~standard'].validate(message) ?? {};
  return issues.map(({ path = [], message: problem }) => `${path.join('.')}: ${problem}`);
}

const invalidRequest = (problem: string, id: Id = null) => ({
  refused: rpcError(INVALID_REQUEST, `Invalid request: ${problem}.`, id),
});

const invalidParams = (method: string, problems: readonly string[], id: Id) => ({
  refused: rpcError(INVALID_PARAMS, `Invalid params of ${method.slice(0, 100)}: ${problems.join('; ')}.`, id),
});
