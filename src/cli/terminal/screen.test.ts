import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { columns } from '../store-command.ts';
import { paint, paragraph, sanitize } from './screen.ts';

describe('stored text at the terminal', () => {
  it.each([
    '\u001b',
    '\u0085',
    '\u202e',
    '\u2066',
    '\u200b',
    '\u200e',
    '\u061c',
    '\ufeff',
    '\u00ad',
    '\u2028',
    '\u{e0041}',
  ])('is printed without %j, also in a table', (hostile) => {
    expect(sanitize(`a${hostile}b`)).toBe('a\uFFFDb');
    expect(columns([[`a${hostile}b`, 'c']])).toBe('a\uFFFDb  c');
  });

  it('is marked where a table cuts it, and is whole in the last column', () => {
    const long = 'a'.repeat(61);
    expect(
      columns([
        ['name', 'path'],
        [long, long],
      ]),
    ).toBe(`${'name'.padEnd(60)}  path\n${'a'.repeat(59)}…  ${long}`);
  });

  it('is printed in a table of many rows', () => {
    expect(columns(Array.from({ length: 150_000 }, () => ['a', 'b'])).length).toBe(150_000 * 5 - 1);
  });

  it.each([false, true])('goes on after a full line without the blank in between, painted: %s', (hasColours) => {
    const screen = { columns: 20, hasColours };
    const text = paint(screen, 'yellow', 'Nothing here clearly answers the question.\n  indented');
    expect(stripVTControlCharacters(paragraph(screen, text)).replace(/ +\n/g, '\n')).toBe(
      'Nothing here clearly\nanswers the\nquestion.\n  indented',
    );
  });

  it('keeps what joins emoji and words', () => {
    for (const text of ['👨‍👩‍👧', 'می‌خواهم', 'a\tb\nc']) expect(sanitize(text)).toBe(text);
  });
});
