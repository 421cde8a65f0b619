import type { Routes } from '../../src/transports/api/routes.ts';
import { read, write } from '../api.ts';
import { counted } from '../format.ts';
import { notifyProblem } from '../notices.tsx';
import { useResource } from '../resource.ts';
import { to } from '../route.ts';
import { Text } from '../text.tsx';
import { AddForm } from './add-form.tsx';
import { mayWrite } from './changes.ts';
import { Waiting } from './list.tsx';
import { Problem } from './problem.tsx';

type Cube = Routes['people.cubes']['output']['cubes'][number];

export function Cubes({ users }: { readonly users: readonly string[] }) {
  const { data, error, reload } = useResource('cubes', (signal) => read('people.cubes', {}, signal));
  return (
    <div class="stack">
      {mayWrite() && <NewCube />}
      <Problem error={error} retry={reload} />
      {!data && !error && <Waiting />}
      <ul class="cards">
        {data?.cubes.map((cube) => (
          <li key={cube.id}>
            <CubeCard cube={cube} users={users} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NewCube() {
  return (
    <AddForm label="New cube" onAdd={(given) => write('people.addCube', { id: String(given.get('id')).trim() })}>
      <input name="id" class="grow" aria-label="Name of the new cube" placeholder="Name of a new cube" required />
    </AddForm>
  );
}

function CubeCard({ cube, users }: { readonly cube: Cube; readonly users: readonly string[] }) {
  const others = users.filter((user) => user !== cube.owner && !cube.sharedWith.includes(user));
  return (
    <article class="card stack" data-row>
      <div class="row ends">
        <h2>
          <a href={to('search', null, { cube: cube.id })}>
            <Text of={cube.name} />
          </a>
        </h2>
        {cube.memories === null ? (
          <span class="tag bad">its file cannot be opened</span>
        ) : (
          <span class="muted number">{counted(cube.memories, 'memory', 'memories')}</span>
        )}
      </div>
      {cube.description && (
        <p>
          <Text of={cube.description} />
        </p>
      )}
      <p class="facts">
        <span>
          owner <Text of={cube.owner} />
        </span>
        {cube.hasFile && <span>in its own file</span>}
        {cube.sharedWith.length === 0 && <span>not shared</span>}
        {cube.sharedWith.map((user) => (
          <span key={user} class="tag">
            <Text of={user} />
            {cube.administers && mayWrite() && (
              <button
                type="button"
                class="quiet small"
                aria-label={`Stop sharing with ${user}`}
                onClick={() => write('people.unshare', { cube: cube.id, user }).catch(notifyProblem)}
              >
                ×
              </button>
            )}
          </span>
        ))}
      </p>
      {cube.administers && mayWrite() && others.length > 0 && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            const user = String(new FormData(event.currentTarget).get('user'));
            write('people.share', { cube: cube.id, user }).catch(notifyProblem);
          }}
        >
          <select name="user" class="narrow" aria-label={`Share ${cube.name} with`}>
            {others.map((user) => (
              <option key={user} value={user}>
                {user}
              </option>
            ))}
          </select>
          <button type="submit">Share</button>
        </form>
      )}
    </article>
  );
}
