// /health: the server runs. /health/ready: whether it can answer; only admins learn why not.
import type { Serving } from '../contracts/serve.ts';
import { isAdmin } from '../engine/access/permission.ts';
import type { DiskState } from '../engine/ports.ts';
import { messageOf } from '../errors.ts';
import { log } from '../log.ts';
import { version } from '../version.ts';
import { type AuthSettings, authenticate, bearer, type HttpContext } from './authentication.ts';
import type { App } from './listen.ts';

interface Check {
  /** Only `failed` makes the server unavailable. */
  readonly status: 'ok' | 'busy' | 'short' | 'failed';
  readonly reason?: string;
}

interface Readiness {
  readonly status: 'ready' | 'unavailable';
  /** Describes everything that failed. */
  readonly reason?: string;
  readonly checks: { readonly store: Check; readonly model: Check; readonly disk: Check };
}

/** Admins learn the reasons, and so does the owner if no token exists; a wrong token already has its answer. */
type Asker = 'admin' | 'anybody' | Response;

/** Anybody may ask, and each check reads the store several times, so a flood of requests shares one answer. */
const FRESH_MS = 1000;
/** A store that takes longer than this is not ready; health checks give up soon after. */
const PATIENCE_MS = 4000;

const FINE: Check = { status: 'ok' };

export function addHealth(app: App, serving: Serving, entrance: AuthSettings): void {
  const askerOf = askers(serving, entrance);
  let before: Readiness['status'] = 'ready';
  let latest: Promise<Readiness> | null = null;
  let freshUntil = Number.POSITIVE_INFINITY;
  const lookNow = async (): Promise<Readiness> => {
    const found = await readiness(serving);
    if (found.status !== before)
      log.warn(`the server is ${found.status}`, found.reason ? { reason: found.reason } : {});
    before = found.status;
    freshUntil = performance.now() + FRESH_MS;
    return found;
  };
  const look = (): Promise<Readiness> => {
    if (latest && performance.now() < freshUntil) return latest;
    freshUntil = Number.POSITIVE_INFINITY;
    latest = lookNow();
    return latest;
  };
  app.get('/health', async (context) => {
    const [asker, found] = await Promise.all([askerOf(context), look()]);
    if (typeof asker === 'object') return asker;
    const status = found.status === 'ready' ? 'healthy' : 'degraded';
    return context.json(asker === 'admin' ? { status, version } : { status });
  });
  app.get('/health/ready', async (context) => {
    const [asker, { status, ...details }] = await Promise.all([askerOf(context), look()]);
    if (typeof asker === 'object') return asker;
    return context.json(asker === 'admin' ? { status, ...details } : { status }, status === 'ready' ? 200 : 503);
  });
}

/** Determines who asks. Refuses wrong tokens as everywhere, so that nobody can guess them here. */
function askers(serving: Serving, entrance: AuthSettings): (context: HttpContext) => Promise<Asker> {
  let wasOpen = false;
  return async (context) => {
    const isNameless = bearer(context) === undefined;
    try {
      const asking = authenticate(context, serving, entrance);
      // A wrong token is slowed down on purpose, for longer than this.
      const asked = await (isNameless ? soon(asking) : asking);
      if (isNameless) wasOpen = 'actor' in asked;
      if ('refused' in asked) return isNameless ? 'anybody' : asked.refused;
      const { role } = asked.actor;
      return role === undefined || isAdmin(role) ? 'admin' : 'anybody';
    } catch {
      // If the store cannot be read, the last known state applies.
      return wasOpen ? 'admin' : 'anybody';
    }
  };
}

export async function readiness(serving: Serving): Promise<Readiness> {
  try {
    const engine = await serving.engine();
    const { embedding, disk: state } = await soon(engine.status(serving.actor));
    const disk = judgeDisk(state, serving);
    if (embedding.state !== 'error') return summary({ store: FINE, model: FINE, disk });
    // A server that is not ready gets no other requests, so the model is reloaded here.
    void wakeModel(serving);
    const reason = embedding.error ?? 'The embedding model failed.';
    return summary({ store: FINE, model: { status: 'failed', reason }, disk });
  } catch (thrown) {
    return summary({ store: { status: 'failed', reason: messageOf(thrown) }, model: FINE, disk: FINE });
  }
}

async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The store has not answered for ${PATIENCE_MS / 1000} s.`)), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A full disk does not make a server unready if none of its tools writes. */
function judgeDisk({ writes, isShort, problem }: DiskState, { tools }: Serving): Check {
  const reason = problem === null ? {} : { reason: problem };
  if (writes === 'failed') {
    const isNeeded = tools.some(({ annotations }) => !annotations.readOnly);
    return { status: isNeeded ? 'failed' : 'short', ...reason };
  }
  return { status: writes === 'busy' ? 'busy' : isShort ? 'short' : 'ok', ...reason };
}

function summary(checks: Readiness['checks']): Readiness {
  const reasons = Object.values(checks).flatMap(({ status, reason }) => (status === 'failed' ? [reason] : []));
  return reasons.length === 0
    ? { status: 'ready', checks }
    : { status: 'unavailable', reason: reasons.join(' '), checks };
}

/** Loads the model if it is not loaded; its state shows the outcome. */
export const wakeModel = async ({ engine }: Serving): Promise<void> => (await engine()).wake();
