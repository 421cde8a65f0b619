import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeWhole } from './text-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remanence-text-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.skipIf(process.platform === 'win32')('a file keeps its mode, whatever the umask', () => {
  const path = join(folder, 'shared.json');
  const before = process.umask(0o002);
  try {
    writeFileSync(path, '{}', { mode: 0o664 });
    process.umask(0o077);
    writeWhole(path, '[]');
  } finally {
    process.umask(before);
  }
  expect(readFileSync(path, 'utf8')).toBe('[]');
  expect(statSync(path).mode & 0o777).toBe(0o664);
});

it('a write that fails leaves nothing behind', () => {
  const path = join(folder, 'settings.json');
  mkdirSync(path);
  expect(() => writeWhole(path, '{}')).toThrow();
  expect(readdirSync(folder)).toEqual(['settings.json']);
});
