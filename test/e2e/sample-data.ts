// Fills a server like months of work: changed memories, duplicates, proposals, code, and agents that asked.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../../src/engine/ids.ts';
import { PROJECT_TYPES } from '../../src/engine/memories/project-types.ts';
import { PARCELS } from '../example/parcels.ts';
import type { TestServer } from './server.ts';
import { ALIKE, NOTES, type Note, PROPOSALS, QUESTIONS } from './story.ts';

type Told = Note & Partial<Pick<(typeof PARCELS)[number], 'type' | 'metadata'>>;

const PROJECT = 'parcels';
const DAY_MS = 86_400_000;

export async function addSampleData(server: TestServer): Promise<void> {
  await server.post('code.index', { path: server.code, watch: false });
  await indexed(server);
  await server.post('data.import', { format: 'remanence', text: asExport(), name: 'story.jsonl' });
  for (const content of ALIKE) await server.post('memory.add', { content, project: PROJECT });
  await change(server);
  for (const { content, source } of PROPOSALS)
    await server.post('inbox.propose', { content, source, project: PROJECT });
  await invite(server);
  await ask(server, ['claude-code', 'cursor'], QUESTIONS);
  await makeStale(server);
}

/** The notes as an export, with the times at which they were learned. */
function asExport(): string {
  const now = Date.now();
  const at = (days: number) => new Date(now - days * DAY_MS).toISOString();
  const told = [...PARCELS.map((each, index) => ({ ...each, tags: [], days: 225 - index * 7 })), ...NOTES];
  const ids = told.map(({ days }) => newId(now - days * DAY_MS));
  const idOf = (beginning: string | undefined) =>
    ids[told.findIndex(({ content }) => beginning !== undefined && content.startsWith(beginning))] ?? null;
  const header = { format: 'remanence', version: 1, exported_at: at(0), model: null };
  const records = told.map(({ content, tags, days, ...note }: Told, index) => ({
    record: 'memory',
    id: ids[index],
    scope: { cube: null, user: null, project: PROJECT, session: null },
    content,
    kind: note.type ? PROJECT_TYPES[note.type].kind : (note.kind ?? 'semantic'),
    type: note.type ?? null,
    label: null,
    tags,
    summary: null,
    importance: 1,
    metadata: note.metadata ?? {},
    event_time: at(days),
    ingestion_time: at(days),
    updated_at: at(note.ended?.days ?? days),
    valid_from: at(days),
    valid_until: note.ended ? at(note.ended.days) : null,
    invalid_reason: note.ended?.reason ?? null,
    superseded_by: idOf(note.ended?.by),
    accesses: 0,
    accessed_at: null,
    conversation: null,
  }));
  return [header, ...records].map((line) => JSON.stringify(line)).join('\n');
}

/** Users without tokens, so that the server stays open to its owner. */
async function invite(server: TestServer): Promise<void> {
  for (const [id, role] of [
    ['tamsin', 'admin'],
    ['zsofia', 'user'],
    ['riga-screen', 'guest'],
  ] as const) {
    await server.post('people.addUser', { id, role });
  }
  await server.post('people.addCube', { id: 'depots', description: 'What all depots should know' });
  await server.post('people.share', { cube: 'depots', user: 'zsofia' });
}

/** Makes a statement about a release more precise. */
async function change(server: TestServer): Promise<void> {
  const { hits } = await server.read('search.words', { question: 'releases staging depot image promoted production' });
  const release = hits.find(({ memory }) => memory.tags.includes('release'))?.memory;
  if (!release) throw new Error('The story does not say how a release is promoted.');
  await server.post('memory.edit', {
    id: release.id,
    version: release.version,
    content: release.content.replace('thirty quiet minutes', 'thirty minutes without an alert'),
    tags: ['release', 'on-call'],
  });
}

/** Waits until no indexing runs. */
async function indexed(server: TestServer): Promise<void> {
  for (let turn = 0; turn < 300; turn++) {
    const { projects } = await server.read('code.projects', {});
    if (projects.length > 0 && projects.every(({ state }) => state === 'completed' || state === 'failed')) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The code is still being indexed.');
}

/** Agents ask in turn. */
async function ask(server: TestServer, agents: readonly string[], questions: readonly string[]): Promise<void> {
  const clients = await Promise.all(agents.map((name) => server.agent(name)));
  for (const [at, query] of questions.entries()) {
    await clients[at % clients.length]?.callTool({ name: 'recall', arguments: { query } });
  }
  for (const client of clients) await client.close();
}

/** Changes code that a memory names after the memory was stored. */
async function makeStale(server: TestServer): Promise<void> {
  const file = join(server.code, 'parcels', 'accounts.py');
  writeFileSync(file, readFileSync(file, 'utf8').replace('rounds=COST', 'rounds=COST + 1'));
  await server.post('code.index', { path: server.code, watch: false });
  await indexed(server);
}
