import { join } from 'node:path';
import type { Walk } from './walk.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

export async function walkLongTermMemory(walk: Walk): Promise<void> {
  await walkMemories(walk);
  await walkIndex(walk);
  await walkSearches(walk);
  await walkAnalysis(walk);
  await walkMaintenance(walk);
}

async function walkMemories({ shows, refuses, calls }: Walk): Promise<void> {
  const { memory_id } = await shows('memory_add', {
    type: 'requirements',
    content: 'Passwords must be hashed with bcrypt at cost 12 or more.',
    metadata: {
      requirement_id: 'REQ-SEC-1',
      title: 'Password hashing',
      priority: 'Critical',
      implementing_components: ['session-store'],
    },
  });
  await refuses('memory_add', 'no content', { type: 'design' });
  await refuses('memory_add', 'a type that does not exist', { type: 'poem', content: 'Roses are red.' });
  await refuses('memory_add', 'a status that does not exist', {
    type: 'design',
    content: 'Use bcrypt.',
    metadata: { status: 'Maybe' },
  });
  await refuses('memory_add', 'a relationship to nothing', {
    type: 'design',
    content: 'Use bcrypt.',
    relationships: [{ type: 'REFINES', target_id: UNKNOWN }],
  });

  await shows('memory_update', { memory_id, metadata: { status: 'Approved' } });
  await refuses('memory_update', 'an unknown memory', { memory_id: UNKNOWN, content: 'Use bcrypt.' });
  await refuses('memory_update', 'nothing to change', { memory_id });
  await refuses('memory_update', 'somebody has changed it since', { memory_id, content: 'x', expected_version: 0 });

  await shows('memory_bulk_add', {
    memories: [
      {
        type: 'design',
        content: 'ADR-1: use bcrypt with cost 12 for passwords. MD5 is rejected.',
        metadata: {
          title: 'Password storage',
          design_type: 'ADR',
          related_requirements: ['REQ-SEC-1'],
          affected_components: ['session-store'],
        },
      },
      { type: 'poem', content: 'Roses are red.' },
    ],
  });
  await refuses('memory_bulk_add', 'no list', { memories: 'all' });

  await shows('memory_get', { memory_id, include_relationships: true });
  await refuses('memory_get', 'an unknown memory', { memory_id: UNKNOWN });
  await refuses('memory_get', 'no UUID', { memory_id: 'abc' });

  const { memory_id: mistaken } = await calls('memory_add', { type: 'session', content: 'Stored by mistake.' });
  await shows('memory_delete', { memory_id: mistaken });
  await refuses('memory_delete', 'an unknown memory', { memory_id: UNKNOWN });
}

async function walkIndex({ project, shows, refuses, calls }: Walk): Promise<void> {
  const { job_id } = await shows('index_directory', { directory_path: project, exclude: ['*.md'] });
  await refuses('index_directory', 'a folder outside of the roots', { directory_path: '/etc' });
  await untilDone(() => calls('index_status', { job_id }).then(({ job }) => job.status));
  await shows('index_status', { job_id });
  await refuses('index_status', 'an unknown job', { job_id: UNKNOWN });

  await shows('index_file', { file_path: join(project, 'src/session.ts'), force: true });
  await refuses('index_file', 'no such file', { file_path: join(project, 'src/nowhere.ts') });

  const { job_id: again } = await shows('reindex', { scope: 'full', directory_path: project });
  await untilDone(() => calls('index_status', { job_id: again }).then(({ job }) => job.status));
  await refuses('reindex', 'a scope that does not exist', { scope: 'some' });
}

async function walkSearches({ shows, refuses }: Walk): Promise<void> {
  await shows('memory_search', { query: 'How are passwords hashed?', memory_types: ['requirements'], limit: 1 });
  await refuses('memory_search', 'an empty query', { query: '' });
  await refuses('memory_search', 'a type that does not exist', { query: 'passwords', memory_types: ['poem'] });
  await refuses('memory_search', 'a time that cannot be read', {
    query: 'passwords',
    time_range: { start: 'yesterday' },
  });

  await shows('code_search', { query: 'hashPassword', limit: 1 });
  await refuses('code_search', 'more than 50', { query: 'hashPassword', limit: 51 });

  await shows('find_duplicates', {
    code: 'def gross(rows, tax):\n    base = sum(row.amount for row in rows)\n    return round(base * (1 + tax), 2)\n',
    language: 'python',
  });
  await refuses('find_duplicates', 'a threshold above 0.95', { code: 'def f(): pass', threshold: 0.99 });

  await shows('get_related', { entity_id: 'src/session.ts', relationship_types: ['IMPORTS'] });
  await refuses('get_related', 'an unknown entity', { entity_id: 'nobody knows it' });
  await refuses('get_related', 'more than five steps', { entity_id: 'src/session.ts', depth: 6 });

  await shows('graph_query', {
    cypher: 'MATCH (f:File)-[:CONTAINS]->(s:Function {name: $name}) RETURN f.path AS path, s.signature AS signature',
    params: { name: 'hashPassword' },
  });
  await refuses('graph_query', 'a clause that writes', { cypher: 'CREATE (n)' });
  await refuses('graph_query', 'no Cypher', { cypher: 'passwords?' });
}

async function walkAnalysis({ shows, refuses, calls }: Walk): Promise<void> {
  await calls('memory_add', {
    type: 'code_pattern',
    content: 'Stores extend BaseStore.',
    metadata: { pattern_name: 'Store', code_template: 'class {Name}Store extends BaseStore {\n  expireIdle() {}\n}' },
  });
  await calls('memory_add', {
    type: 'component',
    content: 'Keeps sessions and their passwords.',
    metadata: {
      component_id: 'session-store',
      name: 'SessionStore',
      base_pattern: 'Store',
      file_path: 'src/session.ts',
    },
  });
  await calls('memory_add', {
    type: 'test_history',
    content: 'test_hash: passwords are hashed',
    metadata: {
      test_name: 'test_hash',
      status: 'Passed',
      affected_component: 'session-store',
      related_requirements: ['REQ-SEC-1'],
    },
  });
  for (const tool of ['check_consistency', 'get_design_context']) {
    await shows(tool, { component_id: 'session-store' });
    await refuses(tool, 'an unknown component', { component_id: 'nobody knows it' });
  }
  const fix_description = 'Hash passwords with md5 instead of bcrypt.';
  await shows('validate_fix', { component_id: 'session-store', fix_description });
  await refuses('validate_fix', 'an unknown component', { component_id: 'nobody knows it', fix_description });
  await refuses('validate_fix', 'an empty fix', { component_id: 'session-store', fix_description: '' });

  await shows('trace_requirements', { requirement_id: 'REQ-SEC-1' });
  await refuses('trace_requirements', 'an unknown requirement', { requirement_id: 'REQ-NONE-9' });
}

async function walkMaintenance({ project, shows, refuses, calls }: Walk): Promise<void> {
  const { job_id } = await shows('normalize_memory', { options: { skip_embedding_refresh: true } });
  await refuses('normalize_memory', 'a switch that is no truth value', { options: { skip_deduplication: 'yes' } });
  await untilDone(() => calls('normalize_status', { job_id }).then(({ status }) => status));
  await shows('normalize_status', { job_id });
  await refuses('normalize_status', 'an unknown job', { job_id: UNKNOWN });

  await shows('memory_statistics');

  const output_path = join(project, 'memories.jsonl');
  await shows('export_memory', { output_path });
  await refuses('export_memory', 'a file outside of the roots', { output_path: '/etc/memories.jsonl' });
  await refuses('export_memory', 'a file that is no export', { output_path: join(project, 'README.md') });

  await shows('import_memory', { file_path: output_path });
  await refuses('import_memory', 'no such file', { file_path: join(project, 'nowhere.jsonl') });
}

async function untilDone(state: () => Promise<string>): Promise<void> {
  while ((await state()) === 'running') await new Promise((resolve) => setTimeout(resolve, 50));
}
