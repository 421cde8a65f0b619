import * as z from 'zod';
import { actingAs } from '../../engine/access/actor.ts';
import { MAX_REASON_CHARACTERS } from '../../engine/memories/invalidation.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { changes, defineTool, optional, reads, type Tool } from '../contract.ts';
import { clamped, id, user } from './inputs.ts';
import { MAX_REASON_TOKENS, presentMemories, presentReason, WholeMemory } from './present.ts';

const getValid = defineTool({
  name: 'get_valid',
  title: 'Get valid memories',
  description: 'List the memories that are valid now, newest first.',
  annotations: reads,
  input: z.object({ user_id: user('Optional user ID filter'), limit: clamped('Maximum to return', 20, 100) }),
  output: z.object({ results: z.array(WholeMemory), count: z.number() }),
  async handle({ user_id, limit }, { engine, actor }) {
    const memories = await engine.memories.validAt(actingAs(actor, user_id), limit);
    return { results: presentMemories(memories), count: memories.length };
  },
});

const getValidAt = defineTool({
  name: 'get_valid_at',
  title: 'Get memories valid at a time',
  description: 'List the memories that were valid at a time in the past: what was true then.',
  annotations: reads,
  input: z.object({
    timestamp: z.string().meta({ description: 'Timestamp in ISO 8601 format', format: 'date-time' }),
    user_id: user('Optional user ID filter'),
    limit: clamped('Maximum to return', 20, 100),
  }),
  output: z.object({ results: z.array(WholeMemory), count: z.number(), timestamp: z.string() }),
  async handle({ timestamp, user_id, limit }, { engine, actor }) {
    const { memories, at } = await engine.memories.validAtTime(actingAs(actor, user_id), limit, timestamp);
    return { results: presentMemories(memories), count: memories.length, timestamp: printTime(at) };
  },
});

const invalidate = defineTool({
  name: 'invalidate',
  title: 'Invalidate memory',
  description:
    'Mark a memory as no longer true from now on. It stays readable and keeps its history, but searches leave it out.',
  annotations: changes,
  input: z.object({
    id: id('Memory ID to invalidate'),
    reason: optional(z.string()).meta({
      description: `Optional reason for invalidation (at most ${MAX_REASON_CHARACTERS} characters)`,
    }),
    superseded_by: optional(id('')).meta({
      type: 'string',
      description: 'Optional ID of the memory that supersedes this one',
    }),
  }),
  output: z.object({ invalidated: z.boolean(), note: z.string().optional() }),
  async handle({ id, reason, superseded_by: supersededBy }, { engine, actor }) {
    const { invalidReason } = await engine.memories.invalidate(actor, id, { reason, supersededBy });
    const isAlone = reason === undefined || invalidReason === reason;
    return {
      invalidated: true,
      ...(isAlone ? {} : { note: `Kept with these reasons: ${presentReason(invalidReason ?? '', MAX_REASON_TOKENS)}` }),
    };
  },
});

export const timeTools: readonly Tool[] = [getValid, getValidAt, invalidate];
