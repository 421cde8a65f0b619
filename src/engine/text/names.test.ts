import { describe, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import {
  entityKey,
  mentions,
  nameKey,
  namesKey,
  phrases,
  questionNames,
  spans,
  unsignedKey,
  writtenAsName,
} from './names.ts';

const keys = (text: string) => mentions(text).map(({ key }) => key);
const subjectsOf = (text: string) => mentions(text).flatMap(({ key, subject }) => (subject ? [key] : []));

it('finds a name with a sign among the phrases of a memory and of a question', () => {
  for (const key of ['c++', 'c#', '.net', '🚀']) expect(phrases('Use C++, C#, .NET 🚀!')).toContain(key);
  expect(spans('who knows C# and C++?').map(({ key }) => key)).toEqual(expect.arrayContaining(['c#', 'c++']));
});

describe('a key', () => {
  it('is the same for all spellings of a name', () => {
    expect(
      new Set(['Foo-Bar', 'foo bar', 'foo_bar', "Foo Bar's", 'Foo+Bar', 'foo#bar', 'Fóo.Bar'].map(entityKey)),
    ).toEqual(new Set(['foo bar']));
    for (const name of ['Notepad++', 'Disney+', 'ASP.NET Core', '.env', 'issue #12', 'C#m7', 'a + b'])
      expect(entityKey(name)).toBe(unsignedKey(name));
  });

  it('differs where only signs tell two names apart', () => {
    const names = ['C', 'C++', 'C#', 'F#', 'F', 'NET', '.NET', 'Visual C++', 'Visual C', 'C++17', 'C17'];
    expect(new Set(names.map(entityKey)).size).toBe(names.length);
    expect(['c++', 'Ｃ＋＋', "C++'s", '(C++)'].map(entityKey)).toEqual(['c++', 'c++', 'c++', 'c++']);
    expect(['.net core', '.NET-Core'].map(entityKey)).toEqual(['.net core', '.net core']);
  });

  it('of a name without letters is the name', () => {
    expect(['🚀', ' => '].map(nameKey)).toEqual(['🚀', '=>']);
  });
});

describe('a text names a key', () => {
  it.each([
    ['Parsers are in C++17.', 'c++', true],
    ['Parsers are in C++17.', 'c', false],
    ['Tools in C#, services in Go', 'c#', true],
    ['Tools in C#, services in Go', 'c', false],
    ['Runs on .NET 8', '.net', true],
    ['Runs on .NET 8', 'net', false],
    ['ASP.NET runs', 'asp net', true],
    ['Ship it 🚀!', '🚀', true],
    ['Ship it', '🚀', false],
    ['x => y', '=>', true],
    ['a plan', 'a', false],
  ])('%j, %j: %j', (text, key, expected) => {
    expect(namesKey(text, key)).toBe(expected);
  });
});

describe('mentions', () => {
  it.each([
    ['We met Ada Lovelace in Paris.', ['ada lovelace', 'paris']],
    ['The University of Oslo joined.', ['university of oslo']],
    ['call `parse_config` before getUserById', ['parse config', 'getuserbyid']],
    ['fixed in OPS-4711 by utf8mb4', ['ops 4711', 'utf8mb4']],
    ['see src/engine/model.ts for more', ['src engine model ts']],
    ['they call it "the long march"', ['the long march']],
    ['He met J. R. R. Tolkien in St. Louis. Ada Lovelace came, too.', ['j r r tolkien', 'st louis', 'ada lovelace']],
    ['Carts live in PostgreSQL. The AuthService is separate.', ['postgresql', 'authservice']],
    ['We moved from C# to Visual C++ and .NET Core.', ['c#', 'visual c++', '.net core']],
    ['C++ is the language of the core.', ['c++']],
    ['The band was led by Jeff Porcaro. Jeffrey stayed.', ['jeff porcaro']],
  ])('are the names in %j', (text, expected) => {
    expect(keys(text)).toEqual(expect.arrayContaining(expected));
  });

  it.each(['where is it', 'When the build is red, stop.', '', '12 34'])(
    'are not found among the plain words of %j',
    (text) => {
      expect(keys(text).filter((key) => ['where', 'when', 'the', '12', '34'].includes(key))).toEqual([]);
    },
  );

  it.each([
    ['Never run two imports. Other terminals wait.', ['never', 'other']],
    ['Costs 40 GB of disk in April, every Monday.', ['costs', 'gb', 'april', 'monday']],
    ['Retention: 7 days', ['retention']],
  ])('finds no name in what only opens a sentence or counts: %j', (text, none) => {
    expect(keys(text).filter((key) => none.includes(key))).toEqual([]);
  });

  it.each([
    ['Dropped Prisma, then Kysely.', ['prisma', 'kysely']],
    ['The limit rose to 4 GB. Farid agreed.', ['farid']],
    ['Built with React Native 0.76.', ['react native 0 76']],
    ["Oskar's laptop", ['oskar']],
    ['New York comes first.', ['new york']],
    ['Billing uses Kafka.', ['billing', 'kafka']],
    ['United Nations signed it.', ['united nations']],
    ['Alfred prefers tea.', ['alfred']],
    ['Fastly caches our assets.', ['fastly']],
    ['Go is used for the services.', ['go']],
    ['Switch Pro is charged.', ['switch pro']],
    ['Deleted 1200 rows.', []],
  ])('finds a name and no more than the name in %j', (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it('knows what a memory is about: its heading, or the name it opens with', () => {
    expect(subjectsOf('Mercury (planet)\n\nThe first one.')).toEqual(['mercury planet', 'mercury']);
    expect(subjectsOf('# Release train\n\nLeaves on Tuesdays.')).toEqual(['release train']);
    expect(subjectsOf('Zoltan Kerekes sits upstairs.')).toEqual(['zoltan kerekes']);
    expect(subjectsOf('PostgreSQL runs on db-main.')).toEqual(['postgresql']);
    expect(subjectsOf('Caroline Smith: hello!')).toEqual([]);
    expect(subjectsOf('Lunch is at noon.')).toEqual([]);
    expect(subjectsOf('Toto is an American rock band.')).toEqual(['toto']);
    expect(subjectsOf('Toto. Toto is an American rock band.')).toEqual(['toto']);
    expect(subjectsOf('Caroline: hello!')).toEqual([]);
  });

  it('are none where a secret was cut out', () => {
    expect(mentions('The key of Vault is [REDACTED:github_token].').map(({ name }) => name)).toEqual(['Vault']);
  });

  it('are kept once each, up to the limit of a memory', () => {
    expect(keys('Oslo and Oslo and oslo_db').filter((key) => key === 'oslo')).toHaveLength(1);
    const list = Array.from({ length: 500 }, (_, i) => `Name${i}x`).join(', ');
    expect(mentions(list).length).toBeLessThanOrEqual(200);
  });
});

describe('a question', () => {
  it('yields every phrase, the longest first', () => {
    expect(spans('ada lovelace in oslo').map(({ key }) => key)).toEqual([
      'ada lovelace in oslo',
      'ada lovelace in',
      'lovelace in oslo',
      'ada lovelace',
      'lovelace in',
      'in oslo',
      'ada',
      'lovelace',
      'oslo',
    ]);
  });

  it('distinguishes a name from the same words in prose', () => {
    const isName = writtenAsName('Does Release Train leave?');
    expect(isName(entityKey('Release Train'))).toBe(true);
    expect(writtenAsName('does the release train leave?')(entityKey('Release Train'))).toBe(false);
  });

  it('holds names where capitals do not start a sentence', () => {
    expect(questionNames('When did Ada meet Charles?')).toEqual(['Ada', 'Charles']);
    expect(questionNames('What is this? Where am I?')).toEqual([]);
  });
});

it('phrases of a memory are its distinct runs of up to eight words', () => {
  expect(phrases('red fox red fox')).toEqual([
    'red',
    'red fox',
    'red fox red',
    'red fox red fox',
    'fox',
    'fox red',
    'fox red fox',
  ]);
  expect(phrases('word '.repeat(20_000)).length).toBeLessThan(20);
});

it.each([
  ['signs', '-'.repeat(19_900)],
  ['possessives', "'s".repeat(10_000)],
  ['blanks', ' '.repeat(19_900)],
  ['parentheses', '('.repeat(19_900)],
])('a long run of %s takes a short time', async (_, run) => {
  const read = () => {
    for (const text of [`A${run}9`, `"${run}9`, `# A${run}9\n\nb`]) {
      questionNames(text);
      mentions(text);
    }
  };
  expect(await least(read, { limit: 1500 })).toBeLessThan(1500);
});
