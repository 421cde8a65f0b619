// `.remanence.json` in a folder, or in any above it, switches hooks off there. plugin/hook.mjs looks first; whoever calls
// a server or `remanence hook` directly gets here.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import type { HookEvent } from './protocol.ts';

const Switch = z.object({ memory: z.string().optional() });
const CAPTURING: readonly HookEvent[] = ['stop', 'pre-compact', 'session-end'];

/** `"memory": "off"` stops everything, `"recall"` the capturing. A file further down cannot loosen what one above it sets. */
export function isSwitchedOff(folder: string, event: HookEvent): boolean {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const memory = setIn(join(at, '.remanence.json'));
    if (memory === 'off' || (memory === 'recall' && CAPTURING.includes(event))) return true;
    if (dirname(at) === at) return false;
  }
}

/** A file that cannot be understood may have meant to switch it off. */
function setIn(file: string): string | undefined {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  try {
    return Switch.parse(JSON.parse(readFileSync(file, 'utf8'))).memory;
  } catch {
    return 'off';
  }
}
