import { describe, expect, it } from 'vitest';
import { fixture, grammarPath, read } from './fixture-parser.ts';
import { languageOf } from './languages.ts';
import { CodeParser } from './parser.ts';

const python = languageOf('a.py', '');
if (!python) throw new Error('no python');

describe('the parser', () => {
  it('gives up at the deadline and reads the next file normally', async () => {
    const hasty = new CodeParser({ grammarPath, deadlineMs: 200 });
    expect(await hasty.read('f(x)\n'.repeat(400_000), python)).toBeNull();
    // A busy machine may take that long even for a single line.
    await expect.poll(async () => (await hasty.read('def g(): pass', python))?.symbols[0]?.name).toBe('g');
  });

  it('tries again after a grammar could not be loaded', async () => {
    let path = '/nowhere';
    const late = new CodeParser({ grammarPath: (file) => (path === '/nowhere' ? path : grammarPath(file)) });
    await expect(late.read('', python)).rejects.toThrow();
    path = '';
    expect(await late.read('def g(): pass', python)).not.toBeNull();
  });

  it('uses constant memory over a thousand files', { timeout: 240_000 }, async () => {
    const text = fixture('typescript.ts');
    const rounds = async (n: number): Promise<number> => {
      for (let i = 0; i < n; i++) await read('a.ts', text);
      return process.memoryUsage().rss;
    };
    const before = await rounds(250);
    const after = await rounds(750);
    expect((after - before) / 2 ** 20).toBeLessThan(60);
  });
});
