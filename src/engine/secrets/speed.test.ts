// No text takes long: runs each pattern on a share of a hundred kilobytes that nearly match it.
import { describe, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { mentions, phrases } from '../text/names.ts';
import { terms } from '../text/terms.ts';
import { KINDS, PLACES } from './fixture-kinds.ts';
import { ordinaryTexts } from './fixture-texts.ts';
import { PASSAGES, redactText, secretSpans, secretsIn } from './redact.ts';
import { TOKENS } from './tokens/tokens.ts';

/** How much of 100 KB is read: HOSTILE_SHARE=1 for all of it. */
const SHARE = Number(process.env.HOSTILE_SHARE ?? 0.25);
const SIZE = 100_000 * SHARE;
/** On all of it the worst patterns take 5 to 100 ms, and up to 270 on a busy machine; one that backtracks everywhere takes seconds. */
const MAX_MS = 600 * SHARE;

const isQuick = async (work: () => unknown, limit = MAX_MS): Promise<boolean> =>
  (await least(work, { limit })) <= limit;

const filled = (piece: string): string => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);

describe('redaction is quick', () => {
  it.each([
    '-',
    'a-',
    '_',
    'sk-',
    'password:',
    'secret of a ',
    'the secret between secret and ',
    'use Ab1 as the key ',
    'access code of a ',
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
    'log in a with the key ',
    'log in a ',
    'with the secret A1b',
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
  ])('on 100 KB of %j', async (piece) => {
    const text = filled(piece);
    for (const mode of ['text', 'code'] as const) expect(await isQuick(() => secretSpans(text, mode))).toBe(true);
    expect(await isQuick(() => secretsIn(text), 3 * MAX_MS)).toBe(true);
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
      `name,password\n${`a${' '.repeat(1990)}b,x\n`.repeat(SIZE / 2000)}`,
    ].map((text) => [text.slice(0, 30), text] as const),
  )('on one value of 100 KB: %s', async (_, text) => {
    for (const mode of ['text', 'code'] as const) expect(await isQuick(() => secretSpans(text, mode))).toBe(true);
  });

  it('on 100 KB of text that begins like each pattern', async () => {
    const pieces = [...PASSAGES, ...TOKENS].flatMap(({ keywords }) => keywords.slice(0, 2).map((word) => `${word} `));
    const slow: string[] = [];
    for (const piece of new Set(pieces)) {
      const text = filled(piece);
      if (!(await isQuick(() => secretSpans(text, 'text')))) slow.push(piece);
    }
    expect(slow).toEqual([]);
  });

  it('on 100 KB of near matches of every kind', async () => {
    const slow: string[] = [];
    for (const kind of KINDS) {
      const text = PLACES.env(kind);
      const near = filled(text.slice(0, text.length - 4));
      if (!(await isQuick(() => secretSpans(near, 'code')))) slow.push(kind.kind);
    }
    expect(slow).toEqual([]);
  });

  it('on ordinary text: about five times the time of splitting it into words, and never twenty times', async () => {
    const text = ordinaryTexts().join('\n').slice(0, SIZE);
    // Processor time is counted too coarsely to divide by; the fastest of several runs was hardly interrupted.
    const fastest = (work: () => unknown): number => {
      const times = Array.from({ length: 12 }, () => {
        const began = performance.now();
        work();
        return performance.now() - began;
      });
      return Math.min(...times);
    };
    expect(fastest(() => redactText(text)) / fastest(() => terms(text))).toBeLessThan(20);
  });
});
