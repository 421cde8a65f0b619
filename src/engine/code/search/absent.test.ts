import { expect, it } from 'vitest';
import { absentName } from './absent.ts';
import { readCodeQuery } from './query.ts';

const absent = (query: string, text: string, definition = 0) =>
  absentName(readCodeQuery(query), [{ text, definition }]);

it.each([
  ['Session.open', 'class Session { close() {} }'],
  ['parse_retry_after', 'def parse_date(text): retry(after)'],
  ['OAuthPKCE', 'class OAuth: pass'],
  ['HTTPBear', 'class HTTPBearer: pass'],
])('%s is absent from %j', (query, text) => {
  expect(absent(query, text)).toBe(query);
  expect(absent(query, text, 0.6)).toBeNull();
});

it.each([
  ['Session.open', 'const door = session.open();'],
  ['Session::open', 'pub fn session->open'],
  ['getUser', 'user = get_user(id)'],
  ['get_user', 'this.getUser(id)'],
  ['OAuthPKCE', 'uses oauth_pkce for it'],
  ['$scope.apply', '$scope.apply()'],
])('%s is in %j', (query, text) => expect(absent(query, text)).toBeNull());

it.each(['retry', 'how is Session.open called', 'src/session.ts'])('%s is no name alone', (query) =>
  expect(absent(query, 'nothing')).toBeNull(),
);
