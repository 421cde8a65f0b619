import { describe, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { sentencesOf } from './sentences.ts';

describe('the sentences of a message', () => {
  it.each([
    ['one to a line or several', 'Use pnpm. Not npm!\n- See the guide.', ['Use pnpm.', 'Not npm!', 'See the guide.']],
    ['without quoted lines', 'So it is.\n\n  > Always squash.\n| a | table |', ['So it is.']],
    ['without code', 'Before.\n```\nNever.call(this);\n```\nAfter.', ['Before.', 'After.']],
    ['without what programs add', 'Hi. <system-reminder level="1">Never stop.</system-reminder>', ['Hi.']],
  ])('are read: %s', (_, text, expected) => expect(sentencesOf(text)).toEqual(expected));

  it.each(['\n', '\r', '\n \t', '\u2028', '> ', '<a-b ', '<a-', 'a-', '```', '.)', '1. '])(
    'are read in an instant from 20 000 characters of %j',
    async (piece) => {
      const read = () => sentencesOf(`<${piece.repeat(20_000).slice(0, 20_000)}`);
      expect(await least(read, { limit: 1000 })).toBeLessThan(1000);
    },
  );
});
