import { describe, expect, it } from 'vitest';
import { staleness } from './freshness.ts';
import { withoutSecrets } from './indexing/source.ts';

const indexed = { text: 'def tax():\n    return 0.2\n', startLine: 3, language: 'python' };

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
    expect(staleness(indexed, present)).toBe(expected);
  });

  it('are unchanged where a secret of several lines was cut out', () => {
    const key = ['-----BEGIN RSA ', 'PRIVATE KEY-----\n', 'MIIEow\nIBAAKC\n', '-----END RSA ', 'PRIVATE KEY-----'].join(
      '',
    );
    const file = `KEY = """${key}"""\nregion = 1\n`;
    const text = withoutSecrets(file, true);
    expect(text).toContain('[REDACTED:');
    const chunk = { text, startLine: 1, language: 'python' };
    expect(staleness(chunk, file)).toBeNull();
    expect(staleness(chunk, file.replace('region = 1', 'region = 2'))).toBe('These lines have changed.');
    expect(staleness(chunk, '')).toBe('These lines have changed.');
  });

  it('are looked for in a short time, however often their longest line occurs', () => {
    const chunk = { text: `${'0,0\n'.repeat(1400)}word`, startLine: 1, language: 'text' };
    const began = performance.now();
    expect(staleness(chunk, '0,0\n'.repeat(250_000))).toBe('These lines have changed.');
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
