// /health: it runs. /health/ready: it can answer or not; why not is told to those who run the server.
import type { Serving } from '../contracts/serve.ts';
import { isAdmin } from '../engine/access/permission.ts';
import type { DiskState } from '../engine/ports.ts';
import { messageOf } from '../errors.ts';
import { log } from '../log.ts';
import { version } from '../version.ts';
import { authenticate, bearer, type Entrance, type HttpContext } from './authentication.ts';
import type { App } from './listen.ts';

interface Check {
  /** Only what failed makes a server unavailable. */
  readonly status: 'ok' | 'busy' | 'short' | 'failed';
  readonly reason?: string;
}

interface Readiness {
  readonly status: 'ready' | 'unavailable';
  /** Everything that failed, in words. */
  readonly reason?: string;
  readonly checks: { readonly store: Check; readonly model: Check; readonly disk: Check };
}

/** Admins are told the reasons, and so is the owner where no token exists; a wrong token has its answer already. */
type Asker = 'admin' | 'anybody' | Response;

/** Anybody may ask, and each look costs several reads of the store: a flood of questions shares one answer. */
const FRESH_MS = 1000;
/** A store that takes longer than this is not ready; health checks give up soon after. */
const PATIENCE_MS = 4000;

const FINE: Check = { status: 'ok' };

export function addHealth(app: App, serving: Serving, entrance: Entrance): void {
  const askerOf = askers(serving, entrance);
  let before: Readiness['status'] = 'ready';
  const lookNow = async (): Promise<Readiness> => {
    const found = await readiness(serving);
    if (found.status !== before)
      log.warn(`the server is ${found.status}`, found.reason ? { reason: found.reason } : {});
    before = found.status;
    freshUntil = performance.now() + FRESH_MS;
    return found;
  };
  let freshUntil = Number.POSITIVE_INFINITY;
  let latest: Promise<Readiness> | null = null;
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

/** Tells who asks. A wrong token is refused here as everywhere, or this would be the place to try them. */
function askers(serving: Serving, entrance: Entrance): (context: HttpContext) => Promise<Asker> {
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
      // A store that cannot be read knows no tokens; what held before holds.
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
    // Nobody may ask a server that is not ready, so this is what brings its model back.
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

/** A server that offers no tool which writes is not held up by a full disk. */
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

/** Loads the model when it is not loaded; how that went is in its state. */
export const wakeModel = async ({ engine }: Serving): Promise<void> => (await engine()).wake();
