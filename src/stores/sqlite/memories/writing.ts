import type { Database } from '../file/database.ts';
import { SqliteForgetting } from './forgetting.ts';
import { SqliteMemories } from './memories.ts';
import { type Tables, tablesOn } from './tables.ts';

/** The parts that write memories, on one connection. */
export interface Writing extends Tables {
  readonly memories: SqliteMemories;
  readonly forgetting: SqliteForgetting;
}

export function writingOn(database: Database): Writing {
  const tables = tablesOn(database);
  const memories = new SqliteMemories(tables);
  return { ...tables, memories, forgetting: new SqliteForgetting(tables, memories) };
}
