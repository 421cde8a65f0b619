// Compares what the hooks propose from recorded sessions with what is worth keeping.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '../../src/engine/access/actor.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { answer } from '../../src/transports/hooks/answer.ts';
import { HookRequest, PROTOCOL } from '../../src/transports/hooks/protocol.ts';
import { Sessions } from '../../src/transports/hooks/sessions.ts';
import { type Recording, writeTranscript } from './recording.ts';

export interface Judged {
  readonly name: string;
  readonly good: readonly string[];
  /** Proposed, but not worth keeping. */
  readonly bad: readonly string[];
  /** Worth keeping, but not proposed. */
  readonly missed: readonly string[];
  /** Proposed, although a hook had given it. */
  readonly recalled: readonly string[];
  readonly leaked: readonly string[];
}

const bare = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');

/** This many consecutive words are not a coincidence. */
const RUN = 5;
const wordsOf = (text: string): string[] => bare(text).match(/[\w.]*\w/g) ?? [];

function sharesWords(text: string, other: string): boolean {
  const run = ` ${wordsOf(text).join(' ')} `;
  const words = wordsOf(other);
  return words.some((_, i) => i + RUN <= words.length && run.includes(` ${words.slice(i, i + RUN).join(' ')} `));
}

/** Plays a session to its end, in its own project: what it was given, then a Stop. */
export async function judge(engine: Engine, folder: string, recording: Recording): Promise<Judged> {
  const actor: Actor = { who: 'local', project: recording.name };
  const session_id = `session-${recording.name}`;
  const sessions = new Sessions(join(folder, 'sessions'));
  const memories: string[] = [];
  for (const content of recording.known) memories.push((await engine.memories.store(actor, { content })).memory.id);
  sessions.write(session_id, { ...sessions.read(session_id), memories });
  const transcript_path = writeTranscript(recording, join(folder, 'transcripts'), session_id);
  const payload = { session_id, cwd: folder, transcript_path, stop_hook_active: false };
  const request = { ...HookRequest.parse({ protocol: PROTOCOL, event: 'stop', payload }), capture: 'propose' as const };
  const { text } = await answer({ engine, actor, sessions, now: Date.now() }, request);
  if (text !== null) throw new Error(`Stop printed something: ${text}`);
  rmSync(transcript_path);
  const { items } = await engine.inbox.list(actor, 'proposal', { limit: 100 });
  const proposed = items.flatMap(({ proposal }) => (proposal ? [proposal.content] : []));
  const says = (text: string, phrase: string) => bare(text).includes(bare(phrase));
  const isGood = (text: string) => recording.keep.some((phrase) => says(text, phrase));
  return {
    name: recording.name,
    good: proposed.filter(isGood),
    bad: proposed.filter((text) => !isGood(text)),
    missed: recording.keep.filter((phrase) => !proposed.some((text) => says(text, phrase))),
    recalled: proposed.filter((text) => recording.known.some((known) => sharesWords(text, known))),
    leaked: recording.hidden.filter((text) => proposed.some((each) => says(each, text) || sharesWords(each, text))),
  };
}
