// Values that often break programs.
import type { Random } from '../random.ts';

const WORDS = 'harbour lantern kestrel granite willow copper signal orchard deploy cache token schema session'.split(
  ' ',
);

const STRINGS: readonly string[] = [
  '',
  ' ',
  '\n',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202eabc\u202c',
  '\ufeff',
  'e\u0301\u0302\u0303',
  '👩‍👩‍👧‍👦',
  'İıſK',
  "'; DROP TABLE memories; --",
  '" OR 1=1',
  'NEAR(a b) AND NOT *',
  '#{7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '%s%n%x',
  '../../../../etc/passwd',
  '/etc/passwd',
  'C:\\Windows\\System32',
  'file:///etc/hosts',
  '~/.ssh/id_rsa',
  'null',
  'NaN',
  'Infinity',
  '-0',
  '0x1f',
  '1e308',
  '9007199254740993',
  'true',
  '[]',
  '{}',
  '{"a":',
  '__proto__',
  'constructor',
  'toString',
  'MATCH (n) RETURN n',
  'MATCH (a)-[*1..2]->(b) RETURN a, b LIMIT 3',
  'RETURN 1/0',
  'UNWIND range(1, 1000) AS x RETURN sum(x)',
];

const NUMBERS: readonly number[] = [
  0,
  -0,
  1,
  -1,
  2,
  5,
  10,
  50,
  100,
  101,
  1000,
  0.5,
  0.1,
  -0.5,
  1e-320,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 1,
  -(2 ** 53),
];

const DATES: readonly string[] = [
  '2024-02-29T12:00:00Z',
  '2023-02-29T12:00:00Z',
  '1970-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2024-01-01',
  '2024-13-45T99:99:99Z',
  'yesterday',
];

/** In characters; longer texts would only measure the model. */
const MAX_LENGTH = 8000;

export const oddString = (random: Random): string =>
  random.chance(0.04)
    ? random.pick(['x', 'wort ', '\u{1f980}', '漢']).repeat(MAX_LENGTH).slice(0, random.int(1000, MAX_LENGTH))
    : random.pick(STRINGS);

export const sentence = (random: Random): string =>
  `${Array.from({ length: random.int(2, 12) }, () => random.pick(WORDS)).join(' ')} ${random.int(1, 10_000)}.`;

export const oddNumber = (random: Random): number => random.pick(NUMBERS);

export const date = (random: Random): string =>
  random.chance(0.5) ? new Date(Date.now() - random.int(0, 1e9)).toISOString() : random.pick(DATES);

/** Any JSON value, some of them deep. */
export function anything(random: Random, depth = 0): unknown {
  switch (random.int(0, depth > 3 ? 5 : 8)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return oddNumber(random);
    case 3:
    case 4:
      return oddString(random);
    case 5:
      return sentence(random);
    case 6:
      return Array.from({ length: random.int(0, 4) }, () => anything(random, depth + 1));
    case 7:
      return Object.fromEntries(
        Array.from({ length: random.int(0, 4) }, () => [oddKey(random), anything(random, depth + 1)]),
      );
    default:
      return nested(random.int(5, 300));
  }
}

const oddKey = (random: Random): string => (random.chance(0.5) ? random.pick(WORDS) : random.pick(STRINGS));

const nested = (depth: number): unknown => {
  let value: unknown = 'deep';
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};
