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
});
