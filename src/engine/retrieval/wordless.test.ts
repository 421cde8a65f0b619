import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import { wordlessPieces } from './wordless.ts';

describe('a question without a letter or digit', () => {
  let open: OpenEngine;
  const TANK = '🦪🌊 The 🦪 tank gets 💡 at noon';
  const ada = { ...OWNER, user: 'ada' };

  beforeAll(async () => {
    open = await openTestEngine();
    for (const content of ['The harbour opens at six.', TANK, '🫠🫠🫠', 'The lamp 💡 is new.'])
      await open.engine.memories.store(ada, { content });
  });
  afterAll(() => open.dispose());

  it.each([
    ['🦪', [TANK]],
    ['🦪?', [TANK]],
    ['"🦪🌊"', [TANK]],
    ['"🫠🫠🫠"', ['🫠🫠🫠']],
    ['`🫠🫠🫠`', ['🫠🫠🫠']],
    ['🦪 💡', [TANK, 'The lamp 💡 is new.']],
    ['💡', ['The lamp 💡 is new.', TANK]],
  ])('finds what holds it, and nothing else: %s', async (question, expected) => {
    const { retrieval } = open.engine;
    const { found, weak, note, confidence } = await retrieval.recall(ada, question, { limit: 5 });
    expect(found.map(({ memory }) => memory.content)).toEqual(expected);
    expect({ weak, note, confidence }).toEqual({ weak: false, note: null, confidence: 1 });
    const words = await retrieval.byWords(ada, question, 5);
    expect(words.map(({ memory }) => memory.content)).toEqual(expected);
  });

  it('finds no more than asked for, and nothing of others or of what has ended', async () => {
    const { memories, retrieval } = open.engine;
    expect((await retrieval.byWords(ada, '💡', 1)).map(({ memory }) => memory.content)).toEqual([
      'The lamp 💡 is new.',
    ]);
    expect(await retrieval.byWords({ ...OWNER, user: 'bea' }, '💡', 5)).toEqual([]);
    const { memory } = await memories.store(ada, { content: 'The 🐙 is out.' });
    await memories.invalidate(ada, memory.id, { reason: 'gone' });
    expect(await retrieval.byWords(ada, '🐙', 5)).toEqual([]);
    expect(await retrieval.byWords(ada, '🐙', 5, { validity: 'ended' })).toHaveLength(1);
  });

  it.each(['...', '?', '*', 'C++ 🦪', '🦪\u0000', '\ud83e', '', `"${'🦪'.repeat(50)}"`])(
    'looks for no symbols in %j',
    (question) => expect(wordlessPieces(question)).toEqual([]),
  );
});
