// What the log of recalls asks of a store.
import { z } from 'zod';

const Given = z.object({
  source: z.enum(['memory', 'code', 'fact']),
  id: z.string(),
  score: z.number(),
  parts: z.record(z.string(), z.number()),
});

/** What was given to whom for which question; never what a memory says. */
export const Recall = z.object({
  id: z.string(),
  at: z.number(),
  who: z.string(),
  user: z.string().nullable(),
  project: z.string().nullable(),
  session: z.string().nullable(),
  profile: z.string(),
  tool: z.string(),
  /** What the client calls itself; null when it does not. */
  client: z.string().nullable(),
  /** Without secrets. */
  question: z.string(),
  given: z.array(Given),
  weak: z.boolean(),
  confidence: z.number().nullable(),
  /** What the answer took of the client's context, about. */
  tokens: z.number(),
  ms: z.number(),
  /** What somebody said of it; null while nobody has. */
  useful: z.boolean().nullable(),
});
export type Recall = z.infer<typeof Recall>;

/** Those who agree with what is given. */
export interface RecallOwners {
  readonly who?: string | undefined;
  readonly user?: string | undefined;
  readonly project?: string | undefined;
}

export interface RecallQuery {
  readonly owners: RecallOwners;
  readonly tool?: string | undefined;
  readonly client?: string | undefined;
  /** Only those that gave this memory. */
  readonly memory?: string | undefined;
  readonly only: 'all' | 'empty' | 'weak' | 'useful' | 'useless' | 'unjudged';
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Before the recall of this id, newest first. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Recalls of one hour. */
export interface RecallHour {
  readonly hour: number;
  readonly recalls: number;
  readonly empty: number;
  readonly weak: number;
}

export interface RecallStore {
  /** What is older than `expiry` goes, and the oldest beyond a large number. */
  add(recalls: readonly Recall[], expiry: number): Promise<void>;
  list(query: RecallQuery): Promise<Recall[]>;
  /** Null when none of these owners has it. */
  judge(id: string, owners: RecallOwners, useful: boolean | null): Promise<Recall | null>;
  /** Grows with every recall. */
  mark(): Promise<number>;
  /** Those behind a mark, oldest first. */
  since(mark: number, owners: RecallOwners, limit: number): Promise<Recall[]>;
  /** Deletes those of these owners, or of them what is older than a moment. */
  forget(owners: RecallOwners, before?: number): Promise<void>;
  /** Deletes those whose question is meant, whoever asked it. */
  forgetQuestions(isMeant: (question: string) => boolean): Promise<void>;
  hours(since: number): Promise<RecallHour[]>;
}
