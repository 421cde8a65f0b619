import { describe, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { holdsLiteral, literals } from './literals.ts';
import { terms } from './terms.ts';

describe('what a question quotes to the letter', () => {
  it.each([
    ['what was commit 8c1f2de', ['8c1f2de']],
    ['503 DB-FO', ['503', 'DB-FO']],
    ['whose number is +46 31 555 0142?', ['46 31 555 0142']],
    ['exit status 3', ['status 3']],
    ['keep them for 90 days', ['90 days']],
    ['set TINSEL_STATE or `--stale`', ['--stale', 'TINSEL_STATE']],
    ['violates unique constraint "payments_ref_uq"', ['payments_ref_uq']],
    ['who reads src/app/main.ts', ['src/app/main.ts']],
    ['why do we use a queue', []],
    ['the 1st of three', []],
    ['WHO OWNS THE API', []],
    ['what does ECONNREFUSED mean', ['ECONNREFUSED']],
    ['TLS 证书 在哪里', ['TLS']],
    ['STAGING', ['STAGING']],
    ['503 DB-FO ON API', ['503', 'DB-FO']],
  ])('%s', (question, expected) => expect(literals(question).map(({ text }) => text)).toEqual(expected));

  it.each([
    ['Which MQTT broker do we use?', ['MQTT']],
    ['the MQTT-SN broker, `MQTT` and MQTT_HOST', []],
    ['MQTT', []],
    ['what is MQTT?', []],
  ])('may be only a name: %s', (question, names) => {
    const found = literals(question).filter(({ isName }) => isName);
    expect(found.map(({ text }) => text)).toEqual(names);
  });

  it('is never a table of numbers, however long', async () => {
    const read = () => {
      expect(literals('1 1 '.repeat(5000))).toEqual([]);
      expect(literals(`a${'='.repeat(20_000)}b`)).toEqual([]);
    };
    expect(await least(read, { limit: 5000 })).toBeLessThan(5000);
  });

  it('matches only as one piece', () => {
    const [literal] = literals('guideline 5.1.1');
    if (!literal) throw new Error('no literal');
    expect(holdsLiteral(terms('Rejected under guideline 5.1.1 in August').join(' '), literal)).toBe(true);
    expect(holdsLiteral(terms('Version 5.1 has 1 bug and 1 fix').join(' '), literal)).toBe(false);
  });
});
