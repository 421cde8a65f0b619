import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isSwitchedOff } from './switch.ts';

const root = mkdtempSync(join(tmpdir(), 'remanence-switch-'));
afterAll(() => rmSync(root, { recursive: true }));

function folderWith(name: string, text: string): string {
  const inner = join(root, name, 'deep');
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(root, name, '.remanence.json'), text);
  return inner;
}

describe('.remanence.json', () => {
  it('switches everything off below its folder, whatever files further down say', () => {
    const inner = folderWith('off', '{"memory": "off"}');
    writeFileSync(join(inner, '.remanence.json'), '{"memory": "on"}');
    expect(isSwitchedOff(inner, 'user-prompt-submit')).toBe(true);
    expect(isSwitchedOff(root, 'user-prompt-submit')).toBe(false);
  });

  it('can allow recall and forbid capturing', () => {
    const inner = folderWith('recall', '{"memory": "recall"}');
    expect(isSwitchedOff(inner, 'user-prompt-submit')).toBe(false);
    expect(isSwitchedOff(inner, 'stop')).toBe(true);
  });

  it('switches off if it cannot be understood', () => {
    expect(isSwitchedOff(folderWith('broken', '{"memory": off'), 'session-start')).toBe(true);
  });
});
