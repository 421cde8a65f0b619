import { askingFor, type Forgotten, speakingOf } from '../../../engine/memories/quotes.ts';
import { unhurried } from '../../../engine/waiting.ts';
import { SqliteChat } from '../access/chat.ts';
import { Database } from '../file/database.ts';
import { writingOn } from '../memories/writing.ts';
import { migrations } from '../migrations/index.ts';
import { SqliteRecalls } from '../recalls.ts';
import { reading } from './copies.ts';

/** The first schema that logs questions. */
const LOG_OF_RECALLS = 12;

/**
 * Removes all traces of memories from a copy, which keeps its schema; returns whether it held one of the memories. Throws
 * if the copy is damaged or too old.
 */
export async function eraseFromCopy(copy: string, memories: readonly Forgotten[]): Promise<boolean> {
  const schema = schemaOf(copy);
  const database = new Database(copy, { migrations: migrations.slice(0, schema) });
  try {
    const { forgetting } = writingOn(database);
    let held = false;
    for await (const { id } of unhurried(memories)) held = (await forgetting.remove(id, {})) || held;
    await new SqliteChat(database).forgetMessages(speakingOf(memories));
    if (schema >= LOG_OF_RECALLS) await new SqliteRecalls(database).forgetQuestions(askingFor(memories));
    return held;
  } finally {
    database.close();
  }
}

/** Writes a copy anew, without the bytes that earlier changes left in the unused parts of its pages. */
export async function compactCopy(copy: string): Promise<void> {
  const database = new Database(copy, { migrations: migrations.slice(0, schemaOf(copy)) });
  try {
    await database.compact();
  } finally {
    database.close();
  }
}

const schemaOf = (copy: string): number =>
  reading(copy, (database) => Number(database.prepare('PRAGMA user_version').get()?.user_version));
