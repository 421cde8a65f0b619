import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assets } from '../../assets.ts';
import { LocalCodeBase } from './codebase.ts';

const codeBase = new LocalCodeBase({
  script: assets.readingWorker,
  grammars: assets.grammars,
  runtime: assets.parserRuntime,
  threads: 2,
  idleMs: 1000,
});
afterAll(() => codeBase.close());

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'remanence-codebase-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

describe('a code base', () => {
  it('reads files in parallel into symbols, references and chunks', async () => {
    write('a.py', 'class A:\n    def run(self):\n        """Runs."""\n        return helper()\n');
    write('b.rs', 'pub fn helper() -> u8 { 1 }\n');
    write('notes.txt', 'plain words\n');
    const [python, rust, text] = await Promise.all(
      ['a.py', 'b.rs', 'notes.txt'].map((path) => codeBase.parse(root, path)),
    );
    expect(python?.symbols.map(({ name, parent, docstring }) => [name, parent, docstring])).toEqual([
      ['A', null, null],
      ['run', 0, 'Runs.'],
    ]);
    expect(python?.references).toMatchObject([{ kind: 'call', name: 'helper', from: 1 }]);
    expect(rust).toMatchObject({ language: 'rust', chunks: [{ defines: ['helper'], startLine: 1 }] });
    expect(text).toMatchObject({ language: 'text', symbols: [], chunks: [{ text: 'plain words', endLine: 1 }] });
  });

  it('refuses to locate a file that does not exist', async () => {
    await expect(codeBase.locateFile(join(root, 'gone.ts'))).rejects.toMatchObject({
      hint: 'It does not exist. Give the path of a source file.',
    });
  });

  it('returns null for a missing file, and continues', async () => {
    expect(await codeBase.parse(root, 'gone.ts')).toBeNull();
    write('there.ts', 'export const x = 1;\n');
    expect(await codeBase.parse(root, 'there.ts')).not.toBeNull();
  });

  it('reads files that crash the parser as plain text, and the files after them as usual', async () => {
    write('hostile.c', `${'a=>'.repeat(30)}\n`.repeat(440));
    write('stalls.swift', `${'AAA '.repeat(25)}\n`.repeat(400));
    const names = Array.from({ length: 30 }, (_, i) => `f${i}`);
    for (const name of names) write(`${name}.c`, `int ${name}(void) { return 1; }\n`);
    const [hostile, stalls, ...fine] = await Promise.all(
      ['hostile.c', 'stalls.swift', ...names.map((name) => `${name}.c`)].map((path) => codeBase.parse(root, path)),
    );
    expect(hostile?.chunks.length).toBeGreaterThan(0);
    expect(stalls?.chunks.length).toBeGreaterThan(0);
    expect(fine.map((file) => file?.symbols.map(({ name }) => name))).toEqual(names.map((name) => [name]));
  });

  it('notices a changed symbol, but not changed whitespace inside it', async () => {
    write('a.ts', 'function f() {\n  return 1;\n}\n');
    const first = await codeBase.parse(root, 'a.ts');
    write('a.ts', '\n\nfunction f() {\n    return 1;\n}\n');
    const moved = await codeBase.parse(root, 'a.ts');
    write('a.ts', 'function f() {\n  return 2;\n}\n');
    const changed = await codeBase.parse(root, 'a.ts');
    expect(moved?.symbols[0]?.digest).toBe(first?.symbols[0]?.digest);
    expect(changed?.symbols[0]?.digest).not.toBe(first?.symbols[0]?.digest);
  });

  it('is found through links, and only where a project can be', async () => {
    write('project/a.ts', 'let a;\n');
    symlinkSync(join(root, 'project'), join(root, 'link'));
    const located = await codeBase.locate(join(root, 'link'));
    expect(located.endsWith('/project')).toBe(true);
    await expect(codeBase.locate(join(root, 'project/a.ts'))).rejects.toMatchObject({
      message: `Invalid path: ${join(root, 'project/a.ts')}`,
      hint: expect.stringContaining('not a folder'),
    });
  });

  it('is refused outside the roots, by whole folder names and with links resolved', async () => {
    write('user/project/a.ts', 'let a;\n');
    write('user2/project/a.ts', 'let a;\n');
    symlinkSync(join(root, 'user2'), join(root, 'user/link'));
    const roots = [join(root, 'user')];
    await expect(codeBase.locate(join(root, 'user/project'), roots)).resolves.toContain('user/project');
    for (const path of ['user2/project', 'user/../user2', 'user/link/project', 'nowhere']) {
      await expect(codeBase.locate(join(root, path), roots)).rejects.toMatchObject({
        hint: expect.stringContaining('outside the folders'),
      });
    }
  });

  it('reports changes below it once they have settled', async () => {
    let changes = 0;
    const watching = await codeBase.watch(root, () => {
      changes++;
    });
    for (let i = 0; i < 20; i++) write(`f${i}.ts`, `let x${i};\n`);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(changes).toBe(1);
    await watching.stop();
    write('later.ts', 'let y;\n');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(changes).toBe(1);
  });

  it.each(['.gitignore', 'src/.gitignore', '.memoryignore'])('reports a change of %s below it', async (rules) => {
    write('src/a.ts', 'let a;\n');
    let changes = 0;
    const watching = await codeBase.watch(root, () => {
      changes++;
    });
    write(rules, 'a.ts\n');
    await expect.poll(() => changes, { timeout: 5000 }).toBe(1);
    await watching.stop();
  });
});
