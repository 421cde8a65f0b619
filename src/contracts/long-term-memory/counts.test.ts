import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractClient, connectContract } from '../../../test/contract-client.ts';
import { type OpenEngine, openTestEngine } from '../../../test/open.ts';
import { createProject, SHOP, type TestProject } from '../../../test/project.ts';
import { longTermMemory } from './contract.ts';

const HARBOURS = 130;

describe('long-term-memory', () => {
  let open: OpenEngine;
  let served: ContractClient;
  let shop: TestProject;
  const call = async (name: string, input: Record<string, unknown> = {}) => (await served.call(name, input)).value;
  const cypher = async (text: string, params = {}) => (await call('graph_query', { cypher: text, params })).results;

  beforeAll(async () => {
    open = await openTestEngine();
    shop = createProject('shop', SHOP);
    const actor = { who: 'local', roots: [shop.root] };
    served = await connectContract(longTermMemory, open.engine, actor);
    await open.engine.code.index(actor, shop.root);
  }, 60_000);
  afterAll(async () => {
    await served.close();
    await open.dispose();
    shop.dispose();
  });

  it('memory_search: total counts all results, not only the page', async () => {
    const harbours = Array.from({ length: HARBOURS }, (_, i) => ({ content: `Harbour ${i} keeps a crane.` }));
    await open.engine.memories.storeMany({ who: 'local' }, harbours);
    for (const limit of [1, 5, 100]) {
      const { results, total } = await call('memory_search', { query: 'harbour crane', limit });
      expect(results.length).toBeLessThanOrEqual(limit);
      expect(total).toBe(HARBOURS);
    }
  }, 60_000);

  it('counts the relationships of a memory the same way in memory_get, Cypher, statistics and memory_delete', async () => {
    const add = async (content: string, metadata: object, relationships: object[] = []) =>
      (await call('memory_add', { type: 'component', content, metadata, relationships })).memory_id;
    const beta = await add('Beta talks to Redis and src/password.ts.', { component_id: 'beta' });
    await add('Alpha.', { component_id: 'alpha', dependencies: ['beta'] });
    await add('Gamma.', { component_id: 'gamma' }, [{ type: 'REPLACES', target_id: beta }]);
    const { relationships } = await call('memory_get', { memory_id: beta, include_relationships: true });
    const [{ n }] = await cypher('MATCH ({id: $id})-[r]-() RETURN count(r) AS n', { id: beta });
    expect(relationships.length).toBeGreaterThan(3);
    expect(n).toBe(relationships.length);

    const before = (await call('memory_statistics')).relationships;
    const byType = await cypher('MATCH ()-[r]->() RETURN type(r) AS type, count(*) AS n');
    expect(before.by_type).toEqual(
      Object.fromEntries(byType.map((each: { type: string; n: number }) => [each.type, each.n])),
    );
    expect((await call('memory_delete', { memory_id: beta })).relationships_removed).toBe(n);
    expect((await call('memory_statistics')).relationships.total).toBe(before.total - n);
  });

  it('points out a relationship type that no edge has', async () => {
    const asked = { entity_id: 'src/session.ts', relationship_types: ['IMPORT_S'] };
    expect((await call('get_related', asked)).note).toMatch(/IMPORT_S; did you mean IMPORTS\?/);
    expect((await call('get_related', { ...asked, relationship_types: ['IMPORTS'] })).note).toBeUndefined();
    const query = async (text: string) => (await call('graph_query', { cypher: text })).note;
    expect(await query('MATCH (a)-[:EATS]->(b) RETURN a')).toMatch(/type EATS; existing types: .*IMPORTS/);
    expect(await query('MATCH ()-[r:EATS]->() RETURN count(r)')).toMatch(/type EATS/);
    const several = 'MATCH (a:Memory) OPTIONAL MATCH (a)-[:Import]->(b) RETURN a.id, b.id';
    expect(await query(several)).toMatch(/type Import; did you mean IMPORTS\?/);
    expect(await query(several.replace('Import', 'IMPORTS'))).toBeUndefined();
    expect(await query("MATCH (a {name: 'nobody'})-[:IMPORTS]->(b) RETURN a")).toBeUndefined();
  });

  it('points out a label or a property that no node has', async () => {
    const query = async (text: string) => (await call('graph_query', { cypher: text })).note;
    expect(await query('MATCH (f:file) RETURN f.name')).toMatch(/label file; did you mean File\?/);
    expect(await query('MATCH (f) WHERE f:Fille RETURN count(f)')).toMatch(/label Fille; did you mean File\?/);
    expect(await query("MATCH (f:File {nmae: 'a'}) RETURN f")).toMatch(/property nmae; did you mean name\?/);
    expect(await query('MATCH (f:File) RETURN f.name, f.lnaguage')).toMatch(
      /property lnaguage; did you mean language\?/,
    );
    expect(await query('MATCH (f:File) RETURN f.name, f.language')).toBeUndefined();
    expect(await query('MATCH (f:File)-[r]->() RETURN r.certainly')).toBeUndefined();
  });

  it('index_file accepts an empty file', async () => {
    writeFileSync(join(shop.root, 'src/empty.py'), '');
    const file = { file_path: join(shop.root, 'src/empty.py') };
    expect(await call('index_file', file)).toMatchObject({ status: 'indexed', functions: 0, classes: 0 });
    expect(await call('index_file', file)).toMatchObject({ status: 'skipped' });
  });

  it('counts a folder inside an indexed project once and finds its functions once', async () => {
    const before = (await call('index_status')).index;
    await open.engine.code.index({ who: 'local' }, join(shop.root, 'src'));
    const after = (await call('index_status')).index;
    expect(after.projects).toHaveLength(2);
    for (const field of ['total_files', 'total_functions', 'total_classes', 'languages'])
      expect(after[field]).toEqual(before[field]);
    const { results } = await call('code_search', { query: 'total_with_tax', limit: 20 });
    expect(results.filter((each: { name: string }) => each.name === 'total_with_tax')).toHaveLength(1);
    const code =
      'def sum_up(rows, tax):\n    base = sum(row.amount for row in rows)\n    return round(base * (1 + tax), 2)\n';
    expect((await call('find_duplicates', { code, language: 'python' })).duplicates).toHaveLength(1);
  });
});
