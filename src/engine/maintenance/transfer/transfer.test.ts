import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine, temporaryFolder } from '../../../../test/open.ts';
import { RemanenceError } from '../../../errors.ts';
import type { Actor } from '../../access/actor.ts';
import type { Engine } from '../../engine.ts';
import { toMem, toUuid } from '../../ids.ts';
import type { ExportOptions } from './export.ts';
import type { ImportOptions } from './import-run.ts';
import { memoryLine } from './records.ts';

let from: OpenEngine;
let to: OpenEngine;
let elsewhere: string;
beforeAll(async () => {
  // Removes what each test leaves behind.
  from = await openTestEngine({ keepRemoved: 0 });
  to = await openTestEngine({ keepRemoved: 0 });
});
afterAll(() => Promise.all([from.dispose(), to.dispose()]));
beforeEach(() => {
  elsewhere = temporaryFolder();
});
afterEach(async () => {
  for (const { engine, dataDir } of [from, to]) {
    await engine.reset(OWNER);
    for (const folder of ['backups', 'exports']) rmSync(join(dataDir, folder), { recursive: true, force: true });
  }
  rmSync(elsewhere, { recursive: true, force: true });
});

async function linesOf(engine: Engine, options: ExportOptions = {}, actor: Actor = OWNER): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of engine.exporting.lines(actor, options)) lines.push(line);
  return lines;
}
async function* given(lines: readonly (string | null)[]): AsyncGenerator<string | null> {
  yield* lines;
}
const take = (lines: readonly (string | null)[], options: ImportOptions = {}, actor: Actor = OWNER) =>
  to.engine.importing.take(actor, given(lines), options);

const HEADER = '{"format":"remanence","version":1,"exported_at":"2026-01-01T00:00:00.000Z","model":null}';

async function storedLine(): Promise<object> {
  await from.engine.memories.store(OWNER, { content: 'Payroll is reviewed.' });
  return JSON.parse((await linesOf(from.engine))[1] ?? '');
}

const ENTITY =
  '{"record":"entity","id":"06gy1nsfpynpbg04jsay","name":"Disk","type":"part","description":null,"created_at":"2026-01-01T00:00:00.000Z"}';

/** A little of everything that can be stored. */
async function fill({ memories, graph, knowledge }: Engine): Promise<void> {
  const ada = { who: 'local', user: 'ada', project: 'shop' };
  const { memory: first } = await memories.store(ada, {
    content: 'Orders are kept for ten years, says the `OrderArchive`.',
    metadata: { conversation_id: 'c1', list: [1, { deep: 'ü' }] },
    tags: ['law'],
    label: 'decision',
    summary: 'Ten years.',
    importance: 7,
  });
  const { memory: requirement } = await memories.store(OWNER, {
    content: 'Passwords are hashed.',
    type: 'requirements',
    metadata: { requirement_id: 'REQ-1', priority: 'High' },
    relations: [{ type: 'SEE', target: first.id }],
  });
  const { memory: past } = await memories.store(OWNER, {
    content: `Long ago. ${'Every night was different. '.repeat(200)}`,
  });
  await memories.invalidate(OWNER, past.id, { reason: 'new law', supersededBy: requirement.id });
  await memories.open(OWNER, requirement.id);
  const archive = await graph.createEntity(ada, {
    name: 'OrderArchive',
    type: 'service',
    description: 'Keeps orders.',
  });
  const disk = await graph.createEntity(ada, { name: 'Disk' });
  await graph.createRelation(ada, { from: archive.id, to: disk.id, type: 'writes to', weight: 0.5 });
  const observations = ['Is written at night.', 'Fills up in May.'];
  await knowledge.tell(ada, { name: 'Disk', type: null, observations });
  await knowledge.tell(ada, { name: 'OrderArchive', type: null, observations: ['Keeps ten years.'], memory: first.id });
  await knowledge.relate(ada, { type: 'obeys', source: 'OrderArchive', target: 'Law' }, first.id);
}

describe('an export that one user imports after another', () => {
  it('an import that the store ends says what is in, and goes on from there when it is run again', async () => {
    const memory = (i: number) => JSON.stringify({ type: 'semantic', content: `Fact number ${i}.` });
    const lines = [HEADER, ...Array.from({ length: 120 }, (_, i) => memory(i))];
    async function* failing() {
      yield* lines.slice(0, 102);
      throw new RemanenceError('unavailable', 'The database took too long to answer.', {
        hint: 'Try again in a moment.',
      });
    }
    await expect(to.engine.importing.take(OWNER, failing())).rejects.toMatchObject({
      code: 'unavailable',
      message:
        'The database took too long to answer. The import stopped at line 102: imported 100, skipped 0, linked 0.',
      hint: 'Try again in a moment. What was imported stays: run the same import again, and it is not added twice.',
      details: { line: 102, imported: 100 },
    });
    expect(await take(lines)).toMatchObject({ imported: 20, skipped: 100, failed: 0 });
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    await expect(take(lines, { signal: stop.signal, onProgress })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('imports the lines that the caller may write, and reports the others', async () => {
    const line = (cube: string) =>
      JSON.stringify({ ...JSON.parse(ENTITY), scope: { cube, user: null, project: null, session: null } });
    const lines = [HEADER, line('hers'), line('ours')];
    const ann = { who: 'ann', role: 'user', cubes: ['ours'] } as const;
    const result = await take(lines, {}, ann);
    expect(result).toMatchObject({ entities: 1, failed: 1, errors: [{ line: 2 }] });
    expect(result.errors[0]?.error).toContain('may not write to the cube hers');
    await expect(take(lines, {}, { ...ann, role: 'guest' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each(['memory', 'entity'] as const)('refuses to a user with a token a %s in the name of others', async (kind) => {
    const memory = await storedLine();
    const line = (user: string | null, project: string | null) =>
      JSON.stringify({
        ...(kind === 'memory' ? memory : JSON.parse(ENTITY)),
        scope: { cube: 'bobs', user, project, session: null },
      });
    const bob = { who: 'bob', role: 'user', cubes: ['bobs'] } as const;
    for (const forged of [line('ann', null), line(null, 'payroll'), line('ann', 'payroll'), line('bob', 'payroll')]) {
      expect(await take([HEADER, forged], {}, bob)).toMatchObject({ imported: 0, entities: 0, failed: 1 });
    }
    for (const confined of [{ user: 'ann' }, { project: 'payroll' }]) {
      expect(await linesOf(to.engine, {}, { ...OWNER, ...confined })).toHaveLength(1);
    }
    const added = kind === 'memory' ? { imported: 1 } : { entities: 1 };
    expect(await take([HEADER, line('bob', null)], {}, bob)).toMatchObject({ ...added, failed: 0 });
    // The server lets its users into its own project alone; an admin may name anybody.
    await to.engine.reset(OWNER);
    const confined = { ...bob, project: 'payroll' };
    expect(await take([HEADER, line(null, 'payroll')], {}, confined)).toMatchObject({ ...added, failed: 0 });
    await to.engine.reset(OWNER);
    const admin = { who: 'eve', role: 'admin' } as const;
    expect(await take([HEADER, line('ann', 'payroll')], {}, admin)).toMatchObject({ ...added, failed: 0 });
  });

  it('gives each user the entities and their observations', async () => {
    const disk = { ...JSON.parse(ENTITY), scope: { cube: null, user: null, project: null, session: null } };
    const observed = {
      record: 'observation',
      entity: disk.id,
      text: 'Fills up in May.',
      memory: null,
      created_at: disk.created_at,
    };
    const lines = [HEADER, JSON.stringify(disk), JSON.stringify(observed)];
    for (const user of ['ada', 'bob']) {
      const actor = { ...OWNER, user };
      expect(await take(lines, {}, actor)).toMatchObject({ errors: [], failed: 0, linked: 1 });
      expect(await to.engine.knowledge.about(actor, 'Disk')).toMatchObject({ observations: ['Fills up in May.'] });
    }
  });
});

describe('an export that is imported into an empty store', () => {
  it.each([true, false])('exports identically again, with vectors: %s', async (vectors) => {
    await fill(from.engine);
    const lines = await linesOf(from.engine, { vectors });
    expect(await take(lines)).toEqual({ imported: 3, skipped: 0, linked: 6, entities: 3, errors: [], failed: 0 });
    expect((await linesOf(to.engine, { vectors })).slice(1)).toEqual(lines.slice(1));
    expect(await to.engine.check()).toEqual([]);
    const [found] = await to.engine.retrieval.byMeaning(OWNER, 'how long are purchases stored', 1);
    expect(found?.memory.content).toContain('ten years');
  });

  it('changes nothing the second time, for every conflict mode', async () => {
    await fill(from.engine);
    const lines = await linesOf(from.engine);
    await take(lines);
    for (const conflict of ['skip', 'overwrite', 'merge'] as const) {
      expect(await take(lines, { conflict })).toMatchObject({
        imported: 0,
        skipped: 3,
        linked: 0,
        entities: 0,
        failed: 0,
      });
      expect((await linesOf(to.engine)).slice(1)).toEqual(lines.slice(1));
    }
  });

  it('limited to some types holds those, and the edges between them', async () => {
    await fill(from.engine);
    const records = (await linesOf(from.engine, { types: ['requirements'] })).slice(1).map((line) => JSON.parse(line));
    expect(records).toMatchObject([{ record: 'memory', type: 'requirements', metadata: { requirement_id: 'REQ-1' } }]);
  });
});

describe('a memory that a later one may have changed', () => {
  const told = async ({ memories }: Engine) => {
    const first = await memories.store(OWNER, { content: 'Our gateway is Kong.' });
    const second = await memories.store(OWNER, { content: 'Our gateway is Traefik.' });
    return [second.memory.id, first.memory.id] as const;
  };
  const waiting = async ({ inbox }: Engine) =>
    (await inbox.list(OWNER, 'contradiction', { limit: 10 })).items.map(({ memory, other }) => [memory?.id, other?.id]);

  it('is marked in another store, too', async () => {
    const pair = await told(from.engine);
    expect(await waiting(from.engine)).toEqual([pair]);
    const lines = await linesOf(from.engine);
    expect(await take(lines)).toMatchObject({ imported: 2, linked: 0, failed: 0 });
    expect(await waiting(to.engine)).toEqual([pair]);
    expect((await linesOf(to.engine)).slice(1)).toEqual(lines.slice(1));
  });

  it('is not shown again in another store once somebody has decided that both stay', async () => {
    await told(from.engine);
    const undecided = await linesOf(from.engine);
    const [item] = (await from.engine.inbox.list(OWNER, 'contradiction', { limit: 10 })).items;
    await from.engine.inbox.keep(OWNER, item?.id ?? '');
    await take(await linesOf(from.engine));
    expect(await waiting(to.engine)).toEqual([]);
    await take(undecided);
    expect(await waiting(to.engine)).toEqual([]);
  });

  it('is not marked where it has another text', async () => {
    const [, first] = await told(from.engine);
    const lines = await linesOf(from.engine);
    await take(lines.filter((line) => !line.includes('"pair"')));
    expect(await waiting(to.engine)).toEqual([]);
    await to.engine.memories.update(OWNER, first, { content: 'Our gateway was Kong until May.' });
    expect(await take(lines)).toMatchObject({ skipped: 2, failed: 0 });
    expect(await waiting(to.engine)).toEqual([]);
  });

  it('is erased from exports with its mark', async () => {
    const [, first] = await told(from.engine);
    const { path } = await from.engine.exporting.toFile(OWNER, undefined);
    await from.engine.memories.remove(OWNER, first);
    expect(readFileSync(path, 'utf8')).not.toContain(first);
  });
});

describe('a memory that already exists', () => {
  const stored = async () => {
    const { memory } = await to.engine.memories.store(OWNER, {
      content: 'The port is open.',
      metadata: { tags: ['a'], by: 'ada' },
    });
    const [line = ''] = (await linesOf(to.engine)).slice(1);
    const changed = {
      content: 'The port is open to the whole office.',
      metadata: { tags: ['b'], by: 'bob', at: 'home' },
    };
    return { memory, line: JSON.stringify({ ...JSON.parse(line), ...changed }) };
  };

  it('is skipped, overwritten or merged', async () => {
    const { memory, line } = await stored();
    expect(await take([HEADER, line])).toMatchObject({ imported: 0, skipped: 1 });
    expect(await to.engine.memories.get(OWNER, memory.id)).toMatchObject({ content: 'The port is open.' });

    expect(await take([HEADER, line], { conflict: 'merge' })).toMatchObject({ imported: 1 });
    expect(await to.engine.memories.get(OWNER, memory.id)).toMatchObject({
      content: 'The port is open to the whole office.',
      metadata: { tags: ['a', 'b'], by: 'ada', at: 'home' },
    });

    expect(await take([HEADER, line], { conflict: 'overwrite' })).toMatchObject({ imported: 1 });
    expect(await to.engine.memories.get(OWNER, memory.id)).toMatchObject({ metadata: { tags: ['b'], by: 'bob' } });
    expect((await to.engine.memories.history(OWNER, memory.id)).length).toBe(2);
    const [found] = await to.engine.retrieval.byWords(OWNER, 'whole office', 1);
    expect(found?.memory.id).toBe(memory.id);
  });

  it('is the same in every spelling of its id', async () => {
    const { memory, line } = await stored();
    await to.engine.reset(OWNER);
    const spelled = [memory.id, toUuid(memory.id), toMem(memory.id)].map((id, i) =>
      JSON.stringify({ ...JSON.parse(line), id, content: `Port ${i} is open.` }),
    );
    expect(await take([HEADER, ...spelled], { conflict: 'overwrite' })).toMatchObject({ imported: 3, failed: 0 });
    expect(await to.engine.memories.get(OWNER, memory.id)).toMatchObject({ content: 'Port 2 is open.' });
  });

  it('is imported once by two imports at the same time', async () => {
    await fill(from.engine);
    const lines = await linesOf(from.engine);
    const both = await Promise.all([take(lines, { conflict: 'merge' }), take(lines, { conflict: 'merge' })]);
    expect(both.flatMap(({ errors }) => errors)).toEqual([]);
    expect(await to.engine.memories.counts(OWNER)).toEqual(await from.engine.memories.counts(OWNER));
  });

  it('is never replaced by an older version when merging', async () => {
    const { memory, line } = await stored();
    const changed = await to.engine.memories.update(OWNER, memory.id, {
      content: 'Shut.',
      metadataFields: { by: 'eve' },
    });
    await take([HEADER, line], { conflict: 'merge' });
    expect(await to.engine.memories.get(OWNER, memory.id)).toMatchObject({
      content: 'Shut.',
      metadata: { by: 'eve', at: 'home' },
    });
    const later = new Date(changed.updatedAt + 60_000).toISOString();
    const newer = JSON.stringify({ ...JSON.parse(line), content: 'Open.', updated_at: later });
    await take([HEADER, newer], { conflict: 'merge' });
    expect(await to.engine.memories.get(OWNER, memory.id)).toMatchObject({ content: 'Open.', metadata: { by: 'bob' } });
  });

  it('comes back from the bin, and can be deleted again', async () => {
    const { memory, line } = await stored();
    await to.engine.memories.discard(OWNER, memory.id);
    expect(await take([HEADER, line])).toMatchObject({ imported: 1 });
    await to.engine.memories.discard(OWNER, memory.id);
    expect(await to.engine.check()).toEqual([]);
  });

  it('does not take the id of a memory in the bin of somebody else', async () => {
    const [ada, bob] = ['ada', 'bob'].map((user) => ({ ...OWNER, user }));
    if (!ada || !bob) throw new Error('nobody');
    const { memory } = await to.engine.memories.store(ada, { content: 'The key is under the mat.' });
    const [, line] = await linesOf(to.engine);
    const his = JSON.stringify({ ...JSON.parse(line ?? ''), scope: { ...memory.scope, user: 'bob' } });
    await to.engine.memories.discard(ada, memory.id);
    expect(await take([HEADER, his], {}, bob)).toMatchObject({
      imported: 0,
      errors: [{ line: 2, error: expect.stringContaining('in the bin of another scope') }],
    });
    expect(await to.engine.memories.restore(ada, memory.id)).toMatchObject({ id: memory.id });
  });
});

describe('an entity that already exists', () => {
  const scope = { cube: null, user: null, project: null, session: null };
  const line = JSON.stringify({ ...JSON.parse(ENTITY), scope, description: 'From a file.' });

  it('keeps its type and description, unless it is overwritten', async () => {
    const mine = { name: 'Disk', type: 'service', description: 'By hand.' };
    await to.engine.graph.createEntity(OWNER, mine);
    const stored = async () => JSON.parse((await linesOf(to.engine))[1] ?? '');
    await take([HEADER, line]);
    expect(await stored()).toMatchObject(mine);
    await take([HEADER, line], { conflict: 'overwrite' });
    expect(await stored()).toMatchObject({ name: 'Disk', type: 'part', description: 'From a file.' });
  });
});

const NOWHERE = { cube: null, user: null, project: null, session: null };

describe('an entity with a secret in its name', () => {
  it('is refused, since without it the name is that of another', async () => {
    const named = (id: string, letter: string) =>
      JSON.stringify({ ...JSON.parse(ENTITY), scope: NOWHERE, id, name: `key ghp_${`${letter}1B2`.repeat(9)}` });
    const lines = [named('06gy1nsfpynpbg04jsay', 'a'), named('06gy1nsfpynpbg04jsaz', 'c')];
    const result = await take([HEADER, ...lines]);
    expect(result).toMatchObject({ entities: 0, failed: 2, errors: [{ error: expect.stringContaining('name') }, {}] });
    expect((await to.engine.memories.counts(OWNER)).entities).toBe(0);
  });
});

describe('a line of type and content', () => {
  const PLAIN = ['{"type":"design","content":"ADR-1: One store."}', '{"type":"episodic","content":"It rained."}'];

  it('is a memory, with or without the first line of an export', async () => {
    expect(await take(PLAIN)).toMatchObject({ imported: 2, failed: 0 });
    expect(await take([HEADER, ...PLAIN])).toMatchObject({ imported: 0, skipped: 2 });
    const { memories } = await to.engine.memories.list(OWNER, { limit: 5, offset: 0 });
    expect(memories.map(({ type, kind, importance }) => ({ type, kind, importance }))).toEqual(
      expect.arrayContaining([
        { type: 'design', kind: 'semantic', importance: 7 },
        { type: null, kind: 'episodic', importance: 1 },
      ]),
    );
  });

  it('belongs to the importing actor, and a bad line does not stop the others', async () => {
    const ada = { ...OWNER, user: 'ada' };
    const lines = [...PLAIN, '{"type":"dream","content":"x"}', '{"content":"x"}'];
    const { imported, failed, errors } = await take(lines, {}, ada);
    expect([imported, failed]).toEqual([2, 2]);
    expect(errors[0]?.error).toMatch(/type: .*"requirements".*"episodic"/);
    expect(errors[1]?.error).toMatch(/type/);
    expect(await take(PLAIN, {}, { ...OWNER, user: 'bob' })).toMatchObject({ imported: 2, failed: 0 });
    expect((await to.engine.memories.list(ada, { limit: 5, offset: 0 })).total).toBe(2);
  });
});

describe('a line of type and content that says when it was created', () => {
  const line = (content: string, created_at: unknown) => JSON.stringify({ type: 'session', content, created_at });

  it('is a memory of that time, but of no future one', async () => {
    const past = Date.parse('2024-05-01T00:00:00Z');
    await take([line('We met in Lund.', '2024-05-01T00:00:00Z'), line('Not yet.', '2999-01-01'), line('Now.', null)]);
    const { memories } = await to.engine.memories.list(OWNER, { limit: 5, offset: 0 });
    const times = new Map(memories.map(({ content, ...rest }) => [content, rest]));
    expect(times.get('We met in Lund.')).toMatchObject({ ingestionTime: past, eventTime: past, validFrom: past });
    for (const content of ['Not yet.', 'Now.']) {
      expect(times.get(content)?.ingestionTime).toBeGreaterThan(past);
      expect(times.get(content)?.ingestionTime).toBeLessThanOrEqual(Date.now());
    }
  });

  it('is refused alone, also as the first, if the time cannot be read', async () => {
    const { imported, errors } = await take([
      line('Bad.', '19.11.2026'),
      line('Worse.', 7),
      line('Good.', '2024-05-01'),
    ]);
    expect(imported).toBe(1);
    expect(errors).toEqual([
      { line: 1, error: 'Invalid timestamp: 19.11.2026. Use ISO 8601, for example 2026-01-06T12:00:00Z.' },
      { line: 2, error: 'A memory needs a type and a content; created_at: it must be text.' },
    ]);
  });
});

describe('a line that cannot be imported', () => {
  it.each([
    ['[]', 'A memory needs a type and a content; this line: it must be an object, not a list.'],
    ['{"content":"x"}', 'A memory needs a type and a content; type: it is required.'],
    ['{"type":"design","content":7}', 'A memory needs a type and a content; content: it must be text.'],
  ])('names what is wrong: %s', async (line, error) => {
    expect((await take([HEADER, line])).errors).toEqual([{ line: 2, error }]);
  });

  it('reports why, and the others are imported', async () => {
    await fill(from.engine);
    const [header = '', ...lines] = await linesOf(from.engine);
    const memory = JSON.parse(lines.find((line) => line.includes('"memory"')) ?? '');
    const bad = [
      '{"record":',
      '{"record":"dream"}',
      JSON.stringify({ ...memory, id: 'x', content: undefined }),
      JSON.stringify({ ...memory, id: 'no id' }),
      JSON.stringify({ ...memory, content: ' ' }),
      null,
      JSON.stringify({ ...memory, event_time: 'yesterday' }),
      JSON.stringify({ record: 'relationship', type: 'SEE', from: 'a', to: 'b', created_at: memory.event_time }),
    ];
    const result = await take([header, ...bad, '', ...lines]);
    expect(result).toMatchObject({ imported: 3, failed: bad.length });
    expect(result.errors.map(({ line }) => line)).toEqual(bad.map((_, i) => i + 2).sort((a, b) => a - b));
    const texts = result.errors.map(({ error }) => error).join('\n');
    for (const why of ['not JSON', 'content', 'no id', 'empty', '2 MB', 'event_time', 'does not exist'])
      expect(texts).toContain(why);
  });

  it.each([
    ['of another version', '{"format":"remanence","version":2,"exported_at":"2026-01-01T00:00:00.000Z","model":null}'],
    ['of something else', '{"type":"entity","name":"x"}'],
    ['that is not JSON', 'id,content'],
  ])('means that nothing is imported when it is the first of a file %s', async (_, header) => {
    await fill(from.engine);
    const result = await take([header, ...(await linesOf(from.engine)).slice(1)]);
    expect(result).toMatchObject({ imported: 0, failed: 1, errors: [{ line: 1 }] });
    expect((await to.engine.memories.counts(OWNER)).memories).toBe(0);
  });
});

describe('a file of another encoding', () => {
  it('is refused line by line, and what is UTF-8 in it is imported', async () => {
    const path = join(elsewhere, 'latin1.jsonl');
    const line = (content: string) => `${JSON.stringify({ type: 'semantic', content })}\n`;
    const lines = [
      Buffer.from(line('Plain.')),
      Buffer.from(line('Caf\u00e9.'), 'latin1'),
      Buffer.from(line('Na\u00efve.')),
    ];
    writeFileSync(path, Buffer.concat(lines));
    expect(await to.engine.importing.fromFile(OWNER, path)).toMatchObject({
      imported: 2,
      errors: [{ line: 2, error: expect.stringContaining('UTF-8') }],
    });
  });
});

describe('the first line of a file', () => {
  it('may begin with a byte order mark', async () => {
    const line = JSON.stringify(await storedLine());
    const text = `\uFEFF${HEADER}\n${line}\n`;
    const given = { format: 'remanence', text, name: 'import' } as const;
    expect(await to.engine.textImports.preview(OWNER, given)).toMatchObject({ memories: 1, problems: [] });
    expect(await to.engine.textImports.run(OWNER, given, {})).toMatchObject({ memories: 1, problems: [] });
    expect(await take([`\uFEFF${line}`])).toMatchObject({ skipped: 1, failed: 0 });
  });

  it('is refused for its length, not as that of another file, if it is too long to be read', async () => {
    const error = 'The line is longer than 2 MB.';
    expect(await take([null, JSON.stringify(await storedLine())])).toMatchObject({
      imported: 0,
      errors: [{ line: 1, error }],
    });
  });

  it('previews nothing where nothing would be imported', async () => {
    const text = `no export\n${JSON.stringify(await storedLine())}\n`;
    const given = { format: 'remanence', text, name: 'import' } as const;
    const nothing = { memories: 0, problems: [{ where: 'line 1' }] };
    expect(await to.engine.textImports.run(OWNER, given, {})).toMatchObject(nothing);
    expect(await to.engine.textImports.preview(OWNER, given)).toMatchObject(nothing);
  });
});

describe('an import', () => {
  it('takes no label and no tags that could not be given to a memory', async () => {
    const line = await storedLine();
    const filed = [{ tags: ['a\u0000b'] }, { tags: ['a'.repeat(2000)] }, { label: 'a\u0000b' }];
    const refused = await take([HEADER, ...filed.map((each) => JSON.stringify({ ...line, ...each }))]);
    expect(refused).toMatchObject({ imported: 0, failed: filed.length });
    await take([HEADER, JSON.stringify({ ...line, tags: ['a\ud800b'] })]);
    const { memories } = await to.engine.memories.list(OWNER, { limit: 5, offset: 0 });
    expect(memories).toMatchObject([{ tags: ['a\uFFFDb'] }]);
  });

  it('removes secrets, also from derived data', async () => {
    await from.engine.memories.store(OWNER, { content: 'The deploy key is here.' });
    const lines = await linesOf(from.engine, { vectors: true });
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const leaking = lines.map((line) =>
      line.replace('deploy key', `deploy ${secret}`).replace('"terms":"', `"terms":"${secret} `),
    );
    expect(await take(leaking)).toMatchObject({ imported: 1 });
    expect((await linesOf(to.engine, { vectors: true })).join('')).not.toContain(secret);
  });

  it('of a confined actor stays within its confinement', async () => {
    await from.engine.memories.store(OWNER, { content: 'Belongs to nobody.' });
    await from.engine.memories.store({ who: 'local', user: 'ada' }, { content: 'Belongs to Ada.' });
    const bob = { who: 'local', user: 'bob' };
    const result = await take(await linesOf(from.engine), {}, bob);
    expect(result).toMatchObject({ imported: 1, failed: 1, errors: [{ error: expect.stringContaining('user ada') }] });
    const { memories } = await to.engine.memories.list(OWNER, { limit: 10, offset: 0 });
    expect(memories).toMatchObject([{ content: 'Belongs to nobody.', scope: { user: 'bob' } }]);
    expect(await linesOf(from.engine, {}, bob)).toHaveLength(1);
  });

  it('makes new vectors for those of another model', async () => {
    await fill(from.engine);
    const [header = '', ...lines] = await linesOf(from.engine, { vectors: true });
    const other = JSON.stringify({ ...JSON.parse(header), model: { name: 'another', dimensions: 384 } });
    const broken = lines.map((line) => line.replace(/"vector":"[^"]*"/g, '"vector":"AAAA"'));
    expect(await take([other, ...broken])).toMatchObject({ imported: 3, failed: 0 });
    expect((await to.engine.status(OWNER)).pending).toBe(0);
    expect((await linesOf(to.engine, { vectors: true })).slice(1)).toEqual(lines);
  });
});

describe('words and vectors of a file', () => {
  it('are left out of a line that would be too long to be read', async () => {
    const { memory } = await from.engine.memories.store(OWNER, { content: 'The lighthouse is painted in May.' });
    const passages = Array.from({ length: 200 }, () => ({ terms: 'lighthouse', vector: new Float32Array(3072) }));
    const line = memoryLine({ memory, conversation: null, passages });
    expect(JSON.parse(line)).toMatchObject({ content: memory.content });
    const few = memoryLine({ memory, conversation: null, passages: passages.slice(0, 1) });
    expect([line, few].map((each) => JSON.parse(each).passages?.length)).toEqual([undefined, 1]);
    expect(await take([HEADER, line])).toMatchObject({ imported: 1, failed: 0 });
  });

  const lineOf = async () => {
    const { memory } = await from.engine.memories.store(OWNER, { content: 'The lighthouse is painted in May.' });
    const [header = '', line = ''] = await linesOf(from.engine, { vectors: true });
    return { header, record: JSON.parse(line), id: memory.id };
  };
  const passagesHere = async () => JSON.parse((await linesOf(to.engine, { vectors: true }))[1] ?? '').passages;
  const scaled = (by: number) => (vector: string) => {
    const bytes = Uint8Array.from(Buffer.from(vector, 'base64'));
    const numbers = new Float32Array(bytes.buffer).map((value) => value * by);
    return Buffer.from(numbers.buffer).toString('base64');
  };

  it.each([1e30, 1.5, 0.5])('vectors %d times as long as those of the model are made again', async (by) => {
    const { header, record } = await lineOf();
    const [passage] = record.passages;
    const forged = { ...record, passages: [{ ...passage, vector: scaled(by)(passage.vector) }] };
    expect(await take([header, JSON.stringify(forged)])).toMatchObject({ imported: 1, failed: 0 });
    expect(await passagesHere()).toEqual(record.passages);
  });

  it('vectors of the right length are kept as they are, and so is that of a text that no model can read', async () => {
    const { header, record } = await lineOf();
    for (const vector of [scaled(-1)(record.passages[0].vector), scaled(0)(record.passages[0].vector)]) {
      const other = { ...record, passages: [{ ...record.passages[0], vector }] };
      await take([header, JSON.stringify(other)]);
      expect(await passagesHere()).toEqual(other.passages);
      await to.engine.reset(OWNER);
    }
  });

  it.each([
    ['others', 'evil deploy'],
    ['one that stands in the index of somebody else', 'lighthouse\n1xdeploy'],
    ['one joined by a sign', 'lighthouse-1xdeploy'],
    ['the same one again and again', 'lighthous '.repeat(20).trim()],
    ['a second blank', 'the  lighthous'],
  ])('words are those of the text, not %s', async (_, terms) => {
    const { header, record } = await lineOf();
    const forged = { ...record, passages: [{ ...record.passages[0], terms }] };
    expect(await take([header, JSON.stringify(forged)])).toMatchObject({ imported: 1, failed: 0 });
    expect(await passagesHere()).toEqual(record.passages);
    expect(await to.engine.retrieval.byWords(OWNER, 'evil deploy', 5)).toEqual([]);
  });

  it('of memories of any form come back without being made again', async () => {
    const sentence = 'Every night the keeper writes down the wind, the swell and the ships that pass. ';
    const contents = [
      `# The keeper\n\n${sentence.repeat(40)}`,
      `First of all.\nThe keeper reads.\n${sentence.repeat(40)}`,
      `${'A line without an end'.repeat(8)}\n${sentence.replaceAll('.', '\n').repeat(40)}`,
      `**The log**: ${'wind and swell '.repeat(300)}`,
      `灯台守は毎晩風を書き留める。${'船は港に入る。'.repeat(200)}`,
      '👩‍🚀',
    ];
    const metadata = { name: 'KeepersLog' };
    const named = { type: 'design' as const, tags: ['log', 'night watch'], metadata };
    for (const content of contents) await from.engine.memories.store(OWNER, { content, ...named });
    const [header = '', ...lines] = await linesOf(from.engine, { vectors: true });
    const turned = lines.map((line) => {
      const record = JSON.parse(line);
      const passages = record.passages?.map((passage: { vector: string }) => ({
        ...passage,
        vector: scaled(-1)(passage.vector),
      }));
      return JSON.stringify({ ...record, ...(passages ? { passages } : {}) });
    });
    await take([header, ...turned]);
    const here = new Set(await linesOf(to.engine, { vectors: true }));
    const changed = turned.filter((line) => !here.has(line)).map((line) => JSON.parse(line).content.slice(0, 30));
    expect(changed).toEqual([]);
  });
});

describe('a large import', () => {
  it('is found by words at once, and leaves the vectors past the first ones to the server', async () => {
    const memory = (n: number) => JSON.stringify({ type: 'semantic', content: `Valve ${n} opens at dawn.` });
    const lines = [HEADER, ...[1, 2, 3, 4, 5].map(memory)];
    const open = await openTestEngine({}, { tends: false });
    try {
      const taken = await open.engine.importing.take(OWNER, given(lines), { vectorsAtOnce: 2 });
      expect(taken).toMatchObject({ imported: 5, failed: 0 });
      expect((await open.engine.status(OWNER)).pending).toBe(3);
      expect(await open.engine.retrieval.byWords(OWNER, 'valve dawn', 10)).toHaveLength(5);
    } finally {
      await open.dispose();
    }
  });
});

describe('a file', () => {
  it('is written completely, readable by its owner only, and read back', async () => {
    await fill(from.engine);
    const { path, memories, bytes } = await from.engine.exporting.toFile(OWNER, undefined);
    expect(path).toMatch(/exports\/memories-[\dTZ-]+\.jsonl$/);
    expect(memories).toBe(3);
    expect(statSync(path)).toMatchObject({ size: bytes });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await to.engine.importing.fromFile(OWNER, path)).toMatchObject({ imported: 3, failed: 0 });
    expect(await from.engine.exporting.toFile(OWNER, path)).toMatchObject({ memories: 3 });
    expect(readdirSync(join(from.dataDir, 'exports'))).toHaveLength(1);
  });

  it('that is not an export is not overwritten', async () => {
    const path = join(elsewhere, 'thesis.txt');
    writeFileSync(path, 'ten years of work');
    await expect(from.engine.exporting.toFile(OWNER, path)).rejects.toMatchObject({ code: 'invalid' });
    await expect(from.engine.exporting.toFile(OWNER, from.dataDir)).rejects.toMatchObject({ code: 'invalid' });
    expect(readFileSync(path, 'utf8')).toBe('ten years of work');
    const empty = join(elsewhere, '.gitkeep');
    writeFileSync(empty, '');
    await expect(from.engine.exporting.toFile(OWNER, empty)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('goes nowhere in the data folder except exports/, despite links and odd spellings', async () => {
    const { dataDir, engine } = from;
    mkdirSync(join(dataDir, 'backups'));
    mkdirSync(join(dataDir, 'exports', 'mine'), { recursive: true });
    symlinkSync(dataDir, join(elsewhere, 'data'));
    symlinkSync(dataDir, join(dataDir, 'exports', 'up'));
    symlinkSync(join(dataDir, 'config.json'), join(dataDir, 'exports', 'dangling.jsonl'));
    const before = readdirSync(dataDir).sort();
    for (const path of [
      ...['config.json', 'x.jsonl', 'backups/x.jsonl', 'exports/../config.json', 'exports/up/config.json'],
      ...['remanence.db-journal', 'remanence.db'],
    ].flatMap((name) => [join(dataDir, name), `${dataDir}/${name}`, join(elsewhere, 'data', name)])) {
      await expect(engine.exporting.toFile(OWNER, path)).rejects.toMatchObject({ code: 'invalid' });
    }
    expect(readdirSync(dataDir).sort()).toEqual(before);
    await engine.exporting.toFile(OWNER, join(dataDir, 'exports', 'dangling.jsonl'));
    expect(existsSync(join(dataDir, 'config.json'))).toBe(false);
    expect(await engine.exporting.toFile(OWNER, join(dataDir, 'exports', 'mine', 'fine.jsonl'))).toMatchObject({
      memories: 0,
    });
  });

  it('stays inside the allowed folders', async () => {
    const root = join(elsewhere, 'home');
    const beside = join(elsewhere, 'home2');
    for (const folder of [root, beside]) mkdirSync(folder);
    symlinkSync(beside, join(root, 'link'));
    writeFileSync(join(beside, 'secret.jsonl'), HEADER);
    symlinkSync(join(beside, 'secret.jsonl'), join(root, 'linked.jsonl'));
    const confined = { ...OWNER, roots: [root] };
    for (const path of ['../home2/x.jsonl', 'link/x.jsonl', 'linked.jsonl', '../x.jsonl'].map(
      (part) => `${root}/${part}`,
    )) {
      await expect(from.engine.exporting.toFile(confined, path)).rejects.toThrow(/outside/);
      await expect(from.engine.importing.fromFile(confined, path)).rejects.toThrow(/outside/);
    }
    await expect(from.engine.importing.fromFile(confined, join(root, 'nothing'))).rejects.toThrow(/does not exist/);
    expect(await from.engine.exporting.toFile(confined, join(root, 'fine.jsonl'))).toMatchObject({ memories: 0 });
  });

  it('leaves nothing behind when it is aborted', async () => {
    await fill(from.engine);
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    const path = join(elsewhere, 'half.jsonl');
    await expect(from.engine.exporting.toFile(OWNER, path, { signal: stop.signal, onProgress })).rejects.toThrow();
    expect(readdirSync(elsewhere).filter((name) => name.includes('half'))).toEqual([]);
  });
});
