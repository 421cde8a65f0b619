import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { callTool, clientOf } from '../../../test/contract-client.ts';
import { filler, MINUTES } from '../../../test/filler.ts';
import { ON_SERVER, OWNER, openTestEngine, temporaryFolder } from '../../../test/open.ts';
import { tokens } from '../../engine/retrieval/budget.ts';
import { SECRETS } from '../../engine/secrets/fixture-secrets.ts';
import { setLogLevel } from '../../log.ts';
import { tinyModel } from '../../providers/llms/fixture-gguf.ts';
import { isLlamaInstalled } from '../../providers/llms/fixture-llama.ts';
import { codeVectorMemory } from './contract.ts';
import { FoundResult } from './present.ts';

async function connect(settings: Record<string, unknown> = {}) {
  const open = await openTestEngine(settings);
  const client = await clientOf(codeVectorMemory, open.engine, OWNER);
  const text = async (name: string, input?: Record<string, unknown>) => (await callTool(client, name, input)).text;
  const call = async (name: string, input?: Record<string, unknown>) => JSON.parse(await text(name, input));
  const search = async (input: Record<string, unknown>) =>
    z.array(FoundResult).parse(await call('search_memory', input));
  return { open, client, text, call, search };
}
type Connected = Awaited<ReturnType<typeof connect>>;

async function disconnect({ client, open }: Connected): Promise<void> {
  await client.close();
  await open.dispose();
}

describe('code-vector-memory', () => {
  let on: Connected;
  beforeAll(async () => {
    on = await connect({ codeMemoryEnableGraph: true });
  });
  afterAll(() => disconnect(on));

  it('shows the tools of the golden snapshot', async () => {
    const { tools } = await on.client.listTools();
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot('./tools.snap.json');
  });

  it('remembers a note and echoes what was stored', async () => {
    const stored = await on.call('remember', {
      content: 'Decision: keep embeddings CPU-only. Use sqlite-vec for local semantic search.',
      session_id: 'echo',
      kind: 'decision',
      summary: 'CPU-only embeddings.',
      tags: ' architecture, sqlite ,,embeddings',
      priority: 1,
      metadata_json: '{"ticket":"MEM-12"}',
    });
    expect(stored).toEqual({
      id: expect.any(Number),
      summary: 'CPU-only embeddings.',
      session_id: 'echo',
      kind: 'decision',
      tags: 'architecture,sqlite,embeddings',
      priority: 1,
    });
    const [found] = await on.search({ query: 'CPU-only embeddings', session_id: 'echo' });
    expect(found).toMatchObject({ ...stored, metadata: { ticket: 'MEM-12' }, fts_hit: true });
    expect(found?.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it.each([
    [9, 5],
    [-3, 1],
    ['2', 2],
    ['high', 3],
    [undefined, 3],
    [null, 3],
  ])('takes the priority %j as %d', async (priority, kept) => {
    const stored = await on.call('remember', { content: `Priority is ${priority}.`, session_id: 'p', priority });
    expect(stored).toMatchObject({ priority: kept, tags: 'general', summary: null });
  });

  it.each([
    ['remember', { content: 'x' }, 'session_id is required'],
    ['remember', { content: 'x', session_id: ' ' }, 'session_id is required'],
    ['search_memory', { query: 'x' }, 'session_id is required'],
    ['remember', { content: 'x', session_id: 's', kind: '\0k' }, 'label holds a NUL character, so it is not text.'],
    ['remember', { content: '', session_id: 's' }, 'content must not be empty.'],
    ['remember', { content: 'x', session_id: 's', metadata_json: '[1]' }, 'metadata_json must be a JSON object.'],
    ['remember', { content: 'x', session_id: 's', metadata_json: '{' }, 'metadata_json must be a JSON object.'],
    ['list_entities', { memory_id: 99_999 }, 'Memory not found: 99999'],
    [
      'upsert_entity',
      { name: 'x', observations_json: '{"a":1}' },
      'observations_json must be a JSON array of strings.',
    ],
    [
      'remember',
      { content: 'x', session_id: 's', kind: 'k'.repeat(201) },
      'The label of a memory has at most 200 characters.',
    ],
    [
      'remember',
      { content: 'x', session_id: 's', tags: 'tag,'.repeat(300) },
      'The tags of a memory have at most 1000 characters in total.',
    ],
    [
      'remember',
      { content: 'x', session_id: 's', summary: 'a\u0000b' },
      'summary holds a NUL character, so it is not text.',
    ],
    [
      'remember',
      { content: 'x', session_id: 's', metadata_json: `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}` },
      'metadata is nested deeper than 100 levels.',
    ],
    ['upsert_entity', { name: 'x', memory_id: 99_999 }, 'Memory not found: 99999'],
    ['maintenance', { action: 'purge_all' }, 'confirm=true required for destructive actions'],
    ['maintenance', { action: 'explode', confirm: true }, 'Unknown action: explode.'],
    ['maintenance', { action: 'purge_session', confirm: true }, 'session_id is required for purge_session'],
  ])("answers %s(%j) with an error in the contract's shape", async (tool, input, error) => {
    expect(await on.call(tool, input)).toMatchObject({ status: 'error', error, tool });
  });

  it('requires the session before it checks anything else', async () => {
    const secret = { content: 'password=hunter2', metadata_json: 'nonsense' };
    expect(await on.call('remember', secret)).toMatchObject({ error: 'session_id is required' });
  });

  it('skips a note stored in the same session within the last minutes, but not in another session', async () => {
    const note = { content: 'The same words, said twice.', session_id: 'twice' };
    const answers = await Promise.all([on.call('remember', note), on.call('remember', note)]);
    expect(answers.filter(({ status }) => status === 'skipped')).toHaveLength(1);
    expect(await on.call('remember', { ...note, session_id: 'other' })).toMatchObject({ session_id: 'other' });
  });

  it.skipIf(ON_SERVER)('neither stores nor logs a secret in any field', async () => {
    const written: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    setLogLevel('debug');
    for (const [, secret, text] of SECRETS) {
      for (const field of [{ content: text(secret) }, { summary: text(secret) }, { session_id: text(secret) }]) {
        const note = { content: 'fine', session_id: 'secrets', ...field };
        expect(await on.call('remember', note)).toMatchObject({ status: 'skipped' });
      }
    }
    setLogLevel('warn');
    spy.mockRestore();
    const database = new DatabaseSync(`${on.open.dataDir}/remanence.db`, { readOnly: true });
    const rows = ['memories', 'scopes'].map((table) => database.prepare(`SELECT * FROM ${table}`).all());
    const stored = JSON.stringify(rows);
    database.close();
    for (const [, secret] of SECRETS) {
      expect(stored).not.toContain(secret);
      expect(written.join('')).not.toContain(secret);
    }
    expect(written.join('')).toContain('remember');
  });

  it('gives an exact match the distance 0', async () => {
    const content = 'The cache of the gateway expires after ninety seconds.';
    await on.call('remember', { content, session_id: 'exact', priority: 1 });
    const [found] = await on.search({ query: content, session_id: 'exact' });
    expect(found?.score).toBeCloseTo(-0.1, 6);
  });

  it('says which note may have changed a result, and that a note has ended', async () => {
    const remember = (content: string) => on.call('remember', { content, session_id: 'depot' });
    const { id } = await remember('The gate of the depot is opened at 6.');
    const { id: newer } = await remember('The gate of the depot is opened at 7.');
    const found = await on.search({ query: 'when is the gate of the depot opened?', session_id: 'depot' });
    const stale = found.find((each) => each.id === id)?.possibly_stale ?? '';
    expect(stale).toContain(`id:${newer}: The gate of the depot is opened at 7.`);
    const [later] = await on.search({ query: `id:${newer}`, session_id: 'depot' });
    expect(later?.content).toContain('at 7');
    await on.open.engine.memories.invalidate(OWNER, id, {});
    expect(await on.search({ query: `id:${id}`, session_id: 'depot' })).toMatchObject([
      { valid_until: expect.any(String) },
    ]);
  });

  it('finds the only note of a session even if another session has 600 nearer ones', async () => {
    // One text, so that the model embeds it once.
    const crowd = Array.from({ length: 600 }, () => ({ content: 'Kafka consumers retry five times.' }));
    await on.open.engine.memories.storeMany({ ...OWNER, session: 'crowd' }, crowd);
    await on.call('remember', { content: 'Lunch is at noon.', session_id: 'alone' });
    const found = await on.search({ query: 'Kafka consumers retry five times', session_id: 'alone' });
    expect(found.map(({ content }) => content)).toEqual(['Lunch is at noon.']);
    expect(await on.search({ query: 'Kafka', session_id: 'nobody' })).toEqual([]);
  }, 60_000);

  it('finds the exact text of a note, however old and unimportant it is', async () => {
    const session = { ...OWNER, session: 'old' };
    const content = 'Refunds above 900 euros need two signatures.';
    const long = Array.from({ length: 200 }, (_, i) => `Rule ${i}: refunds of kind ${i} need a reason.`).join('\n');
    const write = (text: string) => on.call('remember', { content: text, session_id: 'old', priority: 5 });
    await write(content);
    await write(long);
    const crowd = Array.from({ length: 60 }, (_, i) => ({
      content: `Refunds above ${i} euros need two signatures and a stamp.`,
      importance: 10,
    }));
    await on.open.engine.memories.storeMany(session, crowd);
    for (const text of [content, long]) {
      for (const top_p of [undefined, 0.1]) {
        const [found] = await on.search({ query: text, session_id: 'old', limit: 3, top_p });
        expect(found?.content.split('\n')[0]).toBe(text.split('\n')[0]);
      }
    }
  }, 60_000);

  it('lets rare words win over priority and age', async () => {
    const content = 'The payment gateway keeps idempotency keys for 26 hours.';
    await on.call('remember', { content, session_id: 'rare', priority: 5 });
    for (let i = 0; i < 30; i++)
      await on.call('remember', { content: `Payment gateway ${i} got new keys.`, session_id: 'rare', priority: 1 });
    for (const query of ['idempotency', 'payment gateway idempotency hours', 'How long are idempotency keys kept?']) {
      expect((await on.search({ query, session_id: 'rare' }))[0]).toMatchObject({ content, fts_hit: true });
    }
  }, 60_000);

  it('reports whether words matched a note, whatever the limit', async () => {
    const query = 'new keys of a payment gateway';
    const all = await on.search({ query, session_id: 'rare', limit: 12 });
    expect(all.every(({ fts_hit }) => fts_hit)).toBe(true);
    for (const limit of [1, 3, 7])
      expect(await on.search({ query, session_id: 'rare', limit })).toEqual(all.slice(0, limit));
  });

  it('keeps the newest share of the candidates without the words, and shows at most the limit', async () => {
    for (let i = 0; i < 5; i++) await on.call('remember', { content: `Release ${i} went out.`, session_id: 'share' });
    const query = { query: 'shipping a new version', session_id: 'share' };
    expect(await on.search(query)).toHaveLength(5);
    expect(await on.search({ ...query, top_p: 0.6 })).toHaveLength(3);
    expect(await on.search({ ...query, limit: 2 })).toHaveLength(2);
    expect(await on.search({ ...query, limit: 0 })).toHaveLength(1);
    expect(await on.search({ query: 'release', session_id: 'share', top_p: 0.01 })).toHaveLength(5);
  });

  it.each([0, -1, 7])('refuses a top_p of %d', async (top_p) => {
    expect(await on.call('search_memory', { query: 'x', session_id: 'share', top_p })).toMatchObject({
      status: 'error',
      error: `top_p is ${top_p}; it must be above 0 and at most 1.`,
    });
  });

  it('finds a note by its tags', async () => {
    await on.call('remember', { content: 'Tokens expire after an hour.', tags: 'auth,jwt', session_id: 'tagged' });
    const [found] = await on.search({ query: 'jwt', session_id: 'tagged' });
    expect(found).toMatchObject({ tags: 'auth,jwt', fts_hit: true });
  });

  it('answers an empty query with the newest notes of the session, ordered by score', async () => {
    for (const [i, priority] of [1, 5, 3].entries())
      await on.call('remember', { content: `Step ${i} is done.`, session_id: 'steps', priority });
    const steps = await on.search({ query: '', session_id: 'steps' });
    expect(steps.map(({ content }) => content)).toEqual(['Step 2 is done.', 'Step 1 is done.', 'Step 0 is done.']);
    expect(steps.map(({ score }) => score)).toEqual(steps.map(({ score }) => score).toSorted((a, b) => a - b));
    const found = await on.search({ query: ' ', session_id: 'share', limit: 2 });
    expect(found.map(({ content, fts_hit }) => [content, fts_hit])).toEqual([
      ['Release 4 went out.', false],
      ['Release 3 went out.', false],
    ]);
  });

  it.each([
    ['operators', 'module_1.py "unbalanced ( AND'],
    ['other scripts', '数据库'],
    ['SQL', "'; DROP TABLE memories"],
    ['thousands of words', 'x '.repeat(5000)],
  ])('treats %s as words', async (_, query) => {
    expect(await on.search({ query, session_id: 'share' })).not.toEqual([]);
  });

  it('lists the newest notes of all sessions', async () => {
    await on.call('remember', { content: 'Newest of all.', session_id: 'last' });
    const [first, ...others] = await on.call('list_recent', {});
    expect(first).toMatchObject({ content: 'Newest of all.', session_id: 'last' });
    expect(others).toHaveLength(19);
  });

  it('lists the functions and classes in a note and names that look like calls', async () => {
    const content =
      'Rewrote the loader:\n```python\nclass Loader:\n    def load_all(self):\n        return read_rows(self.path)\n```\nthen ran check_all() (twice).';
    const { id } = await on.call('remember', {
      content,
      session_id: 'code',
      metadata_json: '{"path":"src/loader.py"}',
    });
    const entities: unknown[] = await on.call('list_entities', { memory_id: id });
    const of = (entity_type: string, name: string, source: string) => ({
      entity_type,
      name,
      source,
      path: 'src/loader.py',
    });
    expect(entities).toEqual([
      of('class', 'Loader', 'tree-sitter'),
      of('function', 'load_all', 'tree-sitter'),
      of('function_like', 'load_all', 'regex'),
      of('function_like', 'read_rows', 'regex'),
      of('function_like', 'check_all', 'regex'),
    ]);
    expect(await on.call('list_entities', { memory_id: String(id) })).toEqual(entities);
  });

  it('never floods the caller', async () => {
    for (let i = 0; i < 5; i++) await on.call('remember', { content: `${i} ${filler(8400)}`, session_id: 'long' });
    expect(tokens(await on.text('list_recent', { limit: 100 }))).toBeLessThan(10_000);
  }, 60_000);

  it('reads a note to its end by its id, as the hint of a cut note says', async () => {
    const whole = `A line of a log: ${filler(40_000)}THE END`;
    const { id } = await on.call('remember', { content: whole, session_id: 'endless' });
    await on.call('remember', {
      content: `A line of a log: ${filler(9200)}OF ANOTHER`,
      session_id: 'endless',
    });
    const shown = [
      (await on.search({ query: 'line of a log', session_id: 'endless' })).find((note) => note.id === id),
      (await on.call('list_recent', { limit: 2 }))[1],
    ];
    for (const first of shown) {
      let [text, cut] = [first.content, first.content_cut];
      while (cut !== undefined) {
        const [, query, offset] = /query "([^"]+)", this session_id and content_offset (\d+)/.exec(cut) ?? [];
        const [next] = await on.search({ query, session_id: 'endless', content_offset: Number(offset) });
        expect(next?.id).toBe(id);
        text += next?.content;
        cut = next?.content_cut;
      }
      expect(text).toBe(whole);
    }
    expect(await on.call('search_memory', { query: 'id:99999', session_id: 'any' })).toMatchObject({
      error: 'Memory not found: 99999',
    });
  }, 60_000);

  it('finds a note of another session by no id', async () => {
    const { id } = await on.call('remember', { content: 'The vault opens at dawn.', session_id: 'hers' });
    const query = `id:${id}`;
    expect(await on.search({ query, session_id: 'hers' })).toMatchObject([{ id }]);
    const { id: plain } = await on.open.engine.memories.get(OWNER, id);
    for (const asked of [query, `id:${plain}`]) {
      for (const session_id of ['his', 'nobody']) {
        const refused = await on.call('search_memory', { query: asked, session_id });
        expect(refused).toMatchObject({ status: 'error', error: `Memory not found: ${asked.slice('id:'.length)}` });
      }
    }
  });

  it('reads a memory that belongs to no session by its id', async () => {
    const { memory } = await on.open.engine.memories.store(OWNER, { content: 'The well is behind the mill.' });
    const found = await on.search({ query: `id:${memory.row}`, session_id: 'any' });
    expect(found).toMatchObject([{ id: memory.row, session_id: null, content: memory.content }]);
  });

  it('shows the part of a long note that matches, and how to read the whole', async () => {
    const { id } = await on.call('remember', { content: MINUTES, session_id: 'minutes' });
    const [found] = await on.search({ query: 'Who orders the nets for the eel farm?', session_id: 'minutes' });
    expect(found?.content).toContain('Thandiwe orders the nets');
    expect(found?.content.length).toBeLessThan(MINUTES.length / 2);
    expect(found?.content_cut).toContain(`query "id:${id}", this session_id and content_offset 0`);
  });

  it('shows no kind for a note stored without one, and the kind that another profile gave its memories', async () => {
    const content = 'Nobody said what this is.';
    expect(await on.call('remember', { content, session_id: 'kinds' })).toMatchObject({ kind: null });
    const session = { ...OWNER, session: 'kinds' };
    await on.open.engine.memories.store(session, { content: 'The build broke on Monday.', kind: 'episodic' });
    await on.open.engine.memories.store(session, { content: 'Use hexagonal modules.', type: 'design' });
    const found = await on.search({ query: '', session_id: 'kinds' });
    expect(found.map(({ kind }) => kind)).toEqual(['design', 'episodic', null]);
  });

  it('lists as many names of a note as fit the budget', async () => {
    const calls = Array.from({ length: 1000 }, (_, i) => `step_${i}(x)`).join(' ');
    const { id } = await on.call('remember', { content: calls, session_id: 'calls' });
    const names = await on.text('list_entities', { memory_id: id });
    expect(names).toContain('step_0');
    expect(tokens(names)).toBeLessThan(10_000);
  }, 60_000);

  it('leaves room for the session, kind and tags of notes', async () => {
    const filed = { session_id: 's'.repeat(256), kind: 'k'.repeat(200), tags: 't'.repeat(1000) };
    for (let i = 0; i < 12; i++) await on.call('remember', { ...filed, content: `${i} a long line ${filler(2400)}` });
    const query = { query: 'a long line', session_id: filed.session_id, top_p: 1 };
    expect(tokens(await on.text('search_memory', query))).toBeLessThan(10_000);
  }, 60_000);

  describe('graph', () => {
    it('shows as much of an entity as fits the budget, and says what is cut', async () => {
      const long = Array.from({ length: 50 }, (_, i) => `${i} ${'said of it '.repeat(180)}`);
      await on.call('upsert_entity', { name: 'Crowded', observations_json: JSON.stringify(long) });
      for (let i = 0; i < 60; i++)
        await on.call('add_relation', {
          source: 'Crowded',
          target: `${i} `.padEnd(200, 'x'),
          relation_type: 'r'.repeat(200),
        });
      const shown = await on.text('get_entity', { name: 'Crowded' });
      expect(tokens(shown)).toBeLessThan(10_000);
      expect(shown).toContain('said of it …');
    }, 60_000);

    it('keeps the observations of an entity and adds new ones', async () => {
      const first = await on.call('upsert_entity', {
        name: 'AuthService',
        entity_type: 'service',
        observations_json: '["Issues tokens","Written in Go"]',
      });
      expect(first).toMatchObject({ status: 'ok', entity_id: expect.any(Number) });
      const again = { name: 'AUTHSERVICE', observations_json: '["Issues tokens","Owned by Mira"]' };
      expect(await on.call('upsert_entity', again)).toEqual(first);
      expect(await on.call('get_entity', { name: 'authservice' })).toMatchObject({
        name: 'AuthService',
        entity_type: 'service',
        observations: ['Owned by Mira', 'Written in Go', 'Issues tokens'],
      });
    });

    it('connects entities once and creates missing ones', async () => {
      const relation = { source: 'AuthService', target: 'UserStore', relation_type: 'depends_on' };
      const { relation_id } = await on.call('add_relation', relation);
      expect(await on.call('add_relation', relation)).toEqual({ status: 'ok', relation_id });
      expect(await on.call('get_entity', { name: 'UserStore' })).toMatchObject({
        entity_type: 'entity',
        relations: [{ type: 'depends_on', source: 'AuthService', target: 'UserStore' }],
      });
      expect(await on.call('get_entity', { name: 'AuthService' })).toMatchObject({ entity_type: 'service' });
      expect(await on.call('get_entity', { name: 'Nobody Knows' })).toEqual({ status: 'not_found' });
    });

    it('treats an entity that only notes mention as new when it is connected', async () => {
      await on.call('remember', { content: 'The PriceEngine rounds down.', session_id: 'mention' });
      expect(await on.call('get_entity', { name: 'PriceEngine' })).toMatchObject({ name: 'PriceEngine' });
      await on.call('add_relation', { source: 'PriceEngine', target: 'Tax Table', relation_type: 'reads' });
      expect(await on.call('get_entity', { name: 'PriceEngine' })).toMatchObject({ entity_type: 'entity' });
    });

    it('shows at most 50 observations, newest first', async () => {
      const observations_json = JSON.stringify(Array.from({ length: 60 }, (_, i) => `Fact ${i}`));
      await on.call('upsert_entity', { name: 'Much Known', observations_json });
      const { observations } = await on.call('get_entity', { name: 'Much Known' });
      expect([observations.length, observations[0]]).toEqual([50, 'Fact 59']);
    });

    it('finds entities by meaning and by words', async () => {
      await on.call('upsert_entity', { name: 'Ledger', observations_json: '["Keeps invoices and payments"]' });
      const names = async (input: Record<string, unknown>) =>
        (await on.call('get_context_graph', input)).entities.map(({ name }: { name: string }) => name);
      expect((await names({ query: 'billing customers' }))[0]).toBe('Ledger');
      expect((await names({ query: 'userstore' }))[0]).toBe('UserStore');
      expect((await names({ limit: 1 }))[0]).toBe('Ledger');
      const { relations } = await on.call('get_context_graph', { query: 'AuthService', limit: 1 });
      expect(relations).toEqual([{ type: 'depends_on', source: 'AuthService', target: 'UserStore' }]);
    });

    const graph = async (query: string): Promise<{ name: string; score: number }[]> =>
      (await on.call('get_context_graph', { query })).entities;

    it('puts the entity that the query names first; a lower score is better', async () => {
      await on.call('remember', { content: 'Orders are kept in PostgreSQL.', session_id: 'databases' });
      const observations_json = '["A relational database like PostgreSQL","Compatible with PostgreSQL clients"]';
      await on.call('upsert_entity', { name: 'CockroachDB', entity_type: 'database', observations_json });
      for (const query of ['PostgreSQL', 'postgresql', 'What do we keep in PostgreSQL?']) {
        const found = await graph(query);
        expect(found.map(({ name }) => name).slice(0, 2)).toEqual(['PostgreSQL', 'CockroachDB']);
        expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => a - b));
        expect(found.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
      }
    });

    it('finds an entity that only one note mentions by its meaning', async () => {
      await on.call('remember', { content: 'We visited Copenhagen.', session_id: 'travel' });
      expect((await graph('capital of Denmark'))[0]?.name).toBe('Copenhagen');
    });

    it('links the given memory to the entity, and keeps the link when the memory is updated', async () => {
      const { id } = await on.call('remember', { content: 'We moved to the new broker.', session_id: 'told' });
      await on.call('upsert_entity', { name: 'RabbitMQ', entity_type: 'broker', memory_id: id });
      expect(await on.call('get_entity', { name: 'RabbitMQ' })).toMatchObject({ memory_ids: [id] });
      await on.open.engine.memories.update(OWNER, id, { content: 'We moved to the new broker in May.' });
      expect(await on.call('get_entity', { name: 'RabbitMQ' })).toMatchObject({ memory_ids: [id] });
      await on.open.engine.memories.remove(OWNER, id);
      expect(await on.call('get_entity', { name: 'RabbitMQ' })).toMatchObject({ memory_ids: [] });
    });

    it('learns relations from notes and forgets them with the note', async () => {
      const content = 'The Storefront depends on Elasticsearch and Varnish. Nadia Berg leads the Storefront.';
      await on.call('remember', { content, session_id: 'learned' });
      const relations = [
        { type: 'depends_on', source: 'Storefront', target: 'Elasticsearch' },
        { type: 'depends_on', source: 'Storefront', target: 'Varnish' },
        { type: 'leads', source: 'Nadia Berg', target: 'Storefront' },
      ];
      expect(await on.call('get_entity', { name: 'Storefront' })).toMatchObject({ relations });
      expect((await on.call('get_context_graph', { query: 'Varnish', limit: 1 })).relations).toEqual([relations[1]]);
      // Also added by hand, it exists once.
      await on.call('add_relation', { source: 'storefront', target: 'varnish', relation_type: 'depends_on' });
      expect((await on.call('get_entity', { name: 'Varnish' })).relations).toHaveLength(1);
      await on.call('maintenance', { action: 'purge_session', session_id: 'learned', confirm: true });
      expect(await on.call('get_entity', { name: 'Elasticsearch' })).toEqual({ status: 'not_found' });
      expect((await on.call('get_entity', { name: 'Storefront' })).relations).toHaveLength(1);
    });

    it('deletes the facts of a memory together with it', async () => {
      const { id } = await on.call('remember', { content: 'Queue Alpha feeds Queue Beta.', session_id: 'gone' });
      await on.call('upsert_entity', { name: 'Queue Alpha', observations_json: '["Is durable"]', memory_id: id });
      await on.call('add_relation', {
        source: 'Queue Alpha',
        target: 'Queue Beta',
        relation_type: 'feeds',
        memory_id: id,
      });
      const known = await on.call('get_entity', { name: 'Queue Alpha' });
      expect(known).toMatchObject({ observations: ['Is durable'], memory_ids: [id] });
      await on.call('get_context_graph', { query: 'durable queues' });
      expect(
        await on.call('maintenance', { action: 'purge_session', session_id: 'gone', confirm: true }),
      ).toMatchObject({
        deleted: 1,
      });
      expect(await on.call('get_entity', { name: 'Queue Alpha' })).toMatchObject({
        observations: [],
        relations: [],
        memory_ids: [],
      });
    });
  });

  it('prunes by age', async () => {
    expect(
      await on.call('maintenance', { action: 'prune_older_than', older_than_days: 1, confirm: true }),
    ).toMatchObject({
      status: 'ok',
      deleted: 0,
    });
  });

  it.skipIf(ON_SERVER)('reports where it keeps its data', async () => {
    const { db_path, counts, flags } = await on.call('diagnostics');
    expect(db_path).toBe(`${on.open.dataDir}/remanence.db`);
    expect(counts.memories).toBeGreaterThan(600);
    expect(flags).toEqual({ vec: true, fts: true, graph: true });
    expect(await on.call('health')).toMatchObject({
      status: 'ok',
      model: 'remanence-minilm-1',
      embedding_dim: 384,
      defaults: { top_k: 12, top_p: 1, oversample_k: 4, priority_weight: 0.15, recency_weight: 0.2, fts_bonus: 0.1 },
      log_file: null,
    });
  });

  it('purges everything and leaves nothing behind', async () => {
    const { deleted, note } = await on.call('maintenance', { action: 'purge_all', confirm: true });
    expect(deleted).toBeGreaterThan(600);
    expect(note).toMatch(/^Also deleted: \d+ entities, \d+ relations\. A copy is kept/);
    expect(await on.call('maintenance', { action: 'vacuum' })).toEqual({ status: 'ok', action: 'vacuum' });
    const { counts } = await on.call('diagnostics');
    const left = Object.entries(counts).filter(([, rows]) => Number(rows) > 0);
    // Kept: the owner, the default cube and the audit trail of the purge. Timings and jobs are written by themselves.
    const kept = left.map(([name]) => name).filter((name) => !/timings$|^hourly_|^jobs$/.test(name));
    expect(kept.sort()).toEqual(['audit', 'cube_changes', 'cubes', 'removals', 'settings', 'users']);
    expect(await on.open.engine.check()).toEqual([]);
  });
});

describe('code-vector-memory with features off', () => {
  let off: Connected;
  beforeAll(async () => {
    off = await connect({ codeMemoryEnableVec: '0', codeMemorySessionId: 'configured' });
  });
  afterAll(() => disconnect(off));

  it('answers graph tools with "disabled"', async () => {
    for (const [tool, input] of [
      ['upsert_entity', { name: 'x' }],
      ['add_relation', { source: 'x', target: 'y', relation_type: 'z' }],
      ['get_entity', { name: 'x' }],
      ['get_context_graph', {}],
    ] as const) {
      expect(await off.call(tool, input)).toEqual({ status: 'disabled' });
    }
  });

  it('searches by words alone, in the configured session', async () => {
    expect(await off.call('remember', { content: 'Redis evicts by LRU.' })).toMatchObject({ session_id: 'configured' });
    await off.call('remember', { content: 'Lunch is at noon.' });
    expect(await off.search({ query: 'redis', top_p: 1 })).toMatchObject([{ content: 'Redis evicts by LRU.' }]);
    expect(await off.search({ query: 'nothing alike' })).toHaveLength(2);
  });
});

describe('code-vector-memory with a summary model that cannot be loaded', () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['does not exist', 'nowhere.gguf', 'cannot be read'],
    ['is not a GGUF file', 'text.gguf', 'is not a GGUF file'],
    ...(isLlamaInstalled ? [] : [['has no library to run it', 'tiny.gguf', 'npm install node-llama-cpp']]),
  ])('reports summaries as disabled before the first note if it %s', async (_, file, reason) => {
    writeFileSync(join(folder, 'text.gguf'), 'Only a text, and long enough for a header.');
    writeFileSync(join(folder, 'tiny.gguf'), tinyModel('word'));
    const on = await connect({ codeMemorySummaryModel: join(folder, file ?? '') });
    const summary = { enabled: false, state: 'error', error: expect.stringContaining(reason ?? '') };
    expect(await on.call('health')).toMatchObject({ summary });
    expect(await on.call('diagnostics')).toMatchObject({ summary });
    await disconnect(on);
  });
});
