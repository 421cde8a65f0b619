import { describe, expect, it } from 'vitest';
import { ask, codeGraph } from '../../../test/code-graph.ts';

describe('aggregates', () => {
  it('make one row for each group of the other columns', async () => {
    expect(await ask('MATCH (a)-[r]->() RETURN type(r) AS type, count(*) AS count ORDER BY type')).toEqual([
      ['CALLS', 5],
      ['CONTAINS', 4],
      ['FOLLOWS', 1],
      ['MENTIONS', 2],
    ]);
    expect(await ask('MATCH (f:File)-[:CONTAINS]->(g) RETURN f.name, collect(g.name) ORDER BY f.name')).toEqual([
      ['cli.ts', ['main', 'report']],
      ['core.ts', ['parse', 'lex']],
    ]);
  });

  it('skip null, and count rows where asked', async () => {
    expect(
      await ask('MATCH (n) RETURN count(*), count(n.name), count(DISTINCT n.language), collect(n.exported)'),
    ).toEqual([[9, 6, 1, [true, true]]]);
  });

  it('return one row for no rows, unless they are grouped', async () => {
    expect(await ask('MATCH (n:Nobody) RETURN count(n), sum(n.a), avg(n.a), min(n.a), max(n.a), collect(n)')).toEqual([
      [0, 0, null, null, null, []],
    ]);
    expect(await ask('MATCH (n:Nobody) RETURN n.name, count(*)')).toEqual([]);
  });

  it('compute sums, averages, extremes and deviations', async () => {
    expect(await ask('MATCH (f:Function) RETURN sum(f.lines), avg(f.lines), min(f.lines), max(f.name)')).toEqual([
      [157, 39.25, 12, 'report'],
    ]);
    expect(await ask('UNWIND [1, 2.5] AS x RETURN sum(x)')).toEqual([3.5]);
    expect(await ask('UNWIND [2, 4, 4, 4, 5, 5, 7, 9] AS x RETURN stDevP(x), round(stDev(x), 3)')).toEqual([
      [2, 2.138],
    ]);
    expect(await ask('UNWIND [10, 20, 30] AS x RETURN percentileDisc(x, 0.5), percentileCont(x, 0.25)')).toEqual([
      [20, 15],
    ]);
    expect(await ask("UNWIND [1, 'a', [1]] AS x RETURN min(x), max(x)")).toEqual([[[1], 1]]);
  });

  it('may be part of larger expressions with the grouping keys', async () => {
    expect(await ask('MATCH (f:Function) RETURN 1 + count(*) * 2, {names: size(collect(f.name))}')).toEqual([
      [9, { names: 4 }],
    ]);
    expect(
      await ask('MATCH (a:File)-->(f) RETURN a.name, a.name + toString(count(f)) AS text ORDER BY text LIMIT 1'),
    ).toEqual([['cli.ts', 'cli.ts2']]);
  });

  it('can be filtered after WITH', async () => {
    expect(
      await ask('MATCH (f)-[:CALLS]->(g) WITH g, count(*) AS callers WHERE callers > 1 RETURN g.name ORDER BY g.name'),
    ).toEqual(['lex', 'parse']);
  });

  it.each([
    ['MATCH (n) WHERE count(n) > 1 RETURN n', 'InvalidAggregation'],
    ['MATCH (n) RETURN n.name ORDER BY count(*)', 'InvalidAggregation'],
    ['RETURN [x IN [1] | count(*)]', 'InvalidAggregation'],
    ['RETURN count(count(*))', 'NestedAggregation'],
    ['RETURN sum(rand())', 'NonConstantExpression'],
    ['MATCH (a)-->(b) RETURN a.name + count(b)', 'AmbiguousAggregationExpression'],
    ['MATCH (a) RETURN a.x + 1, a.x + 1 + count(*)', 'AmbiguousAggregationExpression'],
    ['MATCH (a) RETURN count(*) AS c ORDER BY a.name', 'UndefinedVariable'],
    ['MATCH (a) WITH a.x AS x, count(*) AS c ORDER BY sum(a.y) RETURN x', 'UndefinedVariable'],
    ['MATCH (a) RETURN size([(a)-->(b) | b]) + count(*)', 'AmbiguousAggregationExpression'],
    ['MATCH (a) RETURN count(*) AS c ORDER BY size([(a)-->(b) | b])', 'UndefinedVariable'],
    ['RETURN count()', 'InvalidNumberOfArguments'],
  ])('%s is refused as %s', async (query, detail) => {
    await expect(ask(query)).rejects.toMatchObject({ type: 'SyntaxError', phase: 'compile time', detail });
  });

  it('refuse at run time what cannot be summed', async () => {
    await expect(ask("UNWIND [1, 'a'] AS x RETURN sum(x)")).rejects.toMatchObject({
      type: 'TypeError',
      phase: 'runtime',
    });
    await expect(ask('UNWIND [1] AS x RETURN percentileDisc(x, 2)')).rejects.toMatchObject({
      type: 'ArgumentError',
      detail: 'NumberOutOfRange',
    });
  });
});

describe('a count that the schema knows', () => {
  it.each([
    'MATCH (n:Function) RETURN count(n)',
    'MATCH (:Memory) RETURN count(*) AS memories',
    'MATCH (n:Nobody) RETURN count(n)',
    'MATCH ()-[r]->() RETURN count(r)',
    'MATCH ()-[r]->() RETURN type(r) AS type, count(*) AS count ORDER BY count DESC, type',
    'MATCH ()<-[r:CALLS|MENTIONS]-() RETURN type(r), count(r) ORDER BY type(r) LIMIT 1',
  ])('%s reads no node and returns the same', async (query) => {
    const graph = codeGraph();
    const rows = await ask(query, {}, graph);
    expect(graph.asked).toEqual(['schema']);
    // A condition that is always true keeps the query from being recognised.
    expect(await ask(query.replace(' RETURN', ' WHERE 1 = 1 RETURN'))).toEqual(rows);
  });
});

describe('a count that the store can group', () => {
  it.each([
    'MATCH (n:Function) RETURN n.name, count(*)',
    'MATCH (n:Function) RETURN count(n) AS count, n.name AS name ORDER BY count DESC, name LIMIT 2',
    'MATCH (n:Function) RETURN n.name, n.path, count(DISTINCT n) ORDER BY n.name',
    'MATCH (n:Nobody) RETURN n.name, count(n)',
  ])('%s reads no nodes and returns the same', async (query) => {
    const graph = codeGraph();
    const rows = await ask(query, {}, graph);
    expect(graph.asked).toEqual(['countNodes']);
    expect(await ask(query.replace(' RETURN', ' WHERE 1 = 1 RETURN'))).toEqual(rows);
  });
});
