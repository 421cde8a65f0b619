import { describe, expect, it } from 'vitest';
import { NOT_UTF8, splitLines, splitText } from './lines.ts';

async function* given(...chunks: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}
const lines = async (...chunks: string[]) => {
  const found: (string | null)[] = [];
  for await (const line of splitLines(given(...chunks))) found.push(line);
  return found;
};

describe('lines', () => {
  it('are read across chunks, with either line ending', async () => {
    expect(await lines('on', 'e\ntwo\r\n', '\nlast')).toEqual(['one', 'two', '', 'last']);
  });

  it('that are no UTF-8 are named as such, or replaced', async () => {
    const bytes = Buffer.from('caf\u00e9\nna\u00efve', 'utf8').fill(0xe9, 3, 5);
    const read = async (split: typeof splitText) => {
      const found: unknown[] = [];
      for await (const line of split(given(bytes))) found.push(line);
      return found;
    };
    expect(await read(splitText)).toEqual([NOT_UTF8, 'na\u00efve']);
    expect(await read(splitLines)).toEqual(['caf\ufffd\ufffd', 'na\u00efve']);
  });

  it('that are too long are skipped, and reading continues', async () => {
    const long = 'x'.repeat(1200 * 1024);
    expect(await lines('a\n', long, long, long, '\nb\n')).toEqual(['a', null, 'b']);
  });
});
