import type { Walk } from './walk.ts';

const session_id = 'opencode:2026-01-04';

export async function walkCodeVectorMemory(walk: Walk): Promise<void> {
  await walkNotes(walk);
  await walkGraph(walk);
  await walkMaintenance(walk);
}

async function walkNotes({ shows, refuses }: Walk): Promise<void> {
  const { id } = await shows('remember', {
    content: 'Decision: parse_rows(text) stays in Python. Use sqlite-vec for local semantic search.',
    session_id,
    kind: 'decision',
    tags: 'architecture,sqlite',
    priority: 1,
    metadata_json: '{"ticket":"MEM-12"}',
  });
  await shows('remember', { content: 'Log in with password=hunter2', session_id });
  await refuses('remember', 'no session', { content: 'Lunch is at noon.' });
  await refuses('remember', 'an empty content', { content: '', session_id });
  await refuses('remember', 'metadata that is no JSON object', { content: 'x', session_id, metadata_json: '[1]' });

  await shows('search_memory', { query: 'sqlite-vec', session_id, limit: 8 });
  await refuses('search_memory', 'no session', { query: 'sqlite-vec' });
  await refuses('search_memory', 'a share beyond 0 to 1', { query: 'sqlite-vec', session_id, top_p: 7 });
  await refuses('search_memory', 'the id of no note', { query: 'id:999', session_id });

  await shows('list_recent', { limit: 1 });
  await refuses('list_recent', 'a limit that is no number', { limit: 'all' });

  await shows('list_entities', { memory_id: id });
  await refuses('list_entities', 'an unknown memory', { memory_id: 999 });
}

async function walkGraph({ shows, refuses }: Walk): Promise<void> {
  await shows('upsert_entity', {
    name: 'AuthService',
    entity_type: 'service',
    observations_json: '["Issues tokens","Written in Go"]',
  });
  await refuses('upsert_entity', 'observations that are no list of strings', { name: 'A', observations_json: '{}' });
  await refuses('upsert_entity', 'an unknown memory', { name: 'A', memory_id: 999 });

  await shows('add_relation', { source: 'AuthService', target: 'UserStore', relation_type: 'depends_on' });
  await refuses('add_relation', 'no target', { source: 'AuthService', relation_type: 'depends_on' });
  await refuses('add_relation', 'an empty name', { source: 'AuthService', target: ' ', relation_type: 'depends_on' });

  await shows('get_entity', { name: 'AuthService' });
  await shows('get_entity', { name: 'Nobody' });
  await refuses('get_entity', 'no name', {});

  await shows('get_context_graph', { query: 'AuthService', limit: 1 });
  await refuses('get_context_graph', 'a limit that is no whole number', { limit: 1.5 });
}

async function walkMaintenance({ shows, refuses }: Walk): Promise<void> {
  await shows('diagnostics');
  await shows('health');
  await shows('maintenance', { action: 'vacuum' });
  await shows('maintenance', { action: 'purge_session', session_id, confirm: true });
  await refuses('maintenance', 'no confirmation', { action: 'purge_all' });
  await refuses('maintenance', 'an action that does not exist', { action: 'explode', confirm: true });
  await refuses('maintenance', 'no session to purge', { action: 'purge_session', confirm: true });
  await refuses('maintenance', 'no age to prune by', { action: 'prune_older_than', confirm: true });
}
