// Administration of users and their tokens.
import { asRemanenceError, invalid, notFound, RemanenceError } from '../../errors.ts';
import { DAY_MS } from '../clock.ts';
import type { Clock } from '../ports.ts';
import { checkNoSecret, redactText } from '../secrets/redact.ts';
import { type Actor, forbidden, LOCAL } from './actor.ts';
import type { Audit, NewAuditEntry } from './audit.ts';
import { isAdmin, mayManage, type Role } from './permission.ts';
import type { AccessStore, AuditEntry, AuditQuery, Token, User } from './ports.ts';
import { mint } from './tokens.ts';

const MAX_ID_LENGTH = 100;
const MAX_DAYS = 3650;

export type TokenState = 'active' | 'expired' | 'revoked';
/** A token as it may be listed. */
export interface ListedToken extends Omit<Token, 'hash'> {
  readonly state: TokenState;
}

export class Users {
  readonly #store: AccessStore;
  readonly #audit: Audit;
  readonly #clock: Clock;

  constructor(store: AccessStore, audit: Audit, clock: Clock) {
    this.#store = store;
    this.#audit = audit;
    this.#clock = clock;
  }

  async add(
    actor: Actor,
    { id, name = id, role }: { id: string; name?: string | undefined; role: Role },
  ): Promise<User> {
    return this.#recording(actor, { action: 'user.add', subject: id }, async () => {
      checkMayManage(actor, role);
      checkUserId(id);
      if (await this.#store.user(id)) throw new RemanenceError('conflict', `The user ${id} already exists.`);
      const now = this.#clock.now();
      return this.#store.addUser({
        id,
        name: redactText(name).value,
        role,
        active: true,
        createdAt: now,
        updatedAt: now,
      });
    });
  }

  /** Creates a user on the first write in its name. */
  async settle({ who }: Pick<Actor, 'who'>): Promise<void> {
    if (await this.#store.user(who)) return;
    checkUserId(who);
    const now = this.#clock.now();
    await this.#store.addUser({ id: who, name: who, role: 'user', active: true, createdAt: now, updatedAt: now });
  }

  async list(actor: Actor): Promise<User[]> {
    checkAdmin(actor);
    return this.#store.users();
  }

  async setRole(actor: Actor, id: string, role: Role): Promise<User> {
    return this.#recording(actor, { action: 'user.role', subject: id }, async () => {
      const user = await this.#managed(actor, id);
      if (!mayManage(actor.role ?? 'root', role)) throw forbidden(`${actor.who} may not give anyone the role ${role}.`);
      return this.#change(user, { role });
    });
  }

  /** Every server refuses an inactive user; its data stays. */
  async setActive(actor: Actor, id: string, active: boolean): Promise<User> {
    const action = active ? 'user.enable' : 'user.disable';
    return this.#recording(actor, { action, subject: id }, async () =>
      this.#change(await this.#managed(actor, id), { active }),
    );
  }

  async issueToken(actor: Actor, id: string, days: number): Promise<{ token: string; listed: ListedToken }> {
    if (!(days > 0 && days <= MAX_DAYS)) throw invalid(`A token must last more than 0 and at most ${MAX_DAYS} days.`);
    const minted = mint();
    return this.#recording(actor, { action: 'token.issue', subject: `${id} ${minted.id}` }, async () => {
      const user = await this.#managed(actor, id);
      const now = this.#clock.now();
      const expiresAt = now + Math.round(days * DAY_MS);
      const record = { id: minted.id, user: user.id, createdAt: now, expiresAt, revokedAt: null };
      await this.#store.addToken({ ...record, hash: minted.hash });
      return { token: minted.token, listed: { ...record, state: 'active' } };
    });
  }

  async tokens(actor: Actor): Promise<ListedToken[]> {
    checkAdmin(actor);
    const now = this.#clock.now();
    return (await this.#store.tokens()).map(({ hash: _, ...token }) => ({ ...token, state: stateOf(token, now) }));
  }

  /** Revokes one token by its id, or all tokens of a user; returns how many. */
  async revoke(actor: Actor, which: string): Promise<number> {
    return this.#recording(actor, { action: 'token.revoke', subject: which }, async (hasBegun) => {
      // A caller who manages nobody is not told which tokens there are.
      checkAdmin(actor);
      const now = this.#clock.now();
      const meant = (await this.#store.tokens()).filter(({ id, user }) => id === which || user === which);
      if (meant.length === 0)
        throw notFound(`No token, and no user with tokens, has the id ${which.slice(0, MAX_ID_LENGTH)}.`);
      // Several users at once when one is named like the token of another.
      for (const user of new Set(meant.map(({ user }) => user))) await this.#managed(actor, user);
      const open = meant.filter(({ revokedAt }) => revokedAt === null);
      for (const { id } of open) {
        await this.#store.revoke(id, now);
        hasBegun();
      }
      return open.length;
    });
  }

  async audit(actor: Actor, query: AuditQuery): Promise<AuditEntry[]> {
    checkAdmin(actor);
    return this.#store.audit(query);
  }

  async #change(user: User, change: Partial<Pick<User, 'role' | 'active'>>): Promise<User> {
    const changed = { ...user, ...change, updatedAt: this.#clock.now() };
    await this.#store.changeUser(user.id, changed);
    return changed;
  }

  async #managed(actor: Actor, id: string): Promise<User> {
    const user = await this.#store.user(id);
    checkMayManage(actor, user?.role ?? 'user');
    if (!user) throw notFound(`User not found: ${id.slice(0, MAX_ID_LENGTH)}`, 'user');
    if (id === LOCAL) throw invalid('The owner of this data folder needs no role and no token.');
    return user;
  }

  /**
   * Audits what was done, or that it was forbidden. Work of several changes says when it has made the first: then it is
   * audited even if it fails later. The entry is a change of its own; one that cannot be written now waits for the next.
   */
  async #recording<T>(actor: Actor, entry: NewAuditEntry, work: (hasBegun: () => void) => Promise<T>): Promise<T> {
    let isBegun = false;
    const begin = () => {
      isBegun = true;
    };
    const result = await work(begin).catch(async (thrown: unknown) => {
      const isForbidden = asRemanenceError(thrown).code === 'forbidden';
      if (isForbidden) await this.#audit.record(actor, [entry], 'denied');
      else if (isBegun) await this.#audit.record(actor, [entry]);
      throw thrown;
    });
    await this.#audit.record(actor, [entry]);
    return result;
  }
}

export const stateOf = ({ expiresAt, revokedAt }: Omit<Token, 'hash'>, now: number): TokenState =>
  revokedAt !== null ? 'revoked' : expiresAt !== null && expiresAt <= now ? 'expired' : 'active';

function checkAdmin({ who, role = 'root' }: Actor): void {
  if (!isAdmin(role)) throw forbidden(`${who} is not an admin.`);
}

function checkMayManage(actor: Actor, other: Role): void {
  checkAdmin(actor);
  if (!mayManage(actor.role ?? 'root', other))
    throw forbidden(`${actor.who} may not manage users with the role ${other}.`);
}

function checkUserId(id: string): void {
  const isFine = id.trim() === id && id !== '' && id.length <= MAX_ID_LENGTH && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(id);
  if (!isFine)
    throw invalid(
      `A user id has 1 to ${MAX_ID_LENGTH} characters, without control characters, format characters or surrounding white space.`,
    );
  checkNoSecret(id, 'id of the user');
}
