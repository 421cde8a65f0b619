import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractClient, connectContract } from '../../../test/contract-client.ts';
import { ON_SERVER, type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import { memgos } from './contract.ts';

/** The keys of the contract's own examples, by tool; `seen` fills up as the tests call them. */
const CONTRACT: Record<string, readonly string[]> = {
  search_memories: ['results.text_mem', 'results.act_mem', 'results.para_mem', 'total_results', 'search_time_ms'],
  add_memory: ['memory_id', 'cube_id', 'created_at', 'message'],
  get_memory: ['memory.id', 'memory.content', 'memory.cube_id', 'memory.metadata.created_at'],
  update_memory: ['memory_id', 'updated_at', 'message'],
  delete_memory: ['memory_id', 'deleted_at', 'message'],
  register_cube: ['cube_id', 'created_at', 'message'],
  list_cubes: [
    ...['id', 'name', 'owner_id', 'created_at', 'is_loaded', 'memory_count'].map((key) => `cubes.0.${key}`),
    'total_cubes',
  ],
  cube_info: [
    ...['id', 'name', 'path', 'owner_id', 'created_at', 'updated_at', 'is_loaded'].map((key) => `cube.${key}`),
    ...['total_memories', 'text_memories', 'activation_memories', 'parametric_memories', 'total_size_bytes'].map(
      (key) => `cube.statistics.${key}`,
    ),
    'cube.statistics.last_accessed',
  ],
  chat: [
    ...['response', 'session_id', 'user_id', 'timestamp', 'token_count'],
    ...['memory_id', 'cube_id', 'relevance_score'].map((key) => `context_used.0.${key}`),
  ],
  chat_history: [
    ...['session_id', 'user_id', 'created_at', 'total_messages'].map((key) => `chat_history.${key}`),
    ...['role', 'content', 'timestamp'].map((key) => `chat_history.messages.0.${key}`),
  ],
  context_search: [
    ...['memory_id', 'cube_id', 'content', 'relevance_score', 'metadata'].map((key) => `context.0.${key}`),
    'total_context_items',
    'search_time_ms',
  ],
  get_user_info: [
    ...['user_id', 'user_name', 'role', 'created_at', 'updated_at', 'is_active', 'cube_count', 'memory_count'],
    ...['can_read', 'can_write', 'can_admin'].map((key) => `permissions.${key}`),
  ].map((key) => `user.${key}`),
  session_info: [
    ...['session_id', 'user_id', 'created_at', 'last_activity', 'is_active', 'api_mode', 'api_url'],
    ...['tool_calls_count', 'active_cubes'],
  ].map((key) => `session.${key}`),
  validate_access: ['user_id', 'resource_type', 'resource_id', 'action', 'has_access', 'reason', 'checked_at'].map(
    (key) => `access.${key}`,
  ),
  health_check: [
    ...['status', 'timestamp', 'version', 'uptime_seconds'],
    ...['status', 'url', 'response_time_ms'].map((key) => `api_connection.${key}`),
    ...['memory_system', 'chat_system', 'user_system'].map((key) => `services.${key}`),
  ].map((key) => `health.${key}`),
  list_tools: [
    ...['name', 'category', 'description', 'input_schema'].map((key) => `tools.0.${key}`),
    'total_tools',
    'categories',
  ],
};

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);

describe('memgos', () => {
  let open: OpenEngine;
  let served: ContractClient;
  const seen = new Map<string, Record<string, unknown>>();
  beforeAll(async () => {
    open = await openTestEngine();
    served = await connectContract(memgos, open.engine, { who: 'local', roots: [open.dataDir] });
  });
  afterAll(async () => {
    await served.close();
    await open.dispose();
  });

  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { isError, value } = await served.call(name, input);
    expect(isError ? value : null).toBeNull();
    expect(value.success).toBe(true);
    if (!seen.has(name)) seen.set(name, value);
    return value;
  };
  const refusal = async (name: string, input: Record<string, unknown> = {}) => {
    const { isError, value } = await served.call(name, input);
    expect(isError).toBe(true);
    expect(value).toMatchObject({ success: false, error: { details: {}, timestamp: expect.stringMatching(/Z$/) } });
    return value.error;
  };

  it('shows the tools of the golden snapshot', async () => {
    const { tools } = await served.client.listTools();
    expect(tools).toHaveLength(16);
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot('./tools.snap.json');
  });

  it('keeps memories only in registered cubes', async () => {
    await call('register_cube', { cube_id: 'research', name: 'Research', user_id: 'alice' });
    const again = await call('register_cube', { cube_id: 'research', name: 'Other', user_id: 'alice' });
    expect(again.message).toContain('already');
    const added = await call('add_memory', {
      memory_content: 'Transformers weigh their input by self-attention.',
      mem_cube_id: 'research',
      user_id: 'alice',
      metadata: { source: 'paper' },
    });
    expect(added.memory_id).toMatch(/^mem_[0-9a-z]{20}$/);
    const where = { memory_id: added.memory_id, cube_id: 'research', user_id: 'alice' };
    const read = await call('get_memory', where);
    expect(read.memory).toMatchObject({ content: expect.stringContaining('self-attention'), cube_id: 'research' });
    expect(read.memory.metadata).toMatchObject({ source: 'paper' });
    await call('update_memory', { ...where, updated_content: 'Transformers use attention.', metadata: { year: 2017 } });
    const updated = await call('get_memory', where);
    expect(updated.memory.metadata).toMatchObject({ source: 'paper', year: 2017 });
    expect(await refusal('add_memory', { memory_content: 'x', mem_cube_id: 'nowhere' })).toMatchObject({
      type: 'not_found_error',
      code: 'CUBE_NOT_FOUND',
    });
    expect((await open.engine.memories.counts({ who: 'local' })).memories).toBe(1);
  });

  it('lists what a new memory may replace in its cube', async () => {
    const cube = { mem_cube_id: 'research', user_id: 'alice' };
    const add = (memory_content: string) => call('add_memory', { memory_content, ...cube });
    const first = await add('The beam line runs at 12 keV.');
    const second = await add('The beam line now runs at 8 keV.');
    expect(second.similar).toMatchObject([{ id: first.memory_id, relation: 'may_supersede' }]);
    for (const { memory_id } of [first, second]) {
      await call('delete_memory', { memory_id, cube_id: 'research', user_id: 'alice' });
    }
  });

  it('distinguishes text, activation and parametric memories', async () => {
    const add = (memory_content: string, memory_kind?: string) =>
      call('add_memory', {
        memory_content,
        mem_cube_id: 'research',
        ...(memory_kind ? { metadata: { memory_kind } } : {}),
      });
    await add('The attention cache of the reviewer prompt.', 'activation');
    await add('The attention adapter weights, version 3.', 'parametric');
    const { results, total_results } = await call('search_memories', { query: 'attention', top_k: 10 });
    expect(total_results).toBe(3);
    for (const bucket of ['text_mem', 'act_mem', 'para_mem'])
      expect(results[bucket]).toMatchObject([
        { cube_id: 'research', memories: [{ metadata: { score: expect.any(Number) } }] },
      ]);
    expect((await call('search_memories', { query: 'attention', top_k: 1 })).total_results).toBe(1);
    const { cube } = await call('cube_info', { cube_id: 'research' });
    expect(cube.statistics).toMatchObject({
      total_memories: 3,
      text_memories: 1,
      activation_memories: 1,
      parametric_memories: 1,
    });
    const { cubes } = await call('list_cubes', { include_stats: true });
    expect(cubes).toMatchObject([
      { id: 'default' },
      { id: 'research', name: 'Research', owner_id: 'alice', memory_count: 3 },
    ]);
    await call('context_search', { query: 'attention' });
  });

  it('shows what other profiles stored without a cube in the default one', async () => {
    await open.engine.memories.store({ who: 'local' }, { content: 'The harbour opens at six.' });
    const { context } = await call('context_search', { query: 'harbour', cube_ids: ['default'] });
    expect(context).toMatchObject([{ cube_id: 'default', content: 'The harbour opens at six.' }]);
    const everywhere = await call('context_search', { query: 'harbour', cube_ids: [] });
    expect(everywhere.context.length).toBeGreaterThan(context.length);
    const { memory_id } = await call('add_memory', {
      memory_content: 'The harbour has a crane.',
      mem_cube_id: 'default',
    });
    const stored = await open.engine.memories.get({ who: 'local' }, memory_id);
    expect(stored.scope.cube).toBeNull();
    const gone = await call('delete_memory', { memory_id, cube_id: 'default' });
    expect(gone.memory_id).toBe(memory_id);
    expect(await refusal('get_memory', { memory_id, cube_id: 'default' })).toMatchObject({ code: 'MEMORY_NOT_FOUND' });
  });

  it('answers from memories with their ids and keeps the conversation', async () => {
    const first = await call('chat', { query: 'What do transformers use?', user_id: 'alice' });
    expect(first.response).toContain('No language model is configured');
    expect(first.response).toContain(first.context_used[0].memory_id);
    const second = await call('chat', { query: 'And when does the harbour open?', user_id: 'alice', max_tokens: 50 });
    expect(second.session_id).toBe(first.session_id);
    expect(second.token_count).toBeLessThanOrEqual(50);
    const { chat_history } = await call('chat_history', { user_id: 'alice' });
    expect(chat_history.total_messages).toBe(4);
    expect(chat_history.messages.map(({ role }: { role: string }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    expect((await call('chat_history', { user_id: 'bob' })).chat_history.messages).toEqual([]);
    expect(await refusal('chat_history', { user_id: 'bob', session_id: first.session_id })).toMatchObject({
      code: 'SESSION_NOT_FOUND',
    });
  });

  it('shows who a user is and what they may do', async () => {
    expect((await call('get_user_info', { user_id: 'alice' })).user).toMatchObject({ role: 'user', cube_count: 2 });
    expect((await call('get_user_info')).user).toMatchObject({ user_id: 'local', role: 'root' });
    const ask = async (user_id: string, resource_type: string, resource_id: string, action: string) =>
      (await call('validate_access', { user_id, resource_type, resource_id, action })).access;
    expect(await ask('alice', 'cube', 'research', 'write')).toMatchObject({
      has_access: true,
      reason: 'User is owner of the cube',
    });
    await open.engine.users.add({ who: 'local' }, { id: 'bob', role: 'user' });
    const foreign = await ask('bob', 'cube', 'research', 'read');
    expect(foreign).toMatchObject({ has_access: false });
    expect((await ask('bob', 'cube', 'nowhere', 'read')).reason).not.toBe(foreign.reason);
    expect(await ask('bob', 'admin', 'users', 'admin')).toMatchObject({ has_access: false });
    expect(await refusal('get_user_info', { user_id: 'nobody' })).toMatchObject({ code: 'USER_NOT_FOUND' });
    const { session } = await call('session_info');
    expect(session).toMatchObject({ user_id: 'local', api_mode: false, active_cubes: ['default', 'research'] });
    expect(session.tool_calls_count).toBeGreaterThan(10);
  });

  it('repeats little of a long argument, in refusals and in answers', async () => {
    const long = 'z'.repeat(500_000);
    const asked = { user_id: 'local', resource_type: 'cube', resource_id: long, action: 'read' };
    for (const answer of [
      await call('validate_access', asked),
      await refusal('cube_info', { cube_id: long }),
      await refusal('get_memory', { memory_id: long, cube_id: 'research' }),
      await refusal('get_user_info', { user_id: long }),
      await refusal('session_info', { session_id: long }),
    ])
      expect(JSON.stringify(answer).length).toBeLessThan(5000);
  });

  it("acts as a user, for whom another user's cube does not exist", async () => {
    const foreign = await refusal('search_memories', { query: 'attention', cube_ids: ['research'], user_id: 'bob' });
    const unknown = await refusal('search_memories', { query: 'attention', cube_ids: ['nowhere'], user_id: 'bob' });
    expect(foreign).toMatchObject({ type: 'not_found_error', message: 'Cube not found: research' });
    expect({ ...unknown, message: '', timestamp: '' }).toEqual({ ...foreign, message: '', timestamp: '' });
    const { results } = await call('search_memories', { query: 'attention harbour', user_id: 'bob', top_k: 50 });
    expect(JSON.stringify(results)).not.toContain('research');
    expect(JSON.stringify(results)).toContain('harbour');
    await open.engine.cubes.registry.share({ who: 'local' }, 'research', 'bob');
    await call('search_memories', { query: 'attention', cube_ids: ['research'], user_id: 'bob' });
  });

  it('reports the state of each part and lists the tools', async () => {
    const { health } = await call('health_check');
    expect(health).toMatchObject({ status: 'healthy', services: { chat_system: 'extractive: no language model' } });
    expect(await call('list_tools')).toMatchObject({
      total_tools: 16,
      categories: { memory: 5, cube: 3, chat: 3, user: 3, system: 2 },
    });
    expect((await call('list_tools', { category: 'user' })).tools).toHaveLength(3);
  });

  it('still answers in chat if the language model cannot be used, and says so', async () => {
    const broken = await openTestEngine({ llmGguf: join(open.dataDir, 'nowhere.gguf') });
    const client = await connectContract(memgos, broken.engine, { who: 'local' });
    const ask = async (name: string, input: Record<string, unknown>) => (await client.call(name, input)).value;
    const reason = expect.stringContaining('Chat answers without nowhere.gguf');
    expect(await ask('chat', { query: 'When does the harbour open?' })).toMatchObject({
      success: true,
      response: expect.stringContaining('The language model did not answer'),
      model: null,
      note: reason,
    });
    expect(await ask('health_check', {})).toMatchObject({
      health: { status: 'degraded', services: { chat_system: 'failing' }, problems: [reason] },
    });
    await client.close();
    await broken.dispose();
  });

  it.skipIf(ON_SERVER)('keeps a cube with a path in its own file, which other profiles do not see', async () => {
    const cube_path = join(open.dataDir, 'cubes', 'apart');
    await call('register_cube', { cube_id: 'apart', cube_path });
    expect(existsSync(join(cube_path, 'cube.db'))).toBe(true);
    const { memory_id } = await call('add_memory', {
      memory_content: 'The lighthouse keeper is Ida.',
      mem_cube_id: 'apart',
    });
    const { context } = await call('context_search', { query: 'Who keeps the lighthouse?' });
    expect(context[0]).toMatchObject({ memory_id, cube_id: 'apart' });
    expect(await open.engine.retrieval.byWords({ who: 'local' }, 'lighthouse', 5)).toEqual([]);
    expect((await call('cube_info', { cube_id: 'apart' })).cube).toMatchObject({ statistics: { total_memories: 1 } });
    await call('delete_memory', { memory_id, cube_id: 'apart' });
    expect(await refusal('register_cube', { cube_id: 'out', cube_path: '/etc/cubes' })).toMatchObject({
      type: 'authorization_error',
    });
    expect(await refusal('cube_info', { cube_id: 'out' })).toMatchObject({
      code: 'CUBE_NOT_FOUND',
      details: { hint: expect.stringContaining('list_cubes') },
    });
  });

  it.each([
    ['search_memories', {}, 'MISSING_PARAMETER', { parameter: 'query', expected_type: 'string' }],
    [
      'validate_access',
      { user_id: 'a', resource_id: 'b', action: 'read' },
      'MISSING_PARAMETER',
      { parameter: 'resource_type' },
    ],
    ['search_memories', { query: 7 }, 'INVALID_TYPE', { parameter: 'query', expected_type: 'string' }],
    ['search_memories', { query: 'x', top_k: 'y' }, 'INVALID_TYPE', { parameter: 'top_k', expected_type: 'integer' }],
    ['search_memories', { query: 'x', top_k: 1.5 }, 'INVALID_TYPE', { parameter: 'top_k', expected_type: 'integer' }],
    ['search_memories', { query: 'x', top_k: 101 }, 'OUT_OF_RANGE', { parameter: 'top_k', maximum: 100 }],
    ['search_memories', { query: 'x', cube_ids: 'research' }, 'INVALID_TYPE', { parameter: 'cube_ids' }],
    ['register_cube', { cube_id: 'with space' }, 'INVALID_PARAMETER', { parameter: 'cube_id' }],
    ['register_cube', { cube_id: 'x'.repeat(101) }, 'OUT_OF_RANGE', { parameter: 'cube_id', maximum: 100 }],
    [
      'add_memory',
      { memory_content: 'x'.repeat(50_001), mem_cube_id: 'research' },
      'OUT_OF_RANGE',
      { maximum: 50_000 },
    ],
    ['add_memory', { memory_content: '', mem_cube_id: 'research' }, 'OUT_OF_RANGE', { minimum: 1 }],
    ['list_tools', { category: 'none' }, 'INVALID_VALUE', { parameter: 'category' }],
    ['chat', { query: 'x'.repeat(10_001) }, 'OUT_OF_RANGE', { maximum: 10_000 }],
  ])('%s refuses %j', async (tool, input, code, details) => {
    expect(await refusal(tool, input)).toMatchObject({ type: 'validation_error', code, details });
  });

  it("includes the contract's keys in every answer", () => {
    expect([...seen.keys()].sort()).toEqual(Object.keys(CONTRACT).sort());
    const missing = Object.entries(CONTRACT).flatMap(([tool, keys]) =>
      keys.filter((key) => at(seen.get(tool), key) === undefined).map((key) => `${tool}: ${key}`),
    );
    expect(missing).toEqual([]);
  });
});

it('memgos says that a memory has ended, in search and chat', async () => {
  const open = await openTestEngine();
  const served = await connectContract(memgos, open.engine, OWNER);
  try {
    const { memories } = open.engine;
    const old = (await memories.store(OWNER, { content: 'The ferry listens on port 8080.' })).memory;
    const { memory } = await memories.store(OWNER, { content: 'The ferry listens on port 9090.' });
    await memories.invalidate(OWNER, old.id, { supersededBy: memory.id });
    const query = 'What was the original port of the ferry?';
    const { context } = (await served.call('context_search', { query })).value;
    expect(context[0]).toMatchObject({ content: old.content, metadata: { valid_until: expect.any(String) } });
    expect((await served.call('chat', { query })).value.response).toContain('8080. (no longer so since');
  } finally {
    await served.close();
    await open.dispose();
  }
});
