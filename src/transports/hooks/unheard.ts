// What was said while nothing may be captured is not captured later, either.
import { statSync } from 'node:fs';
import { CAPTURING, type HookEvent, type Payload } from './protocol.ts';
import type { Sessions } from './sessions.ts';

/** Skips the part of the transcript that was written at such a time. */
export function passOver(sessions: Sessions, event: HookEvent, payload: Payload, captures: boolean): void {
  if (event === 'session-start' && payload.source === 'resume') markUnknown(sessions, payload.session_id);
  const isPrompt = event === 'user-prompt-submit';
  if (!isPrompt && !CAPTURING.includes(event)) return;
  const session = sessions.read(payload.session_id);
  if (captures && !session.isUnheard) return;
  // A prompt is not in the transcript yet, and the hook of the next event may find memory switched on again.
  if (!captures && isPrompt) sessions.write(payload.session_id, { ...session, isUnheard: true });
  else sessions.write(payload.session_id, { ...session, isUnheard: false, read: sizeOf(payload) ?? session.read });
}

/** What a resumed session holds that no hook knows, such as a fork, may have been said while nothing was to be captured. */
function markUnknown(sessions: Sessions, id: string): void {
  // A fork may get its transcript only with its first prompt.
  if (!sessions.has(id)) sessions.write(id, { ...sessions.read(id), isUnheard: true });
}

const sizeOf = ({ transcript_path: path }: Payload): number | undefined =>
  path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.size;
