// Screenshots of the views for the guide.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './flow.ts';
import type { Look } from './window.ts';

const DAY_MS = 86_400_000;
const PHONE: Look = { width: 390, height: 780 };

interface Picture {
  readonly name: string;
  readonly address: (stage: Stage) => Promise<string> | string;
  readonly look?: Look;
  /** Clicked before the screenshot. */
  readonly clicks?: string;
  readonly waitMs?: number;
}

const memoryOf = async ({ server }: Stage): Promise<string> => {
  const { hits } = await server.read('search.words', {
    question: 'staging depot promoted thirty minutes without an alert',
  });
  return `memory/${hits[0]?.memory.id}`;
};

const PICTURES: readonly Picture[] = [
  { name: 'search', address: () => 'search?q=how%20is%20a%20release%20promoted' },
  { name: 'search-dark', address: () => 'search?q=what%20limits%20the%20carrier%20api', look: { dark: true } },
  { name: 'search-phone', address: () => 'search?q=who%20hashes%20passwords', look: PHONE },
  { name: 'memory', address: memoryOf },
  { name: 'time', address: () => `time?true=${Date.now() - 40 * DAY_MS}` },
  { name: 'graph', address: () => 'graph?start=account-service&depth=2&limit=200', look: { dark: true }, waitMs: 5000 },
  { name: 'inbox', address: () => 'inbox?kind=duplicate' },
  { name: 'recalls', address: () => 'recalls', clicks: 'button.question', look: { dark: true } },
  { name: 'code', address: () => 'code/parcels?path=parcels%2Faccounts.py', clicks: 'main a.mono:has-text("sign_in")' },
  { name: 'trace', address: () => 'trace' },
  {
    name: 'query',
    address: () =>
      `query?cypher=${encodeURIComponent('MATCH (r:Requirement)<-[e]-(c:Component) RETURN r.title AS requirement, collect(c.name) AS components LIMIT 10')}`,
  },
  { name: 'data', address: () => 'data' },
  { name: 'health', address: () => 'health', look: { dark: true } },
  { name: 'people', address: () => 'people' },
];

export async function takePictures(stage: Stage, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, address, look = {}, clicks, waitMs = 600 } of PICTURES) {
    const window = await stage.window({ width: 1180, height: 720, ...look });
    await window.go(await address(stage));
    if (clicks) await window.page.locator(clicks).first().click();
    await window.settled();
    await window.page.waitForTimeout(waitMs);
    await window.page.screenshot({ path: join(folder, `${name}.png`) });
    await window.close();
  }
}
