// No text takes long: runs what reads a text from outside on a share of the longest that it may get, of every piece that once was
// slow or may be.
import { expect, it } from 'vitest';
import { READERS } from './hostile/readers.ts';
import { least } from './spent.ts';

/** How much of the greatest length is read: HOSTILE_SHARE=1 for all of it. */
const SHARE = Number(process.env.HOSTILE_SHARE ?? 0.1);
/** A reader in linear time takes 1 to 500 ms for all of it; a quadratic one takes seconds. */
const MAX_MS = 2500 * SHARE;

/** Each begins a match that does not end. */
const PIECES = [
  ...['a', 'a ', 'A.', '....x', '.x', 'AA-1-', 'AA-1A', '漢x', 'aB', 'a.', 'a_', 'a-', '_', '1,', '1.', '1*', '5 ms '],
  ...['\n', 'a\n', '"\n', '\r\n', '\t\n', '\u2028', ' ', 'type\r(}', '- a\n', '\n- ', '```\n', '@@\n', '\n+a', '# '],
  ...[
    '(',
    ')',
    '[',
    '{',
    '"',
    "'",
    '’',
    '`',
    '**',
    '*',
    '|',
    '$',
    '=>',
    '@a',
    '@',
    '://',
    'http://',
    '/a',
    ' #',
    '<img ',
  ],
  ...['Jan ', '1 May ', '2025 ', 'before ', 'not ', 'never ', 'from x to ', 'of ', 'is ', 'only ', 'and ', 'status: '],
  ...[
    'Ada ',
    'Ada: ',
    'db-1 ',
    'é',
    '\u0301',
    'İ',
    '😀',
    'function“',
    'async ',
    'catch ',
    'SELECT ',
    'hmac',
    'tokenA',
    'seed',
  ],
  ...['log.', 'v1.', 'PuTTY-User-Key-File-1*', 'clock ', 'except ', 'string '],
  ...['catch{', 'catch(', 'except:\n', '@Inject ', 'return ', 'def a(', 'log ', 'this.', 'catch{log '],
];

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const SHORTENED = READERS.map(
  ([name, most, read]) => [name, Math.max(Math.min(most, 2000), most * SHARE), read] as const,
);

it.each(SHORTENED)('%s: %i characters of anything are read in time', { timeout: 120_000 }, async (_, length, read) => {
  const slow: string[] = [];
  for (const piece of PIECES) {
    const text = filled(piece, length);
    if ((await least(() => read(text), { limit: MAX_MS })) > MAX_MS) slow.push(piece);
  }
  expect(slow).toEqual([]);
});
