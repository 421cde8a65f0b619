import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { readTranscript } from './transcript.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remanence-transcript-'));
  path = join(folder, 's1.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const said = (text: string): string => `${JSON.stringify({ type: 'user', message: { content: text } })}\n`;

it('what was private is remembered, however its line is escaped', async () => {
  const lines = [
    said('<private>The codename is Bluebird.</private>'),
    said('<private>The date is 5 May.</private>').replaceAll('<', '\\u003c'),
    said('<private>The place is Ulm.</private>').replaceAll('p', '\\u0070'),
    said('Nothing special.').replaceAll('N', '\\u004e'),
  ];
  writeFileSync(path, lines.join(''));
  const { entries, earlier } = await readTranscript(path, 's1', Buffer.byteLength(lines.join('')));
  expect(entries).toEqual([]);
  expect(earlier().map((entry) => entry.kind === 'user' && entry.text)).toEqual([
    '<private>The codename is Bluebird.</private>',
    '<private>The date is 5 May.</private>',
    '<private>The place is Ulm.</private>',
  ]);
});

it('that does not exist, or cannot have that name, is refused with the reason', async () => {
  await expect(readTranscript(join(folder, 'no-s1.jsonl'), 's1', 0)).rejects.toMatchObject({
    code: 'invalid',
    message: 'The transcript does not exist.',
  });
  await expect(readTranscript(join(folder, '\u0000s1.jsonl'), 's1', 0)).rejects.toMatchObject({ code: 'invalid' });
});

it.each(['{}\n', '1\n', '{"type":"user"}\n', '{"a":"user"}\n'])('16 MB of %j are read at once', async (line) => {
  writeFileSync(path, line.repeat(Math.floor(16_000_000 / line.length)));
  const read = () => readTranscript(path, 's1', 0);
  expect((await read()).entries).toEqual([]);
  expect(await least(read, { limit: 3000 })).toBeLessThan(3000);
});

it('of very many lines the last are read', async () => {
  writeFileSync(path, said('before').repeat(30_000) + said('after'));
  const { entries } = await readTranscript(path, 's1', 0);
  expect(entries.length).toBeLessThan(30_000);
  expect(entries.at(-1)).toEqual({ kind: 'user', text: 'after' });
});

it('other work goes on while a transcript is read', async () => {
  writeFileSync(path, said('before').repeat(1000));
  let hasGoneOn = false;
  setImmediate(() => {
    hasGoneOn = true;
  });
  await readTranscript(path, 's1', 0);
  expect(hasGoneOn).toBe(true);
});

it('a transcript of another name is refused, with the name that it needs', async () => {
  await expect(readTranscript(path, 's2', 0)).rejects.toMatchObject({
    message: 'The transcript belongs to another session.',
    hint: 'Set transcript_path to a .jsonl file whose name contains the session_id.',
  });
});
