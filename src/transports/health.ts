// /health: it runs. /health/ready: it can answer, or the reason why not.
import type { Hono } from 'hono';
import type { Serving } from '../contracts/serve.ts';
import { messageOf } from '../errors.ts';
import { version } from '../version.ts';

interface Check {
  readonly status: 'ok' | 'failed';
  readonly reason?: string;
}

interface Readiness {
  readonly status: 'ready' | 'unavailable';
  /** Everything that failed, in words. */
  readonly reason?: string;
  readonly checks: { readonly store: Check; readonly model: Check };
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
    const { embedding } = await engine.status(serving.actor);
    if (embedding.state !== 'error') return summary(FINE, FINE);
    // Nobody may ask a server that is not ready, so this is what brings its model back.
    void wakeModel(serving);
    return summary(FINE, { status: 'failed', reason: embedding.error ?? 'The embedding model failed.' });
  } catch (thrown) {
    return summary({ status: 'failed', reason: messageOf(thrown) }, FINE);
  }
}

function summary(store: Check, model: Check): Readiness {
  const reasons = [store.reason, model.reason].filter((reason) => reason !== undefined);
  const checks = { store, model };
  return reasons.length === 0
    ? { status: 'ready', checks }
    : { status: 'unavailable', reason: reasons.join(' '), checks };
}

/** Loads the model when it is not loaded; how that went is in its state. */
export const wakeModel = async ({ engine }: Serving): Promise<void> => (await engine()).wake();
