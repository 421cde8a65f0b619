import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodeSymbol } from '../symbols.ts';
import { chunkCode } from './chunks.ts';

const symbol = (
  kind: CodeSymbol['kind'],
  name: string,
  startLine: number,
  endLine: number,
  container: string | null = null,
): CodeSymbol => ({
  kind,
  name,
  container,
  signature: '',
  docstring: null,
  line: startLine,
  startLine,
  endLine,
  startIndex: 0,
  endIndex: 0,
});
const body = (lines: number) =>
  Array.from({ length: lines }, (_, i) => `  const value${i} = compute(${i}, "some text");`).join('\n');

describe('chunks', () => {
  it('are one per function, the first including the lines before it', () => {
    const text = `import a from 'a';\n\nfunction one() {\n${body(12)}\n}\n\nfunction two() {\n${body(12)}\n}`;
    const chunks = chunkCode(text, [symbol('function', 'one', 3, 16), symbol('function', 'two', 18, 31)]);
    expect(chunks.map(({ name, startLine, endLine }) => [name, startLine, endLine])).toEqual([
      ['one', 1, 17],
      ['two', 18, 31],
    ]);
    expect(chunks[0]?.defines).toEqual(['one']);
  });

  it('separate methods from their class, but keep nested functions with the outer function', () => {
    const text = [
      'class A {',
      body(10),
      'run() {',
      body(10),
      '}',
      'stop() {',
      body(5),
      'inner() {',
      body(5),
      '}',
      '}',
      '}',
    ].join('\n');
    const chunks = chunkCode(text, [
      symbol('class', 'A', 1, 37),
      symbol('method', 'run', 12, 23, 'A'),
      symbol('method', 'stop', 24, 36, 'A'),
      symbol('function', 'inner', 30, 35, 'A.stop'),
    ]);
    expect(chunks.map(({ kind, name, container }) => [kind, name, container])).toEqual([
      ['class', 'A', null],
      ['method', 'run', 'A'],
      ['method', 'stop', 'A'],
    ]);
    expect(chunks[2]?.defines).toEqual(['stop', 'inner']);
  });

  it('merge small neighbours and divide large definitions', () => {
    const small = Array.from({ length: 6 }, (_, i) => symbol('function', `f${i}`, i + 1, i + 1));
    const text = small.map(({ name }) => `const ${name} = () => 1;`).join('\n');
    expect(chunkCode(text, small)).toMatchObject([
      { startLine: 1, endLine: 6, defines: ['f0', 'f1', 'f2', 'f3', 'f4', 'f5'] },
    ]);
    const large = chunkCode(body(200), [symbol('function', 'huge', 1, 200)]);
    expect(large.length).toBeGreaterThan(4);
    expect(new Set(large.map(({ name }) => name))).toEqual(new Set(['huge']));
  });

  it('are empty for blank text', () => {
    expect(chunkCode('', [])).toEqual([]);
    expect(chunkCode('\n\n  \n', [])).toEqual([]);
  });

  it('hold every non-blank line exactly once, in order, and none is much too long', () => {
    const files = fc
      .array(
        fc.string({ maxLength: 120 }).map((line) => line.replaceAll('\n', ' ')),
        { maxLength: 200 },
      )
      .chain((lines) =>
        fc.record({
          lines: fc.constant(lines),
          symbols: fc.array(
            fc.tuple(
              fc.nat(Math.max(0, lines.length - 1)),
              fc.nat(60),
              fc.constantFrom('function' as const, 'class' as const, 'method' as const),
            ),
            { maxLength: 20 },
          ),
        }),
      );
    fc.assert(
      fc.property(files, ({ lines, symbols }) => {
        const text = lines.join('\n');
        const given = symbols.map(([start, length, kind], i) =>
          symbol(kind, `s${i}`, start + 1, Math.min(lines.length, start + 1 + length)),
        );
        const chunks = chunkCode(text, given);
        for (const [i, chunk] of chunks.entries()) {
          expect(chunk.startLine).toBeGreaterThan(chunks[i - 1]?.endLine ?? 0);
          expect(chunk.text).toBe(lines.slice(chunk.startLine - 1, chunk.endLine).join('\n'));
          expect(chunk.text.length).toBeLessThan(2100);
        }
        const shown = chunks.flatMap(({ text: piece }) => piece.split('\n')).filter((line) => line.trim() !== '');
        expect(shown).toEqual(lines.filter((line) => line.trim() !== ''));
      }),
    );
  });
});
