import { describe, expect, it } from 'vitest';
import { titled } from './titles.ts';

describe('a title', () => {
  const TEXT = 'Jeffrey Thomas Porcaro (1954–1992) was an American drummer.';

  it.each([
    ['heading', `Jeff Porcaro\n\n${TEXT}`],
    ['Markdown heading', `## Jeff Porcaro\n\n${TEXT}`],
    ['sentence', `Jeff Porcaro. ${TEXT}`],
    ['colon', `Jeff Porcaro: ${TEXT}`],
    ['bold', `**Jeff Porcaro** ${TEXT}`],
    ['bold with a colon', `**Jeff Porcaro:** ${TEXT}`],
  ])('is read when it is written as %s', (_, content) => {
    expect(titled(content)).toEqual({ title: 'Jeff Porcaro', rest: TEXT });
  });

  it.each([
    ['Toto: Toto is an American rock band.', 'Toto'],
    ['Checkout SLA: 99.9 %, measured a month.', 'Checkout SLA'],
    ['Mercury (planet). Mercury is the first planet.', 'Mercury (planet)'],
    ['List of rivers of Norway. This is a list of rivers in Norway.', 'List of rivers of Norway'],
    ['Dr. Strange. Dr. Strange is a film.', 'Dr. Strange'],
  ])('may be one word, or words that are not names: %j', (content, title) => {
    expect(titled(content)?.title).toBe(title);
  });

  it.each([
    'Caroline: Hey, how was the trip?',
    'Caroline Smith: I moved to Oslo last week.',
    'We moved. The old office is closed.',
    'Lunch is at noon. Bring your own cup.',
    'Deploys need two approvals. Freeze starts Friday.',
    'user: what did Ada say?',
    'one line\nand another',
    '',
  ])('is neither the name of a speaker nor an ordinary sentence: %j', (content) => {
    expect(titled(content)).toBeNull();
  });
});
