import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { HookEvent } from './protocol.ts';
import { Sessions } from './sessions.ts';
import { passOver } from './unheard.ts';

const folder = mkdtempSync(join(tmpdir(), 'remanence-unheard-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sessions = new Sessions(join(folder, 'sessions'));
let session: string;
let transcript: string;
beforeEach(({ task }) => {
  session = task.id;
  transcript = join(folder, `${session}.jsonl`);
});
const at = (event: HookEvent, captures = true, source?: string) =>
  passOver(sessions, event, { session_id: session, cwd: folder, transcript_path: transcript, source }, captures);

describe('of a resumed session', () => {
  it('that no hook has heard, nothing said before is read', () => {
    writeFileSync(transcript, 'said while the hooks were off\n');
    at('session-start', true, 'resume');
    at('user-prompt-submit');
    expect(sessions.read(session)).toMatchObject({ read: 30, isUnheard: false });
  });

  it('that is a fork, nothing said before is read, even if its transcript is written late', () => {
    at('session-start', true, 'resume');
    writeFileSync(transcript, 'copied from another session\n');
    at('user-prompt-submit');
    expect(sessions.read(session)).toMatchObject({ read: 28, isUnheard: false });
  });

  it('that was heard before, the rest is read from where it was left', () => {
    writeFileSync(transcript, 'read\n');
    sessions.write(session, { ...sessions.read(session), read: 5 });
    writeFileSync(transcript, 'read\nnot read yet\n');
    at('session-start', true, 'resume');
    at('user-prompt-submit');
    expect(sessions.read(session)).toMatchObject({ read: 5, isUnheard: false });
  });
});

it('a new session is read from its start', () => {
  writeFileSync(transcript, 'said\n');
  at('session-start', true, 'startup');
  at('user-prompt-submit');
  at('stop');
  expect(sessions.read(session)).toMatchObject({ read: 0, isUnheard: false });
});
