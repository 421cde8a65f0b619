import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { eachPassage, splitText } from './passages.ts';

const words = (text: string) => text.split(/\s+/).filter(Boolean).length;

describe('passages', () => {
  it('are a single one when the text fits', () => {
    expect(splitText('short enough', words, 5)).toEqual(['short enough']);
  });

  it('end where sentences and lines end', () => {
    expect(splitText('One two three. Four five six. Seven eight.', words, 5)).toEqual([
      'One two three.',
      'Four five six. Seven eight.',
    ]);
  });

  it('hold all words in order, and none is too long', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 30 }), { maxLength: 80 }),
        fc.integer({ min: 1, max: 20 }),
        (parts, most) => {
          const text = parts.join(' ');
          const passages = splitText(text, words, most);
          expect(passages.join(' ').split(/\s+/).filter(Boolean).join('')).toBe(
            text.split(/\s+/).filter(Boolean).join(''),
          );
          for (const passage of passages) expect(words(passage)).toBeLessThanOrEqual(most);
        },
      ),
    );
  });

  it('are the same as when they are put together one by one', () => {
    const oneByOne = (text: string, most: number): string[] => {
      const found: string[] = [];
      let [current, used] = ['', 0];
      // No piece is longer than `most`.
      for (const piece of text.split(/(?<=[.!?。！？])\s+|(?<=\n)/u)) {
        if (current !== '' && used + piece.length > most) {
          found.push(current);
          [current, used] = ['', 0];
        }
        current += (current === '' || current.endsWith('\n') ? '' : ' ') + piece;
        used += piece.length;
      }
      return [...found, ...(current.trim() === '' ? [] : [current])];
    };
    const part = fc.constantFrom(
      'a',
      'bcd',
      'Hello there',
      '.',
      '!',
      '。',
      ' ',
      '\n',
      '\n\n',
      '. ',
      '.\n',
      '\t',
      '# x',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 1, max: 60 }), (parts, most) => {
        const text = parts.join('');
        const longest = Math.max(...text.split(/(?<=[.!?。！？])\s+|(?<=\n)/u).map((piece) => piece.length));
        const room = Math.max(most, longest);
        const passages = splitText(text, (piece) => piece.length, room);
        if (text.length > room && text.trim() !== '') expect(passages).toEqual(oneByOne(text, room));
      }),
      { numRuns: 2000 },
    );
  });

  it('are cut from many short lines in a time that grows with their number, not with its square', async () => {
    const lines = '- a\n'.repeat(200_000);
    // Put together one by one it takes seconds.
    expect(await least(() => splitText(lines, (piece) => piece.length, 600_000), { limit: 1000 })).toBeLessThan(1000);
  });

  it('never split a character', () => {
    for (const passage of splitText('😀'.repeat(1000), (text) => text.length, 7))
      expect(passage.isWellFormed()).toBe(true);
  });

  it('are cut one by one: the first one needs only the beginning of a long text', () => {
    const text = 'One two three. '.repeat(10_000);
    let counted = 0;
    const count = (piece: string) => {
      counted += piece.length;
      return words(piece);
    };
    const passages = eachPassage(text, count, 100);
    expect(words(passages.next().value ?? '')).toBe(99);
    expect(counted).toBeLessThan(text.length / 10);
  });
});
