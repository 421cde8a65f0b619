// The defaults of omitted inputs, and the limits of each tool.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agenticMemory } from '../src/contracts/agentic-memory/contract.ts';
import { codeVectorMemory } from '../src/contracts/code-vector-memory/contract.ts';
import type { Contract } from '../src/contracts/contract.ts';
import { longTermMemory } from '../src/contracts/long-term-memory/contract.ts';
import { memgos } from '../src/contracts/memgos/contract.ts';
import { memoryMcp } from '../src/contracts/memory-mcp/contract.ts';
import { callTool, clientOf } from './contract-client.ts';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';
import { createProject, type TestProject } from './project.ts';

const PARCELS = 105;
const FUNCTIONS = 52;
const session_id = 'depot';

let open: OpenEngine;
let depot: TestProject;
const opened: (() => Promise<void>)[] = [];

beforeAll(async () => {
  open = await openTestEngine({ codeMemoryEnableGraph: true });
  depot = createProject('depot', {
    ...Object.fromEntries(Array.from({ length: FUNCTIONS }, (_, i) => [`src/parcel${i}.py`, functionOf(i)])),
    'src/notes.md': '# Depot\n\nWhere parcels wait.\n',
  });
  const parcels = Array.from({ length: PARCELS }, (_, i) => ({ content: `Parcel ${i} waits in the depot.` }));
  await open.engine.memories.storeMany({ ...OWNER, session: session_id }, parcels);
  await open.engine.code.index({ ...OWNER, roots: [depot.root] }, depot.root);
}, 60_000);
afterAll(async () => {
  for (const close of opened) await close();
  await open.dispose();
  depot.dispose();
});

const functionOf = (i: number) =>
  `def move_parcel_${i}(parcel, shelf):\n    weight = parcel.weight + parcel.crate\n    shelf.add(parcel, weight)\n    return shelf.free - weight\n`;

/** Calls tools of a profile and returns their answers; `fails` expects a refusal. */
async function served(contract: Contract, fails = false, root = depot.root) {
  const client = await clientOf(contract, open.engine, { ...OWNER, roots: [root, open.dataDir] });
  opened.push(() => client.close());
  return async (tool: string, input: Record<string, unknown> = {}) => {
    const { text, isError } = await callTool(client, tool, input);
    expect([tool, isError, isError === fails ? '' : text]).toEqual([tool, fails, '']);
    return JSON.parse(text);
  };
}
const refusing = (contract: Contract) => served(contract, true);

it('memory-mcp: list_memories returns the first 20 by default, and pages follow each other', async () => {
  const call = await served(memoryMcp);
  const first = await call('list_memories');
  expect(first).toMatchObject({ limit: 20, offset: 0, total: PARCELS });
  const second = await call('list_memories', { offset: 20 });
  const ids = [...first.memories, ...second.memories].map(({ id }: { id: { id: { String: string } } }) => id.id.String);
  expect(new Set(ids).size).toBe(40);
});

it('memory-mcp: searches return 10 by default, and at most 50', async () => {
  const call = await served(memoryMcp);
  for (const tool of ['search', 'search_text', 'recall', 'search_code']) {
    const { results } = await call(tool, { query: 'parcel' });
    expect([tool, results.length]).toEqual([tool, 10]);
    expect((await call(tool, { query: 'parcel', limit: 50 })).results).toHaveLength(50);
  }
  for (const tool of ['recall', 'search_code']) {
    expect((await call(tool, { query: 'parcel', limit: 900 })).results).toHaveLength(50);
    expect((await call(tool, { query: 'parcel', limit: 0 })).results).toHaveLength(1);
  }
});

it('memory-mcp: recall searches memories, not code, with the weights of the contract by default', async () => {
  const call = await served(memoryMcp);
  const plain = await call('recall', { query: 'move a parcel' });
  expect(plain).toMatchObject({ memories_count: 10, code_count: 0 });
  const spelled = { include_memories: true, include_code: false, limit: 10 };
  const weights = { vector_weight: 0.4, bm25_weight: 0.15, ppr_weight: 0.45 };
  expect(await call('recall', { query: 'move a parcel', ...spelled, ...weights })).toEqual(plain);
  const both = { query: 'move a parcel', include_code: true };
  expect((await call('recall', { ...both, project_id: 'depot', language: 'python' })).code_count).toBeGreaterThan(0);
  expect((await call('recall', { ...both, language: 'markdown' })).code_count).toBeLessThanOrEqual(1);
});

it("memory-mcp: recall as a user finds only that user's memories, and the same code as without one", async () => {
  const call = await served(memoryMcp);
  const asked = { query: 'move a parcel', include_code: true, user_id: 'ann' };
  const code = (await call('recall', { ...asked, user_id: undefined, include_memories: false })).code_count;
  expect(code).toBeGreaterThan(0);
  expect(await call('recall', asked)).toMatchObject({ memories_count: 0, code_count: code });
  expect(await call('recall', { ...asked, project_id: 'depot' })).toMatchObject({ code_count: code });
});

it('memory-mcp: get_valid and get_valid_at return 20 by default, and at most 100', async () => {
  const call = await served(memoryMcp);
  const timestamp = new Date().toISOString();
  for (const [tool, input] of [
    ['get_valid', {}],
    ['get_valid_at', { timestamp }],
  ] as const) {
    expect(await call(tool, input)).toMatchObject({ count: 20 });
    expect(await call(tool, { ...input, limit: 900 })).toMatchObject({ count: 100 });
    expect(await call(tool, { ...input, limit: 0 })).toMatchObject({ count: 1 });
  }
  expect(
    (await call('get_valid_at', { timestamp: '2999-01-01T00:00:00Z' })).timestamp <= new Date().toISOString(),
  ).toBe(true);
});

it('memory-mcp: a relation weighs 1 and get_related goes one step by default', async () => {
  const call = await served(memoryMcp);
  for (const name of ['Dock', 'Crane', 'Ship']) await call('create_entity', { name, description: `The ${name}.` });
  await call('create_relation', { from_entity: 'Dock', to_entity: 'Crane', relation_type: 'has' });
  await call('create_relation', { from_entity: 'Crane', to_entity: 'Ship', relation_type: 'loads', weight: 0.25 });
  expect(await call('get_related', { entity_id: 'Dock' })).toMatchObject({
    entity_count: 1,
    entities: [{ name: 'Crane', description: 'The Crane.', distance: 1 }],
    relations: [{ relation_type: 'has', weight: 1 }],
  });
  const { relations } = await call('get_related', { entity_id: 'Dock', depth: 2 });
  expect(relations.map(({ weight }: { weight: number }) => weight).sort()).toEqual([0.25, 1]);
});

it('long-term-memory: memory_search returns 10, code_search 10 and find_duplicates 5 by default', async () => {
  const call = await served(longTermMemory);
  expect((await call('memory_search', { query: 'parcel' })).results).toHaveLength(10);
  expect((await call('memory_search', { query: 'parcel', limit: 100 })).results).toHaveLength(100);
  expect((await call('code_search', { query: 'move a parcel' })).results).toHaveLength(10);
  expect((await call('code_search', { query: 'move a parcel', limit: 50 })).results).toHaveLength(50);
  expect((await call('code_search', { query: 'move a parcel', language: 'typescript' })).results).toEqual([]);
  const code = functionOf(7);
  const found = await call('find_duplicates', { code, language: 'python' });
  expect(found.duplicates).toHaveLength(5);
  expect(await call('find_duplicates', { code, language: 'python', threshold: 0.85, limit: 5 })).toEqual(found);
  expect((await call('find_duplicates', { code, language: 'python', limit: 20 })).duplicates).toHaveLength(20);
});

it('long-term-memory: a memory comes without relationships and get_related goes one step both ways by default', async () => {
  const call = await served(longTermMemory);
  const add = async (component_id: string, dependencies: string[]) =>
    (await call('memory_add', { type: 'component', content: component_id, metadata: { component_id, dependencies } }))
      .memory_id;
  const [belt, , hall] = [await add('belt', ['motor']), await add('motor', []), await add('hall', ['belt'])];
  expect(Object.keys(await call('memory_get', { memory_id: belt }))).toEqual(['memory']);
  const names = async (input: object) =>
    (await call('get_related', { entity_id: 'belt', relationship_types: ['DEPENDS_ON'], ...input })).related
      .map(({ name }: { name: string }) => name)
      .sort();
  expect(await names({})).toEqual(['hall', 'motor']);
  expect(await names({ direction: 'OUTGOING' })).toEqual(['motor']);
  expect(await names({ direction: 'INCOMING' })).toEqual(['hall']);
  expect(await names({ entity_id: hall })).toEqual(['belt']);
  expect(await names({ entity_id: hall, depth: 2 })).toEqual(['belt', 'motor']);
});

it('long-term-memory: index_directory obeys its patterns, and reindex reads only changes by default', async () => {
  const yard = createProject('yard', { 'a.py': functionOf(1), 'b.ts': 'export const b = 1;\n', 'c.py': functionOf(2) });
  const call = await served(longTermMemory, false, yard.root);
  const searching = await served(memoryMcp);
  const finish = async ({ job_id }: { job_id: string }) => {
    while ((await call('index_status', { job_id })).job.status === 'running')
      await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const chunks = async (): Promise<{ id: string; file_path: string }[]> =>
    (await searching('search_code', { query: 'move a parcel', project_id: 'yard' })).results;
  const folder = { directory_path: yard.root };
  await finish(await call('index_directory', { ...folder, filters: ['*.py'], exclude: ['c.*'] }));
  const [first, ...others] = await chunks();
  expect([first?.file_path, others]).toEqual(['a.py', []]);
  // A file that is read again becomes another chunk.
  await finish(await call('reindex', folder));
  expect((await chunks())[0]?.id).toBe(first?.id);
  await finish(await call('reindex', { ...folder, scope: 'full' }));
  const [again] = await chunks();
  expect(again?.id).not.toBe(first?.id);
  yard.write('a.py', functionOf(3));
  await finish(await call('reindex', folder));
  expect((await chunks())[0]?.id).not.toBe(again?.id);
  yard.dispose();
});

it('long-term-memory: export_memory writes every type without vectors into the data folder, and import_memory skips', async () => {
  const call = await served(longTermMemory);
  const total = (await call('memory_statistics')).memories.total;
  const { file_path, memories_exported, file_size_bytes } = await call('export_memory');
  expect(file_path.startsWith(open.dataDir)).toBe(true);
  expect(memories_exported).toBe(total);
  expect(Buffer.byteLength(readFileSync(file_path))).toBe(file_size_bytes);
  expect(await call('import_memory', { file_path })).toMatchObject({ imported: 0, skipped: total });
  const some = await call('export_memory', { memory_types: ['component'], include_embeddings: true });
  expect(some.memories_exported).toBe(3);
  expect(readFileSync(some.file_path, 'utf8')).toContain('"vector":');
  expect(readFileSync(file_path, 'utf8')).not.toContain('"vector":');
});

it('code-vector-memory: search_memory returns 12, list_recent 20 without scores and get_context_graph 10', async () => {
  const call = await served(codeVectorMemory);
  expect(await call('search_memory', { query: 'parcel', session_id })).toHaveLength(12);
  const recent = await call('list_recent');
  expect(recent).toHaveLength(20);
  for (const note of recent) for (const part of ['score', 'fts_hit']) expect(note).not.toHaveProperty(part);
  for (let i = 0; i < 12; i++) await call('upsert_entity', { name: `Shelf ${i}` });
  expect((await call('get_context_graph')).entities).toHaveLength(10);
  expect(await call('get_entity', { name: 'Shelf 3' })).toMatchObject({ entity_type: 'entity', observations: [] });
});

it('agentic-memory: memory_search returns 5 by default', async () => {
  const call = await served(agenticMemory);
  expect(await call('memory_search', { query: 'parcel' })).toHaveLength(5);
  expect(await call('memory_search', { query: 'parcel', k: 900 })).toHaveLength(50);
});

it('memgos: search_memories and context_search return 5, and chat answers from 3 in at most 500 tokens', async () => {
  const call = await served(memgos);
  const query = 'Which parcel waits in the depot?';
  expect((await call('search_memories', { query })).total_results).toBe(5);
  expect((await call('search_memories', { query, top_k: 100 })).total_results).toBe(100);
  expect((await call('context_search', { query })).total_context_items).toBe(5);
  expect((await call('context_search', { query, top_k: 20 })).context).toHaveLength(20);
  const { context_used, token_count } = await call('chat', { query });
  expect(context_used).toHaveLength(3);
  expect(token_count).toBeLessThanOrEqual(500);
});

it('memgos: chat_history returns the first 50 messages by default, and pages follow each other', async () => {
  const call = await served(memgos);
  for (let i = 0; i < 26; i++)
    await call('chat', { query: `Where is parcel ${i}?`, session_id: 'long', max_tokens: 50 });
  const first = (await call('chat_history', { session_id: 'long' })).chat_history;
  expect(first).toMatchObject({ session_id: 'long', total_messages: 52 });
  expect([first.messages.length, first.messages[0].content]).toEqual([50, 'Where is parcel 0?']);
  const rest = (await call('chat_history', { session_id: 'long', offset: 50 })).chat_history.messages;
  expect(rest).toHaveLength(2);
  expect(rest[0].content).toBe('Where is parcel 25?');
});

it('memgos: list_cubes omits statistics by default', async () => {
  const call = await served(memgos);
  expect((await call('list_cubes')).cubes[0]).not.toHaveProperty('statistics');
  expect((await call('list_cubes', { include_stats: true })).cubes[0].statistics.total_memories).toBeGreaterThan(100);
});

it('memgos: update_memory accepts up to 50 000 characters, and refuses a memory outside the cube', async () => {
  const call = await served(memgos);
  const refused = await refusing(memgos);
  await call('register_cube', { cube_id: 'yard' });
  const { memory_id } = await call('add_memory', { memory_content: 'The yard is wet.', mem_cube_id: 'yard' });
  const update = { memory_id, cube_id: 'yard', updated_content: 'x'.repeat(50_000) };
  await call('update_memory', update);
  for (const updated_content of ['', 'x'.repeat(50_001)])
    expect((await refused('update_memory', { ...update, updated_content })).error.code).toBe('OUT_OF_RANGE');
  expect((await refused('update_memory', { ...update, cube_id: 'default' })).error).toMatchObject({
    type: 'not_found_error',
    code: 'MEMORY_NOT_FOUND',
  });
});

it('memgos: chat accepts 50 to 4000 tokens and 1 to 10 memories', async () => {
  const refused = await refusing(memgos);
  for (const wrong of [{ max_tokens: 49 }, { max_tokens: 4001 }, { top_k: 0 }, { top_k: 11 }])
    expect((await refused('chat', { query: 'parcel', ...wrong })).error.code).toBe('OUT_OF_RANGE');
});

it('long-term-memory: memory_add accepts 1 to 100 000 characters, and every bound is enforced', async () => {
  const refused = await refusing(longTermMemory);
  const code = async (tool: string, input: object) => (await refused(tool, { ...input })).error.code;
  for (const content of ['', 'x'.repeat(100_001)])
    expect(await code('memory_add', { type: 'design', content })).toBe('VAL_OUT_OF_RANGE');
  for (const [tool, input] of [
    ['memory_search', { query: 'x', limit: 0 }],
    ['memory_search', { query: 'x', min_similarity: 1.1 }],
    ['code_search', { query: 'x', limit: 51 }],
    ['find_duplicates', { code: 'x', threshold: 0.6 }],
    ['find_duplicates', { code: 'x', limit: 21 }],
    ['get_related', { entity_id: 'belt', depth: 0 }],
    ['get_related', { entity_id: 'belt', depth: 6 }],
  ] as const)
    expect([tool, await code(tool, input)]).toEqual([tool, 'VAL_OUT_OF_RANGE']);
  for (const [tool, input] of [
    ['get_related', { entity_id: 'belt', direction: 'SIDEWAYS' }],
    ['reindex', { scope: 'some' }],
    ['import_memory', { file_path: 'x', conflict_resolution: 'ask' }],
  ] as const)
    expect([tool, await code(tool, input)]).toEqual([tool, 'VAL_INVALID_VALUE']);
});
