// Checks a page request before its route sees it: who asks, from where, how often, and the body.
import { isJsonContentType } from '@modelcontextprotocol/server';
import { PAGE_WINDOWS, type RateLimit, rateLimited } from '../../contracts/rate-limit.ts';
import type { Serving } from '../../contracts/serve.ts';
import type { Actor } from '../../engine/access/actor.ts';
import { RemanenceError } from '../../errors.ts';
import { type AuthSettings, type HttpContext, originOf } from '../authentication.ts';
import type { Bodies } from '../bodies.ts';
import { jsonProblem } from '../json-shape.ts';
import { refuse } from './answer.ts';
import { admit, type Visitor } from './entry.ts';
import type { Effect } from './route.ts';

export interface ApiOptions {
  readonly serving: Serving;
  readonly entrance: AuthSettings;
  readonly bodies: Bodies;
  readonly readOnly: boolean;
  /** Null without a rate limit. */
  readonly limit: RateLimit | null;
}

/** Admits or refuses a request by its headers alone. */
export async function enter(
  context: HttpContext,
  effect: Effect,
  { serving, entrance, limit, readOnly }: ApiOptions,
): Promise<Visitor> {
  if (effect !== 'reads') checkOwnOrigin(context);
  const visitor = await admit(context, serving, entrance);
  const now = Date.now();
  const quota = limit?.take(visitor.actor, now);
  if (quota?.isExceeded) throw rateLimited(quota, now, PAGE_WINDOWS);
  if (effect === 'changes' && readOnly) throw new RemanenceError('forbidden', 'This server is read-only.');
  return visitor;
}

/** Pages of other sites cannot write here, whatever cookies the browser sends. */
export function checkOwnOrigin(context: HttpContext): void {
  const [given, own] = [context.req.header('origin'), originOf(context)];
  if (given !== own)
    throw new RemanenceError(
      'forbidden',
      `Only this server's own page may do this: the request has ${given === undefined ? 'no' : 'another'} Origin.`,
      // A program may claim any origin; a browser does not let a page of another site do that.
      given === undefined ? { hint: `Send Origin: ${own}` } : {},
    );
  if (!isJsonContentType(context.req.header('content-type') ?? null))
    throw new RemanenceError('invalid', 'The body must be JSON.', { hint: 'Send content-type: application/json.' });
}

/** The parsed body, or the answer to one that is too large. */
export async function readBody(
  context: HttpContext,
  { who }: Pick<Actor, 'who'>,
  { bodies }: Pick<ApiOptions, 'bodies'>,
  most?: number,
): Promise<unknown> {
  const body = await bodies.read(context.req.raw, context.env.outgoing, who, most);
  if (body === 'too large') return refuse(context, new RemanenceError('invalid', 'The request is too large.'), 413);
  if (body === 'busy')
    throw new RemanenceError('unavailable', 'Too many large requests at once.', { hint: 'Try again.' });
  if (body === null) throw new RemanenceError('cancelled', 'The request was cut off.');
  const problem = jsonProblem(body);
  if (problem !== null) throw new RemanenceError('invalid', `The body cannot be read: ${problem}.`);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new RemanenceError('invalid', 'The body is not valid JSON.');
  }
}
