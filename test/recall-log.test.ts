// The recall log shows what clients received.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { round } from '../src/contracts/texts.ts';
import { DAY_MS } from '../src/engine/clock.ts';
import type { Engine } from '../src/engine/engine.ts';
import { readId } from '../src/engine/ids.ts';
import { ApiClient } from './api-client.ts';
import { type HttpUsers, startUsers } from './http-users.ts';
import { type OpenEngine, OWNER, openFolder, openTestEngine } from './open.ts';

describe('the recall log', () => {
  let users: HttpUsers;
  let page: ApiClient;
  beforeAll(async () => {
    users = await startUsers();
    page = new ApiClient(users.http.url);
    const texts = ['The checkout service deploys on Fridays.', 'Ada leads checkout.', 'Invoices are sent on Mondays.'];
    for (const content of texts) await users.open.engine.memories.store(OWNER, { content });
    await users.open.engine.memories.store(OWNER, {
      content: 'REQ-7: the checkout must take vouchers.',
      type: 'requirements',
      metadata: { requirement_id: 'REQ-7' },
    });
  });
  afterAll(() => users.dispose());

  const newest = async () => {
    const { body } = await page.get('recalls.list', { limit: 1 });
    return body.items[0];
  };

  it.each([
    ['memory-mcp', 'recall', 'results', 'score'],
    ['memory-mcp', 'search_text', 'results', 'score'],
    ['memory-mcp', 'search', 'results', 'score'],
    ['long-term-memory', 'memory_search', 'results', null],
    ['memgos', 'search_memories', 'results', null],
  ])('%s %s: shows the received ids in their order', async (profile, tool, field, score) => {
    const client = await users.connect(profile);
    const question = 'When does the checkout deploy?';
    const { value, isError } = await client.call(tool, { query: question });
    expect([tool, isError]).toEqual([tool, false]);
    const found = value[field];
    const received: Record<string, unknown>[] = Array.isArray(found) ? found : found.text_mem[0].memories;
    expect(received.length).toBeGreaterThan(0);
    const entry = await newest();
    expect(entry).toMatchObject({ profile, tool, question, who: 'local', useful: null });
    const given = entry?.given.filter(({ source }) => source === 'memory') ?? [];
    expect(given.map(({ id }) => id)).toEqual(received.map((each) => readId(each.id ?? each.memory_id)));
    if (score !== null) expect(given.map((each) => round(each.score))).toEqual(received.map((each) => each[score]));
    expect(entry?.tokens).toBeGreaterThan(10);
    expect(entry?.ms).toBeGreaterThan(0);
    await client.close();
  });

  it('shows empty recalls too, and finds them', async () => {
    const client = await users.connect('memory-mcp');
    await client.call('search_text', { query: 'zeppelin' });
    await client.close();
    const { body } = await page.get('recalls.list', { only: 'empty' });
    expect(body.items[0]).toMatchObject({ question: 'zeppelin', given: [] });
  });

  it('keeps no secret of a question', async () => {
    const client = await users.connect('memory-mcp');
    await client.call('search_text', { query: 'is ghp_16C7e42F292c6912E7710c838347Ae178B4a the token?' });
    await client.close();
    const entry = await newest();
    expect(entry?.question).not.toContain('ghp_16C7');
    expect(entry?.question).toContain('the token?');
  });

  it('records whether a recall was useful', async () => {
    const entry = await newest();
    expect((await page.post('recalls.judge', { id: entry?.id ?? '', useful: false })).body.useful).toBe(false);
    expect((await page.get('recalls.list', { only: 'useless' })).body.items.map(({ id }) => id)).toEqual([entry?.id]);
    expect((await page.post('recalls.judge', { id: 'nowhere', useful: true })).status).toBe(404);
  });

  it('does not record searches on the page', async () => {
    const before = (await newest())?.id;
    await page.get('search.recall', { question: 'Who leads checkout?' });
    expect((await newest())?.id).toBe(before);
  });

  it('shows a user only its own recalls', async () => {
    const token = await users.token('ada');
    const client = await users.connect('memory-mcp', token);
    await client.call('recall', { query: 'what does Ada ask?' });
    await client.close();
    const ada = new ApiClient(users.http.url, token);
    const { body } = await ada.get('recalls.list', {});
    expect(body.items.map(({ who, question }) => [who, question])).toEqual([['ada', 'what does Ada ask?']]);
    const bob = new ApiClient(users.http.url, await users.token('bob'));
    expect((await bob.get('recalls.list', {})).body.items).toEqual([]);
    expect((await bob.get('recalls.list', { who: 'ada' })).body.items).toEqual([]);
    expect((await bob.post('recalls.judge', { id: body.items[0]?.id ?? '', useful: true })).status).toBe(404);
  });
});

it('no recall is recorded when the log is off', async () => {
  const open = await openTestEngine({ recallLog: 'off' });
  expect(open.engine.recalls.recorder({ profile: 'p', tool: 't', client: null })).toBeNull();
  expect(open.engine.recalls.isKept).toBe(false);
  await open.dispose();
});

it('questions are deleted when everything is removed', async () => {
  const open = await openTestEngine();
  const recorder = open.engine.recalls.recorder({ profile: 'p', tool: 't', client: null });
  await open.engine.retrieval.byWords({ ...OWNER, recorder: recorder ?? undefined }, 'a question', 5);
  if (recorder) open.engine.recalls.answered(recorder, 1, () => 1);
  await expect
    .poll(async () => (await open.engine.recalls.list(OWNER, { only: 'all', limit: 9 })).items)
    .toHaveLength(1);
  await open.engine.reset(OWNER);
  expect((await open.engine.recalls.list(OWNER, { only: 'all', limit: 9 })).items).toEqual([]);
  await open.dispose();
});

async function recall(engine: Engine, question: string): Promise<void> {
  const recorder = engine.recalls.recorder({ profile: 'p', tool: 't', client: null });
  await engine.retrieval.byWords({ ...OWNER, recorder: recorder ?? undefined }, question, 5);
  if (recorder) engine.recalls.answered(recorder, 1, () => 1);
}

/** Logs these questions, and waits until they are listed. */
async function ask({ engine }: OpenEngine, ...questions: string[]): Promise<void> {
  for (const question of questions) await recall(engine, question);
  await expect.poll(() => asked(engine)).toHaveLength(questions.length);
}

const asked = async (engine: Engine) =>
  (await engine.recalls.list(OWNER, { only: 'all', limit: 9 })).items.map(({ question }) => question);

it('a question that repeats a memory or has a word of it alone is deleted with it, and others stay', async () => {
  const open = await openTestEngine();
  await open.engine.memories.store(OWNER, { content: 'The shop opens at seven.' });
  const { memory } = await open.engine.memories.store(OWNER, { content: 'The vault opens at seven on Mondays.' });
  await ask(open, 'The vault opens at seven', 'does Ben know the vaults', 'when does the shop close');
  await open.engine.memories.remove(OWNER, memory.id);
  expect(await asked(open.engine)).toEqual(['when does the shop close']);
  await open.dispose();
});

it.each(['live', 'in the bin'])(
  'a question that repeats what a memory said before is deleted with it: %s',
  async (place) => {
    const open = await openTestEngine();
    const { memory } = await open.engine.memories.store(OWNER, { content: 'The vault opens at seven on Mondays.' });
    await ask(open, 'The vault opens at seven on Mondays?', 'does Ben know the vaults', 'when does the shop close');
    await open.engine.memories.update(OWNER, memory.id, { content: 'Invoices are sent by post.' });
    if (place === 'in the bin') await open.engine.memories.discard(OWNER, memory.id);
    await open.engine.memories.remove(OWNER, memory.id);
    expect(await asked(open.engine)).toEqual(['when does the shop close']);
    await open.dispose();
  },
);

it.each(['live', 'in the bin'])(
  'a question with a word that a memory had before is deleted with it, also if it was asked since: %s',
  async (place) => {
    const open = await openTestEngine();
    const { engine } = open;
    await engine.memories.store(OWNER, { content: 'The shop opens at seven.' });
    const { memory } = await engine.memories.store(OWNER, { content: 'The corvidune hut opens with a key.' });
    await engine.memories.update(OWNER, memory.id, { content: 'The hut opens with a key.' });
    if (place === 'in the bin') await engine.memories.discard(OWNER, memory.id);
    await ask(open, 'corvidune', 'when does the shop close');
    await engine.memories.remove(OWNER, memory.id);
    expect(await asked(engine)).toEqual(['when does the shop close']);
    await open.dispose();
  },
);

it.each(['upkeep', 'normalising'])(
  'a question that repeats a memory is deleted when the bin loses it: by %s',
  async (way) => {
    let days = 0;
    const open = await openTestEngine({}, { tends: false, now: () => Date.now() + days * DAY_MS });
    const { engine } = open;
    const { memory } = await engine.memories.store(OWNER, { content: 'The vault opens at seven on Mondays.' });
    await engine.memories.discard(OWNER, memory.id);
    days = 29;
    await ask(open, 'The vault opens at seven on Mondays?', 'when does the shop close');
    await engine.normalising.emptyBin();
    expect(await asked(engine)).toHaveLength(2);
    days = 31;
    if (way === 'upkeep') await engine.normalising.emptyBin();
    else await (await engine.normalising.start(OWNER)).ended;
    expect(await asked(engine)).toEqual(['when does the shop close']);
    expect(await engine.memories.discardedAt(OWNER, memory.id)).toBeNull();
    await open.dispose();
  },
);

it('a recall is no longer listed after thirty days, and a server deletes it even if nobody asks anything', async () => {
  let days = 0;
  const now = () => Date.now() + days * DAY_MS;
  const open = await openTestEngine({}, { tends: false, now });
  await ask(open, 'when does the shop close');
  days = 31;
  expect(await asked(open.engine)).toEqual([]);
  days = 0;
  expect(await asked(open.engine)).toHaveLength(1);
  const server = await openFolder(open.dataDir, {}, { now: () => Date.now() + 31 * DAY_MS });
  await expect.poll(() => asked(open.engine)).toEqual([]);
  await server.close();
  await open.dispose();
});

it('a process does not log what it gave of a memory that another has deleted since', async () => {
  const open = await openTestEngine({}, { tends: false });
  const { memory } = await open.engine.memories.store(OWNER, { content: 'The vault opens at seven on Mondays.' });
  const other = await openFolder(open.dataDir, {}, { tends: false });
  await other.cubes.register(OWNER, { id: 'logbook' }, join(open.dataDir, 'logbook.db'));
  const logbook = await other.cubes.open(OWNER, 'logbook');
  await logbook.shelf.memories.store(logbook.author, { content: 'The harbour master signs the logbook.' });
  await recall(other, 'does Ben know the vaults');
  const recorder = other.recalls.recorder({ profile: 'p', tool: 't', client: null });
  const question = 'who signs the logbook?';
  await other.cubes.search({ ...OWNER, recorder: recorder ?? undefined }, question, { cubes: ['logbook'], limit: 5 });
  if (recorder) other.recalls.answered(recorder, 1, () => 1);
  await open.engine.memories.remove(OWNER, memory.id);
  await new Promise(setImmediate);
  await other.recalls.flush();
  expect(await asked(open.engine)).toEqual([question]);
  await other.close();
  await open.dispose();
});

it('a flush waits for another that is under way', async () => {
  const { engine, dispose } = await openTestEngine({}, { tends: false });
  await recall(engine, 'when does the shop close');
  await new Promise(setImmediate);
  const ended: string[] = [];
  const flush = async (name: string) => {
    await engine.recalls.flush();
    ended.push(name);
  };
  await Promise.all([flush('first'), flush('second')]);
  expect(ended).toEqual(['first', 'second']);
  await dispose();
});
