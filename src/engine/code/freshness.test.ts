import { expect, it } from 'vitest';
import { staleness } from './freshness.ts';

const indexed = { text: 'def tax():\n    return 0.2\n', startLine: 3 };

it.each([
  ['\n\ndef tax():\n    return 0.2\n', null],
  ['\r\n\r\ndef tax():\r\n    return 0.2  \r\n', null],
  ['\n\n\n\ndef tax():\n    return 0.2\n', 'These lines have moved to line 5.'],
  ['\n\ndef tax():\n    return 0.19\n', 'These lines have changed.'],
  ['', 'These lines have changed.'],
  [null, 'The file is gone, or cannot be read.'],
])('compares indexed lines with the file: %j', (present, expected) => {
  expect(staleness(indexed, present)).toBe(expected);
});

it('takes a line with a redacted secret as unchanged', () => {
  const secret = { text: 'key = [REDACTED:password]\nregion = 1', startLine: 1 };
  expect(staleness(secret, 'key = hunter2\nregion = 1')).toBeNull();
  expect(staleness(secret, 'key = hunter2\nregion = 2')).toBe('These lines have changed.');
});
