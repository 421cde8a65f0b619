import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filler } from '../../../test/filler.ts';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import type { Actor } from '../access/actor.ts';

describe('a question for a code', () => {
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openTestEngine();
  });
  afterAll(() => open.dispose());

  const store = async (content: string) => (await open.engine.memories.store(OWNER, { content })).memory.id;
  const recall = (question: string) => open.engine.retrieval.recall(OWNER, question, { limit: 3 });

  it('is told which ended memory holds it if no other does', async () => {
    const ended = await store('Error E-7731 means that the badge reader lost its power.');
    await store('Errors of the badge reader are shown on its display.');
    await open.engine.memories.invalidate(OWNER, ended, {});
    const { weak, note } = await recall('what does error E-7731 mean?');
    expect(weak).toBe(true);
    expect(note).toContain(`E-7731 is found only in a memory that no longer holds: ${ended}`);
    expect((await recall('what does error E-7732 mean?')).note).not.toContain('E-7732');
  });

  it('is answered by what replaced the memory that held it', async () => {
    const former = await store('Error G-5120: the payment gateway timed out; retry three times.');
    const later = await store('Timeouts of the payment gateway are retried five times by the queue.');
    await open.engine.memories.invalidate(OWNER, former, { supersededBy: later });
    for (const question of ['G-5120', 'what does error G-5120 mean?']) {
      const { found, weak, note } = await recall(question);
      expect(found[0]?.memory.id, question).toBe(later);
      expect({ weak, note }, question).toEqual({ weak: false, note: null });
    }
  });
});

const NOTHING = 'No memory is stored that this search may see.';

describe('what is still being embedded', () => {
  // Nothing here makes vectors of long texts.
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openTestEngine({}, { tends: false });
    const content = `The lock of berth 9 opens at high water. ${filler(20_000)}`;
    await open.engine.memories.store({ ...OWNER, user: 'ada', project: 'port' }, { content });
  });
  afterAll(() => open.dispose());

  const noted = async (actor: Actor) => {
    const { note } = await open.engine.retrieval.recall(actor, 'When is the tide?', { limit: 3 });
    return [note, await open.engine.retrieval.noteOn(actor, [], 'meaning')];
  };

  it('is told to those who may see it', async () => {
    const told = expect.stringContaining('still being embedded');
    for (const actor of [OWNER, { ...OWNER, user: 'ada' }, { ...OWNER, project: 'port' }])
      expect(await noted(actor)).toEqual([told, told]);
  });

  it('is not told to anyone else', async () => {
    for (const actor of [{ user: 'ann' }, { project: 'dock' }, { cubes: [] }])
      expect(await noted({ ...OWNER, ...actor })).toEqual([NOTHING, NOTHING]);
  });
});

describe('who may see nothing', () => {
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openTestEngine();
  });
  afterAll(() => open.dispose());

  const confined: readonly Partial<Actor>[] = [
    { user: 'ann' },
    { project: 'dock' },
    { who: 'ann', role: 'user', cubes: [] },
  ];
  const noted = (actor: Partial<Actor>) =>
    Promise.all(
      ['Where is the tide gauge?', 'What do you know?'].map(async (question) => {
        const { found, note } = await open.engine.retrieval.recall({ ...OWNER, ...actor }, question, { limit: 3 });
        expect(found).toEqual([]);
        return note;
      }),
    );

  it('is told so, in the same words whether others have stored something or not', async () => {
    expect(await noted({})).toEqual(Array(2).fill('No memory is stored yet.'));
    const before = await Promise.all(confined.map(noted));
    for (const notes of before) for (const note of notes) expect(note).toContain(NOTHING);
    expect(before[2]?.[0]).toContain('remanence cube share CUBE ann');
    const ada = { ...OWNER, user: 'ada', project: 'port' };
    await open.engine.memories.store(ada, { content: 'The tide gauge is at berth 9.' });
    expect(await Promise.all(confined.map(noted))).toEqual(before);
  });

  it('is told nothing where something is stored that does not match', async () => {
    const { note } = await open.engine.retrieval.recall({ ...OWNER, user: 'ada' }, '()', { limit: 3 });
    expect(note ?? '').not.toContain('No memory is stored');
  });
});
