import * as z from 'zod';
import { tieOf } from '../../engine/access/access.ts';
import { type Actor, forbidden } from '../../engine/access/actor.ts';
import { permission, Role, Tie } from '../../engine/access/permission.ts';
import { AuditEntry, User } from '../../engine/access/ports.ts';
import { changes, reads } from './route.ts';

const name = z.string().min(1).max(256);

const Token = z.object({
  id: z.string(),
  user: z.string(),
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
});

const Cube = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  owner: z.string(),
  tie: Tie,
  /** Whether the caller may share it. */
  administers: z.boolean(),
  sharedWith: z.array(z.string()),
  /** How many of its memories the caller may see; null if its file cannot be opened. */
  memories: z.number().nullable(),
  /** Whether it has its own file. */
  hasFile: z.boolean(),
});

/** A server confined to a user or project shows no others: its owner manages users elsewhere. */
function unconfined(actor: Actor): Actor {
  if (actor.user === undefined && actor.project === undefined) return actor;
  throw forbidden('This server is confined to a user or a project, and shows no others.');
}

const users = reads({
  what: 'List all users; for admin and root.',
  input: z.object({}),
  output: z.object({ users: z.array(User) }),
  async handle(_, { engine, actor }) {
    return { users: await engine.users.list(unconfined(actor)) };
  },
});

const addUser = changes({
  what: 'Make a user.',
  input: z.object({ id: name, name: name.optional(), role: Role }),
  output: User,
  async handle(input, { engine, actor }) {
    return engine.users.add(unconfined(actor), input);
  },
});

const setRole = changes({
  what: "Change a user's role.",
  input: z.object({ id: name, role: Role }),
  output: User,
  async handle({ id, role }, { engine, actor }) {
    return engine.users.setRole(unconfined(actor), id, role);
  },
});

const setActive = changes({
  what: 'Disable a user, or enable them again; their data stays.',
  input: z.object({ id: name, active: z.boolean() }),
  output: User,
  async handle({ id, active }, { engine, actor }) {
    return engine.users.setActive(unconfined(actor), id, active);
  },
});

const tokens = reads({
  what: 'List all tokens without their secrets; for admin and root.',
  input: z.object({}),
  output: z.object({ tokens: z.array(Token) }),
  async handle(_, { engine, actor }) {
    return { tokens: await engine.users.tokens(unconfined(actor)) };
  },
});

const issueToken = changes({
  what: 'Issue a token for a user. It is shown only once.',
  input: z.object({ user: name, days: z.number().positive().max(3650).default(90) }),
  output: z.object({ token: z.string(), listed: Token }),
  async handle({ user, days }, { engine, actor }) {
    return engine.users.issueToken(unconfined(actor), user, days);
  },
});

const revokeToken = changes({
  what: 'Revoke a token, or all tokens of a user, immediately.',
  input: z.object({ which: name }),
  output: z.object({ revoked: z.number() }),
  async handle({ which }, { engine, actor }) {
    return { revoked: await engine.users.revoke(unconfined(actor), which) };
  },
});

const cubes = reads({
  what: 'List the cubes the caller may see, and who they are shared with.',
  input: z.object({}),
  output: z.object({ cubes: z.array(Cube) }),
  async handle(_, { engine, actor }) {
    const known = await engine.cubes.registry.list(actor);
    return {
      cubes: await Promise.all(
        known.map(async (cube) => {
          const tie = tieOf(actor, cube);
          return {
            id: cube.id,
            name: cube.name,
            description: cube.description,
            owner: cube.owner,
            tie,
            administers: permission(actor.role ?? 'root', tie, 'admin').allowed,
            sharedWith: await engine.cubes.registry.sharers(actor, cube.id),
            memories: (await engine.cubes.figures(actor, cube))?.total ?? null,
            hasFile: cube.path !== null,
          };
        }),
      ),
    };
  },
});

const addCube = changes({
  what: 'Register a cube that is kept in the store.',
  input: z.object({ id: name, name: name.optional(), description: z.string().max(2000).optional() }),
  output: z.object({ id: z.string(), isNew: z.boolean() }),
  async handle(input, { engine, actor }) {
    const { cube, isNew } = await engine.cubes.register(actor, input);
    return { id: cube.id, isNew };
  },
});

const Share = z.object({ cube: name, user: name });

const share = changes({
  what: 'Let a user read the memories of a cube and, unless a guest, change them.',
  input: Share,
  output: z.object({ changed: z.boolean() }),
  async handle({ cube, user }, { engine, actor }) {
    return { changed: await engine.cubes.registry.share(actor, cube, user) };
  },
});

const unshare = changes({
  what: 'Stop sharing a cube with a user.',
  input: Share,
  output: z.object({ changed: z.boolean() }),
  async handle({ cube, user }, { engine, actor }) {
    return { changed: await engine.cubes.registry.unshare(actor, cube, user) };
  },
});

const audit = reads({
  what: 'List who did what to which memory, cube, user or token, newest first; for admin and root.',
  input: z.object({
    who: name.optional(),
    subject: name.optional(),
    limit: z.int().min(1).max(1000).default(100),
  }),
  output: z.object({ entries: z.array(AuditEntry) }),
  async handle(query, { engine, actor }) {
    return { entries: await engine.users.audit(unconfined(actor), query) };
  },
});

export const peopleRoutes = {
  'people.users': users,
  'people.addUser': addUser,
  'people.setRole': setRole,
  'people.setActive': setActive,
  'people.tokens': tokens,
  'people.issueToken': issueToken,
  'people.revokeToken': revokeToken,
  'people.cubes': cubes,
  'people.addCube': addCube,
  'people.share': share,
  'people.unshare': unshare,
  'people.audit': audit,
};
