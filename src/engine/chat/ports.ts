// What chat requires: a store for conversations and, optionally, a language model.
import * as z from 'zod';
import type { MatchesMessage } from '../memories/quotes.ts';

export const ChatMessage = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  at: z.number(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** The owner of a conversation: the caller, and the user and project that the server is confined to. */
export const ChatOwner = z.object({
  who: z.string(),
  user: z.string().nullable(),
  project: z.string().nullable(),
});
export type ChatOwner = z.infer<typeof ChatOwner>;

/** Matches the owners with these values; undefined matches any. */
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
  /** Ids are unique per owner. */
  session(key: ChatKey): Promise<ChatSession | null>;
  /** This owner's last session. */
  latest(owner: ChatOwner): Promise<ChatSession | null>;
  /** Adds to a session, and creates it if it does not exist. */
  append(session: ChatSession, messages: readonly ChatMessage[]): Promise<void>;
  /** Oldest first. */
  messages(session: ChatKey, page: { limit: number; offset: number }): Promise<ChatMessage[]>;
  count(session: ChatKey): Promise<number>;
  /** Deletes all conversations of the matching owners; returns how many. */
  forget(owners: ChatOwners): Promise<number>;
  /** Deletes the messages that match, whoever owns them. */
  forgetMessages(matches: MatchesMessage): Promise<number>;
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
  /** Tokens of the answer as the model counts them; null if it does not say. */
  readonly tokens: number | null;
}

/** Why a local model gave no answer; the answer is then taken from the memories. */
export interface LlmSilence {
  readonly silent: string;
}

export interface Llm {
  /** Short name of the model. */
  readonly name: string;
  /** Its context size, including the answer; null if that is larger than any request. */
  readonly contextTokens: number | null;
  /** Why it does not answer, if known. */
  problem(): string | null;
  answer(request: LlmRequest, signal?: AbortSignal): Promise<LlmAnswer | LlmSilence>;
  close(): Promise<void>;
}
