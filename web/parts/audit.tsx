import { read } from '../api.ts';
import { ago, formatMoment } from '../format.ts';
import { useResource } from '../resource.ts';
import { Text } from '../text.tsx';
import { Waiting } from './list.tsx';
import { Problem } from './problem.tsx';
import { Scroll } from './scroll.tsx';

/** Who did what to which memory, cube, user or token. */
export function Audit() {
  const { data, error, reload } = useResource('audit', (signal) => read('people.audit', { limit: 200 }, signal));
  if (error) return <Problem error={error} retry={reload} />;
  if (!data) return <Waiting />;
  if (data.entries.length === 0) return <p class="muted">Nothing has been logged yet.</p>;
  return (
    <Scroll label="Audit trail" class="card">
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">Did</th>
            <th scope="col">To</th>
          </tr>
        </thead>
        <tbody>
          {data.entries.map((entry, at) => (
            <tr key={at} data-row tabIndex={-1}>
              <td class="short" title={formatMoment(entry.at)}>
                {ago(entry.at)}
              </td>
              <td>
                <Text of={entry.who} />
              </td>
              <td>
                <Text of={entry.action} />
              </td>
              <td class="mono small">
                <Text of={entry.subject ?? ''} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
