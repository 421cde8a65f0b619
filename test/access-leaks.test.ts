// What a user may not see is nowhere: not in searches, graph, Cypher, exports, figures, chats or the time of a lookup.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../src/engine/access/actor.ts';
import { type OpenEngine, OWNER, openTestEngine } from './open.ts';
import { createProject, SHOP } from './project.ts';

const project = createProject('shop', SHOP);
let open: OpenEngine;
beforeAll(async () => {
  open = await openTestEngine();
});
afterAll(async () => {
  await open.dispose();
  project.dispose();
});

/** As over HTTP: with a token's rights. */
async function tokenActor(user: string): Promise<Actor> {
  const { users, access } = open.engine;
  return access.authenticate((await users.issueToken(OWNER, user, 1)).token);
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

it('a user is told the same of other users and tokens, whether there are any or not', async () => {
  const { users } = open.engine;
  await users.add(OWNER, { id: 'boss', role: 'admin' });
  await users.add(OWNER, { id: 'carol', role: 'user' });
  const { listed } = await users.issueToken(OWNER, 'boss', 1);
  const carol = await tokenActor('carol');
  const refusal = async (deed: Promise<unknown>) => deed.then(String, ({ message }: Error) => message);
  const told = await Promise.all([
    ...['boss', 'carol', 'nobody'].flatMap((id) => [
      refusal(users.setRole(carol, id, 'user')),
      refusal(users.setActive(carol, id, false)),
      refusal(users.issueToken(carol, id, 1)),
    ]),
    ...[listed.id, 'boss', 'nobody'].map((which) => refusal(users.revoke(carol, which))),
  ]);
  expect(new Set(told)).toEqual(new Set(['carol is not an admin.']));
});

describe('the content of a foreign cube', () => {
  let bob: Actor;
  let secret: string;
  beforeAll(async () => {
    const { engine } = open;
    for (const id of ['alice', 'bob']) await engine.users.add(OWNER, { id, role: 'user' });
    const alice = await tokenActor('alice');
    await engine.cubes.register(alice, { id: 'vault' });
    const inside = { ...(await tokenActor('alice')), cube: 'vault' };
    const requirement = { requirement_id: 'REQ-VAULT', title: 'The vault' };
    secret = (await engine.memories.store(inside, { content: 'Project Nightingale ships in May.' })).memory.id;
    await engine.memories.store(inside, { type: 'requirements', content: 'Nightingale sings.', metadata: requirement });
    const entity = await engine.graph.createEntity(inside, { name: 'Nightingale', type: 'project' });
    await engine.graph.createRelation(inside, { from: entity.id, to: entity.id, type: 'is', weight: 1 });
    await engine.code.index({ ...inside, anyCode: true }, project.root);
    await engine.cubes.register(await tokenActor('bob'), { id: 'bobs' });
    bob = await tokenActor('bob');
    await engine.memories.store({ ...bob, cube: 'bobs' }, { content: 'Bob likes tea.' });
  });

  it('is not found, by meaning, words, connection, id or name', async () => {
    const { retrieval, memories, graph, analysis } = open.engine;
    const question = 'When does project Nightingale ship?';
    const found = [
      ...(await retrieval.byMeaning(bob, question, 50)),
      ...(await retrieval.byWords(bob, question, 50)),
      ...(await retrieval.recall(bob, question, { limit: 50 })).found,
      ...(await retrieval.relevant(bob, question, { limit: 50, leastSimilarity: 0 })).found,
    ];
    expect(new Set(found.map(({ memory }) => memory.content))).toEqual(new Set(['Bob likes tea.']));
    await expect(memories.get(bob, secret)).rejects.toMatchObject({ code: 'not_found' });
    await expect(memories.history(bob, secret)).rejects.toMatchObject({ code: 'not_found' });
    await expect(graph.around(bob, 'Nightingale', { types: null, direction: 'both', depth: 3 })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(analysis.trace(bob, 'REQ-VAULT')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not show up as code of this user', async () => {
    const { code } = open.engine;
    const inside = { ...(await tokenActor('alice')), cube: 'vault' };
    expect((await code.search(inside, 'hash password session', { limit: 5 })).found.length).toBeGreaterThan(0);
    expect(await code.projects(bob)).toEqual([]);
    expect((await code.search(bob, 'hash password session', { limit: 5 })).found).toEqual([]);
    await expect(code.status(bob, 'shop')).rejects.toMatchObject({ code: 'not_found' });
  });

  it("reveals nothing about code that the user's own memory happens to name", async () => {
    const { memories, code, retrieval } = open.engine;
    await code.index({ ...OWNER, anyCode: true }, project.root);
    const { memory } = await memories.store(
      { ...bob, cube: 'bobs' },
      { content: 'Bob asks what `hashPassword` does.' },
    );
    project.write('src/password.ts', SHOP['src/password.ts'].replaceAll('hashPassword', 'scramble'));
    await code.index({ ...OWNER, anyCode: true }, project.root);
    expect((await code.links.stale(OWNER, [memory.row])).get(memory.row)).toContain('hashPassword');
    expect(await code.links.stale(bob, [memory.row])).toEqual(new Map());
    expect((await retrieval.byWords(bob, 'hashPassword', 5)).map(({ stale }) => stale)).toEqual([null]);
    await memories.remove(bob, memory.id);
  });

  it('is not in the graph that Cypher sees', async () => {
    const { rows } = await open.engine.graph.query(bob, 'MATCH (n) RETURN n', { rows: 1000, timeMs: 5000 });
    expect(JSON.stringify(rows)).toContain('Bob likes tea.');
    expect(JSON.stringify(rows)).not.toMatch(/nightingale|vault/i);
  });

  it('is in no note, graph or table that this user sees', async () => {
    const { engine } = open;
    const inside = { ...(await tokenActor('alice')), cube: 'vault' };
    await engine.knowledge.tell(inside, { name: 'Nightingale', type: null, observations: ['Nightingale is blue.'] });
    expect(await engine.knowledge.about({ ...inside, role: 'guest' }, 'Nightingale')).toMatchObject({
      observations: ['Nightingale is blue.'],
    });
    const seen = [
      await engine.notes.search(bob, 'Nightingale'),
      await engine.notes.recent(bob, 100),
      await engine.retrieval.byOverlap(bob, 'Project Nightingale ships', 50),
      await engine.knowledge.about(bob, 'Nightingale'),
      await engine.knowledge.overview(bob, 100),
      await engine.knowledge.search(bob, 'Nightingale', 10, true),
      await engine.tables(bob),
      await engine.status(bob),
    ];
    expect(JSON.stringify(seen)).toContain('Bob likes tea.');
    expect(JSON.stringify(seen)).not.toMatch(/nightingale|vault|remanence\.db/i);
    expect(await engine.indexFigures(bob)).toEqual({ files: 0, functions: 0, classes: 0 });
    await expect(engine.compact(bob)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is in no export and no figures', async () => {
    const { engine, dataDir } = open;
    const { path, memories } = await engine.exporting.toFile(
      { ...bob, roots: [dataDir] },
      join(dataDir, 'exports', 'bob.jsonl'),
    );
    expect(memories).toBe(1);
    expect(readFileSync(path, 'utf8')).not.toMatch(/nightingale|vault/i);
    const before = JSON.stringify(await figuresOf(bob));
    await engine.memories.store({ ...(await tokenActor('alice')), cube: 'vault' }, { content: 'More of Nightingale.' });
    expect(JSON.stringify(await figuresOf(bob))).toBe(before);
  });

  it("does not include files of the server's machine or their names", async () => {
    const { exporting, importing, cubes } = open.engine;
    const nobody = { ...bob, roots: [] };
    const refused = { code: 'forbidden', message: expect.not.stringContaining(open.dataDir), hint: undefined };
    await expect(exporting.toFile(nobody, undefined)).rejects.toMatchObject(refused);
    await expect(importing.fromFile(nobody, 'x.jsonl')).rejects.toMatchObject(refused);
    await expect(cubes.register(nobody, { id: 'filed' }, 'x.db')).rejects.toMatchObject(refused);
  });

  const figuresOf = async (actor: Actor) => {
    const { engine } = open;
    return [await engine.statistics(actor), await engine.status(actor), await engine.cubes.count(actor)];
  };

  it('cannot be changed, deleted, related to or reset', async () => {
    const { memories, graph } = open.engine;
    await expect(memories.update(bob, secret, { content: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(memories.invalidate(bob, secret)).rejects.toMatchObject({ code: 'not_found' });
    await expect(memories.discard(bob, secret)).rejects.toMatchObject({ code: 'not_found' });
    expect(await memories.remove(bob, secret)).toBe(false);
    await expect(memories.store({ ...bob, cube: 'vault' }, { content: 'x' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(graph.createEntity({ ...bob, cube: 'vault' }, { name: 'x', type: 'y' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const red = { name: 'Nightingale', type: null, observations: ['Nightingale is red.'] };
    await expect(open.engine.knowledge.tell({ ...bob, cube: 'vault' }, red)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await open.engine.removing.remove(bob, { olderThanDays: 0 });
    await open.engine.reset(bob);
    expect((await memories.get(OWNER, secret)).content).toContain('Nightingale');
  });

  it('is refused in the same time as content that does not exist', { retry: 2 }, async () => {
    const time = async (id: string) => {
      const began = performance.now();
      await open.engine.cubes.registry.find(bob, id).catch(() => {});
      return performance.now() - began;
    };
    const [foreign, unknown]: [number[], number[]] = [[], []];
    for (let i = 0; i < 60; i++) {
      foreign.push(await time('vault'));
      unknown.push(await time('nowhere'));
    }
    const [a, b] = [median(foreign), median(unknown)];
    expect(Math.max(a, b) / Math.min(a, b)).toBeLessThan(3);
  });
});

describe('for any users, cubes, shares and memories', () => {
  const WORDS = ['anchor', 'buoy', 'crane', 'dock', 'ebb', 'ferry'];
  const world = fc.record({
    cubes: fc.array(fc.record({ owner: fc.nat(3), shared: fc.uniqueArray(fc.nat(3), { maxLength: 3 }) }), {
      minLength: 2,
      maxLength: 4,
    }),
    memories: fc.array(fc.record({ cube: fc.nat(4), words: fc.subarray(WORDS, { minLength: 1, maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 8,
    }),
    question: fc.subarray(WORDS, { minLength: 1, maxLength: 2 }),
    limit: fc.integer({ min: 1, max: 10 }),
  });
  let round = 0;

  it('a search returns exactly what it would return from the permitted memories alone', async () => {
    const { engine } = open;
    await fc.assert(
      fc.asyncProperty(world, async ({ cubes, memories, question, limit }) => {
        await engine.reset(OWNER);
        const run = ++round;
        const user = (n: number) => `u${n}-${run}`;
        const cube = (n: number) => `c${n % cubes.length}-${run}`;
        for (const n of [0, 1, 2, 3]) await engine.users.add(OWNER, { id: user(n), role: n === 3 ? 'guest' : 'user' });
        for (const [i, { owner, shared }] of cubes.entries()) {
          await engine.cubes.register({ who: user(owner), role: 'user', cubes: [] }, { id: cube(i) });
          for (const n of shared) await engine.cubes.registry.share(OWNER, cube(i), user(n));
        }
        for (const [i, { cube: at, words }] of memories.entries()) {
          const scope = at === 4 ? {} : { cube: cube(at) };
          await engine.memories.store({ ...OWNER, ...scope }, { content: `Note ${i}: ${words.join(' and ')}.` });
        }
        const asked = question.join(' ');
        for (const n of [0, 1, 2, 3]) {
          const actor = await tokenActor(user(n));
          const may = (index: number) => {
            const { owner, shared } = cubes[index] ?? { owner: -1, shared: [] };
            return owner === n || shared.includes(n);
          };
          const permitted = new Set(cubes.flatMap((_, i) => (may(i) ? [cube(i)] : [])));
          const isPermitted = ({ memory }: { memory: { scope: { cube: string | null } } }) =>
            permitted.has(memory.scope.cube ?? 'default');
          const ids = (found: readonly { memory: { id: string } }[]) => found.map(({ memory }) => memory.id);
          // Cosines do not depend on what else is stored: expect the owner's answer without what is not permitted.
          const all = (await engine.retrieval.byMeaning(OWNER, asked, 100)).filter(isPermitted);
          expect(ids(await engine.retrieval.byMeaning(actor, asked, limit))).toEqual(ids(all.slice(0, limit)));
          const worded = (await engine.retrieval.byWords(OWNER, asked, 100)).filter(isPermitted);
          expect(new Set(ids(await engine.retrieval.byWords(actor, asked, 100)))).toEqual(new Set(ids(worded)));
          const { found } = await engine.cubes.search(actor, asked, { limit: 100 });
          expect(found.every(isPermitted)).toBe(true);
          expect(new Set(ids(found)).size).toBe(
            memories.filter(({ cube: at }) => at !== 4 && may(at % cubes.length)).length,
          );
        }
      }),
      { numRuns: 20 },
    );
  }, 90_000);
});
