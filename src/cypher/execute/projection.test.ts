import { describe, expect, it } from 'vitest';
import { ask, clock, codeGraph } from '../../../test/code-graph.ts';
import { runCypher } from '../run.ts';

const columns = async (query: string) =>
  (await runCypher(codeGraph(), query, { rows: 10, timeMs: 1000, clock })).columns;

describe('columns', () => {
  it('are named by their alias, their variable or their text', async () => {
    expect(await columns('MATCH (n) RETURN n, n.name  AS name, size( n.tags ), 1+1')).toEqual([
      'n',
      'name',
      'size( n.tags )',
      '1+1',
    ]);
    expect(await columns('MATCH (b)-[a]->() RETURN *')).toEqual(['a', 'b']);
  });

  it.each([
    ['RETURN 1 AS a, 2 AS a', 'ColumnNameConflict'],
    ['MATCH () RETURN *', 'NoVariablesInScope'],
    ['MATCH (n) WITH n.name RETURN 1', 'NoExpressionAlias'],
    ['MATCH (n) RETURN m', 'UndefinedVariable'],
    ['MATCH (n) WITH n.name AS name RETURN n', 'UndefinedVariable'],
    ['MATCH (n) RETURN DISTINCT n.name ORDER BY n.lines', 'UndefinedVariable'],
    ['RETURN 1 AS a UNION RETURN 2 AS b', 'DifferentColumnsInUnion'],
    ['MATCH (n) RETURN n LIMIT n.lines', 'NonConstantExpression'],
    ['RETURN 1 LIMIT -1', 'NegativeIntegerArgument'],
    ['RETURN 1 SKIP 1.5', 'InvalidArgumentType'],
    ['UNWIND [1] AS x UNWIND [2] AS x RETURN x', 'VariableAlreadyBound'],
  ])('%s is refused as %s', async (query, detail) => {
    await expect(ask(query)).rejects.toMatchObject({ type: 'SyntaxError', phase: 'compile time', detail });
  });

  it('errors hint at the defined variables', async () => {
    await expect(ask('MATCH (file)-->(fn) RETURN func')).rejects.toMatchObject({ hint: 'Defined here: file, fn.' });
  });
});

describe('ORDER BY, SKIP and LIMIT', () => {
  it('sort by projected columns and by earlier variables', async () => {
    expect(await ask('MATCH (f:Function) RETURN f.name AS name ORDER BY f.lines DESC')).toEqual([
      'parse',
      'lex',
      'report',
      'main',
    ]);
    expect(await ask('MATCH (f:Function) RETURN f.name AS name ORDER BY size(name), name')).toEqual([
      'lex',
      'main',
      'parse',
      'report',
    ]);
    expect(await ask('MATCH (f:Function) RETURN DISTINCT size(f.tags) ORDER BY size(f.tags) DESC')).toEqual([2, 1, 0]);
  });

  it('let an alias hide the variable of the same name', async () => {
    expect(await ask('UNWIND [1, 2, 3] AS x WITH -x AS x ORDER BY x LIMIT 2 RETURN x')).toEqual([-3, -2]);
  });

  it('cut after sorting, by constants or parameters', async () => {
    const page = 'UNWIND [5, 3, 4, 1, 2] AS x RETURN x ORDER BY x SKIP $from LIMIT 1 + 1';
    expect(await ask(page, { from: 1 })).toEqual([2, 3]);
    await expect(ask(page, { from: -1 })).rejects.toMatchObject({
      phase: 'runtime',
      detail: 'NegativeIntegerArgument',
    });
    expect(await ask('UNWIND [1] AS x RETURN x LIMIT 0')).toEqual([]);
  });

  it('sort thousands of rows stably', async () => {
    const rows = await ask('UNWIND range(0, 4999) AS x RETURN x % 7 AS key, x ORDER BY key');
    expect(rows.slice(0, 3)).toEqual([
      [0, 0],
      [0, 7],
      [0, 14],
    ]);
    expect(rows.slice(714, 717)).toEqual([
      [0, 4998],
      [1, 1],
      [1, 8],
    ]);
  });
});

describe('WITH', () => {
  it('passes on what it names, and filters by old and new names', async () => {
    expect(
      await ask(
        "MATCH (f:Function) WITH f.name AS name WHERE name STARTS WITH 'l' OR f.lines = 12 RETURN name ORDER BY name",
      ),
    ).toEqual(['lex', 'main']);
  });

  it('limits rows before the next clause', async () => {
    expect(
      await ask('MATCH (f:Function) WITH f ORDER BY f.lines LIMIT 2 MATCH (f)-[:CALLS]->(g) RETURN count(g)'),
    ).toEqual([3]);
  });

  it('drops duplicates', async () => {
    expect(await ask('MATCH (:File)-->(f) WITH DISTINCT labels(f) AS labels RETURN labels')).toEqual([
      ['Symbol', 'Function'],
    ]);
    expect(await ask('UNWIND [1, 1.0, null, null, [1], [1.0]] AS x RETURN DISTINCT x')).toEqual([1, null, [1]]);
  });
});

describe('UNWIND and UNION', () => {
  it('unwinds lists, null to no rows, and any other value to itself', async () => {
    expect(await ask('UNWIND [[1, 2], [], [3]] AS l UNWIND l AS x RETURN x')).toEqual([1, 2, 3]);
    expect(await ask('UNWIND null AS x RETURN x')).toEqual([]);
    expect(await ask('UNWIND $rows AS row RETURN row.a', { rows: [{ a: 1 }, { a: 2 }] })).toEqual([1, 2]);
  });

  it('joins results with and without duplicates', async () => {
    expect(await ask('RETURN 1 AS x UNION RETURN 2 AS x UNION RETURN 1 AS x')).toEqual([1, 2]);
    expect(await ask('RETURN 1 AS x UNION ALL RETURN 1 AS x')).toEqual([1, 1]);
  });
});
