import { describe, expect, it } from 'vitest';
import { decode } from '../../engine/code/duplicates/fingerprint-bytes.ts';
import { DUPLICATE, type Similarity, similarity } from '../../engine/code/duplicates/similarity.ts';
import { read } from './fixture-parser.ts';

async function compared(file: string, a: string, b: string): Promise<Similarity> {
  const prints = await Promise.all(
    [a, b].map(async (text) => {
      const { fingerprints } = await read(file, text);
      const bytes = fingerprints.find((each) => each !== null);
      return bytes ? decode(bytes) : null;
    }),
  );
  const [one, other] = prints;
  if (!one || !other) throw new Error('no fingerprint');
  return similarity(one, other);
}

const TYPESCRIPT = `export function total(order: Order, rate: number): number {
  const items: Item[] = order.items.filter((item: Item) => !item.hidden);
  // with taxes
  for (const item of items) {
    if (item.price < 0) throw new RangeError(\`bad price of \${item.name}\`);
    order.sum += item.price * rate;
  }
  return round(order.sum, 2);
}`;

describe('the fingerprint of a function', () => {
  it('is the same in JavaScript without the types', async () => {
    const plain = TYPESCRIPT.replace(/: (?:Order|number|Item\[\]|Item)(?=[,) ])/g, '');
    expect(plain).not.toContain('Item');
    expect((await compared('a.ts', TYPESCRIPT, plain)).kind).toBe('exact');
  });

  it('recognises a copy that renames everything it declares, including itself', async () => {
    const other = TYPESCRIPT.replaceAll(/\border\b/g, 'basket')
      .replaceAll(/\bitem\b/g, 'line')
      .replace(/\bitems: Item/, 'lines: Item')
      .replace('of items', 'of lines')
      .replaceAll('rate', 'factor')
      .replace('total(', 'sumUp(');
    expect((await compared('a.ts', TYPESCRIPT, other)).kind).toBe('renamed');
  });

  it.each([
    [
      'python',
      'a.py',
      'def load(path):\n    """Reads it."""\n    with open(path) as file:\n        data = yaml.safe_load(file)\n    check(data, path)\n    return Config(data["name"], data["items"])\n',
      [
        [/"""Reads it."""/, '"""Gets the configuration."""'],
        [/path\b/g, 'where'],
        [/data\b/g, 'read'],
      ],
    ],
    [
      'go',
      'a.go',
      'package a\nfunc (s *Store) Load(id string) (*Item, error) {\n\titem, err := s.db.Find(id)\n\tif err != nil {\n\t\treturn nil, wrap(err, "load")\n\t}\n\treturn item, nil\n}\n',
      [
        [/\bs\b/g, 'store'],
        [/\bitem\b/g, 'found'],
        [/\*Item/, '*Record'],
      ],
    ],
    [
      'java',
      'A.java',
      'class A {\n  int sum(List<Integer> values) {\n    int sum = 0;\n    for (int value : values) {\n      if (value > limit()) sum += value;\n    }\n    return Math.abs(sum);\n  }\n}\n',
      [
        [/int sum = 0/, 'long sum = 0L'.replace('L', '')],
        [/values/g, 'numbers'],
        [/\bvalue\b/g, 'each'],
      ],
    ],
    [
      'c',
      'a.c',
      'int parse(const char *text, size_t length) {\n  int depth = 0;\n  for (size_t i = 0; i < length; i++) {\n    if (text[i] == 40) depth++;\n    else if (text[i] == 41) depth--;\n  }\n  return check_depth(depth);\n}\n',
      [
        [/size_t/g, 'unsigned long'],
        [/depth\b/g, 'level'],
        [/check_level/, 'check_depth'],
      ],
    ],
  ] as const)('recognises a renamed and retyped copy in %s', async (_, file, code, changes) => {
    const other = changes.reduce((text: string, [from, to]) => text.replace(from, to), code);
    expect(other).not.toBe(code);
    expect((await compared(file, code, other)).score).toBe(1);
  });

  it.each([
    ['from another module', 'yaml.load(text)', 'toml.load(text)'],
    ['of another class', 'new Report(text)', 'new Invoice(text)'],
  ])('distinguishes what comes %s', async (_, one, another) => {
    const code = (call: string) =>
      `function read(path) {\n  const text = files.read(path);\n  if (!text) return null;\n  const made = ${call};\n  return check(made, path);\n}`;
    expect((await compared('a.ts', code(one), code(another))).score).toBeLessThan(DUPLICATE);
  });

  it('is also made for nested functions, but not for getters and declarations', async () => {
    const code = `class A {\n  get name() { return this.#name; }\n  abstract size(): number;\n  run() {\n    const inner = () => {\n      for (const each of this.list) this.log.write(each.id, each.name, each.size, 1);\n    };\n    inner();\n  }\n}`;
    const { symbols, fingerprints } = await read('a.ts', code);
    expect(fingerprints.length).toBe(symbols.length);
    const made = symbols.filter((_, i) => fingerprints[i] !== null).map(({ name }) => name);
    expect(made).toEqual(['run', 'inner']);
  });
});
