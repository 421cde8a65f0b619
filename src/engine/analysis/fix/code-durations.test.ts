import { expect, it } from 'vitest';
import { spellDurations } from './code-durations.ts';

it.each([
  ['.connectTimeout(Duration.ofSeconds(10))', /10 seconds/],
  ['.callTimeout(1500, TimeUnit.MILLISECONDS)', /1500 ms/],
  ['Timeout: 30 * time.Second', /30 seconds/],
  ['timeout: 4000,', /4000 ms/],
  ['requests.get(url, timeout=5)', /5 seconds/],
  ['SESSION_TTL = 1800', /1800 seconds/],
  ["expiresIn: '15m'", /15 minutes/],
  ['maxAge: 2 * 60 * 60 * 1000', /2 hours/],
  ['const MAX = 20 * 1024 * 1024;', /20 MB/],
  ['timedelta(minutes=5)', /5 minutes/],
])('a time or size in code is spelled as prose would: %s', (code, said) => {
  expect(spellDurations(code)).toMatch(said);
});

it('a number that measures nothing stays as it is', () => {
  expect(spellDurations('retries: 3, width = 640')).toBe('retries: 3, width = 640');
});
