import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { foldersOf, schemaBackup } from '../../data-folder.ts';
import { newId } from '../../engine/ids.ts';
import { headerLine, lineOf, observationRecord } from '../../engine/maintenance/transfer/records.ts';
import type { Forgotten } from '../../engine/memories/quotes.ts';
import { LocalSideFiles } from './side-files.ts';

it('an export that only quotes the id of a deleted memory is not rewritten', async () => {
  const data = mkdtempSync(join(tmpdir(), 'remanence-side-files-'));
  const folders = foldersOf(data, join(data, 'remanence.db'));
  const id = newId(1);
  const said = (text: string, memory: string | null) =>
    lineOf(observationRecord({ entity: newId(2), text, memory, createdAt: 3 }));
  const header = headerLine(4, null);
  const quoting = said(`The berth is as in ${id}.`, null);
  const file = join(folders.exports, 'all.jsonl');
  mkdirSync(folders.exports);
  writeFileSync(file, [header, said('The berth is the third.', id), quoting, ''].join('\n'));
  const files = new LocalSideFiles(folders, { erase: async () => false, compact: async () => {} });
  const forget = () =>
    files.forget([{ id, texts: ['The berth is the third.'], words: [], by: { who: 'local' } }], folders.database);
  await forget();
  expect(readFileSync(file, 'utf8')).toBe([header, quoting, ''].join('\n'));
  const { mtimeMs } = statSync(file);
  await forget();
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
  rmSync(data, { recursive: true });
});

it('a copy of a store is opened once for all memories that are deleted together', async () => {
  const data = mkdtempSync(join(tmpdir(), 'remanence-side-files-'));
  const folders = foldersOf(data, join(data, 'remanence.db'));
  const copy = join(data, schemaBackup('remanence', 1));
  writeFileSync(copy, '');
  const opened: [string, string[]][] = [];
  const erase = async (path: string, memories: readonly Forgotten[]) => {
    opened.push([path, memories.map(({ id }) => id)]);
    return true;
  };
  const files = new LocalSideFiles(folders, { erase, compact: async () => {} });
  const ids = [newId(1), newId(2), newId(3)];
  const memories = ids.map((id) => ({ id, texts: ['The berth is the third.'], words: [], by: null }));
  await files.forget(memories, folders.database);
  expect(opened).toEqual([[copy, ids]]);
  rmSync(data, { recursive: true });
});

it('a copy that cannot be compacted is kept', async () => {
  const data = mkdtempSync(join(tmpdir(), 'remanence-side-files-'));
  const folders = foldersOf(data, join(data, 'remanence.db'));
  const copy = join(data, schemaBackup('remanence', 1));
  const text = 'The berth is the third.';
  writeFileSync(copy, text);
  const compact = async () => {
    throw new Error('the disk is full');
  };
  const files = new LocalSideFiles(folders, { erase: async () => true, compact });
  await files.forget([{ id: newId(1), texts: [text], words: [], by: null }], folders.database);
  expect(readFileSync(copy, 'utf8')).toBe(text);
  rmSync(data, { recursive: true });
});
