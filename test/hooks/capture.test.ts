// What the hooks propose from a session's transcript, and what they give a session.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEngine } from '../../src/compose.ts';
import { type Capture, readConfig } from '../../src/config.ts';
import type { Actor } from '../../src/engine/access/actor.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { answer } from '../../src/transports/hooks/answer.ts';
import { type HookEvent, HookRequest, PROTOCOL } from '../../src/transports/hooks/protocol.ts';
import { Sessions } from '../../src/transports/hooks/sessions.ts';
import { temporaryFolder } from '../open.ts';
import { type Judged, judge } from './proposing.ts';
import { readRecordings } from './recording.ts';

const dataDir = temporaryFolder();
let engine: Engine;
beforeAll(async () => {
  // Proposals do not depend on the model.
  engine = await openEngine(readConfig({ dataDir }, {}), { tends: false, embeds: false });
});
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe.each(['tuned', 'held-out'])('of 20 recorded sessions (%s)', (half) => {
  const recordings = readRecordings(`test/hooks/transcripts/${half}`);
  const judged: Judged[] = [];
  beforeAll(async () => {
    for (const recording of recordings) judged.push(await judge(engine, join(dataDir, half), recording));
  });
  const all = (part: 'good' | 'bad' | 'missed' | 'recalled' | 'leaked') => judged.flatMap((each) => each[part]);

  it('nine of ten proposals are worth keeping, and little that is worth keeping is missed', () => {
    const [good, bad, missed] = [all('good'), all('bad'), all('missed')];
    expect(good.length, `not worth keeping: ${bad.join(' | ')}`).toBeGreaterThanOrEqual(9 * bad.length);
    expect(good.length, `missed: ${missed.join(' | ')}`).toBeGreaterThanOrEqual(4 * missed.length);
  });

  it('no recalled text is proposed again', () => {
    expect(all('recalled')).toEqual([]);
  });

  it('no planted secret and no private span is proposed or on disk', () => {
    expect(all('leaked')).toEqual([]);
    const hidden = recordings.flatMap((each) => each.hidden);
    expect(hidden.length).toBeGreaterThan(2);
    const bytes = filesIn(dataDir).map((path) => readFileSync(path, 'latin1'));
    expect(hidden.filter((text) => bytes.some((each) => each.includes(text)))).toEqual([]);
  });
});

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('at an event of a session', () => {
  let actor: Actor;
  let session: string;
  let transcript: string;
  beforeEach(({ task }) => {
    actor = { who: 'local', project: task.name };
    session = `s-${task.id}`;
    const folder = join(dataDir, 'own');
    mkdirSync(folder, { recursive: true });
    transcript = join(folder, `${session}.jsonl`);
    writeFileSync(transcript, '');
  });

  const sessions = new Sessions(join(dataDir, 'hooks', 'sessions'));
  const say = (type: 'user' | 'assistant', content: unknown) =>
    appendFileSync(transcript, `${JSON.stringify({ type, isSidechain: false, message: { role: type, content } })}\n`);
  const use = (name: string) => say('assistant', [{ type: 'tool_use', id: 't', name, input: {} }]);
  const answered = (event: HookEvent, more: object = {}, capture: Capture = 'propose') => {
    const payload = {
      session_id: session,
      cwd: dataDir,
      transcript_path: transcript,
      stop_hook_active: false,
      ...more,
    };
    const request = { ...HookRequest.parse({ protocol: PROTOCOL, event, payload }), capture };
    return answer({ engine, actor, sessions, now: Date.now() }, request);
  };
  const at = async (event: HookEvent, more: object = {}, capture: Capture = 'propose') => {
    const { text, delivered } = await answered(event, more, capture);
    delivered();
    return text;
  };
  const proposed = async () => {
    const { items } = await engine.inbox.list(actor, 'proposal', { limit: 100 });
    return items.map(({ proposal }) => proposal?.content);
  };
  const stored = async () => (await engine.memories.list(actor, { limit: 10, offset: 0 })).memories;

  const RULE = 'Always run the migrations with the role migrator, never as superuser.';

  it('Stop proposes what was said since the last Stop, once, with its source, and prints nothing', async () => {
    say('user', RULE);
    expect(await at('stop')).toBeNull();
    say('user', 'Remember that the Oslo tenant is billed in kroner.');
    expect(await at('stop')).toBeNull();
    expect(await at('session-end')).toBeNull();
    expect(await proposed()).toEqual(['The Oslo tenant is billed in kroner.', RULE]);
    const { items } = await engine.inbox.list(actor, 'proposal', { limit: 1 });
    expect(items[0]?.proposal).toMatchObject({ source: 'claude-code, said by the user', tags: ['note'] });
  });

  it('PreCompact reads what Stop has not seen yet', async () => {
    say('user', RULE);
    expect(await at('pre-compact')).toBeNull();
    expect(await proposed()).toEqual([RULE]);
  });

  it('what was rejected or stored is not proposed again', async () => {
    say('user', RULE);
    await at('stop');
    const { items } = await engine.inbox.list(actor, 'proposal', { limit: 1 });
    await engine.inbox.reject(actor, items[0]?.id ?? '');
    await engine.memories.store(actor, { content: 'The Oslo tenant is billed in kroner.' });
    say('user', `${RULE} Remember that the Oslo tenant is billed in kroner.`);
    await at('stop');
    expect(await proposed()).toEqual([]);
  });

  it('what an agent repeats from an earlier private span is not proposed', async () => {
    say('user', 'look at this <private>we decided to sell the Bergen branch to Acme in June</private>');
    await at('stop');
    say('assistant', 'We decided to sell the Bergen branch to Acme, so I left its tests out.');
    await at('stop');
    expect(await proposed()).toEqual([]);
  });

  it.each(['missing', 'of another session', 'a folder', 'a pipe'])(
    'a transcript that is %s is refused',
    async (way) => {
      rmSync(transcript);
      if (way === 'a folder') mkdirSync(transcript);
      if (way === 'a pipe') execFileSync('mkfifo', [transcript]);
      if (way === 'of another session') {
        transcript = join(dataDir, 'own', 'another.jsonl');
        writeFileSync(transcript, '');
      }
      await expect(at('stop')).rejects.toThrow();
      expect(await proposed()).toEqual([]);
    },
  );

  it('broken or half-written lines do not block others', async () => {
    appendFileSync(transcript, '{"type": "user", "message": \nnull\n[]\n');
    say('user', RULE);
    const half = JSON.stringify({
      type: 'user',
      message: { content: 'Remember that half-written lines belong to the next Stop.' },
    });
    appendFileSync(transcript, half.slice(0, 40));
    await at('stop');
    expect(await proposed()).toEqual([RULE]);
    appendFileSync(transcript, `${half.slice(40)}\n`);
    await at('stop');
    expect(await proposed()).toContain('half-written lines belong to the next Stop.');
  });

  it('bytes that are not text do not shift positions in the transcript', async () => {
    appendFileSync(transcript, Buffer.from([0xff, 0xfe, 0xff, 0x0a]));
    await at('stop');
    say('user', RULE);
    await at('stop');
    expect(await proposed()).toEqual([RULE]);
  });

  it('a file is found by its name wherever a memory names it', async () => {
    await engine.memories.store(actor, { content: 'At the start data.ts feeds a.ts.' });
    const file = (name: string) => ({ tool_input: { file_path: join(dataDir, name) } });
    expect(await at('pre-tool-use', file('a.ts'))).toContain('data.ts feeds a.ts');
    expect(await at('pre-tool-use', file('ta.ts'))).toBeNull();
  });

  it('what one hook records about a session survives another that started earlier', async () => {
    const path = join(dataDir, 'noted.ts');
    say('user', RULE);
    const stopping = at('stop');
    await at('pre-tool-use', { tool_input: { file_path: path } });
    await stopping;
    expect(sessions.read(session)).toMatchObject({ files: [path], read: expect.any(Number) });
    expect(sessions.read(session).read).toBeGreaterThan(0);
  });

  it('capture off reads nothing, store stores at once', async () => {
    say('user', RULE);
    await at('stop', {}, 'off');
    expect(await proposed()).toEqual([]);
    await at('stop', {}, 'store');
    expect(await proposed()).toEqual([]);
    expect(await stored()).toMatchObject([{ content: RULE, tags: ['rule'] }]);
  });

  it('a transcript that was rewritten is read once more, and not at every Stop', async () => {
    say('user', RULE.repeat(10));
    await at('stop', {}, 'store');
    writeFileSync(transcript, '');
    say('user', RULE);
    await at('stop', {}, 'store');
    const [memory] = await stored();
    await engine.memories.discard(actor, memory?.id);
    await at('stop', {}, 'store');
    expect(await stored()).toEqual([]);
  });

  it('nudge asks once a session, after edits, if the agent has stored nothing', async () => {
    say('user', RULE);
    expect(await at('stop', {}, 'nudge')).toBeNull();
    use('Edit');
    expect(await at('stop', { stop_hook_active: true }, 'nudge')).toBeNull();
    expect(await at('stop', {}, 'nudge')).toContain('store each of these in your memory');
    expect(await at('stop', {}, 'nudge')).toBeNull();
    expect(await proposed()).toEqual([]);
  });

  it('nudge does not ask an agent that has stored something', async () => {
    use('Write');
    use('mcp__plugin_remanence_remanence__store_memory');
    expect(await at('stop', {}, 'nudge')).toBeNull();
  });

  it.each(['one long message', 'many messages'])(
    'an agent that decides 500 things in %s holds up nobody',
    async (way) => {
      const long = (i: number) => `${i} ${'module parser table ledger station kiosk '.repeat(2500)}`;
      await engine.memories.store(actor, { content: long(0).slice(0, 99_000) });
      const decisions = Array.from(
        { length: 500 },
        (_, i) => `We decided to use module number ${i} for the parser and table ${i * 7}.`,
      );
      if (way === 'one long message') say('assistant', `${decisions.join(' ')} ${decisions.join(' ')}`);
      else for (const decision of decisions) say('assistant', decision);
      say('user', RULE);
      let turns = 0;
      const turn = (): void => {
        turns++;
        next = setImmediate(turn);
      };
      let next = setImmediate(turn);
      const searches = vi.spyOn(engine.retrieval, 'byWords');
      await at('stop');
      clearImmediate(next);
      expect(searches.mock.calls.length).toBeLessThanOrEqual(30);
      searches.mockRestore();
      expect(turns).toBeGreaterThan(way === 'one long message' ? 1 : 500);
      expect(await proposed()).toHaveLength(way === 'one long message' ? 1 : 10);
    },
  );

  it('what the user says is kept, however much the agent decides afterwards', async () => {
    say('user', RULE);
    for (let i = 0; i < 60; i++)
      say('assistant', `We decided to use module number ${i} for the parser of table ${i * 7}.`);
    await at('stop');
    expect(await proposed()).toContain(RULE);
  });

  it('what the user says is kept, however much the agent decided before, and in the order in which it was said', async () => {
    const decisions = Array.from(
      { length: 10 },
      (_, i) => `We decided to use module ${i} for the parser of table ${i}.`,
    );
    const rules = ['invoices', 'receipts', 'orders', 'refunds', 'quotes'].map(
      (what) => `Always number ${what} by year.`,
    );
    for (const decision of decisions) say('assistant', decision);
    for (const rule of rules) say('user', rule);
    const propose = vi.spyOn(engine.inbox, 'propose');
    await at('stop');
    expect(propose.mock.calls.map(([, { content }]) => content)).toEqual([...decisions.slice(5), ...rules]);
  });

  it('what did not reach the client does not count as given', async () => {
    const { memory } = await engine.memories.store(actor, {
      content: 'The kiosk printer of src/kiosk.ts speaks ESC/P at 9600 baud.',
    });
    const prompt = { prompt: 'kiosk printer ESC/P baud' };
    const file = { tool_input: { file_path: join(dataDir, 'src/kiosk.ts') } };
    use('Edit');
    for (const lost of [answered('user-prompt-submit', prompt), answered('pre-tool-use', file)])
      expect((await lost).text).toContain(memory.id);
    expect((await answered('stop', {}, 'nudge')).text).not.toBeNull();
    await new Promise(setImmediate);
    expect((await engine.recalls.list(actor, { only: 'all', limit: 10 })).items).toEqual([]);
    expect(await at('pre-tool-use', file)).toContain(memory.id);
    expect(await at('user-prompt-submit', prompt)).toBeNull();
    expect(await at('stop', {}, 'nudge')).not.toBeNull();
  });

  it('a session starts with what waits in the inbox', async () => {
    say('user', RULE);
    await at('stop');
    expect(await at('session-start', { source: 'startup' })).toMatch(/waiting in the inbox.*: 1 proposal \(/i);
  });

  it('after a compaction a session gets back what it had, however old', async () => {
    const old = (await engine.memories.store(actor, { content: 'The kiosk printer speaks ESC/P at 9600 baud.' }))
      .memory;
    const many = Array.from({ length: 310 }, (_, i) => ({ content: `Ticket ${i} was closed.` }));
    await engine.memories.storeMany(actor, many);
    expect(await at('user-prompt-submit', { prompt: 'kiosk printer ESC/P baud' })).toContain(old.id);
    expect(await at('session-start', { source: 'compact' })).toContain(old.content);
    expect(await at('session-start', { source: 'startup' })).not.toContain(old.content);
  });

  it('what was injected is in the recall log with client, event and session, without private spans', async () => {
    const { memory } = await engine.memories.store(actor, { content: 'The kiosk printer speaks ESC/P at 9600 baud.' });
    await at('user-prompt-submit', { prompt: 'kiosk printer ESC/P baud <private>for the Bergen deal</private>' });
    await at('user-prompt-submit', { prompt: 'thanks' });
    await new Promise(setImmediate);
    const { items } = await engine.recalls.list(actor, { only: 'all', limit: 10 });
    expect(items).toMatchObject([
      {
        profile: 'hooks',
        tool: 'UserPromptSubmit',
        client: 'claude-code',
        session,
        question: 'kiosk printer ESC/P baud',
        given: [{ id: memory.id }],
      },
    ]);
  });
});
