// Who a page request comes from: known by a cookie or a token header, or the owner of this machine if no token exists.
import { getCookie, setCookie } from 'hono/cookie';
import type { Serving } from '../../contracts/serve.ts';
import type { Actor } from '../../engine/access/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { asRemanenceError, RemanenceError } from '../../errors.ts';
import { clientAddress } from '../addresses.ts';
import { type AuthSettings, bearer, confined, type HttpContext, originOf } from '../authentication.ts';

export interface Visitor {
  readonly actor: Actor;
  /** When the login ends; null without one. */
  readonly endsAt: number | null;
}

/** Named after the port: cookies ignore ports, and a machine may run several servers. */
export const cookieName = (context: HttpContext): string => `remanence-${new URL(context.req.url).port || 'page'}`;

export const cookieOf = (context: HttpContext): string | undefined => getCookie(context, cookieName(context));

export function setLogin(context: HttpContext, secret: string, endsAt: number): void {
  setCookie(context, cookieName(context), secret, {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    secure: originOf(context).startsWith('https:'),
    expires: new Date(endsAt),
  });
}

/** The visitor, or an error that sends the page to the login. Wrong tokens are slowed down as everywhere. */
export async function admit(context: HttpContext, serving: Serving, entrance: AuthSettings): Promise<Visitor> {
  const engine = await serving.engine();
  const [token, cookie] = [bearer(context), cookieOf(context)];
  if (token !== undefined) {
    const address = addressOf(context, entrance);
    const actor = await slowed(engine.access.authenticate(token, address), address, entrance);
    return { actor: confined(serving.actor, actor), endsAt: null };
  }
  if (cookie !== undefined) {
    const login = await engine.logins.who(cookie).catch((thrown: unknown) => orOwner(thrown, engine, entrance));
    if (login) return { actor: confined(serving.actor, login.actor), endsAt: login.endsAt };
    return { actor: serving.actor, endsAt: null };
  }
  if (entrance.isOpen && !(await engine.access.needsToken())) return { actor: serving.actor, endsAt: null };
  throw new RemanenceError('unauthenticated', 'This server needs a token.', {
    hint: "Log in with a token; the server's operator makes one with `remanence user token`.",
  });
}

/** A stale cookie does not lock the owner out of an open server. */
async function orOwner(thrown: unknown, engine: Engine, { isOpen }: AuthSettings): Promise<null> {
  if (isOpen && asRemanenceError(thrown).code === 'unauthenticated' && !(await engine.access.needsToken())) return null;
  throw thrown;
}

/** Delays a refusal according to the wrong tokens from this address. */
export async function slowed<T>(work: Promise<T>, address: string, { slowdown }: AuthSettings): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    const error = asRemanenceError(thrown);
    if (error.code !== 'unauthenticated') throw thrown;
    const seconds = await slowdown.earn(address, Date.now());
    if (seconds === null) throw thrown;
    throw new RemanenceError('rate_limited', 'Too many wrong tokens from this address.', {
      hint: `Try again in ${seconds} s; a valid token is accepted at any time.`,
      details: { retry_after_seconds: seconds },
    });
  }
}

export const addressOf = (context: HttpContext, { behindProxy }: AuthSettings): string =>
  clientAddress(context.env.incoming.socket.remoteAddress, context.req.header('x-forwarded-for'), behindProxy);
