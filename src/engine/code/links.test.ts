import { describe, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { codeNames } from './links.ts';

describe('the code that a text names', () => {
  it.each([
    ['see src/auth/login.ts for it', ['src/auth/login.ts'], []],
    ['`parse_args` is slow, and so is getUser', [], ['parse_args', 'getUser']],
    ['call `Session.open(id)` first', ['Session.open'], ['Session.open']],
    ['HttpClient retries; run() does not', [], ['HttpClient', 'run']],
    ['Context.forward is slow', [], ['Context.forward']],
    ['in ./lib/util.go and Makefile', ['lib/util.go'], []],
    ['std::vector is not `auth::check_token`', [], ['auth::check_token']],
  ])('of %j', (text, paths, symbols) => {
    const found = codeNames(text);
    expect(found.paths).toEqual(paths);
    expect([...found.symbols].sort()).toEqual([...symbols].sort());
  });

  it.each(['a::', 'a$', 'A$.', 'user_id.', 'run()', './a/'])(
    'is found in an instant in 100 000 characters: %s…',
    async (piece) => {
      const read = () => codeNames(piece.repeat(100_000 / piece.length));
      expect(await least(read, { limit: 1000 })).toBeLessThan(1000);
    },
  );

  it.each([
    'We deploy on Tuesdays, e.g. at noon.',
    'The user wants tests first. And 3.5 times as many.',
    'Ada said: "no more meetings", i.e. none.',
    'https://example.com/a/b.html is down',
  ])('is not found in prose: %j', (text) => {
    expect(codeNames(text)).toEqual({ paths: [], symbols: [] });
  });
});
