// Users, cubes, tokens, logins and conversations as rows.
import * as z from 'zod';
import { Cube, type CubeFigures, type Login, Token, User } from '../../engine/access/ports.ts';
import { type ChatOwner, ChatSession } from '../../engine/chat/ports.ts';
import type { Speaker } from '../../engine/memories/quotes.ts';
import type { Row } from './row.ts';

/** The most audit entries kept, and how often that is checked. */
export const MAX_ENTRIES = 200_000;
export const LOOK_EVERY = 500;

export const readUser = ({ active, created_at: createdAt, updated_at: updatedAt, ...row }: Row): User =>
  User.parse({ ...row, active: active === 1, createdAt, updatedAt });

export const readCube = ({ created_at: createdAt, updated_at: updatedAt, ...row }: Row): Cube =>
  Cube.parse({ ...row, createdAt, updatedAt });

export const readToken = ({
  created_at: createdAt,
  expires_at: expiresAt,
  revoked_at: revokedAt,
  ...row
}: Row): Token => Token.parse({ ...row, createdAt, expiresAt, revokedAt });

const LoginRow = z.object({
  hash: z.string(),
  token: z.string().nullable(),
  created_at: z.number(),
  expires_at: z.number(),
});

export function readLogin(row: Row): Login {
  const { hash, token, created_at: createdAt, expires_at: expiresAt } = LoginRow.parse(row);
  return { hash, token, createdAt, expiresAt };
}

const FiguresRow = z.object({
  said: z.union([z.string(), z.number()]).nullable(),
  total: z.number(),
  bytes: z.number(),
  changed_at: z.number().nullable(),
  accessed_at: z.number().nullable(),
});

/** From a row for each value that memories say, and one for what was changed in the cube. */
export function readFigures(rows: readonly Row[]): CubeFigures {
  const saying = new Map<string, number>();
  const sum = { total: 0, bytes: 0, changedAt: 0, accessedAt: 0 };
  for (const row of rows) {
    const { said, total, bytes, changed_at: changedAt, accessed_at: accessedAt } = FiguresRow.parse(row);
    if (said !== null) saying.set(String(said), (saying.get(String(said)) ?? 0) + total);
    sum.total += total;
    sum.bytes += bytes;
    sum.changedAt = Math.max(sum.changedAt, changedAt ?? 0);
    sum.accessedAt = Math.max(sum.accessedAt, accessedAt ?? 0);
  }
  return { ...sum, saying, changedAt: sum.changedAt || null, accessedAt: sum.accessedAt || null };
}

/** Null in the engine is an empty text in a table key. */
export const chatColumns = ({ who, user, project }: ChatOwner): [string, string, string] => [
  who,
  user ?? '',
  project ?? '',
];

/** Copies of the first schema name the caller alone, as their user. */
export const readSpeaker = ({ who, user, project }: Row): Speaker =>
  who === undefined
    ? { who: String(user), user: null, project: null }
    : { who: String(who), user: nameOf(user), project: nameOf(project) };

const nameOf = (value: unknown): string | null => (value ? String(value) : null);

export const readSession = (row: Row | undefined): ChatSession | null =>
  row
    ? ChatSession.parse({
        id: row.id,
        who: row.who,
        user: row.user || null,
        project: row.project || null,
        createdAt: row.created_at,
        lastAt: row.last_at,
      })
    : null;
