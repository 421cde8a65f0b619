// What access requires from a store.
import * as z from 'zod';
import type { ScopeFilter } from './actor.ts';
import { Role } from './permission.ts';

export const User = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
  active: z.boolean(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type User = z.infer<typeof User>;

export const Cube = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** The file with its memories, if they are not in the main store. */
  path: z.string().nullable(),
  owner: z.string(),
  /** The project in which it was registered. */
  project: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Cube = z.infer<typeof Cube>;

/** A browser login; without a token it belongs to the owner of the data folder, who logged in by a link. */
export interface Login {
  readonly hash: string;
  readonly token: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A token without its secret, which is never stored. */
export const Token = z.object({
  id: z.string(),
  user: z.string(),
  /** SHA-256 of the secret, in hex. */
  hash: z.string(),
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
});
export type Token = z.infer<typeof Token>;

/** A token, its user, and the cubes that the user owns or that are shared with it. */
export interface TokenHolder {
  readonly token: Token;
  readonly user: User | null;
  readonly cubes: readonly string[];
}

/** How much a cube holds. */
export interface CubeFigures {
  readonly total: number;
  /** How many say each value in the field of their metadata that was asked for. */
  readonly saying: ReadonlyMap<string, number>;
  /** Of their texts. */
  readonly bytes: number;
  readonly changedAt: number | null;
  readonly accessedAt: number | null;
}

/** Who did what to what, and when; never any content. */
export const AuditEntry = z.object({
  at: z.number(),
  who: z.string(),
  /** For example `memory.add` or `token.issue`. */
  action: z.string(),
  subject: z.string().nullable(),
  cube: z.string().nullable(),
  outcome: z.enum(['done', 'denied']),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export interface AuditQuery {
  readonly who?: string | undefined;
  readonly subject?: string | undefined;
  /** What the actions begin with, such as `memory.`. */
  readonly actions?: readonly string[] | undefined;
  readonly outcome?: AuditEntry['outcome'] | undefined;
  readonly limit: number;
}

export interface AccessStore {
  /** The key for the row numbers that confined callers see; created with the store and never changed. */
  numberKey(): Promise<Uint8Array>;

  user(id: string): Promise<User | null>;
  users(): Promise<User[]>;
  /** Adds the user unless its id exists, and returns the stored one. */
  addUser(user: User): Promise<User>;
  changeUser(id: string, change: Pick<User, 'role' | 'active' | 'updatedAt'>): Promise<void>;

  cube(id: string): Promise<Cube | null>;
  cubes(): Promise<Cube[]>;
  /** Adds the cube unless its id exists, and returns the stored one. */
  addCube(cube: Cube): Promise<Cube>;
  /** As far as the reach goes; with a field of the metadata also how many say what in it. */
  figures(cube: string, within: ScopeFilter, field: string | null): Promise<CubeFigures>;
  /** Whether anything in the cube is within the reach. */
  holds(cube: string, within: ScopeFilter): Promise<boolean>;
  /** The cubes that any of these users own, and those shared with the first of them. */
  cubesOf(owners: readonly [string, ...string[]]): Promise<string[]>;
  /** The users with whom a cube is shared. */
  sharers(cube: string): Promise<string[]>;
  /** False if nothing changed. */
  share(cube: string, user: string, at: number): Promise<boolean>;
  unshare(cube: string, user: string): Promise<boolean>;

  addToken(token: Token): Promise<void>;
  /** Everything that a request needs to know about its token, in one read. */
  holder(token: string): Promise<TokenHolder | null>;
  /** Newest first. */
  tokens(): Promise<Token[]>;
  revoke(id: string, at: number): Promise<void>;
  /** Whether a token was ever issued: a server does not become open again when its last token ends. */
  hasTokens(): Promise<boolean>;

  /** Also deletes logins that have ended. */
  addLogin(login: Login): Promise<void>;
  login(hash: string): Promise<Login | null>;
  removeLogin(hash: string): Promise<void>;
  addLoginLink(hash: string, expiresAt: number, now: number): Promise<void>;
  /** Uses up the link; true if it existed and had not expired. */
  takeLoginLink(hash: string, now: number): Promise<boolean>;

  /** Writes entries; deletes those older than `expiry`, and the oldest beyond a large maximum. */
  record(entries: readonly AuditEntry[], expiry: number): Promise<void>;
  /** Newest first. */
  audit(query: AuditQuery): Promise<AuditEntry[]>;
}
