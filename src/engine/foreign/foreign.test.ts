import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import { least } from '../../../test/spent.ts';
import { home } from '../access/actor.ts';
import { derivedId } from '../ids.ts';
import { FOREIGN_FORMATS } from './formats.ts';
import { readFrontMatter } from './front-matter.ts';

const read = (from: string, files: Record<string, string>) => {
  const format = FOREIGN_FORMATS[from];
  if (!format) throw new Error(`no format ${from}`);
  return format.read(Object.entries(files).map(([path, text]) => ({ path, text })));
};

const SERVER_MEMORY = `{"type":"entity","name":"Harbour Gateway","entityType":"service","observations":["Terminates TLS for all tenants","Is deployed from the quay repository"]}
{"type":"entity","name":"Ines Vidal","entityType":"person","observations":["Owns the on-call rota of the gateway team"]}
{"type":"relation","from":"Ines Vidal","to":"Harbour Gateway","relationType":"maintains"}
this line was cut off`;

const BASIC_MEMORY = {
  'brewing/Coffee Methods.md': `---
title: Coffee Methods
type: guide
permalink: brewing/coffee-methods
tags: [coffee, "how to"]
created: 2025-03-04T08:00:00Z
status: draft
---
# Coffee Methods

Pour-over needs patience, see [[Kettles]].

## Observations
- [method] Bloom for forty seconds #timing (from the barista course)
- [ ] buy filters
- [00:01:12] a timecode is no category
- Grind finer for espresso #grind

## Relations
- pairs_with [[Breakfast|the morning]] (on Sundays)
- "is part of" [[Kitchen Handbook#Drinks]]

\`\`\`
- [code] [[Not A Link]]
\`\`\`
`,
  'empty.md': '---\ntitle: Empty\n---\n',
};

const CLAUDE_MEMORY = {
  'MEMORY.md': '# Index\n- [Review style](review.md)\n\n## Habits\n### Commits\nSmall ones, message first.\n',
  'review.md': `---
name: review-style
description: >
  How reviews are wanted
  in this team
metadata:
  type: feedback
---
Ask before you refactor. See [[commit-style]].
`,
};

const MEM0 = JSON.stringify({
  results: [
    {
      id: 'a1',
      memory: 'Prefers tabs over spaces',
      hash: 'x',
      user_id: 'lena',
      run_id: 'run-7',
      categories: ['style'],
      metadata: { level: 2 },
      created_at: '2024-07-20T01:30:36.275141-07:00',
    },
    { id: 'a2', memory: '' },
    'nonsense',
  ],
  relations: [{ source: 'lena', relationship: 'works_with', destination: 'omar' }, { source: 'x' }],
});

describe('reading the data of other servers', () => {
  it('names entities of server-memory that are one here', async () => {
    const line = (name: string) => JSON.stringify({ type: 'entity', name, observations: [] });
    const foreign = await read('server-memory', { 'm.jsonl': ['Quay', 'QUAY', 'Quay', 'Pier'].map(line).join('\n') });
    expect(foreign.problems).toEqual([
      { where: 'm.jsonl:2', why: 'Not as an entity of its own: its name means "Quay" here.' },
    ]);
  });

  it('reads entities, observations and relations of the reference server', async () => {
    const { memories, entities, relations, problems } = await read('server-memory', { 'memory.jsonl': SERVER_MEMORY });
    expect(memories.map(({ input }) => input.content)).toContain('Harbour Gateway\n\nTerminates TLS for all tenants');
    expect(entities.map(({ name, type, observations }) => [name, type, observations.length])).toEqual([
      ['Harbour Gateway', 'service', 2],
      ['Ines Vidal', 'person', 1],
    ]);
    expect(relations).toMatchObject([{ source: 'Ines Vidal', type: 'maintains', target: 'Harbour Gateway' }]);
    expect(problems).toEqual([{ where: 'memory.jsonl:4', why: expect.stringContaining('neither') }]);
  });

  it('reads notes of Basic Memory with their front matter, observations and relations', async () => {
    const { memories, entities, relations, problems } = await read('basic-memory', BASIC_MEMORY);
    expect(memories).toMatchObject([
      {
        key: 'brewing/coffee-methods',
        input: {
          label: 'guide',
          tags: ['coffee', 'how to'],
          eventTime: Date.parse('2025-03-04T08:00:00Z'),
          metadata: { status: 'draft', title: 'Coffee Methods', path: 'brewing/Coffee Methods.md' },
        },
      },
    ]);
    expect(memories[0]?.input.content).toMatch(/^Coffee Methods\n\nPour-over/);
    expect(entities[0]?.observations.map(({ text }) => text)).toEqual([
      '[method] Bloom for forty seconds #timing (from the barista course)',
      'Grind finer for espresso #grind',
    ]);
    expect(relations.map(({ type, target }) => [type, target])).toEqual([
      ['links_to', 'Kettles'],
      ['pairs_with', 'Breakfast'],
      ['is part of', 'Kitchen Handbook'],
    ]);
    expect(problems).toEqual([{ where: 'empty.md', why: 'The note is empty.' }]);
  });

  it('leaves out the heading of a note only if it is the title', async () => {
    const headed = (heading: string) => `---\ntitle: Go\n---\n# ${heading}\n\nIt compiles fast.\n`;
    const { memories } = await read('basic-memory', {
      'same.md': headed('Go '),
      'longer.md': headed('Google rollout plan'),
    });
    expect(memories.map(({ input }) => input.content)).toEqual([
      'Go\n\nIt compiles fast.',
      'Go\n\n# Google rollout plan\n\nIt compiles fast.',
    ]);
  });

  it('reads an OpenMemory export, except deleted memories', async () => {
    const user = { id: '7f3e', user_id: 'lena', name: null };
    const memories = [
      { id: 'o1', user_id: '7f3e', content: 'Sails on Sundays', state: 'active', category_ids: [] },
      { id: 'o2', user_id: '7f3e', content: 'Sailed on Mondays', state: 'deleted' },
    ];
    expect(await read('mem0', { 'memories.json': JSON.stringify({ user, apps: [], memories }) })).toMatchObject({
      memories: [{ key: 'o1', user: 'lena', input: { content: 'Sails on Sundays' } }],
      problems: [],
    });
  });

  it("reads Claude's memory files, whole with front matter, otherwise section by section, without lists of links", async () => {
    const { memories, relations } = await read('claude-memory', CLAUDE_MEMORY);
    expect(memories.map(({ key, input }) => [key, input.content])).toEqual([
      ['MEMORY.md\nIndex > Habits > Commits', 'Index > Habits > Commits\n\nSmall ones, message first.'],
      ['review.md', 'review-style\n\nAsk before you refactor. See [[commit-style]].'],
    ]);
    expect(memories[1]?.input).toMatchObject({ label: 'feedback', summary: 'How reviews are wanted in this team' });
    expect(relations).toMatchObject([{ source: 'review-style', type: 'links_to', target: 'commit-style' }]);
  });

  it("reads a list of links in Claude's memory files that says something about files which are not imported", async () => {
    const list = (folder: string) =>
      `- [Deploy](${folder}/deploy.md): never on Fridays\n- [Style](./${folder}/style.md) — tabs, not spaces`;
    const contents = async (files: Record<string, string>) =>
      (await read('claude-memory', files)).memories.map(({ input }) => input.content);
    const said = `CLAUDE\n\n${list('docs')}`;
    expect(await contents({ 'CLAUDE.md': list('docs') })).toEqual([said]);
    const [deploy, style] = [{ 'x/docs/deploy.md': 'On Mondays.' }, { 'x/docs/style.md': 'Two blanks.' }];
    expect(await contents({ 'x/CLAUDE.md': list('docs'), ...deploy })).toEqual([said, 'deploy\n\nOn Mondays.']);
    const both = ['deploy\n\nOn Mondays.', 'style\n\nTwo blanks.'];
    expect(await contents({ 'x/CLAUDE.md': list('docs'), ...deploy, ...style })).toEqual(both);
    expect(await contents({ 'x/y/CLAUDE.md': list('../docs'), ...deploy, ...style })).toEqual(both);
  });

  it('reads memories and relations of mem0 with their user and run', async () => {
    const { memories, relations, problems } = await read('mem0', { 'export.json': MEM0 });
    expect(memories).toMatchObject([
      {
        key: 'a1',
        user: 'lena',
        session: 'run-7',
        input: { content: 'Prefers tabs over spaces', tags: ['style'], metadata: { level: 2 } },
      },
    ]);
    expect(relations).toMatchObject([{ source: 'lena', type: 'works_with', target: 'omar' }]);
    expect(problems).toHaveLength(3);
    expect((await read('mem0', { 'list.json': '[{"memory":"A list is fine"}]' })).memories).toHaveLength(1);
    expect((await read('mem0', { 'broken.json': '{' })).problems).toHaveLength(1);
  });

  it('reads front matter with lists, nesting and folded texts', async () => {
    const { fields, body } = readFrontMatter(
      '---\na: "x: y"\nb:\n  - one\n  - two\nc:\n  d: z # note\ne: |\n  long\n---\nrest',
    );
    expect(Object.fromEntries(fields ?? [])).toEqual({ a: 'x: y', b: ['one', 'two'], c: '', 'c.d': 'z', e: 'long' });
    expect(body).toBe('rest');
    expect(readFrontMatter('no head').fields).toBeNull();
  });

  it('reads what looks like a list or a field in a block of text as text', () => {
    const { fields } = readFrontMatter(
      '---\na: |\n  - deploy from main only\n  - on Mondays\nb:\n  c: >\n    do it\n    when: never\n  d: late\n---\n',
    );
    expect(Object.fromEntries(fields ?? [])).toEqual({
      a: '- deploy from main only - on Mondays',
      b: '',
      'b.c': 'do it when: never',
      'b.d': 'late',
    });
  });

  it('keeps a comma within quotes in an entry of a list', () => {
    const { fields } = readFrontMatter(`---\ntags: ["a, b", 'c, d' , e, it's, 'tis, 'twas]\n---\n`);
    expect(fields?.get('tags')).toEqual(['a, b', 'c, d', 'e', "it's", "'tis", "'twas"]);
  });
});

describe('a large text of another server', () => {
  it('that is of another format is given up after a thousand lines, and other calls are answered meanwhile', async () => {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns++;
      next = setImmediate(turn);
    });
    const { problems } = await read('server-memory', { 'x.jsonl': '{}\n'.repeat(100_000) });
    clearImmediate(next);
    expect(problems).toHaveLength(1001);
    expect(problems.at(-1)).toEqual({ where: 'x.jsonl:1000', why: expect.stringContaining('the rest was left out') });
    expect(turns).toBeGreaterThan(5);
  });

  it.each(['basic-memory', 'claude-memory'])('is not read if it is a note of %s over 2 MB', async (format) => {
    const { memories, problems } = await read(format, { 'note.md': '- a\n'.repeat(600_000) });
    expect(memories).toEqual([]);
    expect(problems).toEqual([{ where: 'note.md', why: expect.stringContaining('over 2 MB') }]);
  });

  const blanks = ' '.repeat(100_000);
  it.each([
    ['basic-memory', 'a bullet', `- ${blanks}\u2028`],
    ['basic-memory', 'a category', `- [a] ${blanks}\u2028x`],
    ['basic-memory', 'links', `- ${'[]('.repeat(50_000)}](x`],
    ['basic-memory', 'a comment', `---\nx: a${blanks}b\n---\nrest`],
    ['basic-memory', 'a list in front', `---\nx:\n${'- a\n'.repeat(100_000)}---\nrest`],
    ['basic-memory', 'a list in brackets', `---\nx: [${`"a, 'b${blanks}, `.repeat(10)}]\n---\nrest`],
    ['basic-memory', 'a text in front', `---\nx: a\n${'  a\n'.repeat(100_000)}---\nrest`],
    ['claude-memory', 'a heading', `# a${blanks}b\ntext`],
    ['claude-memory', 'a link', `- [a](${'[]('.repeat(50_000)}`],
    ['claude-memory', 'the end of a heading', `# ${'#'.repeat(100_000)}x\ntext`],
  ])('of %s is read once, however long %s is', async (format, _, text) => {
    // Looked at again from each place, it takes many seconds.
    expect(await least(() => read(format, { 'note.md': text }), { limit: 1500 })).toBeLessThan(1500);
  });
});

describe('an import', () => {
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openTestEngine();
  });
  afterAll(() => open.dispose());
  const bring = (from: string, files: Record<string, string>, source?: string) =>
    read(from, files).then((foreign) => open.engine.foreign.run(OWNER, from, { ...foreign, source }));
  const found = async (question: string) =>
    (await open.engine.retrieval.recall(OWNER, question, { limit: 3 })).found.map(({ memory }) => memory);

  it('stores everything, and recall finds it', async () => {
    expect(await bring('server-memory', { 'memory.jsonl': SERVER_MEMORY })).toMatchObject({
      memories: { added: 3, changed: 0, known: 0 },
      entities: 2,
      relations: 1,
      problems: [{ where: 'memory.jsonl:4' }],
    });
    await bring('basic-memory', BASIC_MEMORY);
    await bring('claude-memory', CLAUDE_MEMORY);
    await bring('mem0', { 'export.json': MEM0 });
    expect((await found('Who owns the on-call rota?'))[0]?.content).toContain('Ines Vidal');
    expect((await found('Where is TLS terminated?'))[0]?.content).toContain('Harbour Gateway');
    expect((await found('How long should coffee bloom?'))[0]).toMatchObject({ label: 'guide' });
    expect((await found('tabs or spaces?'))[0]?.scope).toMatchObject({ user: 'lena', session: 'run-7' });
    expect(await open.engine.knowledge.about(OWNER, 'harbour gateway')).toMatchObject({
      entity: { type: 'service' },
      observations: ['Is deployed from the quay repository', 'Terminates TLS for all tenants'],
      relations: [{ source: 'Ines Vidal', type: 'maintains', target: 'Harbour Gateway' }],
    });
  });

  it('adds nothing but an audit entry when it is repeated', async () => {
    const tables = async () => (await open.engine.tables(OWNER)).filter(({ name }) => name !== 'audit');
    const before = [await open.engine.memories.counts(OWNER), await tables()];
    for (const [from, files] of [
      ['server-memory', { 'memory.jsonl': SERVER_MEMORY }],
      ['basic-memory', BASIC_MEMORY],
      ['claude-memory', CLAUDE_MEMORY],
      ['mem0', { 'export.json': MEM0 }],
    ] as const) {
      expect((await bring(from, files)).memories).toMatchObject({ added: 0, changed: 0 });
    }
    expect([await open.engine.memories.counts(OWNER), await tables()]).toEqual(before);
  });

  it('reports the second of two notes that have one key', async () => {
    const note = (text: string) => `---\npermalink: buoys\n---\n${text}\n`;
    const notes = { 'x/p.md': note('The buoy is green.'), 'y/p.md': note('The buoy is red.') };
    for (const memories of [{ added: 1 }, { added: 0, changed: 0, known: 1 }])
      expect(await bring('basic-memory', notes)).toMatchObject({
        memories,
        problems: [{ where: 'buoys', why: expect.stringContaining('same key') }],
      });
    expect((await found('Which colour is the buoy?'))[0]?.content).toContain('green');
  });

  it('leaves out a memory that was forgotten here, until it is restored', async () => {
    const text = '---\nname: tides\n---\nThe tide tables are printed in spring, see [[Moon Phases]].\n';
    const files = { 'tides.md': text };
    await bring('claude-memory', files);
    const [tides] = await open.engine.retrieval.byWords(OWNER, 'tide tables', 1);
    await open.engine.memories.discard(OWNER, tides?.memory.id);
    expect(await bring('claude-memory', files)).toMatchObject({
      memories: { added: 0, changed: 0, known: 1 },
      relations: 0,
      problems: [{ where: 'tides.md', why: expect.stringContaining('forgotten') }],
    });
    const upload = { format: 'claude-memory', text, name: 'tides.md' } as const;
    expect(await open.engine.textImports.preview(OWNER, upload)).toMatchObject({ memories: 0, known: 1 });
    await open.engine.memories.restore(OWNER, tides?.memory.id);
    expect(await bring('claude-memory', files)).toMatchObject({ memories: { known: 1 }, problems: [] });
  });

  it('updates a memory whose content has changed in the source', async () => {
    const changed = MEM0.replace('tabs over spaces', 'spaces over tabs');
    expect((await bring('mem0', { 'export.json': changed })).memories).toEqual({ added: 0, changed: 1, known: 0 });
    expect((await found('tabs or spaces?'))[0]?.content).toBe('Prefers spaces over tabs');
  });

  it('updates a note whose time has changed with its text', async () => {
    const note = (day: string, text: string) => ({ 'locks.md': `---\ncreated: ${day}\n---\n${text}\n` });
    await bring('basic-memory', note('2025-01-01', 'The lock opens at seven.'));
    const report = await bring('basic-memory', note('2025-01-02', 'The lock opens at eight.'));
    expect(report.memories).toEqual({ added: 0, changed: 1, known: 0 });
    expect(await open.engine.retrieval.byWords(OWNER, 'lock opens', 5)).toHaveLength(1);
  });

  it('discards the later pieces of a note that was shortened, and adds them again when it grows', async () => {
    const pieces = async (count: number) => {
      const note = 'The dredger log is kept.\n\n'.repeat(3000 * count);
      const { memories } = await bring('basic-memory', { 'dredger.md': note });
      return { ...memories, kept: (await open.engine.retrieval.byWords(OWNER, 'dredger log', 9)).length };
    };
    expect(await pieces(3)).toEqual({ added: 3, changed: 0, known: 0, kept: 3 });
    expect(await pieces(2)).toMatchObject({ added: 0, kept: 2 });
    expect(await pieces(1)).toMatchObject({ added: 0, kept: 1 });
    expect(await pieces(3)).toMatchObject({ added: 2, kept: 3 });
    expect(await pieces(3)).toEqual({ added: 0, changed: 0, known: 3, kept: 3 });
  });

  it('keeps notes of two folders apart that have the same path, however often they are imported', async () => {
    const readme = (text: string) => ({ 'README.md': `# Berths\n\n${text}\n` });
    const kept = async () =>
      (await open.engine.retrieval.byWords(OWNER, 'wharf berth', 9)).map(({ memory }) => memory.content).sort();
    const [east, west] = ['The berth of the east wharf is deep.', 'The berth of the west wharf is shallow.'];
    const both = [expect.stringContaining(east), expect.stringContaining(west)];
    const nothing = { added: 0, changed: 0, known: 1 };
    for (const from of ['/east', '/west'])
      expect((await bring('claude-memory', readme(from === '/east' ? east : west), from)).memories.added).toBe(1);
    expect(await kept()).toEqual(both);
    expect((await bring('claude-memory', readme(west), '/west')).memories).toEqual(nothing);
    expect((await bring('claude-memory', readme(east), '/east')).memories).toEqual(nothing);
    const deeper = east.replace('deep', 'deeper');
    expect((await bring('claude-memory', readme(deeper), '/east')).memories).toMatchObject({ changed: 1 });
    expect(await kept()).toEqual([expect.stringContaining(deeper), expect.stringContaining(west)]);
    // The same text elsewhere is nothing new.
    expect((await bring('claude-memory', readme(deeper), '/copied')).memories).toEqual(nothing);
    const [first] = await open.engine.retrieval.byWords(OWNER, 'east wharf', 1);
    await open.engine.memories.remove(OWNER, first?.memory.id);
    expect((await bring('claude-memory', readme(west), '/west')).memories).toEqual(nothing);
    expect((await bring('claude-memory', readme(deeper), '/east')).memories).toMatchObject({ added: 1 });
    expect(await kept()).toHaveLength(2);
  });

  it.each([
    ['that did not tell folders apart', undefined],
    ['that put the time of its event into its id', Date.parse('2025-03-04')],
  ])('knows what an earlier version imported %s', async (_, time) => {
    const name = time === undefined ? 'pilotboat' : 'pilotcutter';
    const note = { [`${name}.md`]: `---\ncreated: 2025-03-04\n---\nThe ${name} boards at the buoy.\n` };
    const [arrived] = (await read('basic-memory', note)).memories;
    if (!arrived) throw new Error('not read');
    const { content, metadata, label, tags, summary } = arrived.input;
    const digest = createHash('sha256')
      .update(JSON.stringify([content, metadata, label, tags, summary]))
      .digest('hex')
      .slice(0, 32);
    const id = derivedId(JSON.stringify(['basic-memory', home(OWNER), name]), time);
    const imported = { from: 'basic-memory', digest };
    await open.engine.memories.storeMany(OWNER, [{ ...arrived.input, metadata: { ...metadata, imported }, id }]);
    const kept = async () => (await open.engine.retrieval.byWords(OWNER, name, 9)).length;
    for (const _ of ['marked', 'known'])
      expect((await bring('basic-memory', note, '/here')).memories).toEqual({ added: 0, changed: 0, known: 1 });
    const other = { [`${name}.md`]: `The other ${name} boards at the pier.\n` };
    expect((await bring('basic-memory', other, '/there')).memories).toMatchObject({ added: 1 });
    expect(await kept()).toBe(2);
  });

  it('marks what an earlier version imported, keeps what was added to it since, and discards the pieces that it has lost', async () => {
    const long = { 'log.md': 'The beacon was painted. '.repeat(6000) };
    const pieces = (await bring('basic-memory', long, '/logs')).memories.added;
    expect(pieces).toBeGreaterThan(1);
    const stored = async () => (await open.engine.retrieval.byWords(OWNER, 'beacon', 9)).map(({ memory }) => memory);
    // As the earlier version left them: without the note that they are of.
    for (const { id, metadata } of await stored()) {
      const { from, digest } = z.object({ from: z.string(), digest: z.string() }).parse(metadata.imported);
      const fields = { imported: { from, digest }, keeper: 'Ada' };
      await open.engine.memories.update(OWNER, id, { metadataFields: fields });
    }
    expect((await bring('basic-memory', long, '/logs')).memories).toMatchObject({ changed: 0, known: pieces });
    for (const { metadata } of await stored())
      expect(metadata).toMatchObject({ keeper: 'Ada', imported: { note: expect.any(String) } });
    for (const { id, metadata } of await stored()) {
      const { from, digest } = z.object({ from: z.string(), digest: z.string() }).parse(metadata.imported);
      await open.engine.memories.update(OWNER, id, { metadataFields: { imported: { from, digest } } });
    }
    await bring('basic-memory', { 'log.md': 'The beacon was sold.' }, '/logs');
    expect((await stored()).map(({ content }) => content)).toEqual([expect.stringContaining('sold')]);
  });

  it('discards no note of its own that is called like a piece of another', async () => {
    const notes = { 'todo.md': 'Paint the bollards.', 'todo#2.md': 'Grease the bollards.' };
    const forms = ['basic-memory', 'claude-memory'] as const;
    for (const from of forms) {
      await bring(from, notes, `/${from}`);
      const alone = await bring(from, { 'todo.md': notes['todo.md'] }, `/${from}`);
      expect(alone.memories).toEqual({ added: 0, changed: 0, known: 1 });
    }
    expect(await open.engine.retrieval.byWords(OWNER, 'bollards', 9)).toHaveLength(4);
  });

  it('knows a note that was merged into another since', async () => {
    const text = 'The fog horn sounds each minute.';
    const notes = { 'east/fog.md': text, 'west/fog.md': text };
    expect((await bring('claude-memory', notes, '/horns')).memories).toMatchObject({ added: 2 });
    await (await open.engine.normalising.start(OWNER)).ended;
    expect(await open.engine.retrieval.byWords(OWNER, 'fog horn', 9)).toHaveLength(1);
    for (const _ of ['once', 'again'])
      expect((await bring('claude-memory', notes, '/horns')).memories).toEqual({ added: 0, changed: 0, known: 2 });
  });

  it('brings back no note that was forgotten together with the one that it was merged into', async () => {
    const text = 'The foghorn choir sings at dusk.';
    const notes = { 'east/choir.md': text, 'west/choir.md': text };
    await bring('claude-memory', notes, '/choirs');
    await (await open.engine.normalising.start(OWNER)).ended;
    const [kept] = await open.engine.retrieval.byWords(OWNER, 'foghorn choir', 9);
    await open.engine.memories.discard(OWNER, kept?.memory.id);
    const again = await bring('claude-memory', notes, '/choirs');
    expect(again.memories).toMatchObject({ added: 0, changed: 0 });
    expect(await open.engine.retrieval.byWords(OWNER, 'foghorn choir', 9)).toEqual([]);
  });

  it.each(['discard', 'remove'] as const)(
    'discards the later pieces of a shortened note after a %s of the first',
    async (how) => {
      const name = `mooring${how}`;
      const bringPieces = (count: number) =>
        bring('basic-memory', { [`${name}.md`]: `The ${name} log is kept.\n\n`.repeat(2500 * count) });
      expect((await bringPieces(3)).memories).toMatchObject({ added: 3 });
      const first = derivedId(JSON.stringify(['basic-memory', home(OWNER), name]));
      await open.engine.memories[how](OWNER, first);
      await bringPieces(1);
      const kept = await open.engine.retrieval.byWords(OWNER, name, 9);
      expect(kept).toHaveLength(how === 'discard' ? 0 : 1);
    },
  );

  it('updates the summary and tags that have changed in the source', async () => {
    const tides = (head: string) => ({ 'currents.md': `---\n${head}\n---\nThe current turns at noon.\n` });
    await bring('claude-memory', tides('name: currents\ndescription: When it turns\ntags: [sea]'));
    const report = await bring('claude-memory', tides('name: currents\ndescription: Its hours\ntags: [sea, noon]'));
    expect(report.memories).toEqual({ added: 0, changed: 1, known: 0 });
    expect((await found('When does the current turn?'))[0]).toMatchObject({
      summary: 'Its hours',
      tags: ['sea', 'noon'],
    });
  });

  it('creates no entity for a note that it could not store', async () => {
    const report = await bring('basic-memory', { 'Broken Anchor.md': '- [fact] \u0000 see [[Anchor Chain]]\n' });
    expect(report).toMatchObject({ memories: { added: 0 }, entities: 0, relations: 0, problems: [{}] });
    expect(await open.engine.knowledge.about(OWNER, 'Broken Anchor')).toBeNull();
    expect(await open.engine.knowledge.about(OWNER, 'Anchor Chain')).toBeNull();
  });

  it("for one user refuses another user's memories, and imports the rest", async () => {
    const list = JSON.stringify([
      { id: 'x', memory: 'Belongs to Lena', user_id: 'lena' },
      { id: 'y', memory: 'Belongs to nobody' },
    ]);
    const omar = { ...OWNER, user: 'omar' };
    const report = await open.engine.foreign.run(omar, 'mem0', await read('mem0', { 'export.json': list }));
    expect(report).toMatchObject({
      memories: { added: 1 },
      problems: [{ where: 'x', why: expect.stringContaining('omar') }],
    });
  });

  it('continues after a memory that cannot be stored, and redacts secrets', async () => {
    const list = [
      { id: 1, memory: 'bad \u0000 text' },
      { id: 2, memory: 'The staging api_key = abcd1234efgh5678ijkl', categories: ['password=hunter2'] },
    ];
    const report = await bring('mem0', { 'export.json': JSON.stringify(list) });
    expect(report).toMatchObject({
      memories: { added: 1 },
      problems: [{ where: '1', why: expect.stringContaining('NUL') }],
    });
    const [kept] = await found('staging api key');
    expect(kept?.content).not.toContain('abcd1234');
    expect(kept?.tags).toEqual(['password=[REDACTED:password]']);
    expect((await bring('mem0', { 'export.json': JSON.stringify(list) })).memories).toMatchObject({
      added: 0,
      known: 1,
    });
  });
});
