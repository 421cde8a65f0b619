import { Role } from '../engine/access/permission.ts';
import type { AuditEntry } from '../engine/access/ports.ts';
import { invalid } from '../errors.ts';
import { columns, counted, print, type StoreFlags, wholeNumber, withStore } from './store-command.ts';

const day = (time: number | null): string => (time === null ? 'never' : new Date(time).toISOString().slice(0, 10));

export async function addUser(id: string, flags: StoreFlags & { role: string; name?: string }): Promise<void> {
  const role = readRole(flags.role);
  const add: Parameters<typeof withStore>[1] = async ({ users }, owner) => {
    const user = await users.add(owner, { id, role, name: flags.name });
    print(flags, user, () => `${user.id} has the role ${user.role}. Issue a token: remanence user token ${user.id}`);
  };
  // A server that listens beyond loopback needs a token, so users are added before its first start.
  await withStore(flags, add, { mustExist: false });
}

export async function listUsers(flags: StoreFlags): Promise<void> {
  await withStore(flags, async ({ users }, owner) => {
    const [all, tokens] = [await users.list(owner), await users.tokens(owner)];
    const listed = all.map((user) => ({ ...user, tokens: tokens.filter(({ user: id }) => id === user.id) }));
    print(flags, listed, () =>
      columns([
        ['user', 'role', 'since', 'tokens'],
        ...listed.flatMap(({ id, role, active, createdAt, tokens }) => {
          const [first = '–', ...others] = tokens.map(
            (token) => `${token.id} ${token.state}, until ${day(token.expiresAt)}`,
          );
          return [
            [id, active ? role : `${role} (off)`, day(createdAt), first],
            ...others.map((token) => ['', '', '', token]),
          ];
        }),
      ]),
    );
  });
}

export async function setRole(id: string, role: string, flags: StoreFlags): Promise<void> {
  const wanted = readRole(role);
  await withStore(flags, async ({ users }, owner) => {
    const user = await users.setRole(owner, id, wanted);
    print(flags, user, () => `${user.id} now has the role ${user.role}.`);
  });
}

export async function setActive(id: string, active: boolean, flags: StoreFlags): Promise<void> {
  await withStore(flags, async ({ users }, owner) => {
    const user = await users.setActive(owner, id, active);
    print(flags, user, () => (active ? `${user.id} is enabled again.` : `${user.id} is disabled; their data stays.`));
  });
}

export async function issueToken(id: string, flags: StoreFlags & { days: string }): Promise<void> {
  await withStore(flags, async ({ users }, owner) => {
    const { token, listed } = await users.issueToken(owner, id, Number(flags.days));
    print(flags, { ...listed, token }, () =>
      [token, `For ${id}, until ${day(listed.expiresAt)}. It is shown only once; revoke it as ${listed.id}.`].join(
        '\n',
      ),
    );
  });
}

export async function revokeToken(which: string, flags: StoreFlags): Promise<void> {
  await withStore(flags, async ({ users }, owner) => {
    const revoked = await users.revoke(owner, which);
    print(flags, { revoked }, () => `${counted(revoked, 'token', 'tokens')} revoked.`);
  });
}

export async function audit(flags: StoreFlags & { who?: string; subject?: string; limit: string }): Promise<void> {
  const limit = wholeNumber('--limit', flags.limit);
  await withStore(flags, async ({ users }, owner) => {
    const entries = await users.audit(owner, { who: flags.who, subject: flags.subject, limit });
    print(flags, entries, () => columns([['when', 'who', 'what', 'of', 'cube', ''], ...entries.map(line)]));
  });
}

const line = ({ at, who, action, subject, cube, outcome }: AuditEntry): string[] => [
  new Date(at).toISOString(),
  who,
  action,
  subject ?? '–',
  cube ?? '–',
  outcome === 'denied' ? 'denied' : '',
];

function readRole(text: string): Role {
  const role = Role.safeParse(text);
  if (!role.success) throw invalid(`Unknown role: ${text}.`, `Use one of ${Role.options.join(', ')}.`);
  return role.data;
}
