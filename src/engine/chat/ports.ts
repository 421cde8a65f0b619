// What chat asks of the world: somewhere to keep conversations, and, where one is configured, a language model.
import { z } from 'zod';

export const ChatMessage = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  at: z.number(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatSession = z.object({
  id: z.string(),
  user: z.string(),
  createdAt: z.number(),
  lastAt: z.number(),
});
export type ChatSession = z.infer<typeof ChatSession>;

export type ChatKey = Pick<ChatSession, 'user' | 'id'>;

export interface ChatStore {
  /** Ids are each user's own. */
  session(user: string, id: string): Promise<ChatSession | null>;
  /** The one that a user was in last. */
  latest(user: string): Promise<ChatSession | null>;
  /** Adds to a session, which is made when it is not there. */
  append(session: ChatSession, messages: readonly ChatMessage[]): Promise<void>;
  /** Oldest first. */
  messages(session: ChatKey, page: { limit: number; offset: number }): Promise<ChatMessage[]>;
  count(session: ChatKey): Promise<number>;
  /** Leaves no conversation of this user, or of anybody when none is named; how many that were. */
  forget(user: string | null): Promise<number>;
}

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface LlmRequest {
  readonly system: string;
  readonly turns: readonly Turn[];
  readonly maxTokens: number;
}

export interface LlmAnswer {
  readonly text: string;
  /** Of the answer, as the model counts; null when it does not say. */
  readonly tokens: number | null;
}

/** A model of this machine that gave no answer, and why; the memories answer in its place. */
export interface LlmSilence {
  readonly silent: string;
}

export interface Llm {
  /** What answers, in a word. */
  readonly name: string;
  /** What it takes in at once, the answer included; null where that is more than it is ever sent. */
  readonly contextTokens: number | null;
  /** Why it does not answer, as far as that is known. */
  problem(): string | null;
  answer(request: LlmRequest, signal?: AbortSignal): Promise<LlmAnswer | LlmSilence>;
  close(): Promise<void>;
}
