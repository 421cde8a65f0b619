// What was said while nothing may be captured is not captured later, either.
import { statSync } from 'node:fs';
import { CAPTURING, type HookEvent, type Payload } from './protocol.ts';
import type { Sessions } from './sessions.ts';

/** Passes over what the transcript holds of such a time. */
export function passOver(sessions: Sessions, event: HookEvent, payload: Payload, captures: boolean): void {
  const isPrompt = event === 'user-prompt-submit';
  if (!isPrompt && !CAPTURING.includes(event)) return;
  const session = sessions.read(payload.session_id);
  if (captures && !session.isUnheard) return;
  // A prompt is not in the transcript yet, and the hook of the next event may find memory switched on again.
  if (!captures && isPrompt) sessions.write(payload.session_id, { ...session, isUnheard: true });
  else sessions.write(payload.session_id, { ...session, isUnheard: false, read: sizeOf(payload) ?? session.read });
}

const sizeOf = ({ transcript_path: path }: Payload): number | undefined =>
  path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.size;
