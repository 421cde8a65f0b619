import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it } from 'vitest';
import { terms } from '../../../engine/text/terms.ts';

it('no letter of any script ends a word of the index, so that none enters the words of another scope', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE words USING fts5 (terms, tokenize = 'unicode61 remove_diacritics 0');
    CREATE VIRTUAL TABLE found USING fts5vocab (words, row);`);
  const letters = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /[\p{L}\p{N}]/u.test(character));
  const text = letters.map((letter, i) => `${letter}1xword${i}`).join('\n');
  // As the trigger writes them, with the number of their scope.
  const indexed = terms(text).map((term) => `7x${term}`);
  database.prepare('INSERT INTO words (terms) VALUES (?)').run(indexed.join(' '));
  const foreign = database.prepare("SELECT term FROM found WHERE term NOT LIKE '7x%'").all();
  expect(foreign).toEqual([]);
  database.close();
});
