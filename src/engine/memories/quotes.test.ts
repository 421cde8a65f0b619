import { describe, expect, it } from 'vitest';
import { Random } from '../../../test/random.ts';
import { newId, toMem } from '../ids.ts';
import { askingFor, type Forgotten, MAX_QUESTION_LENGTH, type Speaker, speakingOf } from './quotes.ts';

const ADA = { who: 'ada' };
const BOB: Speaker = { who: 'bob', user: null, project: null };
const SAID_BY_ADA: Speaker = { ...BOB, who: 'ada' };

describe('a question that is forgotten with a memory', () => {
  const id = newId(0);
  const matches = askingFor([
    {
      id,
      texts: ['The bakery grinds its own cardamomium powder for the rye loaf.'],
      words: ['cardamomium'],
      by: ADA,
    },
  ]);
  const given = JSON.stringify([{ source: 'memory', id, score: 0.7 }]);

  it.each([
    ['names it', `what is ${id} about`],
    ['repeats a part of it', 'its own cardamomium powder'],
    ['asks whether it is so', 'Is it true that the bakery grinds its own cardamomium powder for the rye loaf?'],
  ])('%s, whatever it was answered with', (_, question) => {
    expect(matches(question, '[]', BOB)).toBe(true);
  });

  it('was answered by it and has a word that no other memory has', () => {
    expect(matches('does the night shift know what Cardamomium costs', given, BOB)).toBe(true);
    expect(matches('does the night shift know what Cardamomium costs', '[]', BOB)).toBe(false);
  });

  it('has a word that no other memory has, and was asked by whoever deletes it', () => {
    expect(matches('does the night shift know what Cardamomium costs', '[]', SAID_BY_ADA)).toBe(true);
    expect(matches('does the night shift know what saffron costs', '[]', SAID_BY_ADA)).toBe(false);
  });

  it('has such a word and was asked for the user and the project that its deletion is confined to', () => {
    const question = 'does the night shift know what cardamomium costs';
    const said = (user: string | null, project: string | null) => ({ who: 'local', user, project });
    const remover = (by: Forgotten['by']) => [{ id, texts: ['Some cardamomium.'], words: ['cardamomium'], by }];
    const areForgotten = (by: Forgotten['by'], speaker: Speaker) => [
      askingFor(remover(by))(question, '[]', speaker),
      speakingOf(remover(by))(question, speaker),
    ];
    expect(areForgotten({ who: 'local', user: 'ada' }, said('ada', 'shop'))).toEqual([true, true]);
    expect(areForgotten({ who: 'local', user: 'ada' }, said('bob', null))).toEqual([false, false]);
    expect(areForgotten({ who: 'local', user: 'ada' }, said(null, null))).toEqual([false, false]);
    expect(areForgotten({ who: 'local', project: 'shop' }, said('ada', 'shop'))).toEqual([true, true]);
    expect(areForgotten({ who: 'local', project: 'shop' }, said('ada', 'farm'))).toEqual([false, false]);
    expect(areForgotten({ who: 'local' }, said('bob', 'farm'))).toEqual([true, true]);
  });

  it('says the same of something else', () => {
    const isAbout = askingFor([{ id, texts: ['The upload limit is 20.'], words: [], by: ADA }]);
    expect(isAbout('Is it true that the upload limit is 20?', '[]', BOB)).toBe(true);
    expect(isAbout('I read that the upload limit is 200 MB.', '[]', BOB)).toBe(false);
    expect(isAbout(`${'.'.repeat(100_000)}x`, '[]', BOB)).toBe(false);
  });

  it.each([
    ['within a quote of it', `${'so '.repeat(650)}`],
    ['within a character of a quote of it', `${'so '.repeat(659)} `],
    ['as the beginning of a longer one', ''],
  ])('was cut %s', (_, before) => {
    const text = `The till opens early \u{1F511} ${'and shuts when the last guest has left '.repeat(80)}`;
    const kept = (question: string) => question.slice(0, MAX_QUESTION_LENGTH).toWellFormed();
    const isAbout = askingFor([{ id, texts: [text], words: [], by: ADA }]);
    expect(isAbout(kept(before + text), '[]', BOB)).toBe(true);
    expect(isAbout(kept(text.slice('The '.length)), '[]', BOB)).toBe(true);
    expect(isAbout('so the till opens early', '[]', BOB)).toBe(false);
    expect(isAbout(' '.repeat(MAX_QUESTION_LENGTH), '[]', BOB)).toBe(false);
  });

  it('was answered by it and repeats many of its words', () => {
    expect(matches('which powder does the bakery grind?', given, BOB)).toBe(true);
    expect(matches('which powder does the bakery grind?', '[]', BOB)).toBe(false);
    expect(matches('where does the night shift park its bicycles near the bakery', given, BOB)).toBe(false);
    expect(matches('???', given, BOB)).toBe(false);
  });
});

describe('many memories at once', () => {
  const random = new Random(41);
  const said = (count: number) =>
    Array.from({ length: count }, () => random.pick(['port', 'Café', 'the', 'of', '日本語', 'disk_2', '20', '—'])).join(
      ' ',
    );
  const memories: readonly Forgotten[] = Array.from({ length: 40 }, (_, i) => ({
    id: newId(i),
    texts: [`${said(6)} ${i % 20}.`, said(i % 10 === 0 ? 600 : 9)],
    words: [`word${i}`],
    by: random.pick([null, ADA, { who: 'bob' }]),
  }));
  const start = (text: string) => text.slice(0, random.int(0, text.length));
  const KINDS: readonly [string, (memory: Forgotten) => string][] = [
    ['cites one', ({ id }) => `what is ${toMem(id)} about`],
    ['repeats one', ({ texts }) => `Is it true that ${texts[0]?.toUpperCase()}`],
    ['repeats a part of one', ({ texts }) => start(texts[1] ?? '')],
    [
      'breaks off within one',
      ({ texts }) => `${'so '.repeat(700)}${start(texts[0] ?? '')}`.slice(-MAX_QUESTION_LENGTH),
    ],
    ['has words of one', ({ words }) => `${said(3)} ${words[0]} zebra`],
    ['says something else', () => `${said(4)} zebra ${said(2)}`],
  ];

  it.each(KINDS)('match the same questions and messages as one by one: %s', (_, from) => {
    const [areMeant, areToldOf] = [askingFor(memories), speakingOf(memories)];
    const [isAskedFor, isToldOf] = [memories.map((one) => askingFor([one])), memories.map((one) => speakingOf([one]))];
    const questions = Array.from({ length: 40 }, () => {
      const given = Array.from({ length: 3 }, () => ({ source: 'memory', id: random.pick(memories).id, score: 1 }));
      return {
        question: from(random.pick(memories)),
        given: JSON.stringify(given),
        who: { ...BOB, who: random.pick(['ada', 'bob', 'eve']) },
      };
    });
    const found = questions.map(({ question, given, who }) => [
      areMeant(question, given, who),
      areToldOf(question, who),
    ]);
    expect(found).toEqual(
      questions.map(({ question, given, who }) => [
        isAskedFor.some((each) => each(question, given, who)),
        isToldOf.some((each) => each(question, who)),
      ]),
    );
    // As `given` names memories, what says something else may match too.
    expect(found.flat().includes(true)).toBe(true);
  });
});
