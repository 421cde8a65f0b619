import { read } from '../api.ts';
import { useResource } from '../resource.ts';
import { to } from '../route.ts';
import { Text } from '../text.tsx';
import { Problem } from './problem.tsx';

/** What the memory is connected to, by kind of connection. */
export function Neighbours({ id }: { readonly id: string }) {
  const { data, error } = useResource(`neighbours ${id}`, (signal) => read('memory.neighbours', { id }, signal));
  if (error) return <Problem error={error} />;
  if (!data || data.neighbours.length === 0) return null;
  return (
    <section aria-label="Connected to">
      <h2>Connected to</h2>
      <ul class="neighbours">
        {data.neighbours.map(({ label, name, memory, relationship, direction }, at) => (
          <li key={at}>
            <span class="edge">
              {direction === 'incoming' ? '← ' : ''}
              {relationship.toLowerCase().replaceAll('_', ' ')}
            </span>
            {memory ? (
              <a href={to('memory', memory)}>
                <Text of={name.slice(0, 120)} />
              </a>
            ) : (
              <a href={to('graph', null, { start: name })}>
                <Text of={name.slice(0, 120)} />
              </a>
            )}
            <span class="muted small">{label}</span>
          </li>
        ))}
      </ul>
      {data.cut && <p class="muted small">There are more; the graph shows them.</p>}
    </section>
  );
}
