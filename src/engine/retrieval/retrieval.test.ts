import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';

describe('retrieval', () => {
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openTestEngine();
    await open.engine.memories.storeMany(
      OWNER,
      [
        'The payment service retries three times before it gives up.',
        'Our logo is blue.',
        'Unit tests run with vitest in watch mode.',
        'Error E4711 means that the license server is not reachable.',
        'The quarterly report is due in April.',
        'getUserById caches its result for a minute.',
        '用户数据库每天晚上备份一次。',
        'Lunch orders close at eleven.',
        'Redis was replaced by Valkey in version 3.2, because the licence of Redis had changed and the lawyers objected to it.',
        'The production database is db-prod-3 in Frankfurt, PostgreSQL 16.',
        'Access tokens expire after 15 minutes; refresh tokens live for thirty days and are stored hashed in the accounts table.',
      ].map((content) => ({ content })),
    );
  });
  afterAll(() => open.dispose());

  const recall = async (question: string, more = {}) =>
    open.engine.retrieval.recall(OWNER, question, { limit: 5, ...more });
  const first = async (question: string) => (await recall(question)).found[0]?.memory.content;

  it('finds by words first what holds a name with its signs', async () => {
    const fresh = await openTestEngine();
    try {
      const { memories, retrieval } = fresh.engine;
      const long = 'The old tool chain, which nobody has touched for years, is written in C++ and is built by hand.';
      const others = Array.from({ length: 30 }, (_, i) => `Plan C for room ${i}: C.`);
      await memories.storeMany(
        OWNER,
        [long, 'A .NET service.', 'The safety net.', ...others].map((content) => ({ content })),
      );
      const found = async (question: string) => {
        const all = await retrieval.byWords(OWNER, question, 5);
        expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).toSorted((a, b) => b - a));
        return all.map(({ memory }) => memory.content);
      };
      expect((await found('C++'))[0]).toBe(long);
      expect(await found('C++')).toHaveLength(5);
      expect((await found('C'))[0]).not.toBe(long);
      expect(await found('.NET')).toEqual(['A .NET service.', 'The safety net.']);
    } finally {
      await fresh.dispose();
    }
  });

  it('finds what is written in a script that the model does not know by its words alone', async () => {
    const fresh = await openTestEngine();
    try {
      const [thai, khmer] = ['สมชายดูแลเซิร์ฟเวอร์สำรองข้อมูล', 'ទ្វារឃ្លាំងបើកម៉ោងប្រាំបី'];
      await fresh.engine.memories.storeMany(
        OWNER,
        [thai, khmer, '🎉', 'The payment service retries three times.'].map((content) => ({ content })),
      );
      const ask = (question: string) => fresh.engine.retrieval.recall(OWNER, question, { limit: 5 });
      const named = await ask('สมชาย');
      expect(named.found.map(({ memory }) => memory.content)).toEqual([thai]);
      expect(named).toMatchObject({ weak: false, note: null });
      expect((await ask('สมชายดูแลอะไร')).found[0]?.memory.content).toBe(thai);
      for (const question of ['ราคากาแฟเท่าไหร่ครับ', '🚀', 'qzvw'.repeat(33)]) {
        const { found, weak } = await ask(question);
        expect(found.every(({ parts }) => parts.vector === 0)).toBe(true);
        expect(found.length === 0 || weak).toBe(true);
        expect(await fresh.engine.retrieval.byMeaning(OWNER, question, 5)).toEqual([]);
      }
    } finally {
      await fresh.dispose();
    }
  });

  it('does not take an acronym for a quotation where a memory only happens to hold it', async () => {
    const fresh = await openTestEngine();
    try {
      await fresh.engine.memories.storeMany(
        OWNER,
        [
          'Mosquitto is our message broker, on port 8884 of the NAS.',
          'The glossary explains MQTT, QoS and LWT for new colleagues.',
        ].map((content) => ({ content })),
      );
      const ask = async (question: string) =>
        (await fresh.engine.retrieval.recall(OWNER, question, { limit: 5 })).found.map(({ memory, parts }) => ({
          content: memory.content,
          exact: parts.exact,
        }));
      const found = await ask('Which MQTT broker do we use?');
      expect(found.map(({ exact }) => exact)).toEqual([null, null]);
      for (const question of ['MQTT', 'which broker is called "MQTT"', 'the glossary for MQTT colleagues'])
        expect((await ask(question))[0]).toMatchObject({ content: expect.stringContaining('MQTT'), exact: 1 });
    } finally {
      await fresh.dispose();
    }
  });

  it('finds by meaning, without a word in common', async () => {
    expect(await first('How often do we attempt to charge a customer again?')).toContain('payment service');
    const [nearest] = await open.engine.retrieval.byMeaning(OWNER, 'what colour does the brand have', 1);
    expect(nearest?.memory.content).toBe('Our logo is blue.');
  });

  it.each([
    ['E4711', 'Error E4711'],
    ['user by id cache', 'getUserById'],
    ['数据库备份', '用户数据库'],
  ])('finds by words: %s', async (question, expected) => {
    const [found] = await open.engine.retrieval.byWords(OWNER, question, 3);
    expect(found?.memory.content).toContain(expected);
  });

  it.each(['', '   ', 'module_1.py "unbalanced ( AND', "x' OR 1=1; --", 'NEAR(a b)', '*', '\u0000', '\ud800', '😀'])(
    'takes %j as text',
    async (question) => {
      await expect(recall(question)).resolves.toBeDefined();
      await expect(open.engine.retrieval.byWords(OWNER, question, 3)).resolves.toBeDefined();
      await expect(open.engine.retrieval.byMeaning(OWNER, question, 3)).resolves.toBeDefined();
    },
  );

  it('finds what a pasted prompt of 10 000 characters is about', async () => {
    const filler =
      'Please look at the following and keep the usual rules of the house in mind while you do it. '.repeat(60);
    const prompt = `${filler} The license server is not reachable and we see E4711 again, what was that? ${filler}`;
    expect(prompt.length).toBeGreaterThan(10_000);
    expect(await first(prompt)).toContain('E4711');
  });

  it('marks results that do not answer the question as weak, and says so', async () => {
    const { weak, note } = await recall('How deep is the Mariana trench?');
    expect(weak).toBe(true);
    expect(note).toContain('weak');
    expect(await recall('When does the payment service give up?')).toMatchObject({ weak: false, note: null });
  });

  it.each([
    ['Why was Redis replaced?', 'How much memory does Valkey need?'],
    ['How long do refresh tokens live?', 'Which library signs the access tokens?'],
  ])('is sure of %j, and not of what the same memory does not say', async (answered, missed) => {
    expect(await recall(answered)).toMatchObject({ weak: false });
    expect(await recall(missed)).toMatchObject({ weak: true });
  });

  it('is not sure of a memory about the opposite, and says what each is about', async () => {
    expect(await recall('Which database does production use?')).toMatchObject({ weak: false });
    const { weak, note } = await recall('Which database does staging use?');
    expect(weak).toBe(true);
    expect(note).toContain('the question is about staging, the first result about production');
  });

  it('only asks whether a memory is about what may be no question', async () => {
    const asked = 'Which library signs the access tokens?';
    expect(await recall(asked, { judges: false })).toMatchObject({ weak: false });
  });

  it('is not sure of any answer to a question without a word', async () => {
    expect(await recall('🔥?')).toMatchObject({ weak: true });
  });

  it('knows no answer where nothing is found, and says that what other searches find is weak', async () => {
    const stranger = { ...OWNER, user: 'stranger' };
    expect(await open.engine.retrieval.answer(stranger, 'How deep is the trench?')).toEqual({
      answer: null,
      weak: true,
    });
  });

  it('leads with the later memory where the question quotes what both hold', async () => {
    const eve = { ...OWNER, user: 'eve' };
    const { memories, retrieval } = open.engine;
    await memories.store(eve, { content: 'The CEO is Bob Stone.', eventTime: 1000 });
    await memories.store(eve, { content: 'The CEO is Ada Park.', eventTime: 2000 });
    const { found } = await retrieval.recall(eve, 'Who is the CEO?', { limit: 2 });
    expect(found.map(({ memory }) => memory.content)).toEqual(['The CEO is Ada Park.', 'The CEO is Bob Stone.']);
    expect(found[0]?.parts.exact).toBe(1);
  });

  it('finds a later memory no less relevant than what it may have changed', async () => {
    const ada = { ...OWNER, user: 'ada' };
    const { memories, retrieval } = open.engine;
    await memories.store(ada, { content: 'The ferry leaves from pier 4.', eventTime: 1000 });
    const later = 'The ferry to the island moved to pier 9 in October.';
    await memories.store(ada, { content: later, eventTime: 2000 });
    const { found } = await retrieval.relevant(ada, 'Which pier does the ferry leave from?', {
      limit: 2,
      leastSimilarity: 0,
    });
    expect(found.map(({ memory }) => memory.content)[0]).toBe(later);
  });

  it('finds memories of one text equally similar', async () => {
    const una = { ...OWNER, user: 'una' };
    const { memories, retrieval } = open.engine;
    const content = 'The harbour office opens at seven.';
    for (const type of ['session', 'design', 'user_preference'] as const) await memories.store(una, { content, type });
    const options = { limit: 3, leastSimilarity: 0 };
    const { found } = await retrieval.relevant(una, 'When does the harbour office open?', options);
    expect(found).toHaveLength(3);
    expect(new Set(found.map(({ similarity }) => similarity)).size).toBe(1);
    expect(found[0]?.similarity).toBeGreaterThan(0.9);
  });

  it('scores each result by the weighted mean of its parts, and orders by that', async () => {
    const { found } = await recall('license server error', { weights: { vector: 0.5, lexical: 0.3, graph: 0.2 } });
    for (const { score, parts } of found) {
      expect(score).toBeCloseTo(0.5 * parts.vector + 0.3 * parts.lexical + 0.2 * parts.graph, 9);
    }
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  it.each(['license server error', 'what does E4711 mean', 'what did we note today', 'logo', 'How deep is the sea?'])(
    'gives the same parts and scores however many results are requested: %s',
    async (question) => {
      const all = await recall(question, { limit: 8 });
      for (const limit of [1, 2, 3, 5]) {
        const some = await recall(question, { limit });
        expect(some.found).toEqual(all.found.slice(0, limit));
        expect(some).toMatchObject({ confidence: all.confidence, weak: all.weak });
      }
    },
  );

  it.each([
    { vector: 0.4, lexical: 0.15, graph: 0.45 },
    { vector: 1, lexical: 0.001, graph: 0 },
    { vector: 0, lexical: 1, graph: 1 },
  ])('ranks memories with a quoted literal above all others: %j', async (weights) => {
    const { found } = await recall('the payment service gives up with E4711', { limit: 8, weights });
    expect(found[0]?.memory.content).toContain('E4711');
    expect(found.map(({ parts }) => parts.exact)).toEqual([1, ...found.slice(1).map(() => 0)]);
  });

  it('takes weights of any size', async () => {
    const { found } = await recall('license server error', {
      weights: { vector: 1e308, lexical: 1e308, graph: 1e308 },
    });
    const same = await recall('license server error', { weights: { vector: 1, lexical: 1, graph: 1 } });
    expect(found).toEqual(same.found);
  });

  it.each([
    { vector: -1, lexical: 1, graph: 1 },
    { vector: 0, lexical: 0, graph: 0 },
    { vector: Number.NaN, lexical: 1, graph: 1 },
  ])('refuses meaningless weights: %j', async (weights) => {
    await expect(recall('x', { weights })).rejects.toMatchObject({ code: 'invalid' });
  });

  it.each([
    { vector: 1, lexical: 0, graph: 0 },
    { vector: 0, lexical: 1, graph: 0 },
    { vector: 0, lexical: 0, graph: 1 },
  ])('works with one part alone: %j', async (weights) => {
    expect((await recall('payment service retries', { weights })).found[0]?.memory.content).toContain(
      'payment service',
    );
  });
});

describe('the graph', () => {
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openTestEngine();
  });
  afterAll(() => open.dispose());

  it('finds a memory that neither words nor meaning would find', async () => {
    const { engine } = open;
    await engine.memories.storeMany(
      OWNER,
      Array.from({ length: 150 }, (_, i) => ({
        content: `The checkout page has variant ${i} with button colour number ${i}.`,
      })),
    );
    await engine.memories.store(OWNER, { content: 'The checkout page belongs to Zoltan Kerekes.' });
    const { memory: answer } = await engine.memories.store(OWNER, {
      content: 'Zoltan Kerekes sits in office 4.12, extension 0199.',
    });
    const question = 'Whom do I ask about the checkout page?';
    const place = async (graph: number) => {
      const weights = { vector: 0.4, lexical: 0.15, graph };
      const { found } = await engine.retrieval.recall(OWNER, question, { limit: 10, weights });
      return found.find(({ memory }) => memory.id === answer.id);
    };
    expect(await place(0)).toBeUndefined();
    expect((await place(0.45))?.parts.graph).toBeGreaterThan(0);
  });

  it('follows a declared relation', async () => {
    const { engine } = open;
    const [a, b] = await Promise.all(
      ['Falcon', 'Kestrel'].map((name) => engine.graph.createEntity(OWNER, { name, type: 'project' })),
    );
    await engine.graph.createRelation(OWNER, { from: a?.id, to: b?.id, type: 'depends_on', weight: 1 });
    const { memory } = await engine.memories.store(OWNER, { content: 'Kestrel moves to a new licence next spring.' });
    const { found } = await engine.retrieval.recall(OWNER, 'What affects Falcon?', { limit: 10 });
    expect(found.find((each) => each.memory.id === memory.id)?.parts.graph).toBeGreaterThan(0);
  });

  it('links a memory to its neighbours in the conversation', async () => {
    const { engine } = open;
    const talk = ['Shall we take the ferry to Visby?', 'Sure, at nine.', 'Bring the red folder.'];
    await engine.memories.storeMany(
      OWNER,
      talk.map((content) => ({ content, metadata: { session_id: 'trip' } })),
    );
    const { found } = await engine.retrieval.recall(OWNER, 'What time is the ferry to Visby?', { limit: 3 });
    expect(found.map(({ memory }) => memory.content)).toContain('Sure, at nine.');
  });
});

describe('isolation', () => {
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openTestEngine();
  });
  afterAll(() => open.dispose());

  it('600 nearer memories of another user do not hide the one of this user', async () => {
    const { engine } = open;
    const [ada, bob] = [
      { ...OWNER, user: 'ada' },
      { ...OWNER, user: 'bob' },
    ];
    await engine.memories.storeMany(
      bob,
      Array.from({ length: 600 }, (_, i) => ({ content: `The backup of Helsinki runs at ${i % 24} o'clock.` })),
    );
    const { memory } = await engine.memories.store(ada, {
      content: 'Helsinki once had a backup plan, says Aino Virtanen.',
    });
    const question = 'When does the backup of Helsinki run?';
    for (const found of [
      await engine.retrieval.byMeaning(ada, question, 5),
      await engine.retrieval.byWords(ada, question, 5),
      (await engine.retrieval.recall(ada, question, { limit: 5 })).found,
    ]) {
      expect(found.map((each) => each.memory.id)).toEqual([memory.id]);
    }
    expect((await engine.retrieval.recall({ ...OWNER, user: 'eve' }, question, { limit: 5 })).found).toEqual([]);
  });
});
