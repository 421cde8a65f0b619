import type { Database } from '../file/database.ts';
import { SqliteMentions } from '../graph/mentions.ts';
import { SqliteForgetting } from './forgetting.ts';
import { SqliteMemories } from './memories.ts';
import { SqlitePassages } from './passages.ts';
import { Revisions } from './revisions.ts';
import { Scopes } from './scopes.ts';
import type { Tables } from './tables.ts';
import { SqliteTrace } from './trace.ts';

/** The parts that write memories, on one connection. */
export interface Writing extends Tables {
  readonly memories: SqliteMemories;
  readonly forgetting: SqliteForgetting;
}

export function writingOn(database: Database): Writing {
  const revisions = new Revisions(database);
  const scopes = new Scopes(database, revisions);
  const tables = {
    database,
    scopes,
    revisions,
    passages: new SqlitePassages(database),
    mentions: new SqliteMentions(database, scopes),
    trace: new SqliteTrace(database, scopes),
  };
  const memories = new SqliteMemories(tables);
  return { ...tables, memories, forgetting: new SqliteForgetting(tables, memories) };
}
