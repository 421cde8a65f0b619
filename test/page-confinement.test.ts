// A server confined to a user or a project: its page shows nothing else, whatever is requested.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../src/engine/access/actor.ts';
import type { Memory } from '../src/engine/model.ts';
import type { Reads, Routes } from '../src/transports/api/routes.ts';
import { ApiClient } from './api-client.ts';
import { type HttpUsers, startUsers } from './http-users.ts';
import { OWNER } from './open.ts';

/** Contained in everything that the server must not show. */
const FOREIGN = 'zzforeign';

describe.each([
  ['user', { user: 'ada' }, { user: `${FOREIGN}-user` }],
  ['project', { project: 'shop' }, { project: `${FOREIGN}-project` }],
] as const)('a page confined to a %s', (_, own, other) => {
  let users: HttpUsers;
  let page: ApiClient;
  let hidden: Memory;
  beforeAll(async () => {
    users = await startUsers({ confined: own });
    page = new ApiClient(users.http.url);
    const { engine, dataDir } = users.open;
    const stranger: Actor = { ...OWNER, ...other };
    const input = { content: `The ${FOREIGN} lamp in \`${FOREIGN}Lamp\` is red.`, tags: [FOREIGN], label: FOREIGN };
    hidden = (await engine.memories.store(stranger, input)).memory;
    await engine.memories.store(stranger, { ...input, content: `The ${FOREIGN} lamp in \`${FOREIGN}Lamp\` is blue.` });
    await engine.graph.createEntity(stranger, { name: FOREIGN });
    await engine.inbox.propose(stranger, { content: FOREIGN, type: null, tags: [], metadata: {} });
    const { memory: gone } = await engine.memories.store(stranger, { content: `Gone ${FOREIGN}.` });
    await engine.memories.discard(stranger, gone.id);
    const recorder = engine.recalls.recorder({ profile: 'p', tool: FOREIGN, client: FOREIGN });
    await engine.retrieval.byWords({ ...stranger, recorder: recorder ?? undefined }, FOREIGN, 5);
    if (recorder) engine.recalls.answered(recorder, 1, () => 1);
    const root = join(dataDir, FOREIGN);
    mkdirSync(root);
    writeFileSync(join(root, `${FOREIGN}.ts`), `export function ${FOREIGN}Lamp() { return 1; }\n`);
    await engine.code.index(stranger, root);
    await engine.memories.store({ ...OWNER, ...own }, { content: 'The own lamp is green.' });
    await engine.users.add(OWNER, { id: `${FOREIGN}-somebody`, role: 'user' });
  });
  afterAll(() => users.dispose());

  const asked: { [N in Reads]?: Routes[N]['input'] } = {
    'search.words': { question: `${FOREIGN} lamp` },
    'search.recall': { question: `${FOREIGN} lamp` },
    'memory.list': { validity: 'all' },
    'memory.names': {},
    'memory.bin': {},
    'time.facts': {},
    'graph.schema': {},
    'inbox.counts': {},
    'inbox.list': { kind: 'contradiction' },
    'recalls.list': {},
    'code.projects': {},
    'trace.requirements': {},
    'data.jobs': {},
    'health.hours': {},
    'people.cubes': {},
  };

  it.each(Object.keys(asked))('%s shows only its own', async (name) => {
    const query = new URLSearchParams(
      Object.entries(Object(Reflect.get(asked, name))).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const { status, body } = await page.send(`/api/${name.replace('.', '/')}?${query}`, {});
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(FOREIGN);
  });

  it('finds only its own', async () => {
    expect(
      (await page.get('search.words', { question: 'lamp' })).body.hits.map(({ memory }) => memory.content),
    ).toEqual(['The own lamp is green.']);
    expect((await page.get('inbox.list', { kind: 'proposal' })).body.items).toEqual([]);
    expect((await page.get('memory.get', { id: hidden.id })).status).toBe(404);
    expect((await page.get('graph.start', { name: FOREIGN })).status).toBe(404);
    expect((await page.get('code.status', { project: FOREIGN })).status).toBe(404);
    expect((await page.post('memory.erase', { id: hidden.id })).status).toBe(404);
    expect((await page.get('memory.list', other)).status).toBe(403);
  });

  it('shows no users, tokens, backups or audit trail', async () => {
    for (const name of ['people.users', 'people.tokens', 'people.audit', 'data.backups'] as const)
      expect([name, (await page.get(name, {})).status]).toEqual([name, 403]);
    expect((await page.post('people.addUser', { id: 'new', role: 'user' })).status).toBe(403);
  });
});
