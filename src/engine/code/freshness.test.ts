import { describe, expect, it, vi } from 'vitest';
import { projectOf } from '../../../test/code-project.ts';
import { markStale, PresentFile, staleness } from './freshness.ts';
import { withoutSecrets } from './indexing/source.ts';
import type { StoredChunk } from './ports.ts';

const indexed = { text: 'def tax():\n    return 0.2\n', startLine: 3 };
const PROJECT = projectOf();
const CHUNK: StoredChunk = {
  id: 1,
  project: 1,
  file: 1,
  path: 'tax.py',
  language: 'python',
  terms: '',
  startLine: 1,
  endLine: 1,
  text: '',
  kind: null,
  name: null,
  container: null,
  defines: [],
};
const python = (text: string) => new PresentFile(text, 'python');

describe('indexed lines', () => {
  it.each([
    ['\n\ndef tax():\n    return 0.2\n', null],
    ['\r\n\r\ndef tax():\r\n    return 0.2  \r\n', null],
    ['a\rb\n\ndef tax():\n    return 0.2\n', null],
    ['\n\n\n\ndef tax():\n    return 0.2\n', 'These lines have moved to line 5.'],
    ['\n\ndef tax():\n    return 0.19\n', 'These lines have changed.'],
    ['', 'These lines have changed.'],
    [null, 'The file is gone, or no longer indexed.'],
  ])('are compared with the file: %j', (present, expected) => {
    expect(staleness(indexed, present === null ? null : python(present))).toBe(expected);
  });

  it('are unchanged where a secret of several lines was cut out', () => {
    const key = ['-----BEGIN RSA ', 'PRIVATE KEY-----\n', 'MIIEow\nIBAAKC\n', '-----END RSA ', 'PRIVATE KEY-----'].join(
      '',
    );
    const file = `KEY = """${key}"""\nregion = 1\n`;
    const text = withoutSecrets(file, true);
    expect(text).toContain('[REDACTED:');
    const chunk = { text, startLine: 1 };
    expect(staleness(chunk, python(file))).toBeNull();
    expect(staleness(chunk, python(file.replace('region = 1', 'region = 2')))).toBe('These lines have changed.');
    expect(staleness(chunk, python(''))).toBe('These lines have changed.');
  });

  it('are looked for in a short time, however often their longest line occurs', () => {
    const chunk = { text: `${'0,0\n'.repeat(1400)}word`, startLine: 1 };
    const began = performance.now();
    expect(staleness(chunk, new PresentFile('0,0\n'.repeat(250_000), 'text'))).toBe('These lines have changed.');
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('of many chunks are compared with a file that is read and redacted once', async () => {
    const key = `key = "AKIA${'ABCDEFGH'.repeat(2)}"\n`;
    const chunk = { ...CHUNK, text: withoutSecrets(key, true) };
    const text = vi.fn(async () => key);
    const marked = await markStale(
      [chunk, chunk].map((each) => ({ chunk: each, project: PROJECT, stale: null })),
      { text },
      () => true,
    );
    expect(marked.map(({ stale }) => stale)).toEqual([null, null]);
    expect(text).toHaveBeenCalledTimes(1);
    const present = new PresentFile(key, 'python');
    expect(present.redacted).toBe(present.redacted);
  });
});
