import { describe, expect, it } from 'vitest';
import { sentences } from './sentences.ts';

describe('sentences', () => {
  it('end at full stops, line ends and semicolons, but not inside names and numbers', () => {
    expect(sentences('Use v1.2 of hash.py, e.g. on Linux. localStorage is out; cookies are in.\n- A bullet')).toEqual([
      'Use v1.2 of hash.py, e.g. on Linux.',
      'localStorage is out;',
      'cookies are in.',
      'A bullet',
    ]);
  });

  it.each([
    'The bus runs at 250 kbit/s.',
    'Requests end within 5 s.',
    'Texts are UTF-8.',
    'We use version 3.',
    'The share is at most 20 %.',
    'Logs grow by 3 GB/h.',
    'The valve opens at 12 V.',
  ])('end after a unit or a number, too: %s', (first) => {
    expect(sentences(`${first} The rest follows.`)).toEqual([first, 'The rest follows.']);
  });

  it.each(['See J. Smith for it.', 'It is item no. 5 of the list.'])(
    'do not end after an initial or an abbreviation: %s',
    (sentence) => expect(sentences(sentence)).toEqual([sentence]),
  );
});
