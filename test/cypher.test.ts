// Cypher on the real store: every clause once, over memories, entities and code stored the normal way.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';
import { createProject, SHOP, type TestProject } from './project.ts';

describe('Cypher on the store', () => {
  let open: OpenEngine;
  let project: TestProject;
  const ask = async (cypher: string, params = {}, actor = OWNER) =>
    (await open.engine.graph.query(actor, cypher, { params, rows: 100, timeMs: 30_000 })).rows;

  beforeAll(async () => {
    open = await openTestEngine();
    project = createProject('shop', SHOP);
    const { engine } = open;
    const add = (type: 'component' | 'requirements' | 'design' | 'test_history', metadata: object) =>
      engine.memories.store(OWNER, { type, content: JSON.stringify(metadata), metadata: { ...metadata } });
    await add('component', { name: 'web', dependencies: ['auth', 'cart'], weight: 3 });
    await add('component', { name: 'auth', dependencies: ['store'], weight: 1 });
    await add('component', { name: 'cart', dependencies: ['store'], weight: 2 });
    await add('component', { name: 'store' });
    await add('requirements', { requirement_id: 'REQ-1', implementing_components: ['auth'], priority: 'High' });
    await add('requirements', { requirement_id: 'REQ-2', implementing_components: ['cart', 'web'] });
    await add('test_history', { test_name: 'signs in', related_requirements: ['REQ-1'], status: 'Passed' });
    const [redis, node] = [
      await engine.graph.createEntity(OWNER, { name: 'Redis', type: 'database' }),
      await engine.graph.createEntity(OWNER, { name: 'Node', type: 'runtime' }),
    ];
    await engine.graph.createRelation(OWNER, { from: node.id, to: redis.id, type: 'talks_to', weight: 0.5 });
    await engine.memories.store(
      { ...OWNER, user: 'ada' },
      { type: 'component', content: 'x', metadata: { name: 'hers' } },
    );
    await engine.code.index(OWNER, project.root, { vectors: false });
  });
  afterAll(async () => {
    project.dispose();
    await open.dispose();
  });

  it.each([
    ['MATCH (c:Component {name: "auth"}) RETURN c.name', [['auth']]],
    ['MATCH (c:Component) WHERE c.weight > 1 RETURN c.name ORDER BY c.name', [['cart'], ['web']]],
    ['MATCH (:Component {name: "web"})-[:DEPENDS_ON]->(d) RETURN d.name ORDER BY d.name DESC', [['cart'], ['auth']]],
    ['MATCH (:Component {name: "store"})<-[:DEPENDS_ON]-(d) RETURN count(d)', [[2]]],
    ['MATCH (:Component {name: "web"})-[:DEPENDS_ON*2]->(d) RETURN DISTINCT d.name', [['store']]],
    ['MATCH p = shortestPath((:Component {name: "web"})-[*]->(:Component {name: "store"})) RETURN length(p)', [[2]]],
    ['MATCH (r:Requirement) WHERE NOT (:Test)-[:TESTS]->(r) RETURN r.requirement_id', [['REQ-2']]],
    [
      'MATCH (r:Requirement) OPTIONAL MATCH (t:Test)-[:TESTS]->(r) RETURN r.requirement_id, t.test_name ORDER BY r.requirement_id',
      [
        ['REQ-1', 'signs in'],
        ['REQ-2', null],
      ],
    ],
    [
      'MATCH (r:Requirement)<-[:IMPLEMENTS_REQ]-(c) WITH r, collect(c.name) AS all WHERE size(all) > 1 RETURN r.requirement_id, size(all)',
      [['REQ-2', 2]],
    ],
    [
      'UNWIND ["auth", "cart"] AS n MATCH (c:Component {name: n}) RETURN n, c.weight ORDER BY n',
      [
        ['auth', 1],
        ['cart', 2],
      ],
    ],
    [
      'MATCH (c:Component) WHERE c.name IN ["auth", "web"] RETURN sum(c.weight), max(c.weight), avg(c.weight)',
      [[4, 3, 2]],
    ],
    ['MATCH (c:Component {name: "store"}) RETURN c.weight IS NULL, coalesce(c.weight, 0)', [[true, 0]]],
    ['MATCH (c:Component {name: "auth"}) RETURN CASE c.weight WHEN 1 THEN "one" ELSE "more" END', [['one']]],
    ['RETURN [x IN range(1, 5) WHERE x % 2 = 1 | x * x]', [[[1, 9, 25]]]],
    [
      'MATCH (c:Component) WHERE EXISTS { (c)<-[:DEPENDS_ON]-() } RETURN c.name ORDER BY c.name SKIP 1 LIMIT 1',
      [['cart']],
    ],
    [
      'MATCH (c:Component {name: "auth"}) RETURN c.name AS n UNION MATCH (r:Requirement {requirement_id: "REQ-1"}) RETURN r.requirement_id AS n',
      [['auth'], ['REQ-1']],
    ],
    ['MATCH (a:Entity)-[r:talks_to]->(b:Entity) RETURN a.name, r.weight, b.name', [['Node', 0.5, 'Redis']]],
    [
      'MATCH (f:File)-[:CONTAINS]->(c:Class {name: "SessionStore"})-[:CONTAINS]->(m) RETURN f.name, m.name',
      [['session.ts', 'expireIdle']],
    ],
    ['MATCH (a:Function)-[:CALLS]->(b:Function {name: "hashPassword"}) RETURN DISTINCT a.name', [['openSession']]],
  ])('%s', async (cypher, rows) => {
    expect(await ask(cypher)).toEqual(rows);
  });

  it('binds parameters as values, never as text of the query', async () => {
    const name = 'auth"}) RETURN 1 //';
    expect(await ask('MATCH (c:Component {name: $name}) RETURN c.name', { name })).toEqual([]);
    expect(await ask('MATCH (c:Component {name: $name}) RETURN c.name', { name: 'auth' })).toEqual([['auth']]);
  });

  it('lists labels and types with their true counts', async () => {
    const labels = Object.fromEntries(await ask('CALL db.labels() YIELD label, count RETURN label, count'));
    expect(labels).toMatchObject({ Component: 5, Requirement: 2, Test: 1 });
    const types = Object.fromEntries(
      await ask('CALL db.relationshipTypes() YIELD relationshipType AS t, count RETURN t, count'),
    );
    expect(types).toMatchObject({ DEPENDS_ON: 4, IMPLEMENTS_REQ: 3, TESTS: 1, talks_to: 1 });
  });

  it('shows a user nothing of others, by label, by name, by edge or by id', async () => {
    const ada = { ...OWNER, user: 'ada' };
    expect(await ask('MATCH (n) RETURN DISTINCT n.name', {}, ada)).toEqual([['hers']]);
    expect(await ask('MATCH (c:Component {name: "auth"}) RETURN c', {}, ada)).toEqual([]);
    const [[id]] = (await ask('MATCH (c:Component {name: "auth"}) RETURN elementId(c)')) as [[string]];
    expect(await ask('MATCH (n) WHERE elementId(n) = $id RETURN n', { id }, ada)).toEqual([]);
    expect(await ask('MATCH ()-[r:DEPENDS_ON]->() RETURN count(r)', {}, ada)).toEqual([[0]]);
  });

  it.each(['CREATE (n)', 'MATCH (n) SET n.x = 1', 'MATCH (n) DELETE n', 'MERGE (n:Component)', 'MATCH (n) REMOVE n.x'])(
    '%s is refused, and nothing changes',
    async (cypher) => {
      const before = await ask('MATCH (n) RETURN count(n)');
      await expect(ask(cypher)).rejects.toThrow(/read-only/);
      expect(await ask('MATCH (n) RETURN count(n)')).toEqual(before);
    },
  );

  it('stops at its time limit, while others are answered', async () => {
    const query = 'UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b UNWIND range(1, 3000) AS c RETURN count(*)';
    const heavy = open.engine.graph.query(OWNER, query, { rows: 1, timeMs: 1000 });
    const refused = expect(heavy).rejects.toThrow(/stopped after 1000 ms/);
    expect(await ask('MATCH (c:Component {name: "auth"}) RETURN c.name')).toEqual([['auth']]);
    await refused;
  });
});
