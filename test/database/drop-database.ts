import { setTimeout as after } from 'node:timers/promises';

const NOT_PERMITTED = '42501';
const TRIES = 120;

/** Drops a database and ends its sessions; waits for the server's own vacuum, which no ordinary role may end. */
export async function dropDatabase(ask: (statement: string) => Promise<unknown>, name: string): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      await ask(`DROP DATABASE ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      const isVacuumed = error instanceof Error && 'code' in error && error.code === NOT_PERMITTED;
      if (!isVacuumed || left === 0) throw error;
      await after(500);
    }
  }
}
