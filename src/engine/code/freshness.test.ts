import { describe, expect, it } from 'vitest';
import { markStale, PresentFile, staleness } from './freshness.ts';
import { withoutSecrets } from './indexing/source.ts';
import type { Project, StoredChunk } from './ports.ts';

const indexed = { text: 'def tax():\n    return 0.2\n', startLine: 3 };
const PROJECT: Project = {
  id: 1,
  name: 'shop',
  root: '/shop',
  machine: null,
  scope: { cube: null, user: null, project: null, session: null },
  commit: null,
  watch: false,
  selection: { include: [], exclude: [] },
  generation: 1,
  asked: 1,
  indexedAt: 500,
};
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

  it('of many chunks are compared with a file that is read once', async () => {
    const key = `key = "AKIA${'ABCDEFGH'.repeat(2)}"\n`;
    const file = `${'def tax(net):\n    return net * 0.2\n'.repeat(20_000)}${key}`;
    const timeOf = async (chunks: number) => {
      const chunk = { ...CHUNK, text: withoutSecrets(key, true), startLine: 40_001 };
      const found = Array.from({ length: chunks }, () => ({ chunk, project: PROJECT, stale: null }));
      const began = performance.now();
      const marked = await markStale(found, { text: async () => file }, () => true);
      expect(new Set(marked.map(({ stale }) => stale))).toEqual(new Set([null]));
      return performance.now() - began;
    };
    await timeOf(1);
    expect(await timeOf(200)).toBeLessThan(20 * (await timeOf(1)));
  });
});
