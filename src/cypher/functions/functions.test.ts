import { describe, expect, it } from 'vitest';
import { ask } from '../../../test/code-graph.ts';
import { functions } from './functions.ts';

/** Every function with its result; a function missing here fails a test below. */
const EXAMPLES: readonly (readonly [string, unknown])[] = [
  ["id(head([(n:File {name: 'cli.ts'})-->(m) | n]))", 'n000000001'],
  ["elementId(head([(n:File {name: 'cli.ts'})-->(m) | n]))", 'n000000001'],
  ["labels(head([(n {name: 'lex'})<--(m) | n]))", ['Symbol', 'Function']],
  ['type(head([(:Memory)-[r:FOLLOWS]->(:Memory) | r]))', 'FOLLOWS'],
  ["properties(head([(n:File {name: 'cli.ts'})-->(m) | n]))", { name: 'cli.ts', language: 'typescript' }],
  ['keys({a: 1, b: null})', ['a', 'b']],
  ['startNode(head([(:Memory)-[r:FOLLOWS]->(:Memory) | r])).text', 'report prints to stderr'],
  ['endNode(head([(:Memory)-[r:FOLLOWS]->(:Memory) | r])).importance', 8],
  ['size(nodes(head([p = (:Memory)-[:FOLLOWS]->() | p])))', 2],
  ['size(relationships(head([p = (:Memory)-[:FOLLOWS]->() | p])))', 1],
  ['length(head([p = (:Memory)-[:FOLLOWS]->() | p]))', 1],
  ['coalesce(null, null, 3)', 3],
  ["[isEmpty(''), isEmpty([1]), isEmpty({})]", [true, false, true]],
  ["[size('héllo'), size([1, null])]", [5, 2]],
  ['head([1, 2])', 1],
  ['last([1, 2])', 2],
  ['tail([1, 2, 3])', [2, 3]],
  ["[reverse('abc'), reverse([1, 2])]", ['cba', [2, 1]]],
  ['[range(1, 3), range(5, 1, -2), range(2, 1)]', [[1, 2, 3], [5, 3, 1], []]],
  ["toUpper('aß')", 'ASS'],
  ["upper('a')", 'A'],
  ["toLower('ÄB')", 'äb'],
  ["lower('A')", 'a'],
  ["trim('  a ')", 'a'],
  ["lTrim('  a ')", 'a '],
  ["rTrim('  a ')", '  a'],
  ["left('abc', 2)", 'ab'],
  ["right('abc', 2)", 'bc'],
  ["[substring('abcd', 1), substring('abcd', 1, 2)]", ['bcd', 'bc']],
  ["replace('a.b.c', '.', '$&')", 'a$&b$&c'],
  ["replace('abc', '', '-')", '-a-b-c-'],
  ["split('a,b,,c', ',')", ['a', 'b', '', 'c']],
  ['[abs(-3), abs(-2.5)]', [3, 2.5]],
  ['[sign(-3), sign(0), sign(2.5)]', [-1, 0, 1]],
  ['ceil(1.2)', 2],
  ['floor(-1.2)', -2],
  ['[round(2.5), round(-1.6), round(3.14159, 2)]', [3, -2, 3.14]],
  ['sqrt(16)', 4],
  ['exp(0)', 1],
  ['log(e())', 1],
  ['log10(1000)', 3],
  ['sin(0)', 0],
  ['cos(0)', 1],
  ['tan(0)', 0],
  ['round(cot(1) * tan(1))', 1],
  ['asin(0)', 0],
  ['acos(1)', 0],
  ['atan(0)', 0],
  ['atan2(0, 1)', 0],
  ['degrees(pi())', 180],
  ['round(radians(180) / pi())', 1],
  ['pi() > 3.14', true],
  ['e() > 2.71', true],
  ['0 <= rand() < 1', true],
  ['isNaN(0.0 / 0.0)', true],
  ['timestamp() > 1700000000000', true],
  ["[toBoolean('TRUE'), toBoolean('maybe'), toBoolean(1)]", [true, null, true]],
  ['toBooleanOrNull([])', null],
  ["toBooleanList(['true', 2.5])", [true, null]],
  ["[toInteger('42'), toInteger('4.9'), toInteger(-1.9), toInteger('x')]", [42, 4, -1, null]],
  ['toIntegerOrNull([])', null],
  ["toIntegerList(['1', null, {}])", [1, null, null]],
  ["[toFloat('1.5'), toFloat(2), toFloat('x')]", [1.5, 2, null]],
  ['toFloatOrNull(true)', null],
  ["toFloatList(['2', 'x'])", [2, null]],
  ["[toString(1), toString(1.0), toString(true), toString('a')]", ['1', '1.0', 'true', 'a']],
  ['toStringOrNull({})', null],
  ['toStringList([1, [2]])', ['1', null]],
  ['[valueType(1), valueType(1.0), valueType(null), valueType([])]', ['INTEGER', 'FLOAT', 'NULL', 'LIST']],
];

describe('functions', () => {
  it.each(EXAMPLES)('%s is %j', async (expression, expected) => {
    expect(await ask(`RETURN ${expression} AS value`)).toEqual([expected]);
  });

  it('all have an example', () => {
    const called = EXAMPLES.flatMap(([expression]) =>
      [...expression.matchAll(/(\w+)\(/g)].map(([, name = '']) => name.toLowerCase()),
    );
    expect([...functions.keys()].filter((name) => !called.includes(name))).toEqual([]);
  });

  it('return null for null, whatever the other arguments', async () => {
    const nothing = [
      'size(null)',
      'head(null)',
      "replace('a', null, 'b')",
      'abs(null)',
      'toInteger(null)',
      'labels(null)',
      'keys(null)',
    ];
    expect(await ask(`RETURN [${nothing.join(', ')}] AS list`)).toEqual([nothing.map(() => null)]);
  });

  it('ignore the case of their names', async () => {
    expect(await ask("RETURN TOUPPER('a') + tolower('B') AS value")).toEqual(['Ab']);
  });
});
