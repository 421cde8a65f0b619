// What the recall log needs from a store.
import * as z from 'zod';
import type { MatchesQuestion } from '../memories/quotes.ts';

const Given = z.object({
  source: z.enum(['memory', 'code', 'fact']),
  id: z.string(),
  score: z.number(),
  parts: z.record(z.string(), z.number()),
});

/** What was given to whom for which question; never the text of a memory. */
export const Recall = z.object({
  id: z.string(),
  at: z.number(),
  who: z.string(),
  user: z.string().nullable(),
  project: z.string().nullable(),
  session: z.string().nullable(),
  profile: z.string(),
  tool: z.string(),
  /** The client's name for itself; null when it gives none. */
  client: z.string().nullable(),
  /** Without secrets. */
  question: z.string(),
  given: z.array(Given),
  weak: z.boolean(),
  confidence: z.number().nullable(),
  /** Approximate size of the answer in the client's context. */
  tokens: z.number(),
  ms: z.number(),
  /** A person's verdict; null until one is given. */
  useful: z.boolean().nullable(),
});
export type Recall = z.infer<typeof Recall>;

/** Matches owners that agree in every given field. */
export interface RecallOwners {
  readonly who?: string | undefined;
  readonly user?: string | undefined;
  readonly project?: string | undefined;
}

export interface RecallQuery {
  readonly owners: RecallOwners;
  readonly tool?: string | undefined;
  readonly client?: string | undefined;
  /** Only recalls that returned this memory. */
  readonly memory?: string | undefined;
  readonly only: 'all' | 'empty' | 'weak' | 'useful' | 'useless' | 'unjudged';
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Continues after the recall with this id, newest first. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** The recalls of one hour. */
export interface RecallHour {
  readonly hour: number;
  readonly recalls: number;
  readonly empty: number;
  readonly weak: number;
}

/** After one mark and up to a later one. */
export interface Between {
  readonly after: number;
  readonly until: number;
}

export interface RecallStore {
  /** Deletes what is older than `expiry`, and the oldest beyond a fixed number. */
  add(recalls: readonly Recall[], expiry: number): Promise<void>;
  list(query: RecallQuery): Promise<Recall[]>;
  /** Null when it belongs to none of these owners. */
  judge(id: string, owners: RecallOwners, useful: boolean | null): Promise<Recall | null>;
  /** Grows with every recall. */
  mark(): Promise<number>;
  /** Recalls after a mark and up to another, oldest first. */
  since(marks: Between, owners: RecallOwners, limit: number): Promise<Recall[]>;
  /** Deletes these owners' recalls, optionally only those older than a moment. */
  forget(owners: RecallOwners, before?: number): Promise<void>;
  /** Deletes recalls that match by their question, the ids that were given, and who asked. */
  forgetQuestions(matches: MatchesQuestion): Promise<void>;
  hours(since: number): Promise<RecallHour[]>;
}
