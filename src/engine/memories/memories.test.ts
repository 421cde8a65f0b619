import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import type { Actor } from '../access/actor.ts';
import { toUuid } from '../ids.ts';

describe('memories', () => {
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openTestEngine();
  });
  afterAll(() => open.dispose());

  const store = (content: string, more = {}) => open.engine.memories.store(OWNER, { content, ...more });
  const get = (id: unknown) => open.engine.memories.get(OWNER, id);

  it('are read as they were stored, with defaults filled in', async () => {
    const before = Date.now();
    const { memory } = await store('The staging database is reset every Sunday.', { metadata: { source: 'wiki' } });
    const found = await get(memory.id);
    expect(found).toMatchObject({ kind: 'semantic', importance: 1, metadata: { source: 'wiki' }, validUntil: null });
    expect(memory.id).toMatch(/^[0-9a-z]{20}$/);
    expect(found.eventTime).toBeGreaterThanOrEqual(before);
    expect(found.validFrom).toBe(found.ingestionTime);
  });

  it.each(['', ' \n', '\u200b\u200b', '\u2060\ufeff \u00ad', '\u{e0041}\u3164\u2800', '\u0007'])(
    'are refused if a reader sees nothing in them: %j',
    async (content) => {
      await expect(store(content)).rejects.toThrow('content must not be empty.');
      await expect(store('Seen.', { summary: content })).rejects.toThrow('summary must not be empty.');
      const named = { name: content, type: 'place', observations: [] };
      await expect(open.engine.knowledge.tell(OWNER, named)).rejects.toThrow('name must not be empty.');
    },
  );

  it.each(['.', '♥', '各', 'x\u200b'])('are taken if they show the least: %j', async (content) => {
    expect((await store(content)).memory.content).toBe(content);
  });

  it('are stored once per scope when repeated, but events each time they happen', async () => {
    const fact = 'The canary region is eu-north-1.';
    const { memory } = await store(fact);
    expect((await store(fact)).memory.id).toBe(memory.id);
    for (const other of [
      { metadata: { source: 'wiki' } },
      { tags: ['region'] },
      { eventTime: 1 },
      { label: 'region' },
      { importance: 9 },
    ])
      expect((await store(fact, other)).memory.id).not.toBe(memory.id);
    const elsewhere = await open.engine.memories.store({ ...OWNER, project: 'other' }, { content: fact });
    expect(elsewhere.memory.id).not.toBe(memory.id);
    const event = { content: 'The canary failed.', kind: 'episodic' as const };
    const [first, second] = [await store(event.content, event), await store(event.content, event)];
    expect(second.memory.id).not.toBe(first.memory.id);
  });

  it('are stored again once the old one has ended', async () => {
    const { memory } = await store('The on-call phone lies in drawer 3.');
    await open.engine.memories.invalidate(OWNER, memory.id);
    expect((await store('The on-call phone lies in drawer 3.')).memory.id).not.toBe(memory.id);
  });

  it('are found by every spelling of their id', async () => {
    const { memory } = await store('Spellings of ids are many.');
    for (const spelling of [
      memory.id.toUpperCase(),
      ` ${memory.id} `,
      `memories:${memory.id}`,
      `mem_${memory.id}`,
      toUuid(memory.id),
      memory.row,
      String(memory.row),
    ]) {
      expect((await get(spelling)).id).toBe(memory.id);
    }
  });

  it.each(['', 'nope', '00000000000000000000', 'memories:', '{"tb":1}', "' OR 1=1 --", { tb: 'memories' }, 42_000_000])(
    'that do not exist are reported: %j',
    async (id) => {
      await expect(get(id)).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining('Memory not found:'),
      });
    },
  );

  it.each([
    ['empty', ''],
    ['blank', ' \n\t '],
    ['longer than 100 KB', 'x'.repeat(102_401)],
    ['binary', 'a\u0000b'],
  ])('with %s content are refused', async (_, content) => {
    await expect(store(content)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('hold 100 000 characters where those need more than 100 KB', async () => {
    expect((await store('Ä'.repeat(60_000))).memory.content).toHaveLength(60_000);
    await expect(store('Ä'.repeat(100_001))).rejects.toThrow(
      '100 KB (102400 bytes), or 100000 characters where those need more bytes',
    );
  });

  it.each(['👩‍👩‍👧‍👦 emoji', 'שלום, עולם', 'half a \ud83d pair', "'; DROP TABLE memories; --", '日本語のメモ'])(
    'hold any text: %j',
    async (content) => {
      const { memory } = await store(content);
      expect((await get(memory.id)).content).toBe(content.toWellFormed());
    },
  );

  it('hold metadata whose keys and values are cut in the middle of a character', async () => {
    const metadata = { title: 'cut \ud83d', 'half \ude00': ['\ud83d\ud83d', { path: 'C:\\ud83d' }], whole: '🚀' };
    const { memory } = await store('An emoji was cut in two.', { metadata });
    const mended = { title: 'cut �', 'half �': ['��', { path: 'C:\\ud83d' }], whole: '🚀' };
    expect((await get(memory.id)).metadata).toEqual(mended);
    const changed = await open.engine.memories.update(OWNER, memory.id, { metadataFields: { more: '\udc00' } });
    expect(changed.metadata).toEqual({ ...mended, more: '�' });
  });

  it('hold metadata about a NUL character, but none with one', async () => {
    const template = String.raw`const NUL = '\u0000';`;
    const { memory } = await store('How to escape a zero byte.', { metadata: { template } });
    expect((await get(memory.id)).metadata).toEqual({ template });
    for (const value of ['cut\0off', '\0', '\\\\\0'])
      await expect(store('A zero byte.', { metadata: { value } })).rejects.toMatchObject({ code: 'invalid' });
  });

  it('hold 100 KB of one word, and deep metadata', async () => {
    let nested: Record<string, unknown> = { leaf: true };
    for (let level = 0; level < 50; level++) nested = { nested };
    const { memory } = await store('x'.repeat(102_400), { metadata: nested });
    expect((await get(memory.id)).metadata).toEqual(nested);
  });

  it('refuse endlessly nested metadata', async () => {
    let nested: Record<string, unknown> = {};
    for (let level = 0; level < 5000; level++) nested = { nested };
    await expect(store('fine', { metadata: nested })).rejects.toMatchObject({ code: 'invalid' });
    await expect(store('fine', { metadata: { big: 'x'.repeat(17_000) } })).rejects.toMatchObject({ code: 'invalid' });
  });

  it('keep no secrets, in the text or in the metadata', async () => {
    const { memory, redacted } = await store('deploy with api_key = abcd1234efgh5678ijkl', {
      metadata: { password: 'hunter2xyz' },
    });
    expect(redacted).toEqual(['api_key', 'password']);
    expect(JSON.stringify(await get(memory.id))).not.toMatch(/abcd1234|hunter2/);
  });

  it('change only in the given fields', async () => {
    const { memory } = await store('The API listens on port 8080.', { metadata: { a: 1 } });
    const updated = await open.engine.memories.update(OWNER, memory.id, { content: 'The API listens on port 9090.' });
    expect(updated).toMatchObject({ content: 'The API listens on port 9090.', metadata: { a: 1 }, kind: 'semantic' });
    const [found] = await open.engine.retrieval.byWords(OWNER, 'port 9090', 1);
    expect(found?.memory.id).toBe(memory.id);
    expect(await open.engine.retrieval.byWords(OWNER, '8080', 5)).toEqual([]);
  });

  it('do not lose an update when two writers race', async () => {
    const { memory } = await store('Raced over by many.');
    await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        open.engine.memories.update(OWNER, memory.id, i % 2 ? { kind: 'procedural' } : { metadata: { i } }),
      ),
    );
    const after = await get(memory.id);
    expect([after.kind, typeof after.metadata.i]).toEqual(['procedural', 'number']);
  });

  it('end when they are invalidated, and stay readable with the reason', async () => {
    const old = (await store('Releases happen on Fridays.')).memory;
    const fresh = (await store('Releases happen on Tuesdays.')).memory;
    await open.engine.memories.invalidate(OWNER, old.id, { reason: 'too risky', supersededBy: fresh.id });
    const ended = await open.engine.memories.invalidate(OWNER, old.id);
    expect(ended).toMatchObject({ invalidReason: 'too risky', supersededBy: fresh.id });
    const found = (await open.engine.retrieval.byWords(OWNER, 'releases happen', 10)).map(({ memory }) => memory.id);
    expect(found).toContain(fresh.id);
    expect(found).not.toContain(old.id);
    const yesterday = await open.engine.memories.validAt(OWNER, 100, ended.validUntil ? ended.validUntil - 1 : 0);
    expect(yesterday.map((m) => m.id)).toContain(old.id);
  });

  it('are never superseded in a circle, however long', async () => {
    const end = (id: string, supersededBy: string) => open.engine.memories.invalidate(OWNER, id, { supersededBy });
    const [a, b, c] = [
      (await store('Plan A.')).memory,
      (await store('Plan B.')).memory,
      (await store('Plan C.')).memory,
    ];
    await end(a.id, b.id);
    await expect(end(b.id, a.id)).rejects.toMatchObject({ code: 'invalid' });
    await end(b.id, c.id);
    await expect(end(c.id, a.id)).rejects.toMatchObject({ code: 'invalid' });
    expect(await get(c.id)).toMatchObject({ validUntil: null, supersededBy: null });
  });

  it('do not end if they have changed since they were read', async () => {
    const { memory } = await store('The kiln is fired on Mondays.');
    await open.engine.memories.update(OWNER, memory.id, { content: 'The kiln is fired on Tuesdays.' });
    const { revision } = memory;
    await expect(open.engine.memories.invalidate(OWNER, memory.id, { revision })).rejects.toMatchObject({
      code: 'conflict',
    });
    const replacing = open.engine.editing.replace(OWNER, memory, { content: 'The kiln is fired on Fridays.' });
    await expect(replacing).rejects.toMatchObject({ code: 'conflict' });
    expect(await get(memory.id)).toMatchObject({ validUntil: null, content: 'The kiln is fired on Tuesdays.' });
    expect(await open.engine.retrieval.byWords(OWNER, 'kiln Fridays', 1)).not.toMatchObject([
      { memory: { content: 'The kiln is fired on Fridays.' } },
    ]);
  });

  it('keep every reason given when they were invalidated', async () => {
    const { memory } = await store('The office is in Bergen.');
    for (const reason of ['moved', 'closed', 'moved'])
      await open.engine.memories.invalidate(OWNER, memory.id, { reason });
    expect((await get(memory.id)).invalidReason).toBe('moved\nclosed');
  });

  it('are not invalidated for a reason with a NUL character', async () => {
    const { memory } = await store('The harbour is open at night.');
    const invalidated = open.engine.memories.invalidate(OWNER, memory.id, { reason: 'cut\0off' });
    await expect(invalidated).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('NUL') });
    expect((await get(memory.id)).validUntil).toBeNull();
  });

  it('report what they repeat and what they may replace', async () => {
    const first = (await store('We run PostgreSQL 14 in production on db-main.')).memory;
    const repeated = await store('We run PostgreSQL 14 in production on db-main!');
    expect(repeated.similar[0]).toMatchObject({ likeness: 'duplicate', memory: { id: first.id } });
    const newer = await store('We run PostgreSQL 16 in production on db-main.');
    expect(newer.similar.map(({ likeness }) => likeness)).toContain('may_supersede');
    expect((await store('Lunch is at noon in the blue kitchen.')).similar).toEqual([]);
  });

  it('report what they replace in other words, and leave the rest', async () => {
    const known = (await store('Invoices are sent by post on the first of the month.')).memory;
    expect((await store('Invoices have the number of the order in the second line.')).similar).toEqual([]);
    const { memory, similar } = await store('Since May every invoice goes out as a PDF on the 25th.');
    expect(similar).toMatchObject([{ likeness: 'may_supersede', memory: { id: known.id } }]);
    const { found } = await open.engine.retrieval.recall(OWNER, 'when do invoices go out?', { limit: 5 });
    expect(found[0]?.memory.id).toBe(memory.id);
    expect(found.find((each) => each.memory.id === known.id)?.changedBy).toBe(memory.id);
  });

  describe('of several clauses', () => {
    const OWNERS =
      'Ownership: Tove Lindqvist owns the controller code; Mateus Okoro owns the algae room; Brigid Shaw handles licences and the lease.';
    const changedBy = async (known: string, later: string) => {
      const actor = { ...OWNER, project: later };
      await open.engine.memories.store(actor, { content: known });
      const { similar } = await open.engine.memories.store(actor, { content: later });
      return similar.map(({ likeness }) => likeness);
    };

    it.each([
      [OWNERS, 'Ines Calder has taken the algae room over from Mateus, who is at sea until autumn.'],
      [OWNERS, 'Brigid handed the licences to Yusuf Dane and now only does the accounts.'],
      [
        'The API key lives in Vault. It is rotated every 90 days. Kim holds the root token.',
        'Kim handed the root token over to Sara.',
      ],
      [
        "The Elixir release is built in a Docker container on Tove's laptop with MIX_ENV=prod mix release barnacle_pi.",
        "Forgejo Actions builds the release now, on the runner 'limpet'; no more building on laptops.",
      ],
    ])('may be replaced by what changes one of them: %s, %s', async (known, later) => {
      expect(await changedBy(known, later)).toEqual(['may_supersede']);
    });

    it.each([
      [OWNERS, 'The algae room has got a new lamp and smells less since Tuesday.'],
      [OWNERS, 'Mateus moved to Bergen in May and cycles to work.'],
      [OWNERS, 'The controller code is now formatted with rustfmt.'],
      [
        'The gateway listens on 8080. Its logs go to Loki. TLS is terminated at the edge.',
        'The admin page of the gateway has moved to the wiki.',
      ],
      [
        'The CO2 probe reads 400 ppm; it is calibrated each May; Ola keeps the spare.',
        'Ola now keeps the spare keys of the greenhouse too.',
      ],
      ['Standups are at 9:30; the retro is on Friday; planning takes two hours.', 'The retro notes moved to Notion.'],
    ])('are not replaced by what tells of something else: %s, %s', async (known, later) => {
      expect(await changedBy(known, later)).toEqual([]);
    });
  });

  it('are stored again when a later one had changed them', async () => {
    for (const version of [18, 22]) await store(`The nightly CI builds on Node ${version}.`);
    const { memory, similar } = await store('The nightly CI builds on Node 18.');
    expect(similar.map(({ likeness }) => likeness).toSorted()).toEqual(['duplicate', 'may_supersede']);
    const { found } = await open.engine.retrieval.recall(OWNER, 'What does the nightly CI build on?', { limit: 3 });
    expect(found[0]?.memory.id).toBe(memory.id);
  });

  it.each([
    ['The gateway listens on port 9443.', 'Our gateway is Kong.'],
    ['The frontend uses React.', 'The frontend is deployed to Vercel.'],
    ['Gate A opens at 8.', 'Gate B now opens at 9.'],
  ])(
    'that tell something else of the same thing, or the same of another, replace nothing: %s',
    async (known, fresh) => {
      await store(known);
      expect((await store(fresh)).similar).toEqual([]);
    },
  );

  it('that tell of a past year replace nothing', async () => {
    await store('The monolith runs on Java 21.');
    expect((await store('In 2020 the monolith ran on Java 8.')).similar).toEqual([]);
  });

  it('replace no event, nothing of another project, and nothing that is about a later time', async () => {
    const earlier = 'Invoices are sent by post on the first of the month.';
    const later = 'Since May every invoice goes out as a PDF on the 25th.';
    const inProject = (project: string) => ({ ...OWNER, project });
    const replacedIn = async (project: string, more = {}) => {
      const { similar } = await open.engine.memories.store(inProject(project), { content: later, ...more });
      return similar.filter(({ likeness }) => likeness === 'may_supersede').length;
    };
    await open.engine.memories.store(inProject('one'), { content: earlier });
    expect(await replacedIn('two')).toBe(0);
    expect(await replacedIn('one', { eventTime: Date.now() - 86_400_000 })).toBe(0);
    await open.engine.memories.store(inProject('three'), { content: earlier, kind: 'episodic' });
    expect(await replacedIn('three')).toBe(0);
    await open.engine.memories.store(inProject('four'), { content: earlier });
    expect(await replacedIn('four')).toBe(1);
  });

  it.each(['design', 'requirements', 'session', 'user_preference'] as const)(
    'of the type %s report which other of their type they may replace',
    async (type) => {
      const known = (await store(`The ${type} freezer is kept at -20 degrees.`, { type })).memory;
      await store(`The ${type} freezer is kept at 4 degrees.`, { type: 'code_pattern' });
      const { similar } = await store(`The ${type} freezer is kept at -30 degrees.`, { type });
      expect(similar).toMatchObject([{ likeness: 'may_supersede', memory: { id: known.id } }]);
    },
  );

  it('with different ids of their own replace nothing', async () => {
    const lift = (kilograms: number, requirement_id: string) =>
      store(`The pallet lift is rated for ${kilograms} kg.`, { type: 'requirements', metadata: { requirement_id } });
    const known = await lift(400, 'REQ-1');
    expect((await lift(900, 'REQ-2')).similar).toEqual([]);
    expect((await lift(700, 'REQ-1')).similar).toMatchObject([{ memory: { id: known.memory.id } }]);
  });

  it('that are stored only if new are noticed as changes, too', async () => {
    const { memory: known } = await store('The kiln fires at 900 degrees.');
    const fresh = await open.engine.memories.storeIfNew(OWNER, { content: 'The kiln fires at 1100 degrees.' }, 1000);
    const { found } = await open.engine.retrieval.recall(OWNER, 'the kiln', { limit: 5 });
    expect(found.find(({ memory }) => memory.id === known.id)?.changedBy).toBe(fresh?.id);
  });

  it('belong to their user and nobody else', async () => {
    const ada = { ...OWNER, user: 'ada' };
    const { memory } = await open.engine.memories.store(ada, { content: 'Ada keeps a private note.' });
    await expect(open.engine.memories.get({ ...OWNER, user: 'bob' }, memory.id)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await open.engine.memories.remove({ ...OWNER, user: 'bob' }, memory.id)).toBe(false);
    expect((await open.engine.memories.get(ada, memory.id)).content).toContain('private');
  });

  it('are gone after a delete', async () => {
    const { memory } = await store('Forget me soon.');
    expect(await open.engine.memories.remove(OWNER, memory.id)).toBe(true);
    expect(await open.engine.memories.remove(OWNER, memory.id)).toBe(false);
    await expect(get(memory.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that changed since they were seen are not discarded, rejected or merged away', async () => {
    const { memories, editing, inbox } = open.engine;
    const { memory: kept } = await memories.store(OWNER, { content: 'The kiosk opens at 10.' });
    const { memory: seen } = await memories.store(OWNER, { content: 'The kiosk opens at 11.' });
    await memories.update(OWNER, seen.id, { filing: { label: 'new', tags: [], summary: null } });
    const { items } = await inbox.list(OWNER, 'contradiction', { limit: 10 });
    const item = items.find(({ memory }) => memory?.id === seen.id)?.id ?? '';
    for (const change of [
      memories.discard(OWNER, seen.id, seen.revision),
      inbox.reject(OWNER, item, seen.revision),
      editing.merge(OWNER, kept, seen),
    ])
      await expect(change).rejects.toMatchObject({ code: 'conflict' });
    expect(await memories.get(OWNER, seen.id)).toMatchObject({ label: 'new' });
    expect(await memories.get(OWNER, kept.id)).toEqual(kept);
  });

  it('come out of the bin with their history and with what they replaced', async () => {
    const { engine } = open;
    const { memory } = await engine.memories.store(OWNER, { content: 'We deploy with Ansible.' });
    const { memory: old } = await engine.memories.store(OWNER, { content: 'We deploy by hand on Fridays.' });
    await engine.memories.update(OWNER, memory.id, { content: 'We deploy with Terraform.' });
    await engine.memories.invalidate(OWNER, old.id, { supersededBy: memory.id });
    await engine.memories.discard(OWNER, memory.id);
    expect(await engine.memories.get(OWNER, old.id)).toMatchObject({ supersededBy: null });
    await engine.memories.restore(OWNER, memory.id);
    expect(await engine.memories.get(OWNER, old.id)).toMatchObject({ supersededBy: memory.id });
    expect(await engine.memories.history(OWNER, memory.id)).toMatchObject([
      { before: { content: 'We deploy with Ansible.' } },
    ]);
  });

  it('that are not in the bin are not restored; only who may see one learns that it exists', async () => {
    const ada = { ...OWNER, user: 'ada' };
    const { memory } = await open.engine.memories.store(ada, { content: 'Ada never deleted this.' });
    const restore = (actor: Actor, id: unknown) => open.engine.memories.restore(actor, id);
    const refusal = { code: 'conflict', message: `Memory ${memory.id} is not in the bin.` };
    await expect(restore(ada, memory.id)).rejects.toMatchObject(refusal);
    await open.engine.memories.discard(ada, memory.id);
    await restore(ada, memory.id);
    await expect(restore(ada, memory.id)).rejects.toMatchObject(refusal);
    await expect(restore({ ...OWNER, user: 'bob' }, memory.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(restore(ada, '00000000000000000000')).rejects.toMatchObject({ code: 'not_found' });
  });
});
