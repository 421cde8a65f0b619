import { askingFor, type Forgotten, speakingOf } from '../../../engine/memories/quotes.ts';
import { SqliteChat } from '../access/chat.ts';
import { Database } from '../file/database.ts';
import { writingOn } from '../memories/writing.ts';
import { migrations } from '../migrations/index.ts';
import { SqliteRecalls } from '../recalls.ts';
import { reading } from './copies.ts';

/** The first schema that logs questions. */
const LOG_OF_RECALLS = 12;

/** Removes all traces of a memory from a copy, which keeps its schema. Throws if the copy is damaged or too old. */
export async function eraseFromCopy(copy: string, memory: Forgotten): Promise<void> {
  const schema = schemaOf(copy);
  const database = new Database(copy, { migrations: migrations.slice(0, schema) });
  try {
    await writingOn(database).forgetting.remove(memory.id, {});
    await new SqliteChat(database).forgetMessages(speakingOf(memory));
    if (schema >= LOG_OF_RECALLS) await new SqliteRecalls(database).forgetQuestions(askingFor(memory));
  } finally {
    database.close();
  }
}

const schemaOf = (copy: string): number =>
  reading(copy, (database) => Number(database.prepare('PRAGMA user_version').get()?.user_version));
