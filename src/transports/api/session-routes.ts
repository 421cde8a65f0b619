// Login, logout and who is logged in. A token arrives once, in a body, and is never sent out.
import { deleteCookie } from 'hono/cookie';
import { asRemanenceError } from '../../errors.ts';
import { version } from '../../version.ts';
import type { HttpContext } from '../authentication.ts';
import type { App } from '../listen.ts';
import { answer, refuse } from './answer.ts';
import { addressOf, admit, cookieName, cookieOf, setLogin, slowed, type Visitor } from './entry.ts';
import { readInput } from './input.ts';
import { type ApiOptions, checkOwnOrigin, readBody } from './request.ts';
import { Login, type Whoami } from './session.ts';

const MAX_LOGIN_LENGTH = 1000;

export function addSessionRoutes(app: App, options: ApiOptions): void {
  const { serving, entrance } = options;
  app.get('/api/session/whoami', async (context) => {
    try {
      return await answer(context, await whoami(context, options));
    } catch (thrown) {
      return refuse(context, thrown);
    }
  });
  app.post('/api/session/login', async (context) => {
    try {
      checkOwnOrigin(context);
      const address = addressOf(context, entrance);
      // Do not read a long body from an unknown client.
      const body = await readBody(context, { who: address }, options, MAX_LOGIN_LENGTH);
      if (body instanceof Response) return body;
      const { token } = readInput(Login, body);
      const { logins } = await serving.engine();
      const { secret, endsAt } = await slowed(logins.enter(token, address), address, entrance);
      const { actor } = await logins.who(secret);
      setLogin(context, secret, endsAt);
      return withCookies(context, await answer(context, await told(options, { actor, endsAt })));
    } catch (thrown) {
      return refuse(context, thrown);
    }
  });
  app.post('/api/session/logout', async (context) => {
    try {
      checkOwnOrigin(context);
      const secret = cookieOf(context);
      if (secret !== undefined) await (await serving.engine()).logins.leave(secret);
      deleteCookie(context, cookieName(context), { path: '/' });
      return withCookies(context, await answer(context, await told(options, null)));
    } catch (thrown) {
      return refuse(context, thrown);
    }
  });
}

async function whoami(context: HttpContext, options: ApiOptions): Promise<Whoami> {
  try {
    return await told(options, await admit(context, options.serving, options.entrance));
  } catch (thrown) {
    if (asRemanenceError(thrown).code !== 'unauthenticated') throw thrown;
    return told(options, null);
  }
}

async function told({ serving, readOnly }: ApiOptions, visitor: Visitor | null): Promise<Whoami> {
  const { access } = await serving.engine();
  return {
    who: visitor?.actor.who ?? null,
    role: visitor?.actor.role ?? null,
    needsToken: await access.needsToken(),
    readOnly,
    user: visitor?.actor.user ?? null,
    project: visitor?.actor.project ?? null,
    endsAt: visitor?.endsAt ?? null,
    version,
  };
}

/** Copies cookies set on the context to the answer, which is a separate response. */
function withCookies(context: HttpContext, response: Response): Response {
  for (const cookie of context.res.headers.getSetCookie()) response.headers.append('set-cookie', cookie);
  return response;
}
