// /health: it runs. /health/ready: it can answer, or the reason why not.
import type { Hono } from 'hono';
import type { Serving } from '../contracts/serve.ts';
import type { DiskState } from '../engine/ports.ts';
import { messageOf } from '../errors.ts';
import { version } from '../version.ts';

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

const FINE: Check = { status: 'ok' };

export function addHealth(app: Hono, serving: Serving): void {
  app.get('/health', async (context) => {
    const { status } = await readiness(serving);
    return context.json({ status: status === 'ready' ? 'healthy' : 'degraded', version });
  });
  app.get('/health/ready', async (context) => {
    const answer = await readiness(serving);
    return context.json(answer, answer.status === 'ready' ? 200 : 503);
  });
}

export async function readiness(serving: Serving): Promise<Readiness> {
  try {
    const engine = await serving.engine();
    const { embedding, disk: state } = await engine.status(serving.actor);
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
