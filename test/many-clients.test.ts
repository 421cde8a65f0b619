import { expect, it } from 'vitest';
import { runClients } from './crowd.ts';

/** A few seconds here; a minute in CI. */
const SECONDS = Number(process.env.CROWD_SECONDS ?? 3);

it('200 clients at once get only right answers or the rate limit', async () => {
  const { calls, limited, errors, growth } = await runClients({ clients: 200, seconds: SECONDS });
  process.stderr.write(
    `200 clients, ${SECONDS} s: ${calls} calls answered, ${limited} over the limit, memory ×${growth.toFixed(2)} since half time\n`,
  );
  expect(errors).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(200);
  // In the first seconds caches still fill.
  if (SECONDS >= 30) expect(growth).toBeLessThan(1.5);
}, 240_000);
