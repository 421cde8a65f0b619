// The numbers a confined caller sees do not reveal how much others have stored.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contractOf } from '../src/contracts/contracts.ts';
import { type Actor, reach } from '../src/engine/access/actor.ts';
import { numberingFor } from '../src/engine/access/numbers.ts';
import { callTool, clientOf } from './contract-client.ts';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';
import { createProject, SHOP } from './project.ts';

const alice: Actor = { who: 'local', user: 'alice' };
const bob: Actor = { who: 'local', user: 'bob' };
const project = createProject('shop', SHOP);
let open: OpenEngine;

beforeAll(async () => {
  open = await openTestEngine({ codeMemoryEnableGraph: true });
});
afterAll(async () => {
  await open.dispose();
  project.dispose();
});

const Answer = z.record(z.string(), z.any());

async function call(profile: string, actor: Actor, tool: string, input: Record<string, unknown>) {
  const client = await clientOf(contractOf([profile]), open.engine, actor);
  const { text, isError } = await callTool(client, tool, input);
  await client.close();
  return { isError, value: Answer.or(z.array(Answer)).or(z.string()).parse(JSON.parse(text)) };
}

const one = async (...args: Parameters<typeof call>) => Answer.parse((await call(...args)).value);
const remember = (actor: Actor, content: string) =>
  one('code-vector-memory', actor, 'remember', { content, session_id: 's' });

describe('row numbers', () => {
  const key = new Uint8Array(32).fill(7);
  const numbering = (actor: Actor) => numberingFor(actor, { numberKey: async () => key });

  it('identify one row each, differ by kind, and are accepted as input', async () => {
    const { show, read } = await numbering(alice);
    const rows = [...Array.from({ length: 3000 }, (_, i) => i + 1), 2 ** 31, 2 ** 32 - 1];
    const shown = rows.map((row) => show('memory', row));
    expect(new Set(shown).size).toBe(rows.length);
    expect(shown.map((each) => read('memory', each))).toEqual(rows);
    expect(rows.filter((row) => show('entity', row) === show('memory', row)).length).toBeLessThan(3);
    expect([-1, 0.5, 2 ** 32, Number.NaN].map((each) => read('memory', each))).toEqual([0, 0, 0, 0]);
  });

  it('of neighbours reveal neither their order nor their distance', async () => {
    const { show } = await numbering(alice);
    const shown = Array.from({ length: 1000 }, (_, i) => show('memory', i + 1));
    const rising = shown.filter((each, i) => each > (shown[i - 1] ?? 0)).length;
    expect(rising).toBeGreaterThan(430);
    expect(rising).toBeLessThan(570);
    expect(new Set(shown.map((each, i) => each - (shown[i - 1] ?? 0))).size).toBeGreaterThan(990);
  });

  it("are the store's own for a caller who sees all of it, in any session", async () => {
    for (const actor of [OWNER, { ...OWNER, session: 's' }]) {
      const { show, read } = await numbering(actor);
      expect([show('memory', 12), read('memory', 12)]).toEqual([12, 12]);
    }
    for (const actor of [alice, { ...OWNER, project: 'p' }, { who: 'ann', role: 'user', cubes: [] } as const]) {
      expect((await numbering(actor)).show('memory', 12)).not.toBe(12);
    }
  });
});

describe('a confined caller', () => {
  it('cannot tell from ids how many memories others have stored', async () => {
    const first = await remember(alice, 'The cache lives in Redis.');
    for (let i = 0; i < 5; i++) await remember(bob, `Bob notes number ${i} about tea.`);
    const second = await remember(alice, 'The queue lives in Kafka.');
    const { show } = await open.engine.access.numbering(alice);
    const rows = (await open.engine.notes.recent(alice, 10)).map(({ row }) => row);
    expect(Math.abs(second.id - first.id)).not.toBe(6);
    expect([second.id, first.id]).toEqual(rows.map((row) => show('memory', row)));
    expect(rows).not.toContain(first.id);
  });

  it('can use only the numbers it was shown', async () => {
    const { id } = await remember(alice, 'Call `parseConfig()` before `openStore()`.');
    const [memory] = await open.engine.notes.recent(alice, 1);
    const names = await call('code-vector-memory', alice, 'list_entities', { memory_id: id });
    expect(JSON.stringify(names.value)).toContain('parseConfig');
    const plain = await call('code-vector-memory', alice, 'list_entities', { memory_id: memory?.row });
    expect(JSON.stringify(plain.value)).toContain('not found');
    const owners = await call('code-vector-memory', OWNER, 'list_entities', { memory_id: memory?.row });
    expect(owners.value).toEqual(names.value);
    const other = await one('memory-mcp', alice, 'get_memory', { id: String(id) });
    expect(other.content).toContain('parseConfig');
  });

  it('sees the newest first, whatever their numbers', async () => {
    for (let i = 0; i < 8; i++) await remember(alice, `Step ${i} of the plan.`);
    const { value } = await call('code-vector-memory', alice, 'list_recent', { limit: 8 });
    const contents = z.array(z.object({ content: z.string() })).parse(value);
    expect(contents.map(({ content }) => content)).toEqual(
      [7, 6, 5, 4, 3, 2, 1, 0].map((i) => `Step ${i} of the plan.`),
    );
  });

  it('cannot tell from entities, relations, code, versions or nodes either', async () => {
    const { engine } = open;
    const { show } = await engine.access.numbering(alice);
    const told = await one('code-vector-memory', alice, 'upsert_entity', { name: 'Redis' });
    const entity = await engine.knowledge.about(alice, 'Redis');
    expect(told.entity_id).toBe(show('entity', entity?.entity.row ?? 0));
    const seen = await one('code-vector-memory', alice, 'get_entity', { name: 'Redis' });
    expect(seen.id).toBe(told.entity_id);
    expect(seen.memory_ids).toEqual((entity?.memories ?? []).map((row) => show('memory', row)));
    const relation = await one('code-vector-memory', alice, 'add_relation', {
      source: 'Redis',
      target: 'Cache',
      relation_type: 'serves',
    });
    expect(relation.relation_id).toBe(show('relation', 1));

    await engine.code.index({ ...alice, anyCode: true }, project.root);
    const found = (await engine.code.search(alice, 'hash password', { limit: 1 })).found[0];
    const code = await one('memory-mcp', alice, 'search_code', { query: 'hash password', limit: 1 });
    expect(code.results[0].id).toBe(String(show('chunk', found?.chunk.id ?? 0)));

    const memory = (await engine.notes.recent(alice, 1))[0];
    const got = await one('long-term-memory', alice, 'memory_get', { memory_id: memory?.id });
    expect(got.memory.version).toBe(show('version', memory?.revision ?? 0));
    const update = { memory_id: memory?.id, content: 'Step 7 of the new plan.', expected_version: got.memory.version };
    const updated = await one('long-term-memory', alice, 'memory_update', update);
    const { revision } = await engine.memories.get(alice, memory?.id);
    expect(updated).toMatchObject({ status: 'updated', version: show('version', revision) });
    const late = await call('long-term-memory', alice, 'memory_update', { ...update, content: 'Late.' });
    expect(late.isError).toBe(true);
    // The stored revision would count everybody's changes.
    expect(JSON.stringify(late.value).match(/\d+/g) ?? []).not.toContain(`${revision}`);
    expect(JSON.stringify(late.value)).not.toMatch(/"revision"/);
  });

  it('finds nodes and their neighbours by the ids that a query returned', async () => {
    const ask = (actor: Actor, text: string) => open.engine.graph.query(actor, text, { rows: 100, timeMs: 5000 });
    const { rows } = await ask(alice, 'MATCH (m:Memory)-[r]->(e:Entity) RETURN id(m), id(r), id(e), m.content LIMIT 1');
    const [memory, edge, entity, content] = rows[0] ?? [];
    const again = await ask(
      alice,
      `MATCH (m)-[r]->(e) WHERE id(m) = '${memory}' AND id(e) = '${entity}' RETURN id(r), m.content`,
    );
    expect(again.rows).toContainEqual([edge, content]);
    const stored = new Set((await ask(OWNER, 'MATCH (n) RETURN id(n)')).rows.flat());
    const shown = (await ask(alice, 'MATCH (n) RETURN id(n)')).rows.flat();
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.filter((id) => stored.has(id))).toEqual([]);
    expect((await ask(alice, 'MATCH (n) RETURN count(n)')).rows[0]?.[0]).toBe(shown.length);
    const all = await open.engine.memories.validAt({ ...OWNER, ...reach(alice) }, 100);
    for (const { row } of all)
      expect((await ask(alice, `MATCH (n) WHERE id(n) = 'm${row}' RETURN n`)).rows).toEqual([]);
  });
});
