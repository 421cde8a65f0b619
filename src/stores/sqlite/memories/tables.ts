import type { Database } from '../file/database.ts';
import { SqliteMentions } from '../graph/mentions.ts';
import { SqlitePassages } from './passages.ts';
import { Revisions } from './revisions.ts';
import { Scopes } from './scopes.ts';
import { SqliteTrace } from './trace.ts';

/** The tables that hold parts of a memory, on one connection. */
export interface Tables {
  readonly database: Database;
  readonly scopes: Scopes;
  readonly revisions: Revisions;
  readonly passages: SqlitePassages;
  readonly mentions: SqliteMentions;
  readonly trace: SqliteTrace;
}

export function tablesOn(database: Database): Tables {
  const revisions = new Revisions(database);
  const scopes = new Scopes(database, revisions);
  return {
    database,
    scopes,
    revisions,
    passages: new SqlitePassages(database),
    mentions: new SqliteMentions(database, scopes),
    trace: new SqliteTrace(database, scopes),
  };
}
