// Fills a house as months of work would: memories that changed, duplicates, proposals, code, and agents that asked.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARCELS } from '../example/parcels.ts';
import type { House } from './house.ts';
import { ALIKE, NOTES, PROPOSALS, QUESTIONS } from './story.ts';

const PROJECT = 'parcels';

export async function furnish(house: House): Promise<void> {
  for (const { type, content, metadata } of PARCELS)
    await house.post('memory.add', { type, content, metadata, project: PROJECT });
  await house.post('code.index', { path: house.code, watch: false });
  await indexed(house);
  const notes = [];
  for (const { content, tags } of NOTES) {
    notes.push((await house.post('memory.add', { content, tags: [...tags], project: PROJECT })).memory);
  }
  for (const content of ALIKE) await house.post('memory.add', { content, project: PROJECT });
  const [release, limit, , , , , , , , logs] = notes;
  if (!release || !limit || !logs) throw new Error('The story is too short.');
  await house.post('memory.edit', {
    id: release.id,
    version: release.version,
    content: release.content.replace('thirty quiet minutes', 'thirty minutes without an alert'),
    tags: ['release', 'on-call'],
  });
  await house.post('memory.replace', {
    id: limit.id,
    version: limit.version,
    content:
      'The carrier API of Nordpost allows 120 requests a minute since the new contract; CarrierPoller backs off for ninety seconds after a 429.',
    reason: 'The contract was renewed in October.',
  });
  await house.post('memory.invalidate', { id: logs.id, version: logs.version, reason: 'Logs moved to another store.' });
  for (const { content, source } of PROPOSALS) await house.post('inbox.propose', { content, source, project: PROJECT });
  await ask(house, ['claude-code', 'cursor'], QUESTIONS);
  await makeStale(house);
}

/** Waits until nothing is being indexed. */
export async function indexed(house: House): Promise<void> {
  for (let turn = 0; turn < 300; turn++) {
    const { projects } = await house.read('code.projects', {});
    if (projects.length > 0 && projects.every(({ state }) => state === 'completed' || state === 'failed')) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The code is still being indexed.');
}

/** Agents ask, each in turn. */
async function ask(house: House, agents: readonly string[], questions: readonly string[]): Promise<void> {
  const clients = await Promise.all(agents.map((name) => house.agent(name)));
  for (const [at, query] of questions.entries()) {
    await clients[at % clients.length]?.callTool({ name: 'recall', arguments: { query } });
  }
  for (const client of clients) await client.close();
}

/** The code that a memory names changes after it was learned. */
async function makeStale(house: House): Promise<void> {
  const file = join(house.code, 'parcels', 'accounts.py');
  writeFileSync(file, readFileSync(file, 'utf8').replace('rounds=COST', 'rounds=COST + 1'));
  await house.post('code.index', { path: house.code, watch: false });
  await indexed(house);
}
