import type { Database } from '../file/database.ts';
import type { SqliteMentions } from '../graph/mentions.ts';
import type { SqlitePassages } from './passages.ts';
import type { Revisions } from './revisions.ts';
import type { Scopes } from './scopes.ts';
import type { SqliteTrace } from './trace.ts';

/** The tables that hold parts of a memory, on one connection. */
export interface Tables {
  readonly database: Database;
  readonly scopes: Scopes;
  readonly revisions: Revisions;
  readonly passages: SqlitePassages;
  readonly mentions: SqliteMentions;
  readonly trace: SqliteTrace;
}
