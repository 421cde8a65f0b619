// No text takes long: runs what reads a text from outside on the longest that it may get, of every piece that once was slow or may be.
import { expect, it } from 'vitest';
import { READERS } from './hostile/readers.ts';

/** CPU time. A reader in linear time takes 1 to 100 ms, and several times that on a busy machine; a quadratic one takes seconds. */
const MAX_MS = 600;

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
];

/** CPU milliseconds of this process. */
function once(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}

/** A run over the limit is repeated, for compiling and collecting garbage count too. */
function cost(work: () => void): number {
  const first = once(work);
  return first > MAX_MS ? Math.min(once(work), once(work)) : first;
}

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

it.each(READERS)('%s: %i characters of anything are read in time', { timeout: 120_000 }, (_, length, read) => {
  const slow = PIECES.filter((piece) => cost(() => read(filled(piece, length))) > MAX_MS);
  expect(slow).toEqual([]);
});
