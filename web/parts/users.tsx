import { useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { read, write } from '../api.ts';
import { ago, counted, formatDay } from '../format.ts';
import { notifyProblem, tell } from '../notices.tsx';
import { useResource } from '../resource.ts';
import { session } from '../session.ts';
import { Text } from '../text.tsx';
import { AddForm } from './add-form.tsx';
import { mayWrite } from './changes.ts';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

type User = Routes['people.users']['output']['users'][number];
type Token = Routes['people.tokens']['output']['tokens'][number];

/** The owner of the data folder, who has every right without a token. */
const OWNER = 'local';
const ROLES: readonly User['role'][] = ['root', 'admin', 'user', 'guest'];

export function Users({ users }: { readonly users: readonly User[] }) {
  const tokens = useResource('tokens', (signal) => read('people.tokens', {}, signal));
  const [issued, setIssued] = useState<string | null>(null);
  const issue = (user: string) =>
    write('people.issueToken', { user }).then(({ token }) => setIssued(token), notifyProblem);
  return (
    <div class="stack">
      {mayWrite() && <NewUser />}
      <Problem error={tokens.error} />
      {users.every(({ id }) => id === OWNER) && (
        <div class="empty">
          <h2>No users yet</h2>
          <p>While nobody has a token, the memory is open to everyone on the server's machine.</p>
        </div>
      )}
      <ul class="cards">
        {users.map((user) => (
          <li key={user.id}>
            {user.id === OWNER ? (
              <OwnerCard />
            ) : (
              <UserCard
                user={user}
                tokens={tokens.data?.tokens.filter((token) => token.user === user.id) ?? []}
                onIssue={() => issue(user.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {issued !== null && (
        <Dialog title="A new token" onClose={() => setIssued(null)}>
          <div class="stack">
            <p>It is shown only once. Keep it where only its user can read it.</p>
            <pre data-token>{issued}</pre>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function NewUser() {
  const add = (given: FormData) => {
    const role = ROLES.find((each) => each === given.get('role')) ?? 'user';
    return write('people.addUser', { id: String(given.get('id')).trim(), role });
  };
  return (
    <AddForm label="New user" onAdd={add}>
      <input name="id" class="grow" aria-label="Name of the new user" placeholder="Name of a new user" required />
      <select name="role" class="narrow" aria-label="Role">
        {ROLES.map((role) => (
          <option key={role} value={role} selected={role === 'user'}>
            {role}
          </option>
        ))}
      </select>
    </AddForm>
  );
}

function OwnerCard() {
  return (
    <article class="card stack" data-row>
      <h2>{OWNER}</h2>
      <p class="muted">The owner of the data folder, who needs no role and no token.</p>
    </article>
  );
}

interface CardProps {
  readonly user: User;
  readonly tokens: readonly Token[];
  readonly onIssue: () => void;
}

function UserCard({ user, tokens, onIssue }: CardProps) {
  // Users cannot disable themselves or change their own role.
  const isSelf = user.id === session.value?.who;
  const active = tokens.filter(({ state }) => state === 'active');
  const revoke = (which: string) => write('people.revokeToken', { which }).then(() => tell('Revoked.'), notifyProblem);
  return (
    <article class="card stack" data-row>
      <div class="row ends">
        <h2>
          <Text of={user.id} />
        </h2>
        <span class="row">
          <select
            class="narrow"
            aria-label={`Role of ${user.id}`}
            value={user.role}
            disabled={!mayWrite() || isSelf}
            onChange={(event) => {
              const role = ROLES.find((each) => each === event.currentTarget.value);
              if (role) write('people.setRole', { id: user.id, role }).catch(notifyProblem);
            }}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {role}
              </option>
            ))}
          </select>
          {mayWrite() && (
            <>
              {!isSelf && (
                <button
                  type="button"
                  onClick={() => write('people.setActive', { id: user.id, active: !user.active }).catch(notifyProblem)}
                >
                  {user.active ? 'Disable' : 'Enable'}
                </button>
              )}
              <button type="button" onClick={onIssue}>
                New token
              </button>
            </>
          )}
        </span>
      </div>
      <p class="facts">
        {!user.active && <span class="tag bad">disabled</span>}
        <span>{counted(active.length, 'token')}</span>
        <span>since {formatDay(user.createdAt)}</span>
      </p>
      {tokens.length > 0 && (
        <ul class="lines">
          {tokens.map((token) => (
            <li key={token.id} class="line">
              <span class="mono">{token.id}</span>
              <span class={`tag ${token.state === 'active' ? 'good' : 'bad'}`}>{token.state}</span>
              <span class="muted small">
                created {ago(token.createdAt)}
                {token.expiresAt && `, ends ${formatDay(token.expiresAt)}`}
              </span>
              {token.state === 'active' && mayWrite() && (
                <button type="button" class="small" onClick={() => revoke(token.id)}>
                  Revoke
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
