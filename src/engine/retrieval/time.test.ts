import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import { timeScore } from './time-scores.ts';

const DAY = 86_400_000;
const NOT_THEN = 'Nothing found is from that time; the results are of other times.';

describe('questions about time', () => {
  let open: OpenEngine;
  const start = Date.now();
  const daysAgo = (days: number) => new Date(start - days * DAY);
  const store = async (content: string, days: number) =>
    (await open.engine.memories.store(OWNER, { content, eventTime: daysAgo(days).getTime() })).memory.id;
  const first = async (question: string) =>
    (await open.engine.retrieval.recall(OWNER, question, { limit: 3 })).found[0];

  beforeAll(async () => {
    open = await openTestEngine();
    await store('The marketing page got a new header.', 200);
    const old = await store('The API server listens on port 4100.', 90);
    const port = await store('The API server listens on port 4200, because 4100 clashed with the kiosk.', 60);
    await open.engine.memories.invalidate(OWNER, old, { reason: 'moved', supersededBy: port });
    await store('We agreed to keep audit logs for a year.', 45);
    await store('On 5 March 2019 we agreed to drink more tea.', 40);
  });
  afterAll(() => open.dispose());

  it('find what was noted then, even if they ask for nothing else', async () => {
    const month = daysAgo(200).toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const found = await first(`notes from ${month}`);
    expect(found?.memory.content).toContain('marketing page');
    expect(found?.parts.time).toBe(1);
  });

  it.each([
    'What was learned',
    'What was recorded',
    'What was found out',
    'What was stored',
    'What was written down',
    'what did we learn',
    'what did you add',
    'what came up',
    'anything discussed',
  ])('find it whatever verb they take, unless they ask about something: %s', async (asked) => {
    const month = daysAgo(200).toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const recall = (question: string) => open.engine.retrieval.recall(OWNER, question, { limit: 3 });
    const { found, weak, note } = await recall(`${asked} in ${month}?`);
    expect([found[0]?.memory.content, weak, note]).toEqual(['The marketing page got a new header.', false, null]);
    const content = 'Sessions of the shop are stored in Redis.';
    const id = await store(content, 30);
    expect((await recall(`What was stored in Redis in ${month}?`)).found[0]?.memory.content).toBe(content);
    await open.engine.memories.remove(OWNER, id);
  });

  it('find a memory of another time that tells of it, which counts less than one of that time', async () => {
    const found = await first('what happened in March 2019?');
    expect(found?.memory.content).toContain('drink more tea');
    expect(found?.parts.time).toBe(0.8);
    expect((await first('what happened in March 2018?'))?.parts.time).toBe(0);
  });

  it.each(['september', 'october', 'february', 'may'])('find one that names %s', async (month) => {
    const content = `The export failed on 3 June 2018 and again on 12 ${month} 2018.`;
    const id = await store(content, 30);
    const found = await first(`what went wrong in ${month} 2018?`);
    expect(found).toMatchObject({ memory: { content }, parts: { time: 0.8 } });
    await open.engine.memories.remove(OWNER, id);
  });

  it('find first what is told together with the event they refer to', async () => {
    await store('The failover drill took two hours; the replica was promoted by hand.', 30);
    const told = await store('Since the failover drill, clients in production connect through PgBouncer.', 29);
    const others = ['The coffee machine is descaled on Mondays.', 'Ana keeps the spare keys of the van.'];
    for (const [i, content] of others.entries()) await store(content, 20 - i);
    const { found } = await open.engine.retrieval.recall(OWNER, 'What changed since the failover drill?', { limit: 3 });
    expect(found.slice(0, 2).map(({ memory }) => memory.id)).toContain(told);
  });

  it('do not take a memory that names a year for one of each of its months', async () => {
    const id = await store('In 2017 the limit was 12 retries.', 30);
    expect((await first('what happened in December 2017?'))?.parts.time).toBe(0);
    await open.engine.memories.remove(OWNER, id);
  });

  it('find the present value by the words of the former one, and the former one by those of the present', async () => {
    const former = await store('Rides with the minibus have to be booked 60 minutes ahead at the latest.', 80);
    const present = await store('Half an hour of notice is enough from now on.', 50);
    await store('Riders of the minibus who do not turn up after booking pay three euros.', 20);
    await open.engine.memories.invalidate(OWNER, former, { reason: 'changed', supersededBy: present });
    expect((await first('how late can a ride with the minibus be booked?'))?.memory.id).toBe(present);
    expect((await first('which rule did the half-hour notice replace?'))?.memory.id).toBe(former);
  });

  it('find the first of several former values', async () => {
    const limits = [];
    for (const [i, limit] of ['60', '120', '300'].entries())
      limits.push(await store(`The public gateway allows ${limit} calls a minute.`, 90 - 20 * i));
    const [first60 = '', then120 = '', now300 = ''] = limits;
    await open.engine.memories.invalidate(OWNER, first60, { supersededBy: then120 });
    await open.engine.memories.invalidate(OWNER, then120, { supersededBy: now300 });
    expect((await first('how many calls did the public gateway originally allow?'))?.memory.id).toBe(first60);
    expect((await first('how many calls does the public gateway allow?'))?.memory.id).toBe(now300);
  });

  it('find the present value, which names its predecessor', async () => {
    const found = await first('which port does the API server listen on');
    expect(found?.memory.content).toContain('4200');
    expect(found?.parts.time).toBeNull();
    expect(found?.replaces).toMatchObject({ until: expect.any(Number) });
  });

  it('find what a text states for the month asked, not what another states for a month near it', async () => {
    const open = await openTestEngine({}, { now: () => Date.UTC(2026, 10, 19) });
    try {
      for (const [month, content] of [
        [1, 'Owner of the ledger service is Mara Lindqvist; her deputy is Tobias Renner.'],
        [2, 'On-call for the ledger service in March is Tobias Renner.'],
        [3, 'On-call for the ledger service in April is Ines Duarte.'],
      ] as const)
        await open.engine.memories.store(OWNER, { content, eventTime: Date.UTC(2026, month, 3) });
      const asked = (month: string) =>
        open.engine.retrieval.recall(OWNER, `Who was on call in ${month}?`, { limit: 3 });
      expect((await asked('March')).found[0]?.memory.content).toContain('in March');
      expect((await asked('April')).found[0]?.memory.content).toContain('in April');
      const july = await asked('July');
      expect([july.note, july.found[0]?.parts.time]).toEqual([NOT_THEN, 0]);
    } finally {
      await open.dispose();
    }
  });

  it('find what was known on a day, not what was noted on it', async () => {
    const open = await openTestEngine({}, { now: () => Date.UTC(2026, 10, 19) });
    try {
      const store = async (content: string, month: number, day: number) =>
        (await open.engine.memories.store(OWNER, { content, eventTime: Date.UTC(2026, month, day) })).memory.id;
      const old = await store('Refund rule: the full fare back until 24 hours before departure.', 1, 3);
      await store('The parking permits of the east quay were renewed.', 2, 1);
      const now = await store('Refund rule: half the fare back until 48 hours before departure.', 5, 9);
      await open.engine.memories.invalidate(OWNER, old, { supersededBy: now });
      const question = 'What did we know about the refund rule on 1 March 2026?';
      const { found } = await open.engine.retrieval.recall(OWNER, question, { limit: 3 });
      expect(found[0]?.memory.id).toBe(old);
    } finally {
      await open.dispose();
    }
  });

  it.each(['what did we do last week?', 'notes from last week', 'what changed yesterday'])(
    'say that nothing is from that time, and that results of other times are weak: %s',
    async (question) => {
      const { found, weak, note } = await open.engine.retrieval.recall(OWNER, question, { limit: 3 });
      expect(found.length).toBeGreaterThan(0);
      expect(weak).toBe(true);
      expect(note).toContain('Nothing found is from that time');
    },
  );

  it('say so, too, when they ask for more than the time', async () => {
    const recall = (question: string) => open.engine.retrieval.recall(OWNER, question, { limit: 3 });
    expect((await recall('what did we agree about audit logs last week?')).note).toContain(
      'Nothing found is from that time',
    );
    expect((await recall('what did we agree about audit logs?')).note).toBeNull();
    expect((await recall('what did we agree about tea on 5 March 2019?')).note).toBeNull();
    const month = daysAgo(45).toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    expect((await recall(`what did we agree about audit logs in ${month}?`)).note).toBeNull();
  });

  it('say so when what is found is of another month or year, or of another day of the month that it names', async () => {
    const fresh = await openTestEngine();
    try {
      const noted = (content: string, eventTime: string) =>
        fresh.engine.memories.store(OWNER, { content, eventTime: Date.parse(eventTime) });
      await noted('In October 2025 Mirela is on call.', '2025-10-01');
      await noted('In November 2025 Tomas is on call.', '2025-11-01');
      await noted('We decided to sell honey in jars of 500 g.', '2025-11-02');
      await noted('The budget for 2026 is 40000 euros.', '2026-01-10');
      await noted('The office moved to the second floor.', '2025-06-10');
      await noted('The annual dinner is in March at the Lindenhof.', '2025-10-10');
      await noted('The broker listens on port 8884.', '2025-10-10');
      await noted('Ana was on leave from January to March 2025.', '2025-10-10');
      const note = async (question: string, at = '2025-11-18T12:00:00Z') =>
        (await fresh.engine.retrieval.recall(OWNER, question, { limit: 3, at: Date.parse(at) })).note;
      const missed = [
        ['Who is on call in December?'],
        ['Who was on call in August?'],
        ['what did we decide yesterday'],
        ['what was the budget in 2024?', '2026-11-18'],
        ['what is the budget in 2025?', '2026-11-18'],
      ] as const;
      for (const [question, at] of missed) expect([question, await note(question, at)]).toEqual([question, NOT_THEN]);
      const told = [
        ['Who is on call in November?'],
        ['Who was on call in October?'],
        ['what did we decide this month?'],
        ['what is the budget in 2026?', '2026-11-18'],
        ['where is the annual dinner in March?'],
        ['which port does the broker listen on in December?'],
        ['who is on call?'],
        ['who was on leave in January?'],
        ['who was on leave in February?'],
        ['who was on leave in March?'],
      ] as const;
      for (const [question, at] of told) expect([question, await note(question, at)]).not.toEqual([question, NOT_THEN]);
    } finally {
      await fresh.dispose();
    }
  });

  it.each(['original port of the API server', 'which port did the API server use earlier'])(
    'find the former value when they ask for it: %s',
    async (question) => {
      const found = await first(question);
      expect(found?.memory.content).toContain('port 4100.');
      expect(found?.memory.validUntil).not.toBeNull();
    },
  );
});

describe('the score of a time', () => {
  it('is highest for what ended with the event, then for what held before it; lowest for what may hold on', () => {
    const event = Date.UTC(2026, 5, 1);
    const wanted = {
      sense: 'former',
      span: { from: event - 30 * DAY, until: event },
      strength: 1,
      isFirst: false,
    } as const;
    const scoreOf = (from: number, until: number | null) => {
      const began = event + from * DAY;
      const times = { eventTime: began, ingestionTime: began, validFrom: began };
      const validUntil = until === null ? null : event + until * DAY;
      const telling = { cosine: 0.7, words: 0, isTold: false, isOfOther: false, isSuccessor: false, isReplaced: false };
      return timeScore(wanted, { ...times, validUntil }, event + 100 * DAY, telling);
    };
    const [ended, heldBefore, endedLater, longAgo, holds, came] = [
      scoreOf(-90, 0),
      scoreOf(-90, -20),
      scoreOf(-90, 20),
      scoreOf(-90, -60),
      scoreOf(-90, null),
      scoreOf(0, null),
    ];
    expect(ended).toBeGreaterThan(heldBefore);
    expect(heldBefore).toBe(endedLater);
    expect(heldBefore).toBeGreaterThan(longAgo);
    expect(longAgo).toBeGreaterThan(holds);
    expect([holds > 0, came]).toEqual([true, 0]);
  });
});

describe('a question for what was there before a thing', () => {
  it('is marked weak if only what holds now is stored, unless that tells what was before', async () => {
    const open = await openTestEngine();
    try {
      await open.engine.memories.store(OWNER, { content: 'Declan Roe edits the fiction pages.' });
      await open.engine.memories.store(OWNER, { content: 'Poems are now edited by Ines, who took over from Petra.' });
      const asked = (question: string) => open.engine.retrieval.recall(OWNER, question, { limit: 3 });
      const weak = await asked('who edited the fiction pages before Declan Roe?');
      expect(weak).toMatchObject({ weak: true, note: expect.stringContaining('Nothing found is marked as former') });
      expect((await asked('who edited poems before Ines?')).weak).toBe(false);
    } finally {
      await open.dispose();
    }
  });

  it('is answered by what ended when the thing came, even if the thing has ended, too', async () => {
    let now = Date.UTC(2026, 2, 1);
    const open = await openTestEngine({}, { now: () => now });
    const replace = async (former: string | undefined, content: string) => {
      now += 40 * DAY;
      const { memory } = await open.engine.memories.store(OWNER, { content });
      if (former) await open.engine.memories.invalidate(OWNER, former, { supersededBy: memory.id });
      return memory.id;
    };
    try {
      const stick = await replace(undefined, 'Firmware travels up the mast on a memory stick.');
      const radio = await replace(stick, 'Firmware travels up the mast over LoRaWAN, in small pieces.');
      await replace(radio, 'LoRaWAN is too slow: firmware travels up the mast over a modem.');
      const first = async (thing: string) => {
        const question = `how did firmware travel up the mast before ${thing}?`;
        return (await open.engine.retrieval.recall(OWNER, question, { limit: 3 })).found[0]?.memory.id;
      };
      expect(await first('LoRaWAN came')).toBe(stick);
      expect(await first('the modem')).toBe(radio);
    } finally {
      await open.dispose();
    }
  });

  it('is answered by what the thing replaced, not by what was noted shortly before', async () => {
    const open = await openTestEngine();
    const store = async (content: string, days: number) =>
      (await open.engine.memories.store(OWNER, { content, eventTime: Date.now() - days * DAY })).memory.id;
    try {
      const change = await store('Papers are now written in Typst, which replaced LaTeX.', 30);
      for (const [i, what] of ['a coffee machine', 'two monitors', 'a label printer', 'new chairs'].entries())
        await store(`The office bought ${what}.`, 35 + i);
      const { found } = await open.engine.retrieval.recall(OWNER, 'what did we use before Typst?', { limit: 3 });
      expect(found[0]?.memory.id).toBe(change);
      const queue = await store('Jobs run on Bull.', 80);
      const boss = await store('Jobs run on pg-boss.', 20);
      await open.engine.memories.invalidate(OWNER, queue, { supersededBy: boss });
      for (const question of ['what did we use before pg-boss?', 'what did pg-boss replace?']) {
        const former = await open.engine.retrieval.recall(OWNER, question, { limit: 3 });
        expect(former, question).toMatchObject({ weak: false });
        expect(former.found[0]?.memory.id, question).toBe(queue);
      }
      const unknown = await open.engine.retrieval.recall(OWNER, 'what did Kafka replace?', { limit: 3 });
      expect(unknown).toMatchObject({ weak: true });
    } finally {
      await open.dispose();
    }
  });
});

describe('a roster', () => {
  it('answers for the months that it names, not for the one in which it was written', async () => {
    let now = Date.UTC(2026, 1, 27);
    const open = await openTestEngine({}, { now: () => now });
    const store = (month: number, content: string) => {
      now = Date.UTC(2026, month, 27);
      return open.engine.memories.store(OWNER, { content });
    };
    try {
      const spring = 'Duty roster of the server room: Kofi in March, Lena in April, Joost in May.';
      const summer = 'Duty roster of the server room: Femi in June, Priya in July, Ana in August.';
      await store(1, spring);
      await store(4, summer);
      now = Date.UTC(2026, 6, 15);
      for (const [question, answer] of [
        ['who was on duty in the server room in May', spring],
        ['who was on duty in the server room in June', summer],
        ['who was on duty in July', summer],
      ] as const) {
        const { found, weak } = await open.engine.retrieval.recall(OWNER, question, { limit: 2 });
        expect(found[0]?.memory.content, question).toBe(answer);
        expect(weak, question).toBe(false);
      }
    } finally {
      await open.dispose();
    }
  });
});

describe('a question about what was so before', () => {
  it('is answered by what a later memory may have changed', async () => {
    let now = Date.UTC(2026, 0, 21);
    const open = await openTestEngine({}, { now: () => now });
    try {
      const { memories, retrieval } = open.engine;
      const former = await memories.store(OWNER, { content: 'The alarm threshold of the vault is -15 °C.' });
      now = Date.UTC(2026, 2, 24);
      await memories.store(OWNER, { content: 'The alarm threshold of the vault was lowered to -16.5 °C.' });
      for (const asked of ['former', 'old', 'previous']) {
        const question = `what was the ${asked} alarm threshold of the vault`;
        const { found, weak } = await retrieval.recall(OWNER, question, { limit: 2 });
        expect(found[0]?.memory.id, question).toBe(former.memory.id);
        expect(weak, question).toBe(false);
      }
    } finally {
      await open.dispose();
    }
  });
});

describe('a long memory', () => {
  it('is shown as the passages that matched, with omissions marked', async () => {
    const open = await openTestEngine();
    try {
      const filler = (topic: string) =>
        `${topic} was discussed at length, and everybody agreed to come back to it. `.repeat(20);
      const content = `Minutes of the meeting\n\n${filler('The budget')}\nThe badge printer in the lobby jams when the paper is damp.\n${filler('The parking lot')}\n${filler('The kitchen')}`;
      await open.engine.memories.store(OWNER, { content });
      const { found } = await open.engine.retrieval.recall(OWNER, 'what is wrong with the badge printer', { limit: 1 });
      expect(found[0]?.excerpt).toContain('jams when the paper is damp');
      expect(found[0]?.excerpt).toMatch(/^Minutes of the meeting\n/);
      expect(found[0]?.excerpt).toMatch(/\[… \d+ characters …\]$/);
      expect(found[0]?.excerpt?.length).toBeLessThan(0.6 * content.length);
    } finally {
      open.dispose();
    }
  });

  it('keeps the bullets, indents and blank lines of what is shown', async () => {
    const open = await openTestEngine();
    try {
      const filler = Array.from({ length: 30 }, (_, i) => `  - Item ${i}: everybody agreed to come back to it.`).join(
        '\n',
      );
      const answer =
        '* The badge printer in the lobby jams:\n\n    - when the paper is damp;\n    - when the toner is low.';
      const content = `Minutes of the meeting\n\n${filler}\n\n${answer}\n\n${filler}`;
      await open.engine.memories.store(OWNER, { content });
      const { found } = await open.engine.retrieval.recall(OWNER, 'why does the badge printer jam', { limit: 1 });
      const pieces = found[0]?.excerpt?.split(/\n\[… \d+ characters …\]\n?/) ?? [];
      expect(pieces.length).toBeGreaterThan(1);
      for (const piece of pieces) expect(content).toContain(piece);
      expect(pieces.join()).toContain(answer);
      for (const piece of pieces.slice(1).filter((each) => each !== '')) expect(piece).toMatch(/^ {2}- Item|^\* /);
    } finally {
      await open.dispose();
    }
  });
});

describe('a project', () => {
  it('sees memories without a project but cannot change them, and sees nothing of another project', async () => {
    const open = await openTestEngine();
    const { memories, retrieval } = open.engine;
    try {
      const shop = { ...OWNER, project: 'shop' };
      const own = (await memories.store(OWNER, { content: 'Answer briefly, without praise.' })).memory;
      await memories.store({ ...OWNER, project: 'bank' }, { content: 'Answer the bank in formal letters.' });
      const { found } = await retrieval.recall(shop, 'how should answers be written', { limit: 5 });
      expect(found.map(({ memory }) => memory.content)).toEqual(['Answer briefly, without praise.']);
      await expect(memories.update(shop, own.id, { content: 'Praise a lot.' })).rejects.toMatchObject({
        code: 'forbidden',
      });
      await expect(memories.remove(shop, own.id)).rejects.toMatchObject({ code: 'forbidden' });
      await open.engine.reset(shop);
      expect((await memories.get(OWNER, own.id)).content).toBe('Answer briefly, without praise.');
    } finally {
      open.dispose();
    }
  });
});
