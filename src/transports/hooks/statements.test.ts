import { describe, expect, it } from 'vitest';
import { isQuestion, statedByAgent, statedByUser } from './statements.ts';

const kept = (sentence: string) => statedByUser([sentence]).map(({ text, worth }) => `${worth}: ${text}`);

describe('a short sentence of a user', () => {
  it.each([
    ['Remember that Dana owns billing.', 'note: Dana owns billing.'],
    ['Remember: port 5499 is staging.', 'note: Port 5499 is staging.'],
    ['remember the staging port is 5499', 'note: The staging port is 5499'],
    ["Don't forget that CI is slow.", 'note: CI is slow.'],
    ['I prefer tabs over spaces.', 'preference: I prefer tabs over spaces.'],
    ['I prefer short functions.', 'preference: I prefer short functions.'],
    ["I'd prefer pnpm.", "preference: I'd prefer pnpm."],
    ['Never commit to main directly.', 'rule: Never commit to main directly.'],
    ['never push to main', 'rule: Never push to main'],
    ['Always run the tests.', 'rule: Always run the tests.'],
    ['please always squash commits', 'rule: Always squash commits'],
    ['Never use npm in this repo.', 'rule: Never use npm in this repo.'],
    ['We decided to drop Redis.', 'decision: We decided to drop Redis.'],
    ['We went with Kafka.', 'decision: We went with Kafka.'],
    ['Decision: Postgres for sessions.', 'decision: Decision: Postgres for sessions.'],
    ['From now on, write tests with vitest.', 'rule: From now on, write tests with vitest.'],
    ['From now on use pnpm.', 'rule: From now on use pnpm.'],
    ['no, we use pnpm here', 'correction: We use pnpm here'],
    ['Actually, we deploy on Fridays.', 'correction: We deploy on Fridays.'],
    ['Always sort items by name.', 'rule: Always sort items by name.'],
    ['We use pnpm here.', 'rule: We use pnpm here.'],
    ['Always run `make vet` before you commit.', 'rule: Always run `make vet` before you commit.'],
    ['Make sure to always flash gate 17 last.', 'rule: Make sure to always flash gate 17 last.'],
  ])('is kept: %s', (sentence, expected) => expect(kept(sentence)).toEqual([expected]));

  it.each([
    'Hello!',
    'good morning, how is it going?',
    'remember',
    'pnpm',
    'Remember Dana.',
    'remember to commit',
    "Don't forget to run the tests.",
    "don't forget the changelog entry",
    'Remember what we said?',
    'remember our last session',
    'Never mind.',
    'never again, please',
    'Always happy to help.',
    'Never do that again.',
    'Always rebase.',
    'I prefer the second one.',
    'I prefer the old version.',
    "I'd prefer it shorter.",
    'We decided to wait.',
    'We decided, after two sessions.',
    'I have a degree but never taught.',
    'We decided to fix it later.',
    "we'll go with the first",
    'Do we use pnpm here?',
    'We use pnpm here, right?',
    'We use a lock here.',
    'From now on, yes.',
    'no, we use the other file',
    'no, the test is still red',
    'nope, not yet',
    'no, we use it here',
    'thanks, looks good',
    'We use the staging flag before you commit.',
  ])('is not kept: %s', (sentence) => expect(kept(sentence)).toEqual([]));
});

it.each([
  ['We decided to round weights to 5 g in the API.', 'We decided to round weights to 5 g in the API.'],
  ['We decided against Redis because of its licence.', 'We decided against Redis because of its licence.'],
  ['It was decided that weights are rounded to 5 g.', 'Weights are rounded to 5 g.'],
  ['It has been agreed to keep invoices for ten years.', 'Decided to keep invoices for ten years.'],
  ['Decision: weights are rounded to 5 g.', 'Weights are rounded to 5 g.'],
  ['Decided: weights are rounded to 5 g.', 'Weights are rounded to 5 g.'],
  ['We agreed to use port 8884 for MQTT.', 'We agreed to use port 8884 for MQTT.'],
])('an agent says what was decided: %s', (sentence, text) => {
  expect(statedByAgent([sentence])).toEqual([{ text, worth: 'decision' }]);
});

it.each([
  'It was not decided which broker the sensors use.',
  'It was decided later.',
  'If we decided against Redis, the sessions would live in Postgres.',
  'I decided to round weights to 5 g in the API.',
  'We agreed on it because of the licence.',
])('an agent does not say what was decided: %s', (sentence) => expect(statedByAgent([sentence])).toEqual([]));

it('a request, or a question what to do, does not ask for what is known', () => {
  const asked = ['Can you add rounding to the API?', 'please, could you also fix the broker?', 'Should we use Redis?'];
  expect(asked.filter(isQuestion)).toEqual([]);
  const known = [
    'Can you tell me which broker we use?',
    'Can you please tell me which broker we use?',
    'Could you also remind me which port MQTT uses?',
    'Which port does MQTT use?',
    'Did we decide on Redis?',
  ];
  expect(known.filter(isQuestion)).toEqual(known);
});

it('a short sentence of an agent is not kept', () => {
  expect(statedByAgent(['We decided to drop Redis.'])).toEqual([]);
});
