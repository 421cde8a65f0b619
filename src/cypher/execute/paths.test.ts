import { describe, expect, it } from 'vitest';
import { ask } from '../../../test/code-graph.ts';
import { MemoryNetwork } from '../../../test/memory-network.ts';

describe('a path of any length', () => {
  it('reaches everything reachable without passing a relationship twice', async () => {
    const query = "MATCH ({name: 'main'})-[r:CALLS*]->(f) RETURN f.name, size(r) ORDER BY f.name, size(r)";
    expect(await ask(query)).toEqual([
      ['lex', 2],
      ['lex', 2],
      ['lex', 3],
      ['parse', 1],
      ['parse', 2],
      ['report', 1],
    ]);
  });

  it('stays within its bounds', async () => {
    const count = (length: string) => ask(`MATCH ({name: 'main'})-[:CALLS*${length}]->(f) RETURN count(*)`);
    expect(await Promise.all(['1', '2', '..2', '2..', '0..1', '0', '3..3', '4..'].map(count))).toEqual([
      [2],
      [3],
      [5],
      [4],
      [3],
      [1],
      [1],
      [0],
    ]);
  });

  it('checks the properties of every relationship', async () => {
    expect(await ask("MATCH ({name: 'main'})-[:CALLS* {line: 3}]->(f) RETURN f.name")).toEqual(['parse']);
  });

  it('is found between two known nodes', async () => {
    const query =
      "MATCH (a {name: 'main'}), (b {name: 'lex'}) MATCH p = (a)-[:CALLS*]->(b) RETURN length(p) ORDER BY length(p)";
    expect(await ask(query)).toEqual([2, 2, 3]);
  });

  it('can be followed along a list of relationships', async () => {
    const query =
      "MATCH (:Function {name: 'main'})-[a]->({name: 'parse'})-[b]->({name: 'lex'}) WITH [a, b] AS way MATCH (x)-[way*]->(y) RETURN x.name, y.name";
    expect(await ask(query)).toEqual([['main', 'lex']]);
  });

  it('is a value with nodes, relationships and a length, in the order of the pattern', async () => {
    const query =
      "MATCH p = (:File {name: 'core.ts'})-->({name: 'lex'})<-[:CALLS]-({name: 'report'}) RETURN [n IN nodes(p) | n.name], [r IN relationships(p) | type(r)], length(p)";
    expect(await ask(query)).toEqual([[['core.ts', 'lex', 'report'], ['CONTAINS', 'CALLS'], 2]]);
    expect(await ask('MATCH p = (:File {name: "cli.ts"}) RETURN length(p), size(nodes(p))')).toEqual([[0, 1]]);
  });
});

describe('a shortest path', () => {
  it('is one of the shortest, or missing when there is no path', async () => {
    const from = (end: string) =>
      `MATCH (a {name: 'main'}), (b {name: '${end}'}) OPTIONAL MATCH p = shortestPath((a)-[:CALLS*]->(b)) RETURN length(p)`;
    expect(await ask(from('lex'))).toEqual([2]);
    expect(await ask(from('core.ts'))).toEqual([null]);
  });

  it('is returned in all variants by allShortestPaths', async () => {
    const query =
      "MATCH (a {name: 'main'}), (b {name: 'lex'}), p = allShortestPaths((a)-[:CALLS*]->(b)) RETURN [n IN nodes(p) | n.name] AS names ORDER BY names";
    expect(await ask(query)).toEqual([
      ['main', 'parse', 'lex'],
      ['main', 'report', 'lex'],
    ]);
  });

  it('respects its bound and direction', async () => {
    expect(await ask("MATCH (a {name: 'main'}), (b {name: 'lex'}), p = shortestPath((a)-[*..1]-(b)) RETURN p")).toEqual(
      [],
    );
    expect(
      await ask("MATCH (a {name: 'lex'}), (b {name: 'main'}), p = shortestPath((a)-[:CALLS*]->(b)) RETURN p"),
    ).toEqual([]);
    expect(
      await ask("MATCH (a {name: 'lex'}), (b {name: 'main'}), p = shortestPath((a)<-[:CALLS*]-(b)) RETURN length(p)"),
    ).toEqual([2]);
  });

  it('can be used as a value', async () => {
    expect(
      await ask(
        "MATCH (a {name: 'main'}), (b {name: 'lex'}) RETURN length(shortestPath((a)-[*]->(b))), size(allShortestPaths((a)-[:CALLS*]->(b)))",
      ),
    ).toEqual([[2, 2]]);
  });

  it('is found through a chain of thousands', async () => {
    const graph = new MemoryNetwork();
    let last = graph.addNode(['First']);
    for (let count = 0; count < 2000; count++) {
      const next = graph.addNode(count === 1999 ? ['Last'] : []);
      graph.addEdge(last, 'NEXT', next);
      last = next;
    }
    expect(
      await ask('MATCH (a:First), (b:Last), p = shortestPath((a)-[:NEXT*]->(b)) RETURN length(p)', {}, graph),
    ).toEqual([2000]);
    expect(await ask('MATCH (:First)-[r:NEXT*]->(b:Last) RETURN size(r)', {}, graph)).toEqual([2000]);
  });
});
