import * as z from 'zod';
import { toMem } from '../../engine/ids.ts';
import { printTime } from '../../engine/temporal/validity.ts';
import { RemanenceError } from '../../errors.ts';
import { adds, optional, reads, type Tool } from '../contract.ts';
import { round, withinBudget } from '../texts.ts';
import { defineActingTool } from './acting-tool.ts';
import { asker, bounded, cubeIds, success } from './inputs.ts';
import { ContextItem, presentContext } from './present.ts';

/** The most messages that fit one answer's budget. */
const MAX_SHOWN = 100;

const chat = defineActingTool({
  name: 'chat',
  title: 'Chat',
  description:
    'Ask a question and get an answer based on the memories that the user may see, with the ids of those it uses. Without a language model, the answer is assembled from the memories and says so.',
  annotations: adds,
  input: z.object({
    query: z.string().min(1).max(10_000).meta({ description: 'The message or question' }),
    user_id: asker,
    max_tokens: bounded('Maximum length of the answer in tokens', 500, 50, 4000),
    top_k: bounded('How many memories to base the answer on', 3, 1, 10),
    cube_ids: cubeIds,
    session_id: optional(z.string()).meta({
      description: 'The conversation to continue (default: the current one, or a new one)',
    }),
  }),
  output: z.object({
    success,
    response: z.string(),
    session_id: z.string(),
    user_id: z.string(),
    timestamp: z.string(),
    context_used: z.array(
      z.object({ memory_id: z.string(), cube_id: z.string(), relevance_score: z.number(), cited: z.boolean() }),
    ),
    token_count: z.int(),
    model: z.string().nullable(),
    note: z.string().optional(),
  }),
  async handle({ query, max_tokens, top_k, cube_ids, session_id }, { engine, actor, signal }) {
    const answer = await engine.chat.say(actor, query, {
      session: session_id,
      cubes: cube_ids,
      memories: top_k,
      maxTokens: max_tokens,
      signal,
    });
    return {
      success: true as const,
      response: answer.text,
      session_id: answer.session.id,
      user_id: actor.who,
      timestamp: printTime(answer.at),
      context_used: answer.context.map(({ memory, cube, score, cited }) => ({
        memory_id: toMem(memory.id),
        cube_id: cube,
        relevance_score: round(score),
        cited,
      })),
      token_count: answer.tokens,
      model: answer.model,
      ...(answer.note === null ? {} : { note: answer.note }),
    };
  },
});

const chatHistory = defineActingTool({
  name: 'chat_history',
  title: 'Chat history',
  description: 'Return the messages of a conversation, oldest first.',
  annotations: reads,
  input: z.object({
    user_id: asker,
    session_id: optional(z.string()).meta({ description: 'The conversation (default: the last one)' }),
    limit: bounded('Maximum number of messages', 50, 1, 1000),
    offset: z.int().min(0).default(0).meta({ description: 'Number of messages to skip' }),
  }),
  output: z.object({
    success,
    chat_history: z.object({
      session_id: z.string().nullable(),
      user_id: z.string(),
      created_at: z.string().nullable(),
      total_messages: z.int(),
      messages: z.array(
        z.object({
          role: z.string(),
          content: z.string(),
          timestamp: z.string(),
          content_cut: z.string().optional(),
        }),
      ),
      note: z.string().optional(),
    }),
  }),
  async handle({ session_id, limit, offset }, { engine, actor }) {
    const page = { limit: Math.min(limit, MAX_SHOWN), offset };
    const found = await engine.chat.history(actor, session_id, page).catch((thrown: unknown) => {
      // Before the first chat, the history is empty.
      if (session_id === undefined && thrown instanceof RemanenceError && thrown.code === 'not_found') return null;
      throw thrown;
    });
    const messages = found?.messages ?? [];
    const total = found?.total ?? 0;
    const shownTo = offset + messages.length;
    const isCut = shownTo < Math.min(total, offset + limit);
    return {
      success: true as const,
      chat_history: {
        session_id: found?.session.id ?? null,
        user_id: actor.who,
        created_at: found ? printTime(found.session.createdAt) : null,
        total_messages: total,
        messages: withinBudget(
          messages,
          ({ content }) => ({ text: content, rest: (left) => `${left} more characters: ask for fewer messages` }),
          ({ role, at }, content) => ({ role, ...content, timestamp: printTime(at) }),
        ),
        ...(isCut ? { note: `${total - shownTo} more messages: ask with offset ${shownTo}` } : {}),
      },
    };
  },
});

const contextSearch = defineActingTool({
  name: 'context_search',
  title: 'Search context',
  description: 'Find the memories relevant to a question, in one list, best first: context for your own answer.',
  annotations: reads,
  input: z.object({
    query: z.string().meta({ description: 'What you need context for' }),
    user_id: asker,
    top_k: bounded('Number of context items', 5, 1, 20),
    cube_ids: cubeIds,
  }),
  output: z.object({
    success,
    note: z.string().optional(),
    context: z.array(ContextItem),
    total_context_items: z.int(),
    search_time_ms: z.int(),
  }),
  async handle({ query, top_k: limit, cube_ids: cubes }, { engine, actor, signal }) {
    const began = performance.now();
    const { found, note } = await engine.cubes.search(actor, query, { cubes, limit, signal });
    return {
      success: true as const,
      ...(note === null ? {} : { note }),
      context: presentContext(found),
      total_context_items: found.length,
      search_time_ms: Math.round(performance.now() - began),
    };
  },
});

export const chatTools: readonly Tool[] = [chat, chatHistory, contextSearch];
