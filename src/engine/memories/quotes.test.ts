import { describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { askingFor, MAX_QUESTION_LENGTH } from './quotes.ts';

describe('a question that is forgotten with a memory', () => {
  const id = newId(0);
  const isMeant = askingFor({
    id,
    texts: ['The bakery grinds its own cardamomium powder for the rye loaf.'],
    words: ['cardamomium'],
    by: 'ada',
  });
  const given = JSON.stringify([{ source: 'memory', id, score: 0.7 }]);

  it.each([
    ['names it', `what is ${id} about`],
    ['repeats a part of it', 'its own cardamomium powder'],
    ['asks whether it is so', 'Is it true that the bakery grinds its own cardamomium powder for the rye loaf?'],
  ])('%s, whatever it was answered with', (_, question) => {
    expect(isMeant(question, '[]')).toBe(true);
  });

  it('was answered by it and has a word that no other memory has', () => {
    expect(isMeant('does the night shift know what Cardamomium costs', given)).toBe(true);
    expect(isMeant('does the night shift know what Cardamomium costs', '[]')).toBe(false);
  });

  it('says the same of something else', () => {
    const isAbout = askingFor({ id, texts: ['The upload limit is 20.'], words: [], by: 'ada' });
    expect(isAbout('Is it true that the upload limit is 20?', '[]')).toBe(true);
    expect(isAbout('I read that the upload limit is 200 MB.', '[]')).toBe(false);
    expect(isAbout(`${'.'.repeat(100_000)}x`, '[]')).toBe(false);
  });

  it.each([
    ['within a quote of it', `${'so '.repeat(650)}`],
    ['within a character of a quote of it', `${'so '.repeat(659)} `],
    ['as the beginning of a longer one', ''],
  ])('was cut %s', (_, before) => {
    const text = `The till opens early \u{1F511} ${'and shuts when the last guest has left '.repeat(80)}`;
    const kept = (question: string) => question.slice(0, MAX_QUESTION_LENGTH).toWellFormed();
    const isAbout = askingFor({ id, texts: [text], words: [], by: 'ada' });
    expect(isAbout(kept(before + text), '[]')).toBe(true);
    expect(isAbout(kept(text.slice('The '.length)), '[]')).toBe(true);
    expect(isAbout('so the till opens early', '[]')).toBe(false);
    expect(isAbout(' '.repeat(MAX_QUESTION_LENGTH), '[]')).toBe(false);
  });

  it('was answered by it and repeats many of its words', () => {
    expect(isMeant('which powder does the bakery grind?', given)).toBe(true);
    expect(isMeant('which powder does the bakery grind?', '[]')).toBe(false);
    expect(isMeant('where does the night shift park its bicycles near the bakery', given)).toBe(false);
    expect(isMeant('???', given)).toBe(false);
  });
});
