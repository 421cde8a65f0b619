// No text takes long: runs each pattern on a hundred kilobytes that nearly match it.
import { describe, expect, it } from 'vitest';
import { mentions, phrases } from '../text/names.ts';
import { terms } from '../text/terms.ts';
import { KINDS, PLACES } from './fixture-kinds.ts';
import { ordinaryTexts } from './fixture-texts.ts';
import { PASSAGES, redactText, secretSpans, secretsIn } from './redact.ts';
import { TOKENS } from './tokens/tokens.ts';

const SIZE = 100_000;
/** CPU time. The worst patterns take 5 to 100 ms, and up to 270 on a busy machine; one that backtracks everywhere takes seconds. */
const MAX_MS = 600;

/** CPU milliseconds of this process. */
function once(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}

/** The least of several runs, for compiling and collecting garbage count too. */
const least = (work: () => void, runs = 8): number => Math.min(...Array.from({ length: runs }, () => once(work)));

/** A run over the limit is repeated. */
function cost(work: () => void): number {
  const first = once(work);
  return first > MAX_MS ? least(work, 2) : first;
}

const filled = (piece: string): string => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);

describe('redaction is quick', () => {
  it.each([
    '-',
    'a-',
    '_',
    'sk-',
    'password:',
    'eyJ',
    'eyJ-',
    'x/',
    'a.',
    '-----BEGIN ',
    '"',
    "'",
    '\\',
    'pass:',
    'a=b;',
    'user a, pass ',
    'creds: a/',
    'a:5432:b:c:',
    ':password ',
    'a\u200b',
    'a\u00a0',
    'a\u0301',
    '\u0301',
    'ａ：',
    'password: |\n  ',
    'password: &a ',
    'password = """',
    '<password><![CDATA[a',
    'value": "',
    'kind: Secret\ndata:\n',
    'kind: Secret\ndata:\n a: YWJjZGVmZ2g=\n',
    'password:\n',
    '## password\n\n',
    'a,password\n',
    'a,password\nb,a1\n',
    '|password|\n|-|\n',
    'sk-1\n',
    'sk-ant-a1b2c3d4e5f6g7\n',
    'ghp_a1\n\n',
    '"password":[',
    '"password":{"a":"b1",',
    '"password":["',
    '"tokens":["a1b2"],',
    'http://a:b@',
    'sk-\u00a0',
    'log in as a with ',
    'basic auth: a:',
    'SSID a, key ',
    'change the password from a to ',
    'user a secret ',
    'with the password Ab-',
    'unseal key a',
    '4539 1488 0343 6467 cvv ',
    'the safe combination in a ',
    'password (Aa1!',
    'set the secret to ',
  ])('on 100 KB of %j', (piece) => {
    const text = filled(piece);
    for (const mode of ['text', 'code'] as const) expect(cost(() => secretSpans(text, mode))).toBeLessThan(MAX_MS);
    expect(cost(() => secretsIn(text))).toBeLessThan(3 * MAX_MS);
    mentions(text);
    phrases(text);
  });

  it.each(
    [
      `bearer ${'x'.repeat(SIZE)}1`,
      `bearer ${'x'.repeat(SIZE)}y`,
      `name: password value: "${'x'.repeat(SIZE)}y"`,
      `ENV A_TOKEN ${'x'.repeat(SIZE)}!`,
      `ENV A_TOKEN a${'*'.repeat(SIZE)}x`,
      `ENV A_TOKEN a${'!'.repeat(SIZE)}x`,
      `ENV A_TOKEN $${'pass'.repeat(SIZE / 4)}!`,
      `{"passwords":[${'"a1b2",'.repeat(SIZE / 7)}`,
      `{"password":["${'a1'.repeat(SIZE / 2)}`,
      `htpasswd -${'b'.repeat(SIZE)}`,
    ].map((text) => [text.slice(0, 30), text] as const),
  )('on one value of 100 KB: %s', (_, text) => {
    for (const mode of ['text', 'code'] as const) expect(cost(() => secretSpans(text, mode))).toBeLessThan(MAX_MS);
  });

  it('on 100 KB of text that begins like each pattern', () => {
    const pieces = [...PASSAGES, ...TOKENS].flatMap(({ keywords }) => keywords.slice(0, 2).map((word) => `${word} `));
    const slow = [...new Set(pieces)].filter((piece) => cost(() => secretSpans(filled(piece), 'text')) > MAX_MS);
    expect(slow).toEqual([]);
  });

  it('on 100 KB of near matches of every kind', () => {
    const slow = KINDS.filter((kind) => {
      const text = PLACES.env(kind);
      return cost(() => secretSpans(filled(text.slice(0, text.length - 4)), 'code')) > MAX_MS;
    });
    expect(slow.map(({ kind }) => kind)).toEqual([]);
  });

  it('on ordinary text: about five times the time of splitting it into words, and never ten times', () => {
    const text = ordinaryTexts().join('\n').slice(0, SIZE);
    expect(least(() => redactText(text)) / least(() => terms(text))).toBeLessThan(10);
  });
});
