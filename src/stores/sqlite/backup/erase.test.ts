import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NOW } from '../../suites/store-fixture.ts';
import { Database } from '../file/database.ts';
import { migrations } from '../migrations/index.ts';
import { eraseFromCopy } from './erase.ts';

const TEXT = 'The launch word is heliotrope, and nobody writes it down.';

it('a copy with an older schema loses the memory and what quotes it, and keeps that schema', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remanence-erase-'));
  const path = join(folder, 'old.db');
  const before = new Database(path, { migrations: migrations.slice(0, 6) });
  before.run('INSERT INTO scopes (id) VALUES (1)');
  for (const [id, content] of [
    ['kept', 'The harbour opens at seven.'],
    ['gone', TEXT],
  ] as const) {
    const { lastRow: row } = before.run(
      `INSERT INTO memories (id, scope_id, content, kind, importance, metadata, event_time, ingestion_time, updated_at, valid_from, revision)
       VALUES (?1, 1, ?2, 'semantic', 5, '{}', ?3, ?3, ?3, ?3, 1)`,
      id,
      content,
      NOW,
    );
    before.run('INSERT INTO passages (id, memory_row, position) VALUES (?1, ?1, 0)', row);
    before.run('INSERT INTO passage_text (rowid, terms) VALUES (?, ?)', row, content.toLowerCase());
  }
  before.run("INSERT INTO chat_sessions VALUES ('local', 's', 1, 2)");
  const said = "INSERT INTO chat_messages (user, session, role, content, at) VALUES ('local', 's', 'assistant', ?, ?)";
  before.run(said, `It says: ${TEXT}`, NOW);
  before.close();
  await eraseFromCopy(path, [{ id: 'gone', texts: [TEXT], words: [], by: { who: 'local' } }]);
  expect(readFileSync(path).includes('heliotrope')).toBe(false);
  const after = new Database(path, { migrations: migrations.slice(0, 6) });
  expect(after.all('SELECT id FROM memories')).toEqual([{ id: 'kept' }]);
  expect(after.get('SELECT count(*) AS n FROM chat_messages')?.n).toBe(0);
  after.close();
  rmSync(folder, { recursive: true });
});

it('a damaged copy is refused', async () => {
  await expect(
    eraseFromCopy(import.meta.filename, [{ id: 'x', texts: [TEXT], words: [], by: { who: 'local' } }]),
  ).rejects.toThrow();
});
