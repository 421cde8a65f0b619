import type { Walk } from './walk.ts';

export async function walkAgenticMemory({ shows, refuses }: Walk): Promise<void> {
  const { id } = await shows('memory_put', { content: 'The project deadline is March 1st', importance: 'CRITICAL' });
  await refuses('memory_put', 'no content', {});
  await refuses('memory_put', 'an empty content', { content: '' });
  await refuses('memory_put', 'a type that does not exist', { content: 'Lunch is at noon.', memory_type: 'vague' });
  await refuses('memory_put', 'an importance that does not exist', {
    content: 'Lunch is at noon.',
    importance: 'huge',
  });

  await shows('memory_get', { memory_id: id });
  await shows('memory_get', { memory_id: '550e8400-e29b-41d4-a716-446655440000' });
  await refuses('memory_get', 'no id; an unknown one is answered with null', {});

  await shows('memory_search', { query: 'When is the deadline?', k: 1 });
  await refuses('memory_search', 'no query', {});
  await refuses('memory_search', 'a k that is no whole number', { query: 'deadline', k: 1.5 });
}
