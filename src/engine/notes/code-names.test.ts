import { describe, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { codeBlocks } from './code-names.ts';

describe('the code in a note', () => {
  it('is what stands between fences, with the language they name', () => {
    const note = 'Run it:\n```TS\nconst a = 1;\n```\nor\n~~~\n```\nls\n~~~\n';
    expect(codeBlocks(note)).toEqual([
      { text: 'const a = 1;\n', language: 'ts' },
      { text: '```\nls\n', language: null },
    ]);
  });

  it('is the whole note if it begins like code, and nothing of prose or of a fence that is not closed', () => {
    expect(codeBlocks('def run():\n  pass')).toEqual([{ text: 'def run():\n  pass', language: null }]);
    expect(codeBlocks('We deploy on Tuesdays.')).toEqual([]);
    expect(codeBlocks('```sh\nls')).toEqual([]);
  });

  it.each(['```a\n', 'pub(\n'])('is found in an instant in 100 000 characters of %j', async (line) => {
    const read = () => codeBlocks(line.repeat(100_000 / line.length));
    expect(await least(read, { limit: 1000 })).toBeLessThan(1000);
  });
});
