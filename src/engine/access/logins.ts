// Browser logins. The cookie holds its own secret, never the token; the login ends with the token.
import { createHash, randomBytes } from 'node:crypto';
import { RemanenceError } from '../../errors.ts';
import { DAY_MS } from '../clock.ts';
import type { Clock } from '../ports.ts';
import type { Access } from './access.ts';
import { type Actor, LOCAL } from './actor.ts';
import type { AccessStore } from './ports.ts';

export interface NewLogin {
  /** For the cookie. */
  readonly secret: string;
  readonly endsAt: number;
}

const LINK_MS = 60_000;
/** A login never lasts longer, even if the token does. */
const MAX_LOGIN_MS = 30 * DAY_MS;
const BY_LINK_MS = DAY_MS;

export class Logins {
  readonly #store: AccessStore;
  readonly #access: Access;
  readonly #clock: Clock;

  constructor(store: AccessStore, access: Access, clock: Clock) {
    this.#store = store;
    this.#access = access;
    this.#clock = clock;
  }

  /** Logs in by token. Audits a refused token with its address. */
  async enter(token: string, address: string): Promise<NewLogin> {
    const { id, expiresAt } = await this.#access.token(token, address);
    return this.#open(id, Math.min(expiresAt ?? Number.POSITIVE_INFINITY, this.#clock.now() + MAX_LOGIN_MS));
  }

  /** The secret of a link that logs in the owner of the data folder, once and within a minute. */
  async link(): Promise<string> {
    const secret = newSecret();
    await this.#store.addLoginLink(digest(secret), this.#clock.now() + LINK_MS, this.#clock.now());
    return secret;
  }

  async enterByLink(secret: string): Promise<NewLogin> {
    const isGood = await this.#store.takeLoginLink(digest(secret), this.#clock.now());
    if (!isGood) throw ended('This link has already been used or is older than a minute.');
    return this.#open(null, this.#clock.now() + BY_LINK_MS);
  }

  /** Who is logged in, and until when. Looked up on every call, so that revoking the token ends the login at once. */
  async who(secret: string): Promise<{ readonly actor: Actor; readonly endsAt: number }> {
    const login = await this.#store.login(digest(secret));
    if (!login || login.expiresAt <= this.#clock.now()) throw ended('The login has ended.');
    if (login.token === null) return { actor: { who: LOCAL }, endsAt: login.expiresAt };
    const holder = await this.#store.holder(login.token);
    if (!holder) throw ended('The login has ended.');
    return { actor: this.#access.holding(holder), endsAt: login.expiresAt };
  }

  leave(secret: string): Promise<void> {
    return this.#store.removeLogin(digest(secret));
  }

  async #open(token: string | null, expiresAt: number): Promise<NewLogin> {
    const secret = newSecret();
    const createdAt = this.#clock.now();
    await this.#store.addLogin({ hash: digest(secret), token, createdAt, expiresAt });
    return { secret, endsAt: expiresAt };
  }
}

const newSecret = (): string => randomBytes(32).toString('base64url');
const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const ended = (message: string): RemanenceError =>
  new RemanenceError('unauthenticated', message, {
    hint: "Log in with a token, or run `remanence open` on the server's machine.",
    details: { reason: 'LOGIN_ENDED' },
  });
