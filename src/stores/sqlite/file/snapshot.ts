import { DatabaseSync } from '@photostructure/sqlite';
import { vacuumInto } from './vacuum-into.ts';

/** Copies a file as of one moment while others may write to it. */
export function copySnapshot(file: string, target: string): void {
  const live = new DatabaseSync(file);
  try {
    vacuumInto((sql, ...values) => live.prepare(sql).run(...values), target);
  } finally {
    live.close();
  }
}
