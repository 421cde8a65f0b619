import { describe, expect, it } from 'vitest';
import { ask, clock, codeGraph } from '../../test/code-graph.ts';
import { MemoryNetwork } from '../../test/memory-network.ts';
import { type CypherOptions, runCypher } from './run.ts';

function crowd(size: number): MemoryNetwork {
  const graph = new MemoryNetwork();
  const ids = Array.from({ length: size }, (_, count) => graph.addNode(['N'], { count, text: 'x'.repeat(100) }));
  for (const [index, id] of ids.entries()) graph.addEdge(id, 'T', ids[(index * 7 + 1) % size] ?? id);
  return graph;
}

const run = (graph: MemoryNetwork, query: string, options: Partial<CypherOptions> = {}) =>
  runCypher(graph, query, { rows: 100, timeMs: 2000, clock, ...options });

describe('limits', () => {
  it('stop a query at its time limit while others are answered', async () => {
    const graph = crowd(3000);
    for (const query of [
      'MATCH (a), (b), (c) RETURN count(*)',
      'MATCH (a)-[*]-(b) RETURN count(*)',
      'UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(*)',
      'MATCH (a) WHERE EXISTS { MATCH (b), (c) WHERE b.count + c.count = -1 RETURN b } RETURN a',
    ]) {
      let ticks = 0;
      const timer = setInterval(() => ticks++, 1);
      const start = performance.now();
      await expect(run(graph, query, { timeMs: 400 })).rejects.toMatchObject({
        code: 'invalid',
        type: 'Limit',
        detail: 'TimeLimit',
        hint: expect.stringContaining('LIMIT'),
      });
      clearInterval(timer);
      expect(performance.now() - start).toBeLessThan(10_000);
      expect([query, ticks > 0]).toEqual([query, true]);
    }
  }, 60_000);

  it('stop an expression that would block the process', async () => {
    for (const expression of [
      'size(range(1, 1000000000000))',
      'reduce(s = 0, x IN range(1, 100000) | s + reduce(t = 0, y IN range(1, 100000) | t + y))',
      'size([x IN range(1, 100000) | [y IN range(1, 100000) | x * y]])',
      'all(x IN range(1, 5000) WHERE all(y IN range(1, 5000) WHERE y > 0))',
    ]) {
      await expect(ask(`RETURN ${expression}`)).rejects.toMatchObject({ type: 'Limit', detail: 'WorkLimit' });
    }
  });

  const long = "reduce(s = 'a', i IN range(1, 19) | s + s)";

  it.each([
    'size([i IN range(1, 100000) WHERE s CONTAINS "ab"])',
    'size([i IN range(1, 100000) WHERE s = t])',
    'size([i IN range(1, 100000) WHERE s < t])',
    'size([i IN range(1, 100000) WHERE s + i STARTS WITH "b"])',
    'size([i IN range(1, 100000) WHERE size(replace(s, "b", "c")) = 0])',
    'size([i IN range(1, 100000) WHERE size(replace("a", "a", s)) = 0])',
    'size([i IN range(1, 100000) WHERE size(split(s, "b")) = 0])',
    'size([i IN range(1, 100000) WHERE size(toLower(s)) = 0])',
    'size([i IN range(1, 100000) WHERE toInteger(s) = 0])',
    'size(toIntegerList([i IN range(1, 100000) | s]))',
  ])('count the length of a text, not only the operations on it: %s', async (expression) => {
    const query = `WITH ${long} AS s WITH s + 'c' AS s, s + 'd' AS t RETURN ${expression}`;
    await expect(ask(query)).rejects.toMatchObject({ type: 'Limit', detail: 'WorkLimit' });
  });

  it('search for a long part in linear time', async () => {
    const part = "left(s, 50000) + 'b' + left(s, 50000)";
    const start = performance.now();
    const [answer] = await ask(
      `WITH ${long} AS s RETURN [s CONTAINS ${part}, size(split(s, ${part})), size(replace(s, ${part}, ''))]`,
    );
    expect(answer).toEqual([false, 1, 524_288]);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('compare maps by their size', async () => {
    const wide = (first: string) => Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`${first}${i}`, i]));
    for (const test of ['$a = $b', 'isEmpty($a)', 'size(keys($a)) = 0']) {
      const query = `RETURN size([i IN range(1, 10000) WHERE ${test}])`;
      await expect(ask(query, { a: wide('a'), b: wide('b') })).rejects.toMatchObject({ detail: 'WorkLimit' });
    }
  });

  it('stop lists and texts that double endlessly', async () => {
    const doubling = (value: string) => `WITH ${value} AS x ${'WITH x + x AS x '.repeat(40)} RETURN size(x)`;
    await expect(ask(doubling("'ab'"))).rejects.toMatchObject({ type: 'Limit', detail: 'MemoryLimit' });
    await expect(ask(doubling('[1, 2]'))).rejects.toMatchObject({ type: 'Limit' });
    const sharing = `WITH [1] AS x ${'WITH [x, x] AS x '.repeat(60)} RETURN x`;
    await expect(ask(sharing)).rejects.toMatchObject({ type: 'Limit' });
    await expect(ask(`${sharing.replace('RETURN x', 'RETURN x = x')}`)).rejects.toMatchObject({ type: 'Limit' });
    await expect(
      ask("WITH reduce(s = 'a', x IN range(1, 19) | s + s) AS s RETURN replace(s, 'a', s)"),
    ).rejects.toMatchObject({ detail: 'MemoryLimit' });
  });

  it('stop values that are nested too deeply', async () => {
    const nested = 'reduce(list = [], x IN range(1, 100000) | [list])';
    for (const query of [
      `RETURN ${nested}`,
      `WITH ${nested} AS a RETURN a = a`,
      `UNWIND [${nested}] AS a RETURN DISTINCT a`,
    ]) {
      await expect(ask(query)).rejects.toMatchObject({ type: 'Limit' });
    }
  });

  it('stop a query that would hold too much memory', async () => {
    const graph = crowd(2000);
    const options = { memoryBytes: 1_000_000, timeMs: 20_000 };
    for (const query of [
      'MATCH (a), (b) RETURN collect(a.text + b.text)',
      'MATCH (a), (b) WITH a.text + b.count AS text ORDER BY text RETURN text',
      'MATCH (a), (b) WITH DISTINCT a.count * 10000 + b.count AS sum RETURN count(sum)',
      'MATCH (a), (b) RETURN a.count, b.count, count(*)',
      'UNWIND range(1, 1000) AS x WITH range(1, 100000) AS list RETURN sum(size(list))',
      'UNWIND range(1, 1000) AS x WITH x ORDER BY range(1, 100000) RETURN x',
    ]) {
      await expect(run(graph, query, options)).rejects.toMatchObject({ type: 'Limit', detail: 'MemoryLimit' });
    }
  });

  it('cut the rows and report it', async () => {
    const graph = crowd(500);
    const result = await run(graph, 'MATCH (n) RETURN n.count', { rows: 10 });
    expect([result.rows.length, result.truncated]).toEqual([10, true]);
    expect((await run(graph, 'MATCH (n) RETURN n.count LIMIT 10', { rows: 10 })).truncated).toBe(false);
  });

  it('refuse a text that is too long', async () => {
    await expect(ask(`RETURN '${'a'.repeat(10_000)}'`)).rejects.toMatchObject({ type: 'Limit', detail: 'TextLimit' });
  });

  it('end a query when the caller aborts', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 30);
    await expect(
      run(crowd(3000), 'MATCH (a), (b), (c) RETURN count(*)', { signal: stop.signal }),
    ).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  it('let several queries take turns', async () => {
    const graph = crowd(2000);
    const slow = run(graph, 'MATCH (a), (b), (c) RETURN count(*)', { timeMs: 1000 }).catch(() => performance.now());
    await run(graph, 'MATCH (n {count: 7})-->(m) RETURN m');
    const answered = performance.now();
    expect(await slow).toBeGreaterThan(answered);
  });
});

describe('reading from the store', () => {
  it('fetches only the properties that the query uses', async () => {
    const wanted: unknown[] = [];
    class Watched extends MemoryNetwork {
      override nodes(...args: Parameters<MemoryNetwork['nodes']>) {
        wanted.push(args[1]);
        return super.nodes(...args);
      }
    }
    const graph = new Watched();
    graph.addNode(['N'], { a: 1, b: 2, c: 3 });
    expect(await ask('MATCH (n:N) WHERE n.a = 1 RETURN n.b', {}, graph)).toEqual([2]);
    expect(await ask('MATCH (n:N) RETURN n {.c}', {}, graph)).toEqual([{ c: 3 }]);
    expect(await ask('MATCH (n:N) WITH n AS m RETURN m', {}, graph)).toEqual([
      expect.objectContaining({ properties: { a: 1, b: 2, c: 3 } }),
    ]);
    expect(await ask('MATCH (n:N) RETURN keys(n)', {}, graph)).toEqual([['a', 'b', 'c']]);
    expect(await ask("MATCH (n:N) RETURN n['a' + '']", {}, graph)).toEqual([1]);
    expect(wanted.map((keys) => (Array.isArray(keys) ? keys.toSorted().join() : keys))).toEqual([
      'a,b',
      'c',
      'all',
      'all',
      'all',
    ]);
  });

  it('fetches no node that the query does not use', async () => {
    const graph = codeGraph();
    expect(await ask('MATCH ()-[r:CALLS]-() RETURN count(r.line)', {}, graph)).toEqual([9]);
    expect(graph.asked).not.toContain('nodesById');
  });
});

describe('procedures', () => {
  it('list labels, relationship types and property keys', async () => {
    expect(await ask('CALL db.labels()')).toEqual([
      ['File', 2],
      ['Function', 4],
      ['Memory', 3],
      ['Symbol', 4],
    ]);
    expect(
      await ask("CALL db.relationshipTypes() YIELD relationshipType AS type WHERE type STARTS WITH 'C' RETURN type"),
    ).toEqual(['CALLS', 'CONTAINS']);
    expect(await ask('CALL db.propertyKeys() YIELD propertyKey RETURN count(*) AS keys')).toEqual([9]);
    expect(await ask('MATCH (n:File) CALL db.labels() YIELD label RETURN count(*)')).toEqual([8]);
  });

  it.each(['CALL db.create()', 'CALL apoc.load.json("file:///etc/passwd")', 'CALL dbms.shutdown() YIELD x RETURN x'])(
    '%s is unknown',
    async (query) => {
      await expect(ask(query)).rejects.toMatchObject({ detail: 'ProcedureNotFound' });
    },
  );

  it('refuse unknown columns', async () => {
    await expect(ask('CALL db.labels() YIELD name RETURN name')).rejects.toMatchObject({ detail: 'UndefinedVariable' });
    await expect(ask('CALL db.labels(1)')).rejects.toMatchObject({ detail: 'InvalidNumberOfArguments' });
  });
});
