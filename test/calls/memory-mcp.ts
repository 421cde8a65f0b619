import type { Walk } from './walk.ts';

const UNKNOWN = '06f00000000000000000';

export async function walkMemoryMcp(walk: Walk): Promise<void> {
  await walkMemories(walk);
  await walkSearches(walk);
  await walkGraph(walk);
  await walkTime(walk);
  await walkCode(walk);
  await walkSystem(walk);
}

async function walkMemories({ shows, refuses, calls }: Walk): Promise<void> {
  const { id } = await shows('store_memory', {
    content: 'The nightly build of the checkout service starts at two.',
    metadata: { ticket: 'OPS-7' },
  });
  await refuses('store_memory', 'no content', {});
  await refuses('store_memory', 'an empty content', { content: '' });
  await refuses('store_memory', 'a type that does not exist', { content: 'Lunch is at noon.', memory_type: 'vague' });

  await shows('get_memory', { id });
  await refuses('get_memory', 'an unknown id', { id: UNKNOWN });
  await refuses('get_memory', 'no id', {});

  await shows('update_memory', { id, content: 'The nightly build of the checkout service starts at three.' });
  await refuses('update_memory', 'an unknown id', { id: UNKNOWN, content: 'Lunch is at noon.' });
  await refuses('update_memory', 'a type that does not exist', { id, memory_type: 'vague' });

  const { id: mistaken } = await calls('store_memory', { content: 'Stored by mistake.' });
  await shows('delete_memory', { id: mistaken });
  await shows('delete_memory', { id: mistaken });
  await refuses('delete_memory', 'no id; an unknown one is answered with false', {});

  await shows('list_memories', { limit: 1 });
  await refuses('list_memories', 'more than 100', { limit: 101 });
  await refuses('list_memories', 'an offset before the first', { offset: -1 });
}

async function walkSearches({ shows, refuses }: Walk): Promise<void> {
  for (const [tool, query] of [
    ['search', 'At what hour of the night is the software built?'],
    ['search_text', 'nightly build'],
  ] as const) {
    await shows(tool, { query, limit: 1 });
    await refuses(tool, 'no query', {});
    await refuses(tool, 'more than 50', { query, limit: 51 });
  }
  await shows('recall', { query: 'When does the nightly build start?', limit: 1 });
  await refuses('recall', 'no query', {});
  await refuses('recall', 'a negative weight', { query: 'nightly build', vector_weight: -1 });
}

async function walkGraph({ shows, refuses, calls }: Walk): Promise<void> {
  await shows('create_entity', { name: 'Ada Lovelace', entity_type: 'person' });
  await refuses('create_entity', 'an empty name', { name: ' ' });
  await calls('create_entity', { name: 'checkout', entity_type: 'service' });

  const relation = { from_entity: 'Ada Lovelace', to_entity: 'checkout', relation_type: 'leads' };
  await shows('create_relation', relation);
  await refuses('create_relation', 'an unknown entity', { ...relation, to_entity: 'nobody' });
  await refuses('create_relation', 'a weight above 1', { ...relation, weight: 2 });

  await shows('get_related', { entity_id: 'checkout' });
  await refuses('get_related', 'an unknown entity', { entity_id: 'nobody' });
  await refuses('get_related', 'more than three steps', { entity_id: 'checkout', depth: 9 });
  await refuses('get_related', 'no such direction', { entity_id: 'checkout', direction: 'sideways' });
}

async function walkTime({ shows, refuses, calls }: Walk): Promise<void> {
  const { id: old } = await calls('store_memory', { content: 'The team lead is Ivo.', user_id: 'ada' });
  const { id: fresh } = await calls('store_memory', { content: 'The team lead is Mira.', user_id: 'ada' });
  const timestamp = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await shows('invalidate', { id: old, reason: 'Ivo has left', superseded_by: fresh });
  await refuses('invalidate', 'an unknown id', { id: UNKNOWN });
  await refuses('invalidate', 'a circle: that memory was superseded by this one', { id: fresh, superseded_by: old });

  await shows('get_valid', { user_id: 'ada' });
  await refuses('get_valid', 'a limit that is no whole number', { limit: 1.5 });

  await shows('get_valid_at', { timestamp, user_id: 'ada', limit: 2 });
  await refuses('get_valid_at', 'a time that cannot be read', { timestamp: 'yesterday' });
  await refuses('get_valid_at', 'no time', {});
}

async function walkCode({ project, shows, refuses }: Walk): Promise<void> {
  await shows('index_project', { path: project });
  await refuses('index_project', 'no such folder', { path: '/nowhere' });
  await refuses('index_project', 'the root of the disk', { path: '/' });

  await shows('search_code', { query: 'hashPassword', limit: 1 });
  await refuses('search_code', 'no query', {});
  await refuses('search_code', 'an unknown project', { query: 'hashPassword', project_id: 'nowhere' });

  await shows('get_index_status', { project_id: 'shop' });
  await refuses('get_index_status', 'an unknown project', { project_id: 'nowhere' });

  await shows('list_projects');

  await shows('delete_project', { project_id: 'shop' });
  await refuses('delete_project', 'an unknown project', { project_id: 'nowhere' });
}

async function walkSystem({ shows }: Walk): Promise<void> {
  await shows('get_status');
  await shows('reset_all_memory');
  await shows('reset_all_memory', { confirm: true });
}
