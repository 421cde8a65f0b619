import { describe, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { monthsIn } from './calendar.ts';
import { readSpan, readSpans } from './ranges.ts';
import { readTiming, spanAround } from './timing.ts';
import { spansInLines } from './told-spans.ts';

const NOW = Date.parse('2026-10-14T17:00:00Z'); // a Wednesday
const day = (time: number) => new Date(time).toISOString().slice(0, 10);
const span = (text: string) => {
  const found = readSpan(text, NOW);
  return found && `${day(found.from)}..${day(found.until)}`;
};

describe('a time in a question', () => {
  it.each([
    ['what changed on 2026-03-05', '2026-03-05..2026-03-06'],
    ['the outage of 5 March', '2026-03-05..2026-03-06'],
    ['march 5th 2025', '2025-03-05..2025-03-06'],
    ['decisions in june', '2026-06-01..2026-07-01'],
    ['december notes', '2025-12-01..2026-01-01'],
    ['Postmortem 14 may: redis was full', '2026-05-14..2026-05-15'],
    ['in mid May', '2026-05-09..2026-05-23'],
    ['in the middle of may', '2026-05-09..2026-05-23'],
    ['in June 500 people signed up', '2026-06-01..2026-07-01'],
    ['on 9 January 1500 people came', '2026-01-09..2026-01-10'],
    ['end of february', '2026-02-19..2026-03-01'],
    ['in the second half of april 2024', '2024-04-15..2024-05-01'],
    ['in Q2', '2026-04-01..2026-07-01'],
    ['pass mark last summer', '2026-06-01..2026-09-01'],
    ['last winter', '2025-12-01..2026-03-01'],
    ['prices in 2023', '2023-01-01..2024-01-01'],
    ['yesterday', '2026-10-13..2026-10-14'],
    ['der Mayö, dann 2026-03-05', '2026-03-05..2026-03-06'],
    ['last week', '2026-10-05..2026-10-12'],
    ['this week', '2026-10-12..2026-10-19'],
    ['last month', '2026-09-01..2026-10-01'],
    ['in the past week', '2026-10-07..2026-10-14'],
    ['in the last three days', '2026-10-11..2026-10-14'],
    ['two weeks ago', '2026-09-26..2026-10-05'],
    ['notes of 29 February', '2024-02-29..2024-03-01'],
    ['the outage of February 29, 2024', '2024-02-29..2024-03-01'],
    ['what happened tonight', '2026-10-14..2026-10-15'],
    ['what happened last night', '2026-10-13..2026-10-15'],
    ['since last monday', '2026-10-12..2026-10-13'],
  ])('is read: %s', (text, expected) => expect(span(text)).toBe(expected));

  it.each([
    ['between March 2024 and May', '2024-03-01..2024-06-01'],
    ['from October 2024 to January', '2024-10-01..2025-02-01'],
    ['between March and May 2024', '2024-03-01..2024-06-01'],
    ['from October to January 2024', '2023-10-01..2024-02-01'],
    ['between May and September', '2026-05-01..2026-10-01'],
    ['from October to January', '2026-10-01..2027-02-01'],
    ['from November to March', '2025-11-01..2026-04-01'],
    ['from 20 December to 6 January', '2025-12-20..2026-01-07'],
    ['between 3 March and 5 May 2024', '2024-03-03..2024-05-06'],
    ['from Q4 2024 to Q1', '2024-10-01..2025-04-01'],
    ['from March 2024 to yesterday', '2024-03-01..2026-10-14'],
    ['from August to last week', '2026-08-01..2026-10-12'],
    ['between march and may', '2026-03-01..2026-06-01'],
  ])('is a range whose ends belong together: %s', (text, expected) => {
    expect(span(text)).toBe(expected);
    expect(readSpan(text, NOW)?.text).toBe(text.replace(/^\w+ /, ''));
  });

  it.each([
    ['what did we decide between March and May?', 'March and May'],
    ['what did we decide between march and may', 'march and may'],
    ['between March and May, what changed?', 'March and May'],
    ['what changed from April to March?', 'April to March'],
  ])('is a range wherever its end stands: %s', (text, words) => expect(readSpan(text, NOW)?.text).toBe(words));

  it.each(['between yesterday and last week', 'from May 2024 to March 2024'])(
    'is not one end of a range that ends before it begins: %s',
    (text) => expect(span(text)).toBeNull(),
  );

  it.each([
    'may I push to main',
    'May I force-push to main?',
    'retries in Spring Boot',
    'a limit of 2000 requests',
    'recently_used',
    '2026-13-45',
    'notes of 31 February 2024',
    'notes of February 30',
    'notes of 29 February 2023',
    'march through the list',
    'of the tests, 14 may fail',
    'the summer sale banner',
    'at the end of summer time',
    'port 2023',
    'how old is it',
    'a marriage in January 1690',
    'a marriage on 9 January, 1690',
    'a marriage on January 9, 1690',
  ])('is not found where there is none: %s', (text) => expect(span(text)).toBeNull());
});

it.each(['1000000000000 days ago', 'in the last 1000000000000 years'])('%s is within the range of dates', (text) => {
  const found = readSpan(text, NOW);
  if (!found) throw new Error('not read');
  expect(Number.isNaN(new Date(found.from).getTime())).toBe(false);
  expect(found.from).toBeLessThan(found.until);
  expect(monthsIn(found).length).toBeLessThan(40);
});

describe('the times in a text', () => {
  it('are read one after the other, up to a number', () => {
    const text = 'Failed on 3 June and on 12 August, again on 2026-09-01.';
    const days = (most: number) => readSpans(text, NOW, most).map(({ from }) => day(from));
    expect(days(5).sort()).toEqual(['2026-06-03', '2026-08-12', '2026-09-01']);
    expect(days(2)).toHaveLength(2);
  });

  it('may come again where nothing past is told and no year is named', () => {
    const of = (text: string, written: string) =>
      spansInLines(text, Date.parse(written))
        .map(({ from }) => day(from).slice(0, 7))
        .sort();
    expect(of('Duty: Femi in June, Ana in July.', '2026-05-29')).toEqual(['2025-06', '2025-07', '2026-06', '2026-07']);
    expect(of('We moved in July.', '2026-05-29')).toEqual(['2025-07']);
    expect(of('Leave between March and May 2024.', '2024-11-20')).toEqual(['2024-03', '2024-04', '2024-05']);
  });

  it('are read past a day that does not exist', () => {
    const days = (text: string) => readSpans(text, NOW, 5).map(({ from }) => day(from));
    expect(days('On 30 February 2026 the import broke; fixed on 3 March 2026.')).toEqual(['2026-03-03']);
    expect(days('Leave from 31 June to 5 March 2026.')).toEqual(['2026-03-05']);
    expect(days('30 February '.repeat(5000))).toEqual([]);
  });

  it.each([
    [
      'Ana is on leave from March to May 2024.',
      ['2024-03-01..2024-04-01', '2024-04-01..2024-05-01', '2024-05-01..2024-06-01'],
    ],
    ['Ana is on leave from December 2024 to January.', ['2024-12-01..2025-01-01', '2025-01-01..2025-02-01']],
    ['Ana was on leave from March to April, and Ben in July.', ['2026-03', '2026-04', '2026-07']],
  ])('are both ends of a range and what lies between: %s', (text, times) => {
    const read = readSpans(text, NOW, 5).map(({ from, until }) => `${day(from)}..${day(until)}`);
    expect(read.map((time, i) => time.slice(0, times[i]?.length))).toEqual(times);
    expect(readSpans(text, NOW, 1)).toHaveLength(1);
  });

  it.each(['it may ', 'We march on. ', 'from March to may ', `${' '.repeat(50)}may `])(
    'are read in an instant from 100 KB of %j',
    async (words) => {
      const text = words.repeat(100_000 / words.length);
      const read = () => readSpans(text, NOW, 10);
      expect(await least(read, { limit: 1000 })).toBeLessThan(1000);
    },
  );

  it.each([
    ['2026-09-30T13:00Z', '2026-10-01T09:00Z', ['september', 'october']],
    ['2026-08-31T00:00Z', '2026-09-01T00:00Z', ['august']],
    ['2025-12-01T00:00Z', '2026-02-01T00:00Z', ['december', 'january']],
  ])('are in these months: %s to %s', (from, until, months) => {
    const words = monthsIn({ from: Date.parse(from), until: Date.parse(until) });
    expect(words.filter((word) => word.length > 4)).toEqual(months);
  });
});

describe('the sense of a question about time', () => {
  it.each([
    ['what did we do about payments last week', 'noted', 'what did we do about payments'],
    ['notes from june', 'noted', 'notes'],
    ['what went wrong in august', 'noted', 'what went wrong'],
    ['which incidents in october', 'noted', 'which incidents'],
    ['what broke last week', 'noted', 'what broke'],
    ['incidents since August', 'noted', 'incidents'],
    ['flying problems in april', 'noted', 'flying problems'],
    ['What was upgraded this week?', 'noted', 'What was upgraded?'],
    ['which crash did I hotfix last week', 'noted', 'which crash did I hotfix'],
    ['which port was used by the bug tracker in May', 'held', 'which port was used by the bug tracker'],
    ['problem owner in April', 'held', 'problem owner'],
    ['who was on call for outages in july', 'held', 'who was on call for outages'],
    ['decisions in dec', 'noted', 'decisions'],
    ['september', 'noted', ''],
    ['what was learned two weeks ago', 'noted', 'what was learned'],
    ['what was found out in july', 'noted', 'what was found out'],
    ['what came up last week', 'noted', 'what came up'],
    ['anything recorded last month?', 'noted', 'anything recorded?'],
    ['what was stored in Redis last month?', 'held', 'what was stored in Redis?'],
    ['where was it stored last month?', 'held', 'where was it stored?'],
    ['what was recorded before the migration?', 'noted', 'what was recorded?'],
    ['who was on call in july', 'held', 'who was on call'],
    ['season fee before 2025', 'held', 'season fee'],
    ['original port of the server', 'former', 'port of the server'],
    ['what ran the jobs before pg-boss', 'former', 'what ran the jobs'],
    ['where did the tile server run earlier', 'former', 'where did the tile server run'],
    ['what did we use for letters before Typst?', 'former', 'what did we use for letters?'],
    ['what did we run before kubernetes', 'former', 'what did we run before kubernetes'],
    ['what did we use before Typst?', 'former', 'what did we use before Typst?'],
    ['what did we write letters in before Typst?', 'former', 'what did we write letters in?'],
    ['what did we use before Typst for the letters?', 'former', 'what did we use before Typst for the letters?'],
    ['what did Kafka take over from?', 'former', 'what did Kafka take over from?'],
    ['which queue did pg-boss replace?', 'former', 'which queue did pg-boss replace?'],
    ['port of the server that Caddy replaced', 'former', 'port of the server that Caddy replaced'],
    ['hosting before we moved', 'former', 'hosting'],
    ['hosting before the move', 'former', 'hosting'],
    ['what printers did we have before the Zebra', 'former', 'what printers did we have'],
    ['hosting before we left Heroku', 'former', 'hosting'],
    ['queue before we chose Kafka', 'former', 'queue'],
    ['who had the keys of the tower before the warden', 'former', 'who had the keys of the tower'],
    ['the old release date', 'former', 'release date'],
    ['who printed it back in the day', 'former', 'who printed it'],
    ['who was the predecessor of Anna', 'former', 'who was the predecessor of Anna'],
    ["who was Anna's predecessor?", 'former', "who was Anna's predecessor?"],
    ['whom did Anna take over from?', 'former', 'whom did Anna take over from?'],
    ['who had this job before her?', 'former', 'who had this job'],
    ['which printer did we drop?', 'former', 'which printer'],
    ['what did we use prior to the flood?', 'noted', 'what did we use?'],
    ['what did we use prior to April?', 'held', 'what did we use?'],
    ['who took cards before we had Mollie', 'former', 'who took cards'],
    ['what is the previous name of the tool', 'former', 'what is the name of the tool'],
    ['the very first deadline of the corpus', 'former', 'deadline of the corpus'],
    ['which kernel did we start the year with', 'former', 'which kernel did'],
    ['what did the port use to be', 'former', 'what did the port'],
    ['what did we switch from?', 'former', 'what did we'],
    ['what did we use for letters prior to Typst?', 'former', 'what did we use for letters?'],
    ['what measured the depth before we had the laser', 'former', 'what measured the depth'],
    ['what was the limit before it was raised', 'former', 'what was the limit'],
    ['which region were we in before moving to Frankfurt', 'former', 'which region were we in'],
    ['what was there before pg-boss?', 'former', 'what was there before pg-boss?'],
    ['what did we use before April?', 'held', 'what did we use?'],
    ['what did we use before the migration?', 'noted', 'what did we use?'],
    ['what did we use before launch?', 'noted', 'what did we use?'],
    ['what did we use before LaunchDarkly?', 'former', 'what did we use before LaunchDarkly?'],
    ['what did we do before the review?', 'noted', 'what did we do?'],
    ['what did we run into before Typst?', 'noted', 'what did we run into?'],
    ['what did we agree on before Typst?', 'noted', 'what did we agree on?'],
    ['what did we change before Typst?', 'noted', 'what did we change?'],
  ])('%s: %s', (question, sense, rest) => expect(readTiming(question, NOW)).toMatchObject({ sense, rest }));

  it.each([
    'what must I check before a release',
    'dry the filament before printing',
    'who leads the team since february',
    'how old is the certificate',
    'the first name of the owner',
    'why did we drop FMOD',
    'which step do we start with',
    'what is our first choice for uploads',
    'which versions can we upgrade from?',
    'which tool did you use to have the report signed',
    'the old-style config format',
    'stop the server before upgrading it',
    'backup before upgrade',
    'silence before Easter',
    'where are previous measurements stored?',
    'how do former contributors submit manuscripts?',
    'which gateway is in the former tomato house?',
    'who answers the pager before the office opens?',
    'who prints the magazine before Easter?',
    "what's the last moment to cancel before departure?",
    'where do I put a finished file today',
    'which lamp turns on before heating ends',
    'restore the database to yesterday',
    'which port does the server use',
    'since we use Postgres, which port is open',
    'which tool was used to build it',
    'who approves maps before they are sent',
    'what is checked before they are printed',
    'who must agree before we deploy',
    'checks done before we rotate keys',
    'which badge did visitors get before they enter the lab?',
    'which tool did you use to replace the fuse',
    'which parts were replaced?',
    'what needs to be replaced?',
    'which library did we not replace?',
    'very first thing to check in an outage',
    'what happens on the last day of the trial',
  ])('leaves other questions alone: %s', (question) => expect(readTiming(question, NOW)).toBeNull());

  it.each([
    ['what was the original port', true],
    ['what was the previous name of the first server', false],
    ['the very first deadline of the corpus', true],
    ['which kernel did we start the year with', true],
    ['what did we switch from?', false],
  ])('asks for the first of several former values: %s %s', (question, isFirst) =>
    expect(readTiming(question, NOW)).toMatchObject({ sense: 'former', isFirst }),
  );

  it.each([
    'the tool was used and we did start it ',
    'of - ',
    'did use to be ',
    'we x ',
    'before it was ',
    'what did x ',
  ])('reads the longest question that it reads at all, of 4000 characters, in an instant: %s…', async (words) => {
    const read = () => readTiming(words.repeat(4000).slice(0, 4000), NOW);
    expect(await least(read, { limit: 2000 })).toBeLessThan(2000);
  });

  it('is not looked for in a pasted text', () => {
    expect(readTiming(`what changed last week? ${'lorem ipsum '.repeat(400)}`, NOW)).toBeNull();
  });

  it('counts from an event that the question names', () => {
    const timing = readTiming('what did we change in the two weeks after the outage', NOW);
    expect(timing).toMatchObject({ sense: 'noted', anchor: { text: 'outage', side: 'after', days: 14 } });
    const event = Date.parse('2026-06-01T00:00:00Z');
    const { from, until } = spanAround({ text: 'outage', side: 'after', days: 14 }, event, NOW);
    expect([day(from), day(until)]).toEqual(['2026-06-01', '2026-06-15']);
    expect(spanAround({ text: 'outage', side: 'since', days: 30 }, event, NOW).until).toBeGreaterThan(NOW);
  });
});
