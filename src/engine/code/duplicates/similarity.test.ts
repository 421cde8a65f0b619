import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fingerprint, fingerprint, MAX_SAMPLES } from './fingerprint.ts';
import { decode, encode } from './fingerprint-bytes.ts';
import { plainTokens } from './plain-tokens.ts';
import { DUPLICATE, scoreAtLeast, similarity } from './similarity.ts';

const of = (code: string): Fingerprint => {
  const made = fingerprint(plainTokens(code));
  if (!made) throw new Error('too small');
  return made;
};

const TOTAL = `
  let total = 0
  for (const item of order.items) {
    if (item.hidden) continue
    total += item.price * item.count
  }
  log.debug(total)
  return round(total, 2)`;

describe('two functions', () => {
  it('are an exact copy if only comments, formatting and types differ', () => {
    const other = `// sums up\n${TOTAL.replace('let total', 'var total')
      .replaceAll('  ', '\t')
      .replace('2)', '2) /* cents */')}`;
    expect(similarity(of(TOTAL), of(other))).toMatchObject({ score: 1, kind: 'exact' });
  });

  it('are a renamed copy if only variables differ', () => {
    const other = TOTAL.replaceAll('total', 'sum').replaceAll(/\bitem\b/g, 'line');
    expect(similarity(of(TOTAL), of(other))).toMatchObject({ score: 1, kind: 'renamed' });
  });

  it('are a reordered copy if only the order differs', () => {
    const lines = TOTAL.split('\n');
    const other = [...lines.slice(0, 1), lines[6], ...lines.slice(1, 6), ...lines.slice(7)].join('\n');
    expect(similarity(of(TOTAL), of(other)).kind).toBe('reordered');
    expect(similarity(of(TOTAL), of(other)).score).toBeGreaterThan(DUPLICATE);
  });

  it('are still copies if a guard is added', () => {
    const other = TOTAL.replace('let total = 0', 'if (!ready) throw new Error()\n  let total = 0');
    expect(similarity(of(TOTAL), of(other)).score).toBeGreaterThan(DUPLICATE);
  });

  it('are still copies if a message is reworded', () => {
    const message = (text: string) => `${TOTAL}\n  fail('${text}')`;
    const two = similarity(of(message('there is no such order')), of(message('the order could not be found')));
    expect(two.score).toBeGreaterThan(DUPLICATE);
  });

  it.each([
    ['calls something else', TOTAL.replace('round', 'ceil')],
    ['reads another member', TOTAL.replace('item.price', 'item.weight')],
    ['has another number', TOTAL.replace('2)', '4)')],
    ['uses another module', TOTAL.replace('log.', 'metrics.')],
  ])('are only look-alikes if one %s', (_, other) => {
    const { score, parts } = similarity(of(TOTAL), of(other));
    expect(score).toBeLessThan(DUPLICATE);
    expect(parts.tokens).toBeGreaterThan(0.9);
  });

  it('of the same name are copies even if a few statements were edited', () => {
    const touched = TOTAL.replace('order.items', 'this.order.items').replace('round(total, 2)', 'round(total + 0, 2)');
    const plain = TOTAL.replace('return round(total, 2)', 'return round(total, 2, 0)');
    const [a, b] = [of(plain), of(touched)];
    expect(similarity(a, b).score).toBeLessThan(DUPLICATE);
    expect(similarity(a, b, { called: ['totalOf', 'totalOf'] }).score).toBeGreaterThanOrEqual(DUPLICATE);
    expect(scoreAtLeast(DUPLICATE, a, b, ['totalOf', 'totalOf'])).toBeGreaterThanOrEqual(DUPLICATE);
    for (const called of [
      ['totalOf', 'averageOf'],
      ['it', 'it'],
      ['test_total', 'test_total_of_order'],
    ] as const)
      expect(similarity(a, b, { called }).score).toBeLessThan(DUPLICATE);
  });

  it('report the cosine of their vectors, which does not affect the score', () => {
    const other = TOTAL.replace('round', 'ceil');
    const far = similarity(of(TOTAL), of(other), { cosine: 0.1 });
    const near = similarity(of(TOTAL), of(other), { cosine: 0.99 });
    expect(near.parts.vector).toBe(0.99);
    expect(near.score).toBe(far.score);
  });
});

describe('a fingerprint', () => {
  it('is not made for very few tokens', () => {
    expect(fingerprint(plainTokens('return this.name'))).toBeNull();
  });

  it('survives encoding, in a bounded number of bytes for functions of any length', () => {
    const long = Array.from({ length: 300 }, (_, i) => `call${i}(a${i}, ${i})`).join('\n');
    for (const made of [of(TOTAL), of(long)]) {
      const bytes = encode(made);
      expect(decode(bytes)).toEqual(made);
      expect(bytes.length).toBeLessThanOrEqual(512);
    }
    expect(of(long).tokens.hashes.length).toBe(MAX_SAMPLES.tokens);
  });

  it('of another version, or cut short, is not decoded', () => {
    const bytes = encode(of(TOTAL));
    expect(decode(bytes.slice(0, -1))).toBeNull();
    expect(decode(Uint8Array.from([9, ...bytes.slice(1)]))).toBeNull();
    expect(decode(new Uint8Array())).toBeNull();
  });

  it('of a long function matches the same function with a line added', () => {
    const lines = Array.from({ length: 300 }, (_, i) => `call${i}(a${i}, ${i})`);
    const other = [...lines.slice(0, 100), 'audit(a1, a2)', ...lines.slice(100)];
    expect(similarity(of(lines.join('\n')), of(other.join('\n'))).score).toBeGreaterThan(DUPLICATE);
  });

  it('gives the same score in both directions and in a scan', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'call(', ')', 'x.y', '=', 'if', '1', '"text"', '\n');
    const code = fc.array(word, { minLength: 60, maxLength: 200 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(code, code, (a, b) => {
        const [one, other] = [fingerprint(plainTokens(a)), fingerprint(plainTokens(b))];
        if (!one || !other) return;
        const { score } = similarity(one, other);
        expect(similarity(other, one).score).toBe(score);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect([0, score]).toContain(scoreAtLeast(DUPLICATE, one, other));
      }),
    );
  });
});
