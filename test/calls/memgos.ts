import type { Walk } from './walk.ts';

const cube_id = 'ai-research';

export async function walkMemgos(walk: Walk): Promise<void> {
  await walkCubes(walk);
  await walkMemories(walk);
  await walkChat(walk);
  await walkUsers(walk);
  await walkSystem(walk);
}

async function walkCubes({ shows, refuses }: Walk): Promise<void> {
  await shows('register_cube', { cube_id, name: 'AI research', user_id: 'alice' });
  await refuses('register_cube', 'an id with a space', { cube_id: 'ai research' });
  await refuses('register_cube', 'a file outside the folders that may be used', {
    cube_id: 'apart',
    cube_path: '/etc/cubes',
  });
  await shows('list_cubes', { user_id: 'alice' });
  await refuses('list_cubes', 'a switch that is no truth value', { include_stats: 'yes' });
  await shows('cube_info', { cube_id });
  await refuses('cube_info', 'an unknown cube', { cube_id: 'nowhere' });
}

async function walkMemories({ shows, refuses, calls }: Walk): Promise<void> {
  const { memory_id } = await shows('add_memory', {
    memory_content: 'Transformers weigh their input by self-attention.',
    mem_cube_id: cube_id,
    metadata: { source: 'research_paper' },
  });
  await refuses('add_memory', 'an unknown cube', { memory_content: 'Lunch is at noon.', mem_cube_id: 'nowhere' });
  await refuses('add_memory', 'an empty content', { memory_content: '', mem_cube_id: cube_id });

  await shows('search_memories', { query: 'self-attention', top_k: 1, cube_ids: [cube_id] });
  await refuses('search_memories', 'no query', {});
  await refuses('search_memories', 'more than 100', { query: 'self-attention', top_k: 101 });
  await refuses('search_memories', 'an unknown cube', { query: 'self-attention', cube_ids: ['nowhere'] });

  await shows('get_memory', { memory_id, cube_id });
  await refuses('get_memory', 'an unknown memory', { memory_id: 'mem_06f00000000000000000', cube_id });
  await refuses('get_memory', 'a cube that it is not in', { memory_id, cube_id: 'default' });

  const updated_content = 'Transformers weigh their input by self-attention, in several heads.';
  await shows('update_memory', { memory_id, cube_id, updated_content });
  await refuses('update_memory', 'no new content', { memory_id, cube_id });

  const { memory_id: mistaken } = await calls('add_memory', { memory_content: 'A mistake.', mem_cube_id: cube_id });
  await shows('delete_memory', { memory_id: mistaken, cube_id });
  await refuses('delete_memory', 'a memory that is gone', { memory_id: mistaken, cube_id });
}

async function walkChat({ shows, refuses }: Walk): Promise<void> {
  const query = 'How do transformers weigh their input?';
  await shows('chat', { query, user_id: 'alice', top_k: 1 });
  await refuses('chat', 'no message', { query: '' });
  await refuses('chat', 'fewer than 50 tokens', { query, max_tokens: 10 });

  await shows('chat_history', { user_id: 'alice', limit: 2 });
  await refuses('chat_history', 'an unknown session', { user_id: 'alice', session_id: 'nowhere' });
  await refuses('chat_history', 'more than 1000', { limit: 1001 });

  await shows('context_search', { query: 'self-attention', top_k: 1 });
  await refuses('context_search', 'no query', {});
  await refuses('context_search', 'more than 20', { query: 'self-attention', top_k: 21 });
}

async function walkUsers({ shows, refuses }: Walk): Promise<void> {
  await shows('get_user_info', { user_id: 'alice' });
  await refuses('get_user_info', 'an unknown user', { user_id: 'nobody' });

  await shows('session_info');
  await refuses('session_info', 'an unknown session', { session_id: 'nowhere' });

  const question = { user_id: 'alice', resource_type: 'cube', resource_id: cube_id, action: 'write' };
  await shows('validate_access', question);
  await refuses('validate_access', 'no such kind of thing', { ...question, resource_type: 'planet' });
  await refuses('validate_access', 'no such action', { ...question, action: 'paint' });
}

async function walkSystem({ shows, refuses }: Walk): Promise<void> {
  await shows('health_check');
  await shows('list_tools', { category: 'system' });
  await refuses('list_tools', 'no such category', { category: 'none' });
}
