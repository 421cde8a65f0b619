import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memory, NOW } from '../store-fixture.ts';
import { Database } from './database.ts';
import { eraseFromCopy } from './erase.ts';
import { migrations } from './migrations/index.ts';
import { writingOn } from './writing.ts';

const TEXT = 'The launch word is heliotrope, and nobody writes it down.';

it('a copy of an older schema loses the memory and what quotes it, and stays of that schema', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remanence-erase-'));
  const path = join(folder, 'old.db');
  const before = new Database(path, { migrations: migrations.slice(0, 6) });
  const [kept, gone] = await writingOn(before).memories.add([memory('The harbour opens at seven.'), memory(TEXT)]);
  before.run("INSERT INTO chat_sessions VALUES ('local', 's', 1, 2)");
  const said = "INSERT INTO chat_messages (user, session, role, content, at) VALUES ('local', 's', 'assistant', ?, ?)";
  before.run(said, `It says: ${TEXT}`, NOW);
  before.close();
  await eraseFromCopy(path, { id: gone?.id ?? '', text: TEXT });
  expect(readFileSync(path).includes('heliotrope')).toBe(false);
  const after = new Database(path, { migrations: migrations.slice(0, 6) });
  expect(after.all('SELECT id FROM memories')).toEqual([{ id: kept?.id }]);
  expect(after.get('SELECT count(*) AS n FROM chat_messages')?.n).toBe(0);
  after.close();
  rmSync(folder, { recursive: true });
});

it('a copy that is damaged is refused', async () => {
  await expect(eraseFromCopy(import.meta.filename, { id: 'x', text: TEXT })).rejects.toThrow();
});
