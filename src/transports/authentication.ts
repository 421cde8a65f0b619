// Who a request comes from: the holder of a token or, if no tokens exist, this machine's owner.
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Serving } from '../contracts/serve.ts';
import { type Actor, LOCAL } from '../engine/access/actor.ts';
import { isAdmin } from '../engine/access/permission.ts';
import { asRemanenceError, type RemanenceError } from '../errors.ts';
import { clientAddress } from './addresses.ts';
import { rpcError } from './json-rpc.ts';
import type { Slowdown } from './slowdown.ts';

export const METADATA_PATH = '/.well-known/oauth-protected-resource';

export type HttpContext = Context<{ Bindings: HttpBindings }>;

/** How a port lets people in. */
export interface AuthSettings {
  /** Whether everybody who reaches it is this machine's owner while the store holds no tokens. */
  readonly isOpen: boolean;
  /** Whether a proxy on this machine names its clients. */
  readonly behindProxy: boolean;
  readonly slowdown: Slowdown;
}

export type Authenticated = { readonly actor: Actor } | { readonly refused: Response };

/** The actor of a request, or the answer that asks for a token; reads only the headers. */
export async function authenticate(
  context: HttpContext,
  serving: Serving,
  entrance: AuthSettings,
): Promise<Authenticated> {
  const { access } = await serving.engine();
  const given = bearer(context);
  if (given === undefined && entrance.isOpen && !(await access.needsToken())) return { actor: serving.actor };
  const { remoteAddress } = context.env.incoming.socket;
  const address = clientAddress(remoteAddress, context.req.header('x-forwarded-for'), entrance.behindProxy);
  try {
    return { actor: confined(serving.actor, await access.authenticate(given, address)) };
  } catch (thrown) {
    const error = asRemanenceError(thrown);
    if (error.code !== 'unauthenticated') throw thrown;
    const seconds = given === undefined ? null : await entrance.slowdown.earn(address, Date.now());
    return { refused: seconds === null ? challenge(context, serving, error) : tooManyWrong(context, seconds) };
  }
}

/**
 * A caller as the server confines everybody: to its configured user and project. Only admins, and the owner who logged in
 * by a link and so has no role, may use files of the server's machine.
 */
export function confined(server: Actor, { who, role, cubes }: Actor): Actor {
  const mayUseFiles = role === undefined ? who === LOCAL : isAdmin(role);
  return { ...server, who, role, cubes, roots: mayUseFiles ? server.roots : [], anyCode: false };
}

function tooManyWrong(context: HttpContext, seconds: number): Response {
  const message = `Too many wrong tokens from this address. Try again in ${seconds} s; a valid token is accepted at any time.`;
  return context.json(rpcError(-32_001, message), 429, { 'Retry-After': String(seconds) });
}

/** A 401 that tells the client where to find out how to log in, and its user what is wrong. */
function challenge(context: HttpContext, { contract }: Serving, error: RemanenceError): Response {
  const { pathname } = new URL(context.req.url);
  const origin = originOf(context);
  const isMissing = error.details?.reason === 'MISSING_TOKEN';
  const parts = [
    ...(isMissing ? [] : ['error="invalid_token"', `error_description="${error.message}"`]),
    `resource_metadata="${origin}${METADATA_PATH}${pathname === '/' ? '' : pathname}"`,
  ];
  const { data } = contract.presentError(error, '');
  const message = `${error.message} ${error.hint ?? ''}`.trim();
  return context.json(rpcError(-32_001, message, null, data), 401, {
    'WWW-Authenticate': `Bearer ${parts.join(', ')}`,
  });
}

/** The origin as the client sees it: a proxy that terminates TLS says so. */
export function originOf(context: Context): string {
  const { host, protocol } = new URL(context.req.url);
  const isSecure = context.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https';
  return `${isSecure ? 'https:' : protocol}//${host}`;
}

export function bearer(context: HttpContext): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(context.req.header('authorization') ?? '')?.[1];
}

/** The metadata that OAuth clients request from a resource server (RFC 9728). */
export function resourceMetadata(context: Context, authServers: readonly string[]): Response {
  const { pathname } = new URL(context.req.url);
  const origin = originOf(context);
  return context.json({
    resource: `${origin}${pathname.slice(METADATA_PATH.length) || '/mcp'}`,
    ...(authServers.length === 0 ? {} : { authorization_servers: authServers }),
    bearer_methods_supported: ['header'],
    resource_name: 'Remanence',
  });
}
