// Who a request comes from. Without any token this machine's owner; with tokens, whoever holds one.
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Serving } from '../contracts/serve.ts';
import type { Actor } from '../engine/access/actor.ts';
import { isAdmin } from '../engine/access/permission.ts';
import { asRemanenceError, type RemanenceError } from '../errors.ts';
import { clientAddress } from './addresses.ts';
import { rpcError } from './json-rpc.ts';
import type { Slowdown } from './slowdown.ts';

export const METADATA_PATH = '/.well-known/oauth-protected-resource';

export type HttpContext = Context<{ Bindings: HttpBindings }>;

/** How a port lets people in. */
export interface Entrance {
  /** Without any token in the store, whoever reaches it is this machine's owner. */
  readonly isOpen: boolean;
  /** A proxy on this machine says who its clients are. */
  readonly behindProxy: boolean;
  readonly slowdown: Slowdown;
}

export type Authenticated = { readonly actor: Actor } | { readonly refused: Response };

/** The actor of a request, or the answer that asks for a token; by its headers alone. */
export async function authenticate(context: HttpContext, serving: Serving, entrance: Entrance): Promise<Authenticated> {
  const { access } = await serving.engine();
  const given = bearer(context);
  if (given === undefined && entrance.isOpen && !(await access.needsToken())) return { actor: serving.actor };
  const { remoteAddress } = context.env.incoming.socket;
  const address = clientAddress(remoteAddress, context.req.header('x-forwarded-for'), entrance.behindProxy);
  try {
    const { who, role, cubes } = await access.authenticate(given, address);
    // What the configuration confines the server to holds for everybody; files of its machine are for those who run it.
    const roots = role !== undefined && isAdmin(role) ? serving.actor.roots : [];
    return { actor: { ...serving.actor, who, role, cubes, roots, anyCode: false } };
  } catch (thrown) {
    const error = asRemanenceError(thrown);
    if (error.code !== 'unauthenticated') throw thrown;
    const seconds = given === undefined ? null : await entrance.slowdown.earn(address, Date.now());
    return { refused: seconds === null ? challenge(context, serving, error) : tooManyWrong(context, seconds) };
  }
}

function tooManyWrong(context: HttpContext, seconds: number): Response {
  const message = `Too many wrong tokens from this address. Try again in ${seconds} s; a right one is served at any time.`;
  return context.json(rpcError(-32_001, message), 429, { 'Retry-After': String(seconds) });
}

/** 401 that tells a client where to learn how to get in, and its user what is wrong. */
function challenge(context: HttpContext, { contract }: Serving, error: RemanenceError): Response {
  const { pathname } = new URL(context.req.url);
  const origin = originOf(context);
  const isMissing = error.details?.reason === 'MISSING_TOKEN';
  const parts = [
    ...(isMissing ? [] : ['error="invalid_token"', `error_description="${error.message}"`]),
    `resource_metadata="${origin}${METADATA_PATH}${pathname === '/' ? '' : pathname}"`,
  ];
  const { structured } = contract.presentError(error, '');
  const message = `${error.message} ${error.hint ?? ''}`.trim();
  return context.json(rpcError(-32_001, message, null, structured), 401, {
    'WWW-Authenticate': `Bearer ${parts.join(', ')}`,
  });
}

/** As the client sees it: a proxy that does TLS says so. */
export function originOf(context: Context): string {
  const { host, protocol } = new URL(context.req.url);
  const isSecure = context.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https';
  return `${isSecure ? 'https:' : protocol}//${host}`;
}

export function bearer(context: HttpContext): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(context.req.header('authorization') ?? '')?.[1];
}

/** What OAuth clients ask a resource server for (RFC 9728). */
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
