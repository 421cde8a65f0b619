// The page's actions on memories over HTTP: change, undo, decide, look back; and its refusals.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Actor } from '../src/engine/access/actor.ts';
import { log } from '../src/log.ts';
import type { MemoryView } from '../src/transports/api/memory-view.ts';
import { ApiClient } from './api-client.ts';
import { type HttpUsers, startUsers } from './http-users.ts';
import { OWNER } from './open.ts';
import { least } from './spent.ts';

let users: HttpUsers;
let page: ApiClient;
beforeAll(async () => {
  users = await startUsers();
  page = new ApiClient(users.http.url);
});
afterAll(() => users.dispose());

const add = async (content: string, more: { tags?: string[] } = {}): Promise<MemoryView> =>
  (await page.post('memory.add', { content, ...more })).body.memory;
const get = async (id: string) => (await page.get('memory.get', { id })).body;
const found = async (question: string) =>
  (await page.get('search.words', { question })).body.hits.map(({ memory }) => memory.content);
async function* failing(error: Error): AsyncGenerator<string> {
  for (let i = 0; i < 1000; i++) yield '{"record":"memory"}';
  throw error;
}
const NOTHING = { reverts: [], restores: [], discards: [] };
const ref = ({ id, version }: MemoryView) => ({ id, version });

describe('a change on the page', () => {
  it('is undone, and the undo is undone', async () => {
    const memory = await add('The build takes nine minutes.');
    const edited = await page.post('memory.edit', { ...ref(memory), content: 'The build takes two minutes.' });
    expect(await found('minutes build')).toEqual(['The build takes two minutes.']);
    expect((await get(memory.id)).history).toMatchObject([{ before: { content: 'The build takes nine minutes.' } }]);
    const undone = await page.post('memory.undo', edited.body.undo ?? NOTHING);
    expect(await found('minutes build')).toEqual(['The build takes nine minutes.']);
    await page.post('memory.undo', undone.body.undo ?? NOTHING);
    expect(await found('minutes build')).toEqual(['The build takes two minutes.']);
  });

  it('is refused with both versions if the memory has changed meanwhile, for every action', async () => {
    const memory = await add('Two windows show this.');
    await page.post('memory.edit', { ...ref(memory), content: 'One window changed this.' });
    const other = await add('Another one for the windows.');
    const refused = [
      await page.post('memory.edit', { ...ref(memory), content: 'The other window, too.' }),
      await page.post('memory.invalidate', ref(memory)),
      await page.post('memory.replace', { ...ref(memory), content: 'Replaced.' }),
      await page.post('memory.merge', { keep: ref(memory), gone: ref(other) }),
      await page.post('memory.merge', { keep: ref(other), gone: ref(memory) }),
      await page.post('memory.forget', ref(memory)),
      await page.post('memory.undo', { reverts: [ref(memory)], restores: [], discards: [] }),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(409);
      expect(body.error).toMatchObject({ code: 'conflict', stored: { content: 'One window changed this.' } });
      expect(JSON.stringify(body.error?.yours)).toContain(memory.version);
    }
    expect((await get(memory.id)).memory.content).toBe('One window changed this.');
  });

  it('happens once if two are made at the same time; the other is refused with both versions', async () => {
    const memory = await add('Both windows save at once.');
    const saves = ['left', 'right', 'third'].map((side) =>
      page.post('memory.edit', { ...ref(memory), content: `Saved by the ${side} window.` }),
    );
    const statuses = (await Promise.all(saves)).map(({ status, body }) =>
      status === 409 ? Boolean(body.error?.stored) : status,
    );
    expect(statuses.toSorted()).toEqual([200, true, true]);
    expect((await get(memory.id)).history).toHaveLength(1);
  });

  it('ends and replaces a memory, and undoes both', async () => {
    const memory = await add('The canteen opens at 8.');
    const { body } = await page.post('memory.replace', {
      ...ref(memory),
      content: 'The canteen opens at 9.',
      reason: 'moved',
    });
    expect(body.memories.map(({ content }) => content)).toEqual(['The canteen opens at 9.', 'The canteen opens at 8.']);
    expect((await get(memory.id)).memory).toMatchObject({ invalidReason: 'moved', supersededBy: body.memories[0]?.id });
    expect((await get(body.memories[0]?.id ?? '')).replaces).toEqual({
      id: memory.id,
      content: 'The canteen opens at 8.',
    });
    expect((await get(memory.id)).replaces).toBeNull();
    expect(await found('canteen')).toEqual(['The canteen opens at 9.']);
    await page.post('memory.undo', body.undo ?? NOTHING);
    expect(await found('canteen')).toEqual(['The canteen opens at 8.']);
    const ended = await page.post('memory.invalidate', { ...ref((await get(memory.id)).memory) });
    expect(await found('canteen')).toEqual([]);
    expect((await page.get('search.words', { question: 'canteen', validity: 'ended' })).body.hits).toHaveLength(1);
    expect((await page.get('memory.neighbours', { id: memory.id })).status).toBe(200);
    await page.post('memory.undo', ended.body.undo ?? NOTHING);
    expect(await found('canteen')).toEqual(['The canteen opens at 8.']);
  });

  it('is not undone if that would take away a replacement that has changed meanwhile', async () => {
    const memory = await add('The sauna opens at 6.');
    const { body } = await page.post('memory.replace', { ...ref(memory), content: 'The sauna opens at 7.' });
    const [fresh] = body.memories;
    if (!fresh) throw new Error('not replaced');
    await page.post('memory.edit', { ...ref(fresh), content: 'The sauna opens at half past 7.' });
    expect((await page.post('memory.undo', body.undo ?? NOTHING)).status).toBe(409);
    expect(await found('sauna')).toEqual(['The sauna opens at half past 7.']);
  });

  it('restores nothing when undone if one of the memories is no longer in the bin', async () => {
    const [owl, emu] = [await add('An owl sits on the roof.'), await add('An emu sits on the lawn.')];
    for (const memory of [owl, emu]) await page.post('memory.forget', ref(memory));
    await page.post('memory.erase', { id: emu.id });
    const restores = [{ id: owl.id }, { id: emu.id }];
    expect((await page.post('memory.undo', { ...NOTHING, restores })).status).toBe(404);
    expect(await found('owl')).toEqual([]);
  });

  it('keeps a memory that was known before it replaced another, when that is undone', async () => {
    const memory = await add('The gym has a pool.');
    const known = await add('Our gym lends towels.');
    const { body } = await page.post('memory.replace', { ...ref(memory), content: known.content });
    expect(body.memories[0]?.id).toBe(known.id);
    await page.post('memory.undo', body.undo ?? NOTHING);
    expect((await found('gym')).toSorted()).toEqual(['Our gym lends towels.', 'The gym has a pool.']);
  });

  it('merges two memories and undoes it', async () => {
    const [keep, gone] = [
      await add('Lunch is at noon.', { tags: ['a'] }),
      await add('We have lunch at noon.', { tags: ['b'] }),
    ];
    const { body } = await page.post('memory.merge', { keep: ref(keep), gone: ref(gone) });
    expect(body.memories[0]?.tags).toEqual(['a', 'b']);
    expect(await found('lunch noon')).toEqual(['Lunch is at noon.']);
    await page.post('memory.undo', body.undo ?? NOTHING);
    expect((await get(keep.id)).memory.tags).toEqual(['a']);
    expect((await get(gone.id)).memory.tags).toEqual(['b']);
  });

  it('forgets and restores; an erased memory is not in the bin', async () => {
    const memory = await add('A parrot lives in the office.');
    const { body } = await page.post('memory.forget', ref(memory));
    expect(await found('parrot')).toEqual([]);
    const inBin = async () => (await page.get('memory.bin', {})).body.items.map((each) => each.memory.id);
    expect(await inBin()).toContain(memory.id);
    await page.post('memory.undo', body.undo ?? NOTHING);
    expect(await found('parrot')).toEqual(['A parrot lives in the office.']);
    await page.post('memory.forget', ref((await get(memory.id)).memory));
    expect((await page.post('memory.erase', { id: memory.id })).status).toBe(200);
    expect(await inBin()).not.toContain(memory.id);
    expect((await page.post('memory.restore', { id: memory.id })).status).toBe(404);
    expect((await page.post('memory.erase', { id: memory.id })).status).toBe(404);
  });
});

describe('the inbox', () => {
  const items = async (kind: 'duplicate' | 'contradiction' | 'proposal' | 'stale') =>
    (await page.get('inbox.list', { kind })).body.items;

  it('shows contradictions, and lets the newer replace the older', async () => {
    const old = await add('The office closes at 18 o’clock.');
    await add('The office closes at 20 o’clock.');
    const [item] = await items('contradiction');
    expect(item).toMatchObject({ other: { id: old.id } });
    const { body } = await page.post('inbox.replace', { item: item?.id ?? '', version: item?.memory?.version });
    expect(body.memories[0]?.supersededBy).toBe(item?.memory?.id);
    expect(await items('contradiction')).toEqual([]);
    await page.post('memory.undo', body.undo ?? NOTHING);
    expect(await items('contradiction')).toHaveLength(1);
    await page.post('inbox.keep', { item: item?.id ?? '' });
    expect(await items('contradiction')).toEqual([]);
    expect((await page.post('inbox.keep', { item: item?.id ?? '' })).status).toBe(404);
  });

  it('merges duplicates, and undoes it', async () => {
    await add('Coffee is in the kitchen.');
    await add('Coffee is in the kitchen');
    const [item] = await items('duplicate');
    const { body, status } = await page.post('inbox.merge', { item: item?.id ?? '' });
    expect(status).toBe(200);
    expect(await found('coffee')).toHaveLength(1);
    expect((await page.post('memory.undo', body.undo ?? NOTHING)).status).toBe(200);
    expect(
      (await page.get('memory.list', { limit: 2 })).body.items.some(({ content }) => content.startsWith('Coffee')),
    ).toBe(true);
  });

  it('finds older duplicates', async () => {
    const text = 'Umbrellas stand beside the door.';
    await users.open.engine.memories.storeMany(OWNER, [{ content: text }, { content: text }]);
    const waiting = async () => (await items('duplicate')).filter(({ memory }) => memory?.content === text);
    expect(await waiting()).toEqual([]);
    expect((await page.post('inbox.look', {})).status).toBe(200);
    await expect.poll(waiting).toMatchObject([{ similarity: 1 }]);
    expect((await page.get('data.jobs', {})).body.jobs.map(({ kind }) => kind)).toContain('duplicates');
  });

  it('refuses a decision about an item that has changed since it was seen, with both versions', async () => {
    await add('The printer is on floor 1.');
    await add('The printer is on floor 2.');
    const [item] = await items('contradiction');
    const { memory } = item ?? {};
    if (!item || !memory) throw new Error('nothing waits');
    await page.post('memory.edit', { ...ref(memory), tags: ['seen'] });
    const refused = await page.post('inbox.reject', { item: item.id, version: memory.version });
    expect([refused.status, refused.body.error?.stored]).toMatchObject([409, { tags: ['seen'] }]);
    await page.post('inbox.reject', { item: item.id });
    expect(await found('printer floor')).toEqual(['The printer is on floor 1.']);
  });

  it('refuses a decision about two of which one was rewritten since, with both versions', async () => {
    await add('The plotter is on floor 1.');
    await add('The plotter is on floor 2.');
    const [item] = await items('contradiction');
    const { memory } = item ?? {};
    if (!item || !memory) throw new Error('nothing waits');
    await page.post('memory.edit', { ...ref(memory), content: 'The plotter was sold.' });
    const refused = await page.post('inbox.reject', { item: item.id, version: memory.version });
    expect([refused.status, refused.body.error?.stored]).toMatchObject([409, { content: 'The plotter was sold.' }]);
    expect((await page.post('inbox.reject', { item: item.id })).status).toBe(404);
  });

  it('hides a proposal from every search until it is accepted, and a rejected one permanently', async () => {
    await page.post('inbox.propose', { content: 'Quokkas are our mascot.', source: 'hook' });
    await page.post('inbox.propose', { content: 'Wombats are our mascot.' });
    expect((await page.post('inbox.propose', { content: 'Wombats are our mascot' })).body.item).toBeNull();
    expect(await found('mascot')).toEqual([]);
    expect(
      (await page.get('search.recall', { question: 'Which mascot?' })).body.hits.every(
        ({ memory }) => !/mascot/.test(memory.content),
      ),
    ).toBe(true);
    expect(
      (await page.post('query.run', { cypher: "MATCH (m:Memory) WHERE m.content CONTAINS 'mascot' RETURN m" })).body
        .rows,
    ).toEqual([]);
    const waiting = await items('proposal');
    const itemOf = (word: string) => waiting.find(({ proposal }) => proposal?.content.startsWith(word))?.id ?? '';
    await page.post('inbox.reject', { item: itemOf('Wombats') });
    await page.post('inbox.keep', { item: itemOf('Quokkas') });
    expect(await found('mascot')).toEqual(['Quokkas are our mascot.']);
    expect((await page.post('inbox.propose', { content: 'Wombats are our mascot.' })).body.item).toBeNull();
    expect(await items('proposal')).toEqual([]);
    const { entries } = (await page.get('people.audit', { limit: 20 })).body;
    const deeds = entries.map(({ action, subject }) => `${action} ${subject}`);
    expect(deeds).toContain(`inbox.keep ${itemOf('Quokkas')}`);
    expect(deeds).toContain(`inbox.reject ${itemOf('Wombats')}`);
  });
});

describe('looking back', () => {
  it('shows what was true at one time, as known at another', async () => {
    const memory = await add('The lamp on the desk is red.');
    const before = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const edited = await page.post('memory.edit', { ...ref(memory), content: 'The lamp on the desk is blue.' });
    const between = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const [blue] = edited.body.memories;
    if (!blue) throw new Error('not changed');
    await page.post('memory.invalidate', ref(blue));
    const now = Date.now() + 1;
    const lamps = async (trueAt: number, knownAt: number) =>
      (await page.get('time.facts', { trueAt, knownAt })).body.items
        .map(({ content }) => content)
        .filter((content) => content.includes('lamp'));
    expect(await lamps(before, before)).toEqual(['The lamp on the desk is red.']);
    expect(await lamps(before, between)).toEqual(['The lamp on the desk is blue.']);
    // At that time nobody knew that it would end.
    expect(await lamps(now, between)).toEqual(['The lamp on the desk is blue.']);
    expect(await lamps(now, now)).toEqual([]);
    expect(await lamps(before, now)).toEqual(['The lamp on the desk is blue.']);
    expect(await lamps(before, memory.learnedAt - 1)).toEqual([]);
  });

  it('is filtered by the tags that a memory had then', async () => {
    const memory = await add('The kettle is descaled in spring.', { tags: ['kitchen'] });
    const between = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await page.post('memory.edit', { ...ref(memory), tags: ['chores'] });
    const tagged = async (tag: string, knownAt: number) =>
      (await page.get('time.facts', { tag, knownAt })).body.items.map(({ id }) => id);
    expect(await tagged('kitchen', between)).toEqual([memory.id]);
    expect(await tagged('chores', between)).toEqual([]);
    expect(await tagged('chores', Date.now() + 1)).toEqual([memory.id]);
  });
});

describe('the graph', () => {
  it('starts at a memory, grows to what is mentioned with it, and finds the path between two', async () => {
    const one = await add('Zanzibar Gate opens in May.');
    const two = await add('The keys of Zanzibar Gate are lost.');
    const [start] = (await page.get('graph.start', { name: one.id })).body.nodes;
    expect(start).toMatchObject({ memory: one.id, label: 'Memory' });
    const { nodes, edges, types, cut } = (await page.get('graph.grow', { nodes: [start?.id ?? ''], depth: 2 })).body;
    expect(nodes.map(({ memory }) => memory)).toContain(two.id);
    expect(cut).toBe(false);
    const told = edges.map(([from, to, type]) => `${nodes[from]?.memory ?? ''} ${types[type]} ${nodes[to]?.name}`);
    expect(told).toContain(`${two.id} MENTIONS Zanzibar Gate`);
    const only = await page.get('graph.grow', { nodes: [start?.id ?? ''], depth: 2, labels: ['Entity'] });
    expect(only.body.nodes.map(({ label }) => label)).not.toContain('File');
    expect(only.body.nodes.filter(({ memory }) => memory !== undefined)).toHaveLength(1);
    expect((await page.get('graph.grow', { nodes: [start?.id ?? ''], depth: 2, limit: 1 })).body.cut).toBe(true);
    const { steps } = (await page.get('search.path', { id: two.id, from: [one.id] })).body;
    expect(steps.map(({ memory, name }) => memory ?? name)).toEqual([one.id, 'Zanzibar Gate', two.id]);
  });
});

describe('code on the page', () => {
  it('shows projects, files, symbols, calls and the memories that name them; a stale one waits in the inbox', async () => {
    const root = join(users.open.dataDir, 'shop');
    mkdirSync(root);
    writeFileSync(
      join(root, 'cart.ts'),
      'export function totalOf(n: number) {\n  return taxOf(n) + n;\n}\n\nexport function taxOf(n: number) {\n  return n * 0.2;\n}\n',
    );
    await page.post('memory.add', { content: 'Rounding is done in `taxOf` of cart.ts.' });
    expect((await page.post('code.index', { path: root })).status).toBe(200);
    await expect.poll(async () => (await page.get('code.projects', {})).body.projects[0]?.state).toBe('completed');
    expect((await page.get('code.files', { project: 'shop' })).body.items).toMatchObject([
      { path: 'cart.ts', memories: 1 },
    ]);
    const { items } = (await page.get('code.symbols', { project: 'shop', limit: 1 })).body;
    expect(items.map(({ name }) => name)).toEqual(['totalOf']);
    const rest = await page.get('code.symbols', { project: 'shop', after: items[0]?.id });
    expect(rest.body.items.map(({ name }) => name)).toEqual(['taxOf']);
    expect((await page.get('code.symbols', { project: 'shop', name: 'tax' })).body.items).toHaveLength(1);
    const { body } = await page.get('code.symbol', { project: 'shop', id: rest.body.items[0]?.id ?? '' });
    expect(body.source).toContain('n * 0.2');
    expect(body.callers.map(({ symbol }) => symbol.name)).toEqual(['totalOf']);
    expect((await page.get('code.memories', { project: 'shop', path: 'cart.ts' })).body.memories).toMatchObject([
      { symbol: 'taxOf', stale: null },
    ]);
    writeFileSync(join(root, 'cart.ts'), 'export function taxOf(n: number) {\n  return n * 0.25;\n}\n');
    await users.open.engine.code.index({ ...OWNER, roots: [users.open.dataDir] }, root);
    const stale = (await page.get('inbox.list', { kind: 'stale' })).body.items;
    expect(stale).toMatchObject([{ reason: expect.stringContaining('taxOf') }]);
    await page.post('inbox.keep', { item: stale[0]?.id ?? '' });
    expect((await page.get('inbox.list', { kind: 'stale' })).body.items).toEqual([]);
  }, 40_000);

  it('counts the same files and symbols for Health as for the project', async () => {
    const { projects } = (await page.get('code.projects', {})).body;
    const { code } = (await page.get('health.now', {})).body;
    expect(projects).toMatchObject([{ files: code.files, symbols: code.symbols }]);
    expect(code.symbols).toBeGreaterThan(0);
  });

  it('shows projects that have one name in several scopes, each under a name that leads to it', async () => {
    const root = join(users.open.dataDir, 'twin');
    mkdirSync(root);
    writeFileSync(join(root, 'twin.ts'), 'export const twin = 1;\n');
    const { code } = users.open.engine;
    for (const project of ['a', 'b']) {
      await code.index({ ...OWNER, roots: [users.open.dataDir], project }, root, { vectors: false });
    }
    const { status, body } = await page.get('code.projects', {});
    expect(status).toBe(200);
    const names = body.projects.map(({ name }) => name).filter((name) => name.startsWith('twin'));
    expect(names).toEqual(['twin@a', 'twin@b']);
    for (const project of names) {
      expect((await page.get('code.status', { project })).body.name).toBe(project);
      expect((await page.get('code.files', { project })).body.items).toMatchObject([{ path: 'twin.ts' }]);
    }
  });
});

describe('bad input', () => {
  it.each([
    ['memory.list', { limit: 'many' }, 'limit'],
    ['memory.list', { limit: 100_000 }, 'limit'],
    ['memory.list', { validity: 'maybe' }, 'validity'],
    ['memory.list', { unknown: '1' }, 'unknown'],
    ['memory.get', {}, 'id'],
    ['search.words', { question: 'x'.repeat(2001) }, 'question'],
  ] as const)('%s names the field and how to fix it', async (name, input, field) => {
    const query = new URLSearchParams(
      Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const { status, body } = await page.send<{ error: Record<string, string> }>(
      `/api/${name.replace('.', '/')}?${query}`,
      {},
    );
    expect([status, body.error.code, body.error.field]).toEqual([400, 'invalid', field]);
    expect(body.error.hint?.length).toBeGreaterThan(5);
  });

  it('is reported for bodies that are not JSON, too deep, too large, or lists', async () => {
    const post = (body: string) =>
      page.send<{ error: { code: string } }>('/api/memory/add', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: users.http.url },
        body,
      });
    for (const body of ['{', '[]', '"text"', 'null', '['.repeat(600) + ']'.repeat(600), '{"content":1}']) {
      expect([body.slice(0, 10), (await post(body)).status]).toEqual([body.slice(0, 10), 400]);
    }
    expect((await post(JSON.stringify({ content: 'x'.repeat(17 * 1024 * 1024) }))).status).toBe(413);
  });

  it.each(['\u202e', '\u2066', '\u200b', '\u001b', '\u2028'])('is reported for a user id with %j', async (hostile) => {
    const added = await page.post('people.addUser', { id: `a${hostile}b`, role: 'user' });
    expect(added.status).toBe(400);
  });

  it.each([1.5, 1e20])('is reported for %d, which is no moment', async (time) => {
    expect((await page.get('memory.list', { since: time })).status).toBe(400);
    expect((await page.get('time.facts', { knownAt: time })).status).toBe(400);
    expect((await page.get('recalls.list', { until: time })).status).toBe(400);
  });

  it('is reported for an invalid page key and an invalid id', async () => {
    expect((await page.get('memory.list', { after: 'nonsense' })).status).toBe(400);
    expect((await page.get('memory.get', { id: 'nonsense' })).status).toBe(404);
    for (const kind of ['proposal', 'duplicate', 'stale'] as const) {
      const { status, body } = await page.get('inbox.list', { kind, after: 'nonsense' });
      expect([kind, status, body.error?.message]).toEqual([kind, 400, expect.stringContaining('after')]);
    }
    expect((await page.post('query.run', { cypher: 'MATCH (' })).status).toBe(400);
    expect((await page.post('people.setRole', { id: 'nobody', role: 'user' })).status).toBe(404);
  });
});

describe('export and import', () => {
  it.each(['remanence', 'mem0'] as const)('a preview of much (%s) holds up nobody', async (format) => {
    const item = (i: number) => ({
      id: `m${i}`,
      memory: `Fact ${i}.`,
      record: 'memory',
      type: 'semantic',
      content: `Fact ${i}.`,
    });
    const items = Array.from({ length: 1000 }, (_, i) => item(i));
    const text = format === 'mem0' ? JSON.stringify(items) : items.map((each) => JSON.stringify(each)).join('\n');
    let turns = 0;
    let next = setImmediate(function turn() {
      turns++;
      next = setImmediate(turn);
    });
    await users.open.engine.textImports.preview(OWNER, { format, text, name: 'import' });
    clearImmediate(next);
    expect(turns).toBeGreaterThan(5);
  });

  it('of much text is refused before the text is read, to a user who may not write there', async () => {
    const bob: Actor = { who: 'bob', role: 'user', cubes: ['bobs'] };
    const { textImports } = users.open.engine;
    const given = { format: 'claude-memory', text: '# a\nb\n'.repeat(300_000), name: 'x.md' } as const;
    for (const call of [() => textImports.preview(bob, given), () => textImports.run(bob, given, {})]) {
      const refused = () => expect(call()).rejects.toMatchObject({ code: 'forbidden' });
      expect(await least(refused, { limit: 200 })).toBeLessThan(200);
    }
  });

  it('break off an export that fails midway, and log which cubes it left out', async () => {
    const warn = vi.spyOn(log, 'warn').mockReturnValue();
    const stream = vi.spyOn(users.open.engine.exporting, 'stream').mockImplementation(async (_, { onLeft } = {}) => {
      onLeft?.({ cube: 'lost', reason: 'Its file is damaged.' });
      return failing(new Error('The disk is gone.'));
    });
    await expect(page.send('/api/data/export', {})).rejects.toThrow();
    expect(warn.mock.calls).toEqual([
      ['an export left out a cube', { cube: 'lost', reason: 'Its file is damaged.' }],
      ['an export was cut off', { error: 'The disk is gone.' }],
    ]);
    stream.mockRestore();
    warn.mockRestore();
  });

  it('transfer everything to another server, with a preview', async () => {
    const { body: text } = await page.send<string>('/api/data/export', {});
    const other = await startUsers();
    const there = new ApiClient(other.http.url);
    const preview = await there.post('data.preview', { format: 'remanence', text });
    expect(preview.body.memories).toBeGreaterThan(5);
    expect(preview.body.problems).toEqual([]);
    expect((await there.get('memory.list', {})).body.items).toEqual([]);
    const { body } = await there.post('data.import', { format: 'remanence', text });
    expect(body.memories).toBe(preview.body.memories);
    expect((await there.post('data.preview', { format: 'remanence', text })).body).toMatchObject({
      memories: 0,
      known: body.memories,
    });
    await other.dispose();
  }, 30_000);
});
