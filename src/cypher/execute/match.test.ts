import { describe, expect, it } from 'vitest';
import { ask, codeGraph } from '../../../test/code-graph.ts';
import { MemoryNetwork } from '../../../test/memory-network.ts';

describe('MATCH', () => {
  it('finds nodes by labels and properties', async () => {
    expect(await ask('MATCH (n:Function:Symbol {name: "lex"}) RETURN n.lines')).toEqual([40]);
    expect(await ask('MATCH (n:Function:File) RETURN n')).toEqual([]);
    expect(await ask('MATCH (n) WHERE n.name = $name RETURN labels(n)', { name: 'cli.ts' })).toEqual([['File']]);
    expect(await ask('MATCH (n {missing: null}) RETURN n')).toEqual([]);
  });

  it('returns complete nodes and relationships', async () => {
    expect(await ask("MATCH (n:Memory)-[r:MENTIONS {weight: 0.9}]->({name: 'parse'}) RETURN n, r")).toEqual([
      [
        { id: 'n000000007', labels: ['Memory'], properties: { text: 'parse is slow on long lines', importance: 8 } },
        { id: expect.any(String), type: 'MENTIONS', from: 'n000000007', to: 'n000000004', properties: { weight: 0.9 } },
      ],
    ]);
  });

  it('follows relationships in either direction', async () => {
    expect(await ask("MATCH ({name: 'main'})-[:CALLS]->(f) RETURN f.name ORDER BY f.name")).toEqual([
      'parse',
      'report',
    ]);
    expect(await ask("MATCH ({name: 'lex'})<-[:CALLS]-(f) RETURN f.name ORDER BY f.name")).toEqual(['parse', 'report']);
    expect(await ask("MATCH ({name: 'report'})-[:CALLS]-(f) RETURN f.name ORDER BY f.name")).toEqual(['lex', 'main']);
    expect(await ask("MATCH ({name: 'report'})-[:CALLS|CONTAINS]-(f) RETURN count(f)")).toEqual([3]);
  });

  it('matches a loop once when both directions are allowed', async () => {
    expect(await ask("MATCH (f {name: 'parse'})-[r:CALLS]-(f) RETURN r.line")).toEqual([70]);
    expect(await ask('MATCH (f)-[r:CALLS]->(f) RETURN f.name')).toEqual(['parse']);
  });

  it('passes each relationship once within one MATCH, and again in the next', async () => {
    expect(await ask('MATCH (:File)-[a:CONTAINS]->()<-[b:CONTAINS]-() RETURN count(*)')).toEqual([0]);
    expect(await ask('MATCH (:File)-[:CONTAINS]->(f) MATCH (f)<-[:CONTAINS]-(:File) RETURN count(*)')).toEqual([4]);
    expect(await ask('MATCH (x)-[a:CALLS]->(), (y)-[b:CALLS]->() RETURN count(*)')).toEqual([20]);
  });

  it('joins parts by the variables they share', async () => {
    const query =
      'MATCH (file:File)-[:CONTAINS]->(f)-[:CALLS]->(g), (other:File)-[:CONTAINS]->(g) WHERE file <> other RETURN f.name, g.name ORDER BY f.name';
    expect(await ask(query)).toEqual([
      ['main', 'parse'],
      ['report', 'lex'],
    ]);
  });

  it('starts from what an earlier clause found', async () => {
    expect(
      await ask("MATCH (a)-[r:CALLS]->(b {name: 'report'}) WITH r MATCH (x)-[r]->(y) RETURN x.name, y.name"),
    ).toEqual([['main', 'report']]);
    expect(await ask("MATCH (a {name: 'lex'}) WITH a AS b MATCH (b)<-[:CALLS]-(c) RETURN count(c)")).toEqual([2]);
    expect(await ask('OPTIONAL MATCH (a:Nobody) WITH a MATCH (a)-->(b) RETURN b')).toEqual([]);
  });

  it('compares properties with those of other parts of the pattern', async () => {
    const query =
      'MATCH (a:Function)-[:CALLS]->(b:Function) WHERE a.lines > b.lines AND NOT a = b RETURN a.name, b.name';
    expect(await ask(query)).toEqual([['parse', 'lex']]);
    expect(await ask("MATCH (a:Function {name: 'main'}), (b:Function {exported: a.exported}) RETURN count(b)")).toEqual(
      [2],
    );
  });

  it('finds a node by its id without reading others', async () => {
    const graph = codeGraph();
    expect(await ask("MATCH (n) WHERE id(n) = 'n000000004' RETURN n.name", {}, graph)).toEqual(['parse']);
    expect(graph.asked).toEqual(['nodesById']);
  });
});

describe('OPTIONAL MATCH', () => {
  it('keeps a row that finds nothing, in its place', async () => {
    const query =
      'MATCH (f:Function) WITH f ORDER BY f.name OPTIONAL MATCH (m:Memory)-[:MENTIONS]->(f) RETURN f.name, m.importance';
    expect(await ask(query)).toEqual([
      ['lex', null],
      ['main', null],
      ['parse', 8],
      ['report', 3],
    ]);
  });

  it('applies its own condition before it gives up on a row', async () => {
    const query =
      'MATCH (f:Function) OPTIONAL MATCH (m)-[:MENTIONS]->(f) WHERE m.importance > 5 RETURN f.name, m.importance ORDER BY f.name';
    expect(await ask(query)).toEqual([
      ['lex', null],
      ['main', null],
      ['parse', 8],
      ['report', null],
    ]);
  });

  it('continues with null', async () => {
    expect(await ask('OPTIONAL MATCH (n:Nobody)-[r]->(m) RETURN n, r, m, n.name, labels(n), type(r)')).toEqual([
      [null, null, null, null, null, null],
    ]);
  });
});

describe('a MATCH over many nodes', () => {
  it('starts from the smallest set', async () => {
    const graph = new MemoryNetwork();
    const rare = graph.addNode(['Rare'], {});
    for (let count = 0; count < 3000; count++) graph.addEdge(graph.addNode(['Common'], { count }), 'NEAR', rare);
    graph.addEdge(rare, 'OWNS', graph.addNode(['Common'], { count: -1 }));
    graph.asked.length = 0;
    expect(await ask('MATCH (c:Common)<-[:OWNS]-(r:Rare) RETURN c.count', {}, graph)).toEqual([-1]);
    expect(graph.asked.length).toBeLessThan(6);
  });

  it('uses values from earlier clauses for lookups, also those of a pattern', async () => {
    const asked: unknown[] = [];
    class Watched extends MemoryNetwork {
      override nodes(...args: Parameters<MemoryNetwork['nodes']>) {
        asked.push(args[0].equal);
        return super.nodes(...args);
      }
    }
    const graph = new Watched();
    for (const name of ['a', 'b', 'c'])
      graph.addEdge(graph.addNode(['A'], { name }), 'T', graph.addNode(['B'], { name }));
    expect(
      await ask('UNWIND $names AS name MATCH (n:A {name: name}) RETURN n.name', { names: ['c', 'a'] }, graph),
    ).toEqual(['c', 'a']);
    expect(await ask("MATCH (n:A {name: 'b'}) MATCH (m:B) WHERE n.name = m.name RETURN m.name", {}, graph)).toEqual([
      'b',
    ]);
    expect(asked).toEqual([{ name: 'c' }, { name: 'a' }, { name: 'b' }, { name: 'b' }]);
    const query =
      "MATCH (n:A {name: 'b'}) MATCH (m:B {name: head([(n)-->(x) | x.name])}) WHERE m.name = head([(n)-->(x) | x.name]) RETURN m.name";
    expect(await ask(query, {}, graph)).toEqual(['b']);
  });

  it('queries the store once for many rows', async () => {
    const graph = new MemoryNetwork();
    for (let count = 0; count < 500; count++) graph.addEdge(graph.addNode(['A']), 'T', graph.addNode(['B'], { count }));
    graph.asked.length = 0;
    expect(await ask('MATCH (a:A)-[:T]->(b:B) WHERE (b)<--() RETURN sum(b.count)', {}, graph)).toEqual([124_750]);
    expect(graph.asked.length).toBeLessThan(8);
  });
});
