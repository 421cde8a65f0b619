// Rows that cannot be read any more: lists leave them out, and the log names each of them once.
import { DAMAGED, RemanenceError } from '../../errors.ts';
import { log } from '../../log.ts';

const reported = new Set<string>();

/** `what` says what was damaged, and what became of it. */
export function reportDamage(what: string, id: string): void {
  const key = `${what} ${id}`;
  if (!reported.has(key)) log.error(`${what}: run remanence doctor`, { id });
  reported.add(key);
}

export const damagedInBin = (id: string): RemanenceError =>
  new RemanenceError('storage', `The memory ${id} is damaged in the bin and cannot be restored.`, {
    hint: `Delete it with \`remanence forget ${id} --for-good\`, or restore a backup in which it is intact.`,
    details: { reason: DAMAGED },
  });

/** What a JSON text holds; undefined if it is damaged. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
