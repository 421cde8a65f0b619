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
  it('of a broken file are read as far as possible', async () => {
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

  it('have offsets that match their text, even after surrogate pairs', async () => {
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

  it('do not take a comment that is a blank line away or after other code', async () => {
    const { symbols } = await read(
      'a.go',
      'package a\n\n// License.\n\nfunc f() {}\n\nvar x = 1 // one\nfunc g() {}\n',
    );
    expect(symbols.map(({ docstring }) => docstring)).toEqual([null, null]);
  });

  it('do not take a comment above a line they share with others', async () => {
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

  it('name the type of their receiver, if the file gives it', async () => {
    const held = async (file: string, text: string): Promise<(string | null)[]> =>
      (await read(file, text)).references
        .filter(({ kind, name }) => kind === 'call' && name === 'draw')
        .map(({ receiver }) => receiver);
    expect(await held('a.py', 'def f():\n    s: Shape = g()\n    s.draw()\n')).toEqual(['Shape']);
    expect(await held('b.py', 'with Shape() as s:\n    s.draw()\n')).toEqual(['Shape()']);
    expect(
      await held('c.py', 'class A:\n  def a(self):\n    self.s = Shape()\n  def b(self):\n    self.s.draw()\n'),
    ).toEqual(['Shape()']);
    expect(await held('a.ts', 'class A { private s = new Shape(); f() { this.s.draw(); } }')).toEqual(['Shape']);
    expect(await held('a.js', 'const s = shapes.make(); s.draw();')).toEqual(['shapes.make()']);
    expect(await held('a.go', 'package a\nfunc f() { s := &geo.Shape{}; s.draw() }')).toEqual(['geo.Shape']);
    expect(await held('a.rs', 'fn f() { let s: Box<dyn Shape> = g(); s.draw(); }')).toEqual(['Shape']);
    expect(await held('A.java', 'class A { List<Shape> all; void f() { for (Shape s : all) s.draw(); } }')).toEqual([
      'Shape',
    ]);
    expect(await held('a.cpp', 'void f() { std::unique_ptr<Shape> s = g(); s->draw(); }')).toEqual(['Shape']);
    expect(await held('a.cs', 'class A { void f() { var s = new Shape(); s.draw(); } }')).toEqual(['Shape']);
    expect(await held('a.kt', 'class A(val s: Shape?) { fun f() { s.draw() } }')).toEqual(['Shape']);
    expect(await held('a.rb', 's = Geo::Shape.new\ns.draw\n')).toEqual(['Geo::Shape']);
    expect(await held('a.php', '<?php function f() { $s = new Shape(); $s->draw(); }')).toEqual(['Shape']);
    expect(await held('a.swift', 'func f() { let s: Shape = g()\n s.draw() }')).toEqual(['Shape']);
    expect(await held('a.scala', 'object A { def f() = { val s = new Shape(); s.draw() } }')).toEqual(['Shape']);
  });

  it('do not take the variable of another block', async () => {
    const text = 'package a\nfunc f() {\n r := one()\n g(func(r Two) { r.Go() })\n r.Go()\n}';
    const { references } = await read('a.go', text);
    expect(references.filter(({ name }) => name === 'Go').map(({ receiver }) => receiver)).toEqual(['Two', 'one()']);
  });
});
