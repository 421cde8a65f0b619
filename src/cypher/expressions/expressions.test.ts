import { describe, expect, it } from 'vitest';
import { ask, codeGraph } from '../../../test/code-graph.ts';

const value = async (expression: string, params = {}) => (await ask(`RETURN ${expression} AS value`, params))[0];

describe('lists and maps', () => {
  it('are accessed by index, slice and key', async () => {
    expect(await value('[1, 2, 3][0]')).toBe(1);
    expect(await value('[1, 2, 3][-1]')).toBe(3);
    expect(await value('[1, 2, 3][5]')).toBe(null);
    expect(await value('[1, 2, 3, 4][1..-1]')).toEqual([2, 3]);
    expect(await value('[1, 2][..1] + [3][0..]')).toEqual([1, 3]);
    expect(await value("{a: {b: 1}}.a['b']")).toBe(1);
    expect(await value('$map[$key]', { map: { x: 7 }, key: 'x' })).toBe(7);
  });

  it('may hold keys with a meaning in JavaScript', async () => {
    expect(await value('{__proto__: 1, constructor: 2}')).toEqual(JSON.parse('{"__proto__": 1, "constructor": 2}'));
    expect(await value('{a: 1}.constructor')).toBe(null);
    expect(await ask('MATCH (n:File) RETURN n.toString, n.__proto__ LIMIT 1')).toEqual([[null, null]]);
  });

  it('are filtered, mapped, reduced and tested', async () => {
    expect(await value('[x IN range(1, 6) WHERE x % 2 = 0 | x * x]')).toEqual([4, 16, 36]);
    expect(await value('[x IN [1, 2]]')).toEqual([1, 2]);
    expect(await value('[1 IN [1], 2]')).toEqual([true, 2]);
    expect(await value("reduce(text = '', x IN ['a', 'b'] | text + x)")).toBe('ab');
    expect(await value('single(x IN [1, 2, 3] WHERE x > 2)')).toBe(true);
    expect(await value('[x IN [1, 2] | [y IN [10, 20] | x + y]]')).toEqual([
      [11, 21],
      [12, 22],
    ]);
  });

  it('are projected from nodes and maps', async () => {
    const query = "MATCH (f {name: 'main'}) WITH f, 3 AS calls RETURN f {.name, .missing, calls, twice: f.lines * 2}";
    expect(await ask(query)).toEqual([{ name: 'main', missing: null, calls: 3, twice: 24 }]);
    expect(await ask("MATCH (f:File {name: 'cli.ts'}) RETURN f {.*, kind: 'file'}")).toEqual([
      { name: 'cli.ts', language: 'typescript', kind: 'file' },
    ]);
  });
});

describe('CASE', () => {
  it('takes the first matching branch, or null', async () => {
    const query = 'UNWIND [1, 2, 3] AS x RETURN CASE x WHEN 1 THEN "one" WHEN 2 THEN "two" END';
    expect(await ask(query)).toEqual(['one', 'two', null]);
    expect(await value('CASE WHEN null THEN 1 WHEN 2 > 1 THEN 2 ELSE 3 END')).toBe(2);
  });
});

describe('patterns in expressions', () => {
  it('work as conditions', async () => {
    expect(await ask('MATCH (f:Function) WHERE (f)<-[:MENTIONS]-() RETURN f.name ORDER BY f.name')).toEqual([
      'parse',
      'report',
    ]);
    expect(await ask('MATCH (f:Function) WHERE NOT (f)-[:CALLS]->() RETURN f.name')).toEqual(['lex']);
    expect(
      await ask('MATCH (f:Function) WHERE exists((f)<-[:MENTIONS]-(:Memory {importance: 3})) RETURN f.name'),
    ).toEqual(['report']);
  });

  it('work in EXISTS, alone or in a whole query', async () => {
    expect(await ask('MATCH (f:Function) WHERE EXISTS { (f)-[c:CALLS]->(g) WHERE c.line > 50 } RETURN f.name')).toEqual(
      ['parse'],
    );
    const query =
      'MATCH (f:Function) WHERE EXISTS { MATCH (f)<-[:CALLS]-(g) WITH f, count(*) AS callers WHERE callers > 1 RETURN true } RETURN f.name ORDER BY f.name';
    expect(await ask(query)).toEqual(['lex', 'parse']);
    expect(
      await ask(
        'MATCH (f:File) RETURN f.name, EXISTS { MATCH (f)-->(g) WHERE EXISTS { (g)<-[:MENTIONS]-() } RETURN g } AS known ORDER BY f.name',
      ),
    ).toEqual([
      ['cli.ts', true],
      ['core.ts', true],
    ]);
  });

  it('become lists', async () => {
    const query = 'MATCH (f:File) RETURN f.name, [(f)-->(g) WHERE g.lines > 20 | g.name] AS long ORDER BY f.name';
    expect(await ask(query)).toEqual([
      ['cli.ts', ['report']],
      ['core.ts', ['parse', 'lex']],
    ]);
    expect(
      await ask(
        "MATCH p = ({name: 'main'})-->({name: 'parse'}) RETURN [n IN nodes(p) | size([(n)-[:CALLS]->(m) | m])]",
      ),
    ).toEqual([[2, 2]]);
    expect(await ask("MATCH (f {name: 'core.ts'}) RETURN [(f)-->(g) | [(g)-[:CALLS]->(h) | h.name]]")).toEqual([
      [['lex', 'parse'], []],
    ]);
  });

  it('are read for all rows together', async () => {
    const graph = codeGraph();
    await ask('MATCH (n) RETURN size([(n)-->(m) | m]) AS out, EXISTS { (n)<--() } AS used', {}, graph);
    expect(graph.asked.filter((question) => question === 'edges')).toHaveLength(2);
  });
});

describe('an expression that can never work', () => {
  it.each([
    ["RETURN 1 AND 'a'", 'SyntaxError', 'InvalidArgumentType'],
    ['RETURN NOT 1', 'SyntaxError', 'InvalidArgumentType'],
    ["RETURN 'a' * 2", 'SyntaxError', 'InvalidArgumentType'],
    ["RETURN 1 IN 'abc'", 'SyntaxError', 'InvalidArgumentType'],
    ['MATCH (n) WHERE (n) RETURN n', 'SyntaxError', 'InvalidArgumentType'],
    ['MATCH p = (n)-->() RETURN size(p)', 'SyntaxError', 'InvalidArgumentType'],
    ['MATCH (n) RETURN type(n)', 'SyntaxError', 'InvalidArgumentType'],
    ['WITH 1 AS x RETURN x.name', 'TypeError', 'InvalidArgumentType'],
    ['WITH 1 AS n MATCH (n) RETURN n', 'SyntaxError', 'VariableTypeConflict'],
    ['MATCH (n)-[n]->() RETURN n', 'SyntaxError', 'VariableTypeConflict'],
    ['MATCH (n) MATCH n = ()-->() RETURN n', 'SyntaxError', 'VariableAlreadyBound'],
    ['MATCH ()-[r]->()-[r]->() RETURN r', 'SyntaxError', 'RelationshipUniquenessViolation'],
    ['MATCH (n) RETURN (n)-->()', 'SyntaxError', 'UnexpectedSyntax'],
    ['MATCH (n) WHERE (n)-->(m) RETURN n', 'SyntaxError', 'UndefinedVariable'],
    ['RETURN nosuch(1)', 'SyntaxError', 'UnknownFunction'],
    ["RETURN date('2024-01-01')", 'SyntaxError', 'UnknownFunction'],
    ['RETURN size()', 'SyntaxError', 'InvalidNumberOfArguments'],
  ])('%s is refused before the query runs: %s %s', async (query, type, detail) => {
    await expect(ask(query)).rejects.toMatchObject({ type, phase: 'compile time', detail });
  });

  it.each([
    ["UNWIND [1, 'a'] AS x RETURN x - 1", 'TypeError', 'InvalidArgumentType'],
    ['UNWIND [[1], 2] AS x RETURN x[0]', 'TypeError', 'InvalidArgumentType'],
    ['UNWIND [{a: 1}] AS x WITH [x, 1] AS l RETURN l[0][1]', 'TypeError', 'MapElementAccessByNonString'],
    ['MATCH (n) WITH [n, 1] AS l RETURN labels(l[1])', 'TypeError', 'InvalidArgumentValue'],
    ['RETURN range(1, 2, 0)', 'ArgumentError', 'NumberOutOfRange'],
    ['RETURN $absent', 'ParameterMissing', 'MissingParameter'],
    ["RETURN 'a' =~ '(a)\\\\1'", 'ArgumentError', 'InvalidArgumentValue'],
  ])('%s is refused when the query runs: %s %s', async (query, type, detail) => {
    await expect(ask(query)).rejects.toMatchObject({ type, phase: 'runtime', detail });
  });
});
