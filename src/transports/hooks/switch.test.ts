import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MISUNDERSTOOD, SETTINGS } from '../../../test/hooks/settings.ts';
import { log } from '../../log.ts';
import { allowedIn } from './switch.ts';

const root = mkdtempSync(join(tmpdir(), 'remanence-switch-'));
afterAll(() => rmSync(root, { recursive: true }));
beforeEach(() => {
  vi.spyOn(log, 'warn').mockReturnValue();
});

let count = 0;
function folderWith(text: string): string {
  const folder = join(root, String(count++));
  const inner = join(folder, 'deep');
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(folder, '.remanence.json'), text);
  return inner;
}

describe('.remanence.json', () => {
  it('switches everything off below its folder, whatever files further down say', () => {
    const inner = folderWith('{"memory": "off"}');
    writeFileSync(join(inner, '.remanence.json'), '{"memory": "on"}');
    expect(allowedIn(inner)).toEqual({ recalls: false, captures: false });
    expect(allowedIn(root)).toEqual({ recalls: true, captures: true });
  });

  it.each(SETTINGS)('%s allows recall: %s, capturing: %s', (text, recalls, captures) => {
    expect(allowedIn(folderWith(text))).toEqual({ recalls, captures });
    expect(log.warn).not.toHaveBeenCalled();
  });

  it.each(MISUNDERSTOOD)('%s switches off because it is not understood, and says so', (text) => {
    expect(allowedIn(folderWith(text))).toEqual({ recalls: false, captures: false });
    expect(log.warn).toHaveBeenCalledOnce();
  });

  it.each(['{"memory": "TOKEN"}', '{"memory": TOKEN}', 'TOKEN'])('%s is not quoted', (text) => {
    allowedIn(folderWith(text.replace('TOKEN', `ghp_${'x'.repeat(60)}`)));
    expect(JSON.stringify(vi.mocked(log.warn).mock.calls)).not.toContain('ghp_');
  });

  it('switches off unread if it is larger than 64 KB', () => {
    expect(allowedIn(folderWith(`{"memory": "on"}${' '.repeat(70_000)}`))).toEqual({ recalls: false, captures: false });
    expect(log.warn).toHaveBeenCalledWith(
      expect.any(String),
      expect.objectContaining({ error: 'It is larger than 64 KB.' }),
    );
  });
});
