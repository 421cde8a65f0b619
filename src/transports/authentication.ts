// Who a request comes from. Without any token this machine's owner; with tokens, whoever holds one.
import type { Context } from 'hono';
import type { Serving } from '../contracts/serve.ts';
import type { Actor } from '../engine/access/actor.ts';
import { isAdmin } from '../engine/access/permission.ts';
import { asRemanenceError, type RemanenceError } from '../errors.ts';

export const METADATA_PATH = '/.well-known/oauth-protected-resource';

export type Authenticated = { readonly actor: Actor } | { readonly refused: Response };

/** The actor of a request, or the answer that asks for a token. */
export async function authenticate(context: Context, serving: Serving, isOpen: boolean): Promise<Authenticated> {
  const { access } = await serving.engine();
  const given = bearer(context.req.header('authorization'));
  if (given === undefined && isOpen && !(await access.needsToken())) return { actor: serving.actor };
  try {
    const { who, role, cubes } = await access.authenticate(given);
    // What the configuration confines the server to holds for everybody; files of its machine are for those who run it.
    const roots = role !== undefined && isAdmin(role) ? serving.actor.roots : [];
    return { actor: { ...serving.actor, who, role, cubes, roots, anyCode: false } };
  } catch (thrown) {
    const error = asRemanenceError(thrown);
    if (error.code !== 'unauthenticated') throw thrown;
    return { refused: challenge(context, serving, error) };
  }
}

/** 401 that tells a client where to learn how to get in, and its user what is wrong. */
function challenge(context: Context, { contract }: Serving, error: RemanenceError): Response {
  const { pathname } = new URL(context.req.url);
  const origin = originOf(context);
  const isMissing = error.details?.reason === 'MISSING_TOKEN';
  const parts = [
    ...(isMissing ? [] : ['error="invalid_token"', `error_description="${error.message}"`]),
    `resource_metadata="${origin}${METADATA_PATH}${pathname === '/' ? '' : pathname}"`,
  ];
  const { structured } = contract.presentError(error, '');
  const data = structured === undefined ? {} : { data: structured };
  return context.json(
    {
      jsonrpc: '2.0',
      error: { code: -32_001, message: `${error.message} ${error.hint ?? ''}`.trim(), ...data },
      id: null,
    },
    401,
    { 'WWW-Authenticate': `Bearer ${parts.join(', ')}` },
  );
}

/** As the client sees it: a proxy that does TLS says so. */
export function originOf(context: Context): string {
  const { host, protocol } = new URL(context.req.url);
  const isSecure = context.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https';
  return `${isSecure ? 'https:' : protocol}//${host}`;
}

function bearer(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
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
