import { describe, expect, it } from 'vitest';
import { splitLines } from './lines.ts';

async function* given(...chunks: string[]): AsyncGenerator<Buffer> {
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

  it('that are too long are skipped, and reading continues', async () => {
    const long = 'x'.repeat(1200 * 1024);
    expect(await lines('a\n', long, long, long, '\nb\n')).toEqual(['a', null, 'b']);
  });
});
