import { describe, expect, it } from 'vitest';
import { read } from './fixture-parser.ts';

const BROKEN = `
def one():
    return two()

class Three:
    def four(self): pass

def broken(:
    x = = 3
`;

describe('symbols', () => {
  it('of a broken file are read as far as they can be', async () => {
    const { symbols, references } = await read('a.py', BROKEN);
    expect(symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(['one', 'Three', 'four']));
    expect(references).toContainEqual(expect.objectContaining({ kind: 'call', name: 'two', from: 0 }));
  });

  it('may have names in any script', async () => {
    const text = 'class Größe:\n    def 计算(self, 𝑥=1):\n        return привет("🙂", self.größer())\n';
    const { symbols, references } = await read('a.py', text);
    expect(symbols.map(({ name }) => name)).toEqual(['Größe', '计算']);
    expect(references.map(({ name }) => name)).toEqual(['привет', 'größer']);
  });

  it('carry offsets that cut their text out, beyond characters of two units', async () => {
    const text = '# 🙂🙂\nx = "🙂"\ndef später(): pass\n';
    const [symbol] = (await read('a.py', text)).symbols;
    expect(text.slice(symbol?.startIndex, symbol?.endIndex)).toBe('def später(): pass');
    expect(symbol).toMatchObject({ startLine: 3, endLine: 3, docstring: null });
  });

  it('start with their decorators, and have the comment above as docstring', async () => {
    const text = '/** Says so. */\n#[inline]\n// why\n#[must_use]\nfn f() {}\n';
    const [symbol] = (await read('a.rs', text)).symbols;
    expect(symbol).toMatchObject({ startLine: 2, line: 5, signature: 'fn f()', docstring: 'Says so.\nwhy' });
  });

  it('do not take a comment that is a blank line away or behind other code', async () => {
    const { symbols } = await read(
      'a.go',
      'package a\n\n// License.\n\nfunc f() {}\n\nvar x = 1 // one\nfunc g() {}\n',
    );
    expect(symbols.map(({ docstring }) => docstring)).toEqual([null, null]);
  });

  it('do not take what stands above the line they share with others', async () => {
    const { symbols } = await read('a.js', '// All of it.\nclass A { one() {} }\n');
    expect(symbols.map(({ name, docstring }) => [name, docstring])).toEqual([
      ['A', 'All of it.'],
      ['one', null],
    ]);
  });

  it('have a signature of at most 300 characters without comments', async () => {
    const parameters = Array.from({ length: 60 }, (_, i) => `argument${i}: number, // no ${i}`).join('\n');
    const [symbol] = (await read('a.ts', `function f(\n${parameters}\n) {}`)).symbols;
    expect(symbol?.signature).toHaveLength(300);
    expect(symbol?.signature).not.toContain('//');
  });
});

describe('references', () => {
  it('of an impl block belong to its type, or name it when it is elsewhere', async () => {
    const { references } = await read('a.rs', 'struct A;\nimpl T for A {}\nimpl T for Elsewhere {}\n');
    expect(references.map(({ from, scope }) => [from, scope])).toEqual([
      [0, 'A'],
      [null, 'Elsewhere'],
    ]);
  });

  it('keep only the end of a long chain as qualifier', async () => {
    const { references } = await read('a.js', `${'start()'.padEnd(400, '.next()')}.end();`);
    expect(references.every(({ qualifier }) => (qualifier?.length ?? 0) <= 80)).toBe(true);
  });
});
