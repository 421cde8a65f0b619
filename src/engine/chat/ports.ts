// What chat asks of the world: somewhere to keep conversations, and, where one is configured, a language model.
import { z } from 'zod';

export const ChatMessage = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  at: z.number(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** Who a conversation belongs to: who asks, and the user and project that the server is confined to. */
export const ChatOwner = z.object({
  who: z.string(),
  user: z.string().nullable(),
  project: z.string().nullable(),
});
export type ChatOwner = z.infer<typeof ChatOwner>;

/** Those who agree with what is given. */
export interface ChatOwners {
  readonly who?: string | undefined;
  readonly user?: string | undefined;
  readonly project?: string | undefined;
}

export const ChatSession = ChatOwner.extend({
  id: z.string(),
  createdAt: z.number(),
  lastAt: z.number(),
});
export type ChatSession = z.infer<typeof ChatSession>;

export type ChatKey = ChatOwner & Pick<ChatSession, 'id'>;

export interface ChatStore {
  /** Ids are each owner's own. */
  session(key: ChatKey): Promise<ChatSession | null>;
  /** The one that this owner was in last. */
  latest(owner: ChatOwner): Promise<ChatSession | null>;
  /** Adds to a session, which is made when it is not there. */
  append(session: ChatSession, messages: readonly ChatMessage[]): Promise<void>;
  /** Oldest first. */
  messages(session: ChatKey, page: { limit: number; offset: number }): Promise<ChatMessage[]>;
  count(session: ChatKey): Promise<number>;
  /** Forgets every conversation that matches what is given, and says how many. */
  forget(owners: ChatOwners): Promise<number>;
  /** Deletes every message, whoever it belongs to, whose text is meant. */
  forgetMessages(isMeant: (content: string) => boolean): Promise<number>;
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
