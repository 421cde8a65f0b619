import { expect, it } from 'vitest';
import { PRACTICES, SWALLOWED } from './practices.ts';

const swallowed = (plain: string, language: string) =>
  PRACTICES.find(({ name }) => name === SWALLOWED)?.found(plain, language) ?? null;

it.each([
  ['typescript', 'try { go(); } catch (e) {\n}'],
  ['typescript', 'go().catch(() => {})'],
  ['java', 'try { go(); } catch (IOException e) { log.warn("", e); }'],
  [
    'java',
    'try { go(); } catch (IOException e) { if (e != null) { throw e; } } catch (Exception e) { e.printStackTrace(); }',
  ],
  ['swift', 'do { try go() } catch Failed.late {\n\n  print("")\n  log.warn("")\n}'],
  ['python', 'try:\n    go()\nexcept ValueError:\n    pass\n'],
  ['python', 'try:\n    go()\nexcept ValueError as e:\n    log.warning("", e)\ndone()\n'],
  ['ruby', 'begin\n  go\nrescue Timeout => e\n  nil\nend\n'],
])('an error that is caught and at most logged is swallowed, in %s: %s', (language, code) => {
  expect(swallowed(code, language)).not.toBeNull();
});

it.each([
  ['typescript', 'try { go(); } catch (e) { log.warn(e); throw e; }'],
  ['javascript', 'try { go(); } catch (err) { next(err); }'],
  ['python', 'try:\n    go()\nexcept ValueError as e:\n    raise Failed() from e\n'],
  ['ruby', 'begin\n  go\nrescue Timeout => e\n  raise Failed, e\nend\n'],
])('an error that is passed on is not swallowed, in %s: %s', (language, code) => {
  expect(swallowed(code, language)).toBeNull();
});
