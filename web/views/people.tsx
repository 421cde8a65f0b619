// People: users and tokens, cubes and sharing, and the audit trail.
import { ApiError, read } from '../api.ts';
import { Audit } from '../parts/audit.tsx';
import { Cubes } from '../parts/cubes.tsx';
import { Problem } from '../parts/problem.tsx';
import { Users } from '../parts/users.tsx';
import { useResource } from '../resource.ts';
import { route, to } from '../route.ts';

const TABS = ['users', 'cubes', 'audit'] as const;

export default function People() {
  const users = useResource('users', (signal) => read('people.users', {}, signal));
  const isForbidden = users.error instanceof ApiError && users.error.status === 403;
  const tab = TABS.find((each) => each === route.value.query.get('show')) ?? (isForbidden ? 'cubes' : 'users');
  return (
    <>
      <div class="head">
        <h1>People</h1>
        <nav class="tabs" aria-label="Sections">
          {TABS.filter((each) => !isForbidden || each === 'cubes').map((each) => (
            <a
              key={each}
              class="button"
              href={to('people', null, { show: each })}
              aria-current={each === tab ? 'true' : undefined}
            >
              {{ users: 'Users and tokens', cubes: 'Cubes', audit: 'Audit' }[each]}
            </a>
          ))}
        </nav>
      </div>
      {!isForbidden && <Problem error={users.error} retry={users.reload} />}
      {tab === 'users' && users.data && <Users users={users.data.users} />}
      {tab === 'cubes' && <Cubes users={users.data?.users.map(({ id }) => id) ?? []} />}
      {tab === 'audit' && <Audit />}
    </>
  );
}
