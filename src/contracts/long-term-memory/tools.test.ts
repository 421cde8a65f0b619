import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractClient, connectContract } from '../../../test/contract-client.ts';
import { filler } from '../../../test/filler.ts';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import { createProject, SHOP } from '../../../test/project.ts';
import { longTermMemory } from './contract.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

/** What the contract's output schemas require, by tool; `seen` fills up as the tests call them. */
const CONTRACT: Record<string, Record<string, string>> = {
  memory_add: { memory_id: 'string', status: 'string', conflicts: 'array' },
  memory_update: { memory_id: 'string', status: 'string', updated_fields: 'array' },
  memory_delete: { status: 'string', relationships_removed: 'number' },
  memory_get: { memory: 'object', relationships: 'array' },
  memory_bulk_add: { created: 'number', memory_ids: 'array', errors: 'array' },
  memory_search: { results: 'array', total: 'number', query_time_ms: 'number' },
  code_search: { results: 'array' },
  graph_query: { results: 'array', query_time_ms: 'number' },
  find_duplicates: { duplicates: 'array', has_duplicates: 'boolean' },
  get_related: { related: 'array' },
  index_file: { status: 'string', functions: 'number', classes: 'number', relationships: 'number' },
  index_directory: { job_id: 'string', status: 'string' },
  index_status: { job: 'object', index: 'object' },
  reindex: { job_id: 'string', status: 'string' },
  check_consistency: {
    component: 'object',
    base_pattern: 'object',
    consistency_score: 'number',
    deviations: 'array',
    recommendations: 'array',
  },
  validate_fix: { alignment_score: 'number', design_context: 'object', concerns: 'array', recommendations: 'array' },
  get_design_context: {
    component: 'object',
    requirements: 'array',
    design_documents: 'array',
    patterns: 'array',
    dependencies: 'array',
    dependents: 'array',
  },
  trace_requirements: {
    requirement: 'object',
    implementations: 'array',
    design_documents: 'array',
    tests: 'array',
    coverage: 'object',
  },
  normalize_memory: { job_id: 'string', status: 'string', estimated_duration_minutes: 'number' },
  normalize_status: { job_id: 'string', status: 'string', phase: 'string', progress: 'number', stats: 'object' },
  memory_statistics: {
    memories: 'object',
    index: 'object',
    relationships: 'object',
    storage: 'object',
    sync: 'object',
    performance: 'object',
  },
  export_memory: { file_path: 'string', memories_exported: 'number', file_size_bytes: 'number' },
  import_memory: { imported: 'number', skipped: 'number', errors: 'array' },
};

describe('long-term-memory', () => {
  let open: OpenEngine;
  let served: ContractClient;
  let folder: string;
  const seen = new Map<string, Record<string, unknown>>();
  beforeAll(async () => {
    open = await openTestEngine();
    folder = createProject('shop', SHOP).root;
    served = await connectContract(longTermMemory, open.engine, {
      who: 'local',
      roots: [folder, open.dataDir],
      anyCode: true,
    });
  });
  afterAll(async () => {
    await served.close();
    await open.dispose();
  });

  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { isError, value } = await served.call(name, input);
    expect(isError, JSON.stringify(value)).toBe(false);
    seen.set(name, { ...seen.get(name), ...value });
    return value;
  };
  const fail = async (name: string, input: Record<string, unknown> = {}) => {
    const { isError, value } = await served.call(name, input);
    expect(isError, JSON.stringify(value)).toBe(true);
    expect(value).toMatchObject({
      status: 'error',
      error: { message: expect.any(String), details: expect.anything() },
    });
    expect(value.error.suggestion.length).toBeGreaterThan(0);
    return value.error;
  };
  const add = async (type: string, content: string, metadata = {}, more = {}) =>
    String((await call('memory_add', { type, content, metadata, ...more })).memory_id);
  const settled = async (job_id: string) => {
    for (;;) {
      const { job } = await call('index_status', { job_id });
      if (job.status !== 'running') return job;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  it('shows the tools of the golden snapshot', async () => {
    const { tools } = await served.client.listTools();
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot('./tools.snap.json');
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(CONTRACT).sort());
    expect(longTermMemory.instructions.length).toBeLessThan(2048);
  });

  describe('memories', () => {
    it('are added, read, changed and deleted', async () => {
      const id = await add('requirements', 'Every parcel has a tracking number.', {
        requirement_id: 'REQ-T-1',
        priority: 'critical',
      });
      expect(id).toMatch(UUID);
      const { memory } = await call('memory_get', { memory_id: id });
      expect(memory).toMatchObject({ memory_id: id, type: 'requirements', importance: 1, access_count: 1 });
      const updated = await call('memory_update', { memory_id: id, metadata: { status: 'Approved' } });
      expect(updated).toMatchObject({ memory_id: id, status: 'updated', updated_fields: ['metadata'] });
      const again = await call('memory_get', { memory_id: id, include_relationships: true, include_history: true });
      expect(again.memory.metadata).toEqual({ requirement_id: 'REQ-T-1', priority: 'Critical', status: 'Approved' });
      expect(again.memory.access_count).toBe(2);
      expect(again.history).toMatchObject([{ before: { metadata: { requirement_id: 'REQ-T-1' } } }]);
      const relationships_removed = again.relationships.length;
      expect(await call('memory_delete', { memory_id: id })).toEqual({ status: 'deleted', relationships_removed });
      expect((await fail('memory_get', { memory_id: id })).code).toBe('NF_NOT_FOUND');
      expect(JSON.stringify(await call('memory_search', { query: 'tracking number' }))).not.toContain(id);
    });

    it('show the ten latest of many former states, and how to see the others', async () => {
      const memory_id = await add('design', 'Labels have version 0.');
      for (let i = 1; i <= 12; i++) await call('memory_update', { memory_id, content: `Labels have version ${i}.` });
      const first = await call('memory_get', { memory_id, include_history: true });
      expect(first.history).toHaveLength(10);
      expect(first.history_cut).toBe('2 earlier states: history_offset 10');
      const rest = await call('memory_get', { memory_id, include_history: true, history_offset: 10 });
      expect(rest.history).toMatchObject([1, 0].map((i) => ({ before: { content: `Labels have version ${i}.` } })));
      expect(rest).not.toHaveProperty('history_cut');
      await call('memory_delete', { memory_id });
    });

    it('are linked by their metadata, and memory_delete counts the links', async () => {
      const component = await add('component', 'Prints labels.', { component_id: 'label-printer' });
      const requirement = await add('requirements', 'Labels are printed.', {
        requirement_id: 'REQ-T-2',
        implementing_components: ['label-printer'],
      });
      await add('session', 'Worked on labels.', {}, { relationships: [{ type: 'ABOUT', target_id: component }] });
      const { related } = await call('get_related', { entity_id: 'REQ-T-2', relationship_types: ['IMPLEMENTS_REQ'] });
      expect(related).toMatchObject([
        { entity_id: component, type: 'Component', relationship: 'IMPLEMENTS_REQ', distance: 1, direction: 'INCOMING' },
      ]);
      const { results } = await call('graph_query', {
        cypher:
          'MATCH (c:Component)-[:IMPLEMENTS_REQ]->(r:Requirement {requirement_id: $id}) RETURN c.component_id AS c',
        params: { id: 'REQ-T-2' },
      });
      expect(results).toEqual([{ c: 'label-printer' }]);
      const { relationships } = await call('memory_get', { memory_id: component, include_relationships: true });
      expect((await call('memory_delete', { memory_id: component })).relationships_removed).toBe(relationships.length);
      expect(requirement).toMatch(UUID);
    });

    it('report which others they nearly repeat, and are stored anyway', async () => {
      const first = await add('design', 'We keep events in PostgreSQL.');
      const { conflicts, memory_id } = await call('memory_add', {
        type: 'design',
        content: 'We keep events in PostgreSQL.',
      });
      expect(conflicts).toMatchObject([{ memory_id: first, similarity: expect.closeTo(1, 3) }]);
      expect(memory_id).not.toBe(first);
      expect(
        (await call('memory_add', { type: 'session', content: 'We keep events in PostgreSQL.' })).conflicts,
      ).toEqual([]);
    });

    it('list which others of their type they may replace', async () => {
      const first = await add('session', 'The label printer runs on firmware 4.');
      const { similar } = await call('memory_add', {
        type: 'session',
        content: 'The label printer now runs on firmware 5.',
      });
      expect(similar).toMatchObject([{ id: first, relation: 'may_supersede' }]);
    });

    it('are added in bulk, with bad ones reported by their index', async () => {
      const { created, memory_ids, errors, ignored_arguments } = await call('memory_bulk_add', {
        memories: [
          { type: 'function', content: 'sum adds numbers', metadata: { name: 'sum' }, colour: 'red' },
          { type: 'poem', content: 'roses' },
          { type: 'design', content: 'fine', metadata: { status: 'Perhaps' } },
          { type: 'design', content: ' ' },
          { type: 'session', content: 'last' },
          { content: 'of no type' },
          { type: 'session', content: 'misspelt', meta_data: {} },
        ],
      });
      expect([created, memory_ids.length]).toEqual([2, 2]);
      expect(errors.map(({ index }: { index: number }) => index)).toEqual([1, 2, 3, 5, 6]);
      expect(ignored_arguments).toEqual(['memories.0.colour', 'memories.6.meta_data']);
      expect(errors[0].error).toContain('requirements, design');
      expect(errors[1].error).toContain('Accepted');
      expect(errors[3].error).toBe('type: it is required. Each memory needs a type and a content.');
      expect(errors[4].error).toContain('did you mean `metadata`?');
    });

    it('name what was ignored of the call and of each of those added in bulk', async () => {
      const memories = [{ type: 'session', content: 'painted', colour: 'red' }];
      const { ignored_arguments } = await call('memory_bulk_add', { memories, verbose: true });
      expect(ignored_arguments).toEqual(['verbose', 'memories.0.colour']);
    });

    it('say that they are in the bin if they are deleted once more, and are not deleted by an update', async () => {
      const id = await add('design', 'twice');
      const update = await fail('memory_update', { memory_id: id, metadata: { deleted: true } });
      expect(update.suggestion).toContain('memory_delete');
      await call('memory_delete', { memory_id: id });
      const again = await fail('memory_delete', { memory_id: id });
      expect(again).toMatchObject({
        message: expect.stringContaining('was deleted at'),
        suggestion: expect.stringContaining('bin'),
      });
    });

    it('are not found by an altered id', async () => {
      const id = await add('design', 'altered');
      expect(await fail('memory_delete', { memory_id: id.replace(/.{5}$/, 'abcde') })).toMatchObject({
        code: 'NF_NOT_FOUND',
      });
    });

    it('refuse an update based on an outdated version', async () => {
      const id = await add('design', 'one');
      const { version } = (await call('memory_get', { memory_id: id })).memory;
      await call('memory_update', { memory_id: id, content: 'two', expected_version: version });
      const late = await fail('memory_update', { memory_id: id, content: 'three', expected_version: version });
      expect(late).toMatchObject({ code: 'CON_CONFLICT', category: 'CONFLICT' });
      const { version: current } = (await call('memory_get', { memory_id: id })).memory;
      expect(late).toMatchObject({
        message: `The memory has version ${current}, not ${version}.`,
        details: { version: current, expected_version: version },
      });
      expect((await call('memory_get', { memory_id: id })).memory.content).toBe('two');
    });
  });

  describe('search', () => {
    it('ranks by the formula of the contract, within types and time', async () => {
      const id = await add('requirements', 'Refunds are paid within five days.', { priority: 'High' });
      const before = new Date(Date.now() - 1000).toISOString();
      const { results, total } = await call('memory_search', { query: 'how long does a refund take?' });
      const [first] = results;
      expect(first.memory_id).toBe(id);
      expect(total).toBeGreaterThanOrEqual(results.length);
      // All terms are known here except graph proximity, which is 0..1 with weight 0.1.
      const known = 0.5 * first.similarity + 0.2 * 0.9 + 0.1;
      expect(first.relevance_score).toBeGreaterThanOrEqual(known - 1e-3);
      expect(first.relevance_score).toBeLessThanOrEqual(known + 0.1 + 1e-3);
      const search = async (more: object) => (await call('memory_search', { query: 'refund', ...more })).results;
      expect(await search({ memory_types: ['session'] })).not.toContainEqual(
        expect.objectContaining({ memory_id: id }),
      );
      expect(await search({ time_range: { end: before } })).not.toContainEqual(
        expect.objectContaining({ memory_id: id }),
      );
      expect((await search({ time_range: { start: before }, memory_types: ['requirements'] }))[0].memory_id).toBe(id);
      const today = new Date().toISOString().slice(0, 10);
      expect((await search({ time_range: { start: before, end: today } }))[0].memory_id).toBe(id);
      expect(await search({ memory_types: [] })).toContainEqual(expect.objectContaining({ memory_id: id }));
      expect(await search({ min_similarity: 0.999 })).toEqual([]);
      const none = (await served.call('memory_search', { query: 'qwertz', min_similarity: 0.9 })).value;
      expect(none).toMatchObject({ results: [], note: 'Nothing stored clearly answers this.' });
    });

    it('reads a memory that has ended, with no relationships', async () => {
      const memory_id = await add('design', 'The old pier has two cranes.');
      await open.engine.memories.invalidate(OWNER, memory_id, {});
      const { memory, relationships } = await call('memory_get', { memory_id, include_relationships: true });
      expect(memory.valid_until).toEqual(expect.any(String));
      expect(relationships).toEqual([]);
    });

    it('names the later memory that may have changed a result, by its memory_id', async () => {
      const earlier = await add('design', 'The crane of berth 7 lifts 40 tonnes.');
      const later = await add('design', 'The crane of berth 7 lifts 55 tonnes.');
      const { results } = await call('memory_search', { query: 'How much does the crane of berth 7 lift?' });
      expect(results.slice(0, 2).map(({ memory_id }: { memory_id: string }) => memory_id)).toEqual([later, earlier]);
      expect(results[1].possibly_stale).toContain(`${later}: The crane of berth 7 lifts 55 tonnes.`);
      const { memory } = await call('memory_get', { memory_id: earlier });
      expect(memory.possibly_stale).toBe(results[1].possibly_stale);
    });

    it('notes above the results of memory_search that none clearly answers', async () => {
      await add('design', 'The lighthouse lamp burns paraffin.');
      const { note, results } = await call('memory_search', { query: 'Who won the chess tournament in Riga?' });
      expect(results).not.toEqual([]);
      expect(note).toContain('Nothing stored clearly answers this');
    });

    it('answers within the budget, however much it finds', async () => {
      await call('memory_bulk_add', {
        memories: Array.from({ length: 40 }, (_, i) => ({
          type: 'session',
          content: `Chapter ${i} of the long story. ${filler(1000)}`,
        })),
      });
      const answer = await call('memory_search', { query: 'chapter of the long story', limit: 100 });
      expect(JSON.stringify(answer).length / 4).toBeLessThan(12_000);
      expect(answer.results[0].content_cut).toContain('memory_get');
    });

    it('leaves out large metadata, so that the results fit', async () => {
      await call('memory_bulk_add', {
        memories: Array.from({ length: 30 }, (_, i) => ({
          type: 'session',
          content: `Verse ${i} of the short song.`,
          metadata: { session_id: `s${i}`, transcript: filler(3000) },
        })),
      });
      const answer = await call('memory_search', { query: 'verse of the short song', limit: 100 });
      expect(JSON.stringify(answer).length / 4).toBeLessThan(12_000);
      const { memory } = await call('memory_get', { memory_id: answer.results[0].memory_id });
      expect(memory.metadata.transcript).toHaveLength(3000);
    });
  });

  describe('code', () => {
    it('is indexed as a job, found, and checked for duplicates', async () => {
      const { job_id, status } = await call('index_directory', { directory_path: folder });
      expect([status, job_id]).toEqual(['started', expect.stringMatching(UUID)]);
      expect(await settled(job_id)).toMatchObject({ status: 'completed', progress: 100 });
      const { index } = await call('index_status');
      expect(index.total_files).toBeGreaterThan(2);
      expect(index.total_functions).toBeGreaterThan(2);
      const { results } = await call('code_search', { query: 'forget sessions that nobody uses' });
      expect(results[0]).toMatchObject({
        function_id: expect.stringContaining('#'),
        file_path: expect.stringContaining(folder),
      });
      const [found] = results;
      const { related } = await call('get_related', { entity_id: found.function_id });
      expect(related).toContainEqual(expect.objectContaining({ relationship: 'CONTAINS', type: 'File' }));
      const { duplicates, has_duplicates } = await call('find_duplicates', { code: found.signature });
      expect(has_duplicates).toBe(duplicates.length > 0);
      for (const scope of ['changed', 'full']) {
        const again = await call('reindex', { scope, directory_path: folder });
        expect(await settled(again.job_id)).toMatchObject({ status: 'completed' });
      }
    });

    it('of a single file is updated', async () => {
      const file = join(folder, 'src', 'fresh.ts');
      mkdirSync(join(folder, 'src'), { recursive: true });
      writeFileSync(
        file,
        'export class Basket {\n  add(item: string): void {\n    log(item);\n  }\n}\nfunction log(text: string): void {}\n',
      );
      expect(await call('index_file', { file_path: file })).toMatchObject({
        status: 'indexed',
        functions: 2,
        classes: 1,
      });
      expect(await call('index_file', { file_path: file })).toMatchObject({ status: 'skipped' });
      expect(await call('index_file', { file_path: file, force: true })).toMatchObject({ status: 'indexed' });
      writeFileSync(join(folder, 'notes.bin'), Buffer.from([0, 1, 2, 3]));
      expect(await call('index_file', { file_path: join(folder, 'notes.bin') })).toMatchObject({
        status: 'unsupported',
      });
    });

    it('outside the roots is never read', async () => {
      const outside = createProject('elsewhere', SHOP).root;
      symlinkSync(outside, join(folder, 'way-out'));
      for (const path of [outside, join(folder, 'way-out'), join(folder, '..'), `${folder}2`, '/etc']) {
        const error = await fail('index_directory', { directory_path: path });
        expect(error).toMatchObject({ code: 'VAL_INVALID_INPUT' });
        expect(error.suggestion).toContain('outside the folders');
      }
      await fail('index_file', { file_path: join(outside, 'src', 'session.ts') });
      await fail('export_memory', { output_path: '/etc/remanence.jsonl' });
      await fail('import_memory', { file_path: '/etc/passwd' });
    });
  });

  describe('analysis', () => {
    it('traces, explains and judges', async () => {
      await add('requirements', 'Passwords must be hashed with bcrypt at cost 12 or more.', {
        requirement_id: 'REQ-A-1',
        title: 'Password hashing',
        status: 'Approved',
        implementing_components: ['auth-service'],
      });
      await add('design', 'ADR: use bcrypt with cost 12 for passwords. MD5 and SHA-1 are rejected.', {
        design_type: 'ADR',
        title: 'Password storage',
        status: 'Accepted',
        related_requirements: ['REQ-A-1'],
        affected_components: ['auth-service'],
      });
      await add('code_pattern', 'Services extend BaseService and log every call.', {
        pattern_name: 'Service',
        code_template: 'class NameService extends BaseService {\n  start() {}\n  stop() {}\n}',
      });
      await add('component', 'Signs users in.', {
        component_id: 'auth-service',
        name: 'AuthService',
        base_pattern: 'Service',
        public_interface: 'class AuthService { login() {} }',
      });
      await add('test_history', 'login hashes the password', {
        test_name: 'hashes',
        status: 'Passed',
        related_requirements: ['REQ-A-1'],
      });
      const trace = await call('trace_requirements', { requirement_id: 'REQ-A-1' });
      expect(trace).toMatchObject({
        requirement: { requirement_id: 'REQ-A-1', title: 'Password hashing', status: 'Approved' },
        implementations: [{ component_id: 'auth-service', exists: true }],
        tests: [{ test_name: 'hashes', status: 'Passed' }],
        coverage: { implementation: 1, testing: 1 },
      });
      const context = await call('get_design_context', { component_id: 'AuthService' });
      expect(context.requirements).toMatchObject([{ requirement_id: 'REQ-A-1' }]);
      // Designs that name no component come after it.
      expect(context.design_documents[0]).toMatchObject({ title: 'Password storage', type: 'ADR' });
      const good = await call('validate_fix', {
        component_id: 'auth-service',
        fix_description: 'Hash passwords with bcrypt, rounds=12.',
      });
      const bad = await call('validate_fix', {
        component_id: 'auth-service',
        fix_description: 'Hash passwords with md5 from hashlib.',
      });
      expect(good.alignment_score - bad.alignment_score).toBeGreaterThan(0.3);
      expect(bad.concerns.map((each: { related_requirement: string }) => each.related_requirement)).toContain(
        'REQ-A-1',
      );
      const unread = await call('check_consistency', { component_id: 'auth-service' });
      expect(unread).not.toHaveProperty('consistency_score');
      expect(unread.notes.join(' ')).toMatch(/Cannot be judged: /);
      await call('index_file', { file_path: join(folder, 'src/session.ts') });
      await add('component', 'Keeps sessions.', {
        name: 'SessionStore',
        base_pattern: 'Service',
        file_path: 'src/session.ts',
      });
      const consistency = await call('check_consistency', { component_id: 'SessionStore' });
      expect(consistency.base_pattern).toMatchObject({ name: 'Service' });
      expect(consistency.deviations.length).toBeGreaterThan(0);
      expect((await fail('trace_requirements', { requirement_id: 'REQ-NONE-9' })).code).toBe('NF_NOT_FOUND');
    });
  });

  it('shows the requirements that a design of the component refers to, as validate_fix does', async () => {
    await add('component', 'Takes readings.', { component_id: 'ingest', name: 'IngestPipeline' });
    await add('requirements', 'No reading is lost.', { requirement_id: 'REQ-INGEST-2' });
    await add('design', 'Readings are queued on disk.', {
      affected_components: ['IngestPipeline'],
      related_requirements: ['REQ-INGEST-2'],
    });
    const { requirements } = await call('get_design_context', { component_id: 'IngestPipeline' });
    expect(requirements).toMatchObject([{ requirement_id: 'REQ-INGEST-2' }]);
  });

  it('reports when a list is cut', async () => {
    await add('component', 'Takes bookings.', { component_id: 'booking-desk', name: 'BookingDesk' });
    for (let i = 1; i <= 17; i++) {
      await add('requirements', `Room ${i} can be booked.`, {
        requirement_id: `ROOM-${i}`,
        title: `Room ${i}`,
        implementing_components: ['BookingDesk'],
      });
    }
    const context = await call('get_design_context', { component_id: 'BookingDesk' });
    expect(context.requirements).toHaveLength(15);
    expect(context.notes).toContain('15 of 17 requirements are shown; graph_query lists all.');
  });

  describe('maintenance', () => {
    it('normalizes as a job, one at a time', async () => {
      const { job_id } = await call('normalize_memory');
      const second = await served.call('normalize_memory');
      if (second.isError) expect(second.value.error.code).toBe('CON_CONFLICT');
      for (;;) {
        const { status, stats } = await call('normalize_status', { job_id });
        if (status === 'running') {
          await new Promise((resolve) => setTimeout(resolve, 50));
          continue;
        }
        expect(status).toBe('completed');
        expect(stats.duplicates_merged).toBeGreaterThanOrEqual(1);
        break;
      }
    });

    it('reports accurate figures', async () => {
      const { memories, relationships, performance } = await call('memory_statistics');
      const listed = await open.engine.memories.list({ who: 'local' }, { limit: 1, offset: 0 });
      expect(memories.total).toBe(listed.total);
      expect(memories.deleted).toBeGreaterThan(0);
      expect(relationships.by_type.IMPLEMENTS_REQ).toBeGreaterThan(0);
      expect(performance.avg_search_ms).toBeGreaterThan(0);
    });

    it('exports, and imports the export again', async () => {
      const { file_path, memories_exported, file_size_bytes } = await call('export_memory', {
        output_path: join(folder, 'all.jsonl'),
      });
      expect(memories_exported).toBeGreaterThan(0);
      expect(file_size_bytes).toBeGreaterThan(0);
      const { imported, skipped, errors } = await call('import_memory', { file_path });
      expect([imported, skipped, errors]).toEqual([0, memories_exported, []]);
    });
  });

  describe('an error', () => {
    it.each([
      ['memory_add', { type: 'design' }, 'VAL_MISSING_FIELD', { field: 'content' }],
      ['memory_add', { type: 'poem', content: 'x' }, 'VAL_INVALID_TYPE', { field: 'type', provided: 'poem' }],
      [
        'memory_add',
        { type: 'design', content: 'x', metadata: { status: 'Maybe' } },
        'VAL_INVALID_VALUE',
        { field: 'metadata.status' },
      ],
      ['memory_get', { memory_id: 'abc' }, 'VAL_INVALID_UUID', { provided: 'abc' }],
      ['memory_get', { memory_id: UNKNOWN }, 'NF_NOT_FOUND', {}],
      [
        'memory_add',
        { type: 'design', content: 'x', relationships: [{ type: 'A', target_id: UNKNOWN }] },
        'NF_NOT_FOUND',
        {},
      ],
      ['memory_search', { query: 'x', memory_types: ['poem'] }, 'VAL_INVALID_VALUE', {}],
      ['memory_search', { query: 'x', limit: 101 }, 'VAL_OUT_OF_RANGE', { maximum: 100 }],
      ['memory_search', { query: '' }, 'VAL_OUT_OF_RANGE', { minimum: 1 }],
      [
        'memory_search',
        { query: 'x', time_range: { start: 'yesterday' } },
        'VAL_INVALID_VALUE',
        { field: 'time_range.start', provided: 'yesterday', format: 'date-time' },
      ],
      [
        'memory_update',
        { memory_id: UNKNOWN, content: 'x'.repeat(100_001) },
        'VAL_OUT_OF_RANGE',
        { field: 'content', maximum: 100_000 },
      ],
      ['get_related', { entity_id: ' ' }, 'VAL_INVALID_INPUT', {}],
      [
        'memory_search',
        { query: 'x', time_range: { start: '2026-05-01', end: '2026-04-01' } },
        'VAL_INVALID_VALUE',
        { field: 'time_range' },
      ],
      ['find_duplicates', { code: 'def f(): pass', threshold: 0.99 }, 'VAL_OUT_OF_RANGE', { maximum: 0.95 }],
      [
        'memory_bulk_add',
        { memories: Array.from({ length: 101 }, () => ({ type: 'design', content: 'x' })) },
        'VAL_OUT_OF_RANGE',
        { maximum: 100 },
      ],
      ['memory_update', { memory_id: UNKNOWN }, 'VAL_INVALID_INPUT', {}],
      ['index_status', { job_id: UNKNOWN }, 'NF_NOT_FOUND', {}],
      ['normalize_status', { job_id: UNKNOWN }, 'NF_NOT_FOUND', {}],
      ['get_related', { entity_id: 'nobody knows it' }, 'NF_NOT_FOUND', {}],
      ['graph_query', { cypher: 'CREATE (n)' }, 'VAL_INVALID_INPUT', {}],
    ])('of %s with %j is %s', async (tool, input, code, details) => {
      expect(await fail(tool, input)).toMatchObject({ code, details });
    });

    it('about a missing relationship target means that nothing was stored', async () => {
      const { total } = await open.engine.memories.list({ who: 'local' }, { limit: 1, offset: 0 });
      await fail('memory_add', {
        type: 'design',
        content: 'never',
        relationships: [{ type: 'A', target_id: UNKNOWN }],
      });
      expect((await open.engine.memories.list({ who: 'local' }, { limit: 1, offset: 0 })).total).toBe(total);
    });
  });

  it('answers with every tool what the contract requires', () => {
    for (const [tool, keys] of Object.entries(CONTRACT)) {
      for (const [key, type] of Object.entries(keys)) {
        const value = seen.get(tool)?.[key];
        expect([tool, key, Array.isArray(value) ? 'array' : typeof value]).toEqual([tool, key, type]);
      }
    }
  });
});
