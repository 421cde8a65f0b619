import { describe, expect, it } from 'vitest';
import { ask } from '../../../test/code-graph.ts';

const values = async (...expressions: string[]) => (await ask(`RETURN [${expressions.join(', ')}] AS list`))[0];

describe('an unknown value', () => {
  it('stays unknown in comparisons, and in logic unless the other side decides', async () => {
    expect(await values('null = null', 'null <> 1', '1 < null', 'NOT null')).toEqual([null, null, null, null]);
    expect(await values('null AND false', 'null AND true', 'null OR true', 'null OR false', 'null XOR true')).toEqual([
      false,
      null,
      true,
      null,
      null,
    ]);
    expect(await values('null IS NULL', 'null IS NOT NULL', '1 IS NULL')).toEqual([true, false, false]);
  });

  it('does not pass WHERE', async () => {
    expect(await ask('MATCH (f:Function) WHERE f.exported RETURN count(*)')).toEqual([2]);
    expect(await ask('MATCH (f:Function) WHERE NOT f.exported RETURN count(*)')).toEqual([0]);
  });

  it('spreads through arithmetic, texts and properties', async () => {
    expect(
      await values('1 + null', 'null * 2', "'a' + null", "'a' STARTS WITH null", '{}.a', 'null[0]', '[1][null]'),
    ).toEqual([null, null, null, null, null, null, null]);
  });

  it('may equal any item of a list', async () => {
    expect(
      await values(
        '1 IN [2, null]',
        '1 IN [1, null]',
        'null IN []',
        'null IN [1]',
        '[1, null] = [1, 2]',
        '[1] = [1, null]',
      ),
    ).toEqual([null, true, false, null, null, false]);
    expect(
      await values(
        'any(x IN [null, true] WHERE x)',
        'all(x IN [null, true] WHERE x)',
        'none(x IN [null] WHERE x)',
        'single(x IN [true, null] WHERE x)',
      ),
    ).toEqual([true, null, null, null]);
    expect(
      await values('any(x IN [] WHERE x)', 'all(x IN [] WHERE x)', 'none(x IN [] WHERE x)', 'single(x IN [] WHERE x)'),
    ).toEqual([false, true, true, false]);
  });
});

describe('equality', () => {
  it('compares numbers by size, lists and maps by content, and never across kinds', async () => {
    expect(
      await values(
        '1 = 1.0',
        "1 = '1'",
        '[1, [2]] = [1, [2]]',
        '{a: 1, b: 2} = {b: 2, a: 1}',
        '{a: 1} = {a: 1, b: null}',
      ),
    ).toEqual([true, false, true, true, false]);
    expect(await values('0.0 / 0.0 = 0.0 / 0.0', 'true = 1', '[] = {}')).toEqual([false, false, false]);
  });

  it('is exact beyond what a double can hold', async () => {
    expect(
      await values('9007199254740993 = 9007199254740992', '9007199254740992 + 1', '9223372036854775807 - 1'),
    ).toEqual([false, '9007199254740993', '9223372036854775806']);
  });

  it('compares nodes by identity', async () => {
    expect(await ask("MATCH (a {name: 'lex'}), (b {name: 'lex'}) RETURN a = b, a <> b, a IN [b]")).toEqual([
      [true, false, true],
    ]);
  });
});

describe('order', () => {
  it('compares within a kind, chains, and is unknown across kinds', async () => {
    expect(
      await values(
        '1 < 2.5',
        "'a' < 'b'",
        'false < true',
        '[1, 2] < [1, 3]',
        "1 < 'a'",
        '1 < 2 < 3',
        '3 > 2 > 2',
        '[1] < [1, null]',
      ),
    ).toEqual([true, true, true, true, null, true, false, true]);
  });

  it('sorts every kind of value, null last', async () => {
    const query = "UNWIND [null, 2, 'a', true, 1.5, [1], {a: 1}, 'B', false, [0, 5]] AS x RETURN x ORDER BY x";
    expect(await ask(query)).toEqual([{ a: 1 }, [0, 5], [1], 'B', 'a', false, true, 1.5, 2, null]);
    expect(await ask('UNWIND [1, null, 2] AS x RETURN x ORDER BY x DESC')).toEqual([null, 2, 1]);
  });
});

describe('numbers', () => {
  it('stay integers among integers', async () => {
    expect(await values('7 / 2', '-7 / 2', '7 % 3', '-7 % 3', '7 / 2.0', '2 ^ 3', '2 * 3.0')).toEqual([
      3, -3, 1, -1, 3.5, 8, 6,
    ]);
    expect(await values('toString(7 / 2)', 'toString(2 ^ 3)', 'toString(1.0)', 'toString(1e300)')).toEqual([
      '3',
      '8.0',
      '1.0',
      '1e300',
    ]);
  });

  it('refuse to overflow or to divide an integer by zero', async () => {
    await expect(ask('RETURN 9223372036854775807 + 1')).rejects.toMatchObject({
      type: 'ArithmeticError',
      detail: 'IntegerOverflow',
    });
    await expect(ask('RETURN 1 / 0')).rejects.toMatchObject({
      type: 'ArithmeticError',
      detail: 'DivisionByZero',
      phase: 'runtime',
    });
    expect(await values('1 / 0.0', '-1 / 0.0')).toEqual(['Infinity', '-Infinity']);
  });

  it('follow the usual operator precedence', async () => {
    expect(await values('2 + 3 * 4', '(2 + 3) * 4', '-3 ^ 2', '2 ^ 3 ^ 2', '1 - 2 - 3', 'NOT 1 = 2 AND true')).toEqual([
      14,
      20,
      9,
      64,
      -4,
      true,
    ]);
  });
});
