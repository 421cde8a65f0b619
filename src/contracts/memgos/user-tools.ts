import * as z from 'zod';
import { isAdmin } from '../../engine/access/permission.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { shown } from '../../errors.ts';
import { defineTool, optional, reads, type Tool } from '../contract.ts';
import { success, user } from './inputs.ts';

/** The address of callers over stdio. */
export const STDIO = 'stdio:';

const getUserInfo = defineTool({
  name: 'get_user_info',
  title: 'Get user info',
  description:
    'Return an account, its permissions, and how many cubes and memories it may see. Only admins may look up other users.',
  annotations: reads,
  input: z.object({ user_id: user('The account to return (default: your own)') }),
  output: z.object({
    success,
    user: z.object({
      user_id: z.string(),
      user_name: z.string(),
      role: z.string(),
      created_at: z.string(),
      updated_at: z.string(),
      is_active: z.boolean(),
      permissions: z.object({ can_read: z.boolean(), can_write: z.boolean(), can_admin: z.boolean() }),
      cube_count: z.int(),
      memory_count: z.int(),
    }),
  }),
  async handle({ user_id }, { engine, actor }) {
    const { user, seen } = await engine.access.info(actor, user_id);
    return {
      success: true as const,
      user: {
        user_id: user.id,
        user_name: user.name,
        role: user.role,
        created_at: printTime(user.createdAt),
        updated_at: printTime(user.updatedAt),
        is_active: user.active,
        permissions: {
          can_read: user.active,
          can_write: user.active && user.role !== 'guest',
          can_admin: user.active && isAdmin(user.role),
        },
        cube_count: (await engine.cubes.registry.list(seen)).length,
        memory_count: await engine.cubes.count(seen),
      },
    };
  },
});

const sessionInfo = defineTool({
  name: 'session_info',
  title: 'Session info',
  description:
    'Return the current session (when it began, how many calls it has made, which cubes it may use) or one of your chat sessions.',
  annotations: reads,
  input: z.object({
    session_id: optional(z.string()).meta({ description: 'A chat session (default: the session of this connection)' }),
  }),
  output: z.object({
    success,
    session: z.object({
      session_id: z.string(),
      user_id: z.string(),
      created_at: z.string(),
      last_activity: z.string(),
      is_active: z.boolean(),
      api_mode: z.boolean(),
      api_url: z.string(),
      tool_calls_count: z.int(),
      active_cubes: z.array(z.string()),
    }),
  }),
  async handle({ session_id }, { engine, actor, session, address }) {
    const isCurrent = session_id === undefined || session_id === session.id;
    const chat = isCurrent ? null : await engine.chat.session(actor, session_id);
    const cubes = await engine.cubes.registry.list(actor);
    return {
      success: true as const,
      session: {
        session_id: chat?.id ?? session.id,
        user_id: actor.who,
        created_at: printTime(chat?.createdAt ?? session.startedAt),
        last_activity: printTime(chat?.lastAt ?? session.lastAt),
        is_active: true,
        api_mode: address !== null,
        api_url: address ?? STDIO,
        tool_calls_count: session.calls,
        active_cubes: cubes.map(({ id }) => id),
      },
    };
  },
});

const validateAccess = defineTool({
  name: 'validate_access',
  title: 'Validate access',
  description:
    'Check whether a user may read, write, delete or administer something, and why. Only admins may check other users.',
  annotations: reads,
  input: z.object({
    user_id: z.string().min(1).meta({ description: 'The user to check' }),
    resource_type: z.enum(['cube', 'memory', 'chat', 'admin']).meta({ description: 'The type of resource' }),
    resource_id: z.string().min(1).meta({ description: 'The id of the cube, memory or chat session' }),
    action: z.enum(['read', 'write', 'delete', 'admin']).meta({ description: 'The action to check' }),
  }),
  output: z.object({
    success,
    access: z.object({
      user_id: z.string(),
      resource_type: z.string(),
      resource_id: z.string(),
      action: z.string(),
      has_access: z.boolean(),
      reason: z.string(),
      checked_at: z.string(),
    }),
  }),
  async handle({ user_id, resource_type, resource_id, action }, { engine, actor }) {
    const question = { user: user_id, resource: resource_type, id: resource_id, action };
    const { allowed, reason } = await engine.access.check(actor, question);
    return {
      success: true as const,
      access: {
        user_id,
        resource_type,
        resource_id: shown(resource_id),
        action,
        has_access: allowed,
        reason,
        checked_at: printTime(Date.now()),
      },
    };
  },
});

export const userTools: readonly Tool[] = [getUserInfo, sessionInfo, validateAccess];
