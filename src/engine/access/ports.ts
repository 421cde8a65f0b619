// What access asks of a store.
import { z } from 'zod';
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
  /** The file that its memories are in, when that is not the store's own. */
  path: z.string().nullable(),
  owner: z.string(),
  /** The project that it was registered in. */
  project: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Cube = z.infer<typeof Cube>;

/** A browser that is logged in; without a token it is the owner of the data folder, who came by a link. */
export interface Login {
  readonly hash: string;
  readonly token: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A token without its secret, which nobody keeps. */
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

/** A token, whose it is, and the cubes that belong to that user or are shared with it. */
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

/** Who did what to what, and when; never what it says. */
export const AuditEntry = z.object({
  at: z.number(),
  who: z.string(),
  /** Such as `memory.add` or `token.issue`. */
  action: z.string(),
  subject: z.string().nullable(),
  cube: z.string().nullable(),
  outcome: z.enum(['done', 'denied']),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export interface AuditQuery {
  readonly who?: string | undefined;
  readonly subject?: string | undefined;
  readonly limit: number;
}

export interface AccessStore {
  /** What the numbers that confined callers see are made with; made with the store, and never another. */
  numberKey(): Promise<Uint8Array>;

  user(id: string): Promise<User | null>;
  users(): Promise<User[]>;
  /** The user of that id as it is there, or this one. */
  addUser(user: User): Promise<User>;
  changeUser(id: string, change: Pick<User, 'role' | 'active' | 'updatedAt'>): Promise<void>;

  cube(id: string): Promise<Cube | null>;
  cubes(): Promise<Cube[]>;
  /** The cube of that id as it is there, or this one. */
  addCube(cube: Cube): Promise<Cube>;
  /** As far as the reach goes; with a field of the metadata also how many say what in it. */
  figures(cube: string, within: ScopeFilter, field: string | null): Promise<CubeFigures>;
  /** Whether anything in the cube is within the reach. */
  holds(cube: string, within: ScopeFilter): Promise<boolean>;
  /** The cubes that belong to one of these, and those that are shared with the first of them. */
  cubesOf(owners: readonly [string, ...string[]]): Promise<string[]>;
  /** The users that a cube is shared with. */
  sharers(cube: string): Promise<string[]>;
  /** False when there is nothing to change. */
  share(cube: string, user: string, at: number): Promise<boolean>;
  unshare(cube: string, user: string): Promise<boolean>;

  addToken(token: Token): Promise<void>;
  /** All that a request needs to know of its token, in one answer. */
  holder(token: string): Promise<TokenHolder | null>;
  /** Newest first. */
  tokens(): Promise<Token[]>;
  revoke(id: string, at: number): Promise<void>;
  /** Whether there ever was one: a server that had tokens does not open up when the last has ended. */
  hasTokens(): Promise<boolean>;

  /** Logins that have ended are forgotten. */
  addLogin(login: Login): Promise<void>;
  login(hash: string): Promise<Login | null>;
  removeLogin(hash: string): Promise<void>;
  addLoginLink(hash: string, expiresAt: number, now: number): Promise<void>;
  /** Whether it was there and had not expired; it is gone then, whoever else asks. */
  takeLoginLink(hash: string, now: number): Promise<boolean>;

  /** Writes entries down; what is older than `expiry` goes, and the oldest beyond a large number. */
  record(entries: readonly AuditEntry[], expiry: number): Promise<void>;
  /** Newest first. */
  audit(query: AuditQuery): Promise<AuditEntry[]>;
}
