import { describe, expect, it } from 'vitest';
import { readDiff, renumberedIn } from './diff.ts';

describe('a fix given as a diff', () => {
  it('removes the lines with a minus and adds the lines with a plus', () => {
    const diff = readDiff('Faster.\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-hash = argon2(word)\n+hash = md5(word)');
    expect(diff).toMatchObject({ removed: 'hash = argon2(word)', added: 'hash = md5(word)' });
    expect(diff?.prose.trim()).toBe('Faster.');
    expect([...(diff?.come ?? [])]).toEqual(['md5']);
    expect([...(diff?.gone ?? [])]).toEqual(['argon2']);
  });

  it('lists lines in which only a number changes', () => {
    const diff = readDiff('-  max: 20\n-  name: a1\n+  max: 1_000\n+  name: b2');
    expect(diff && renumberedIn(diff)).toEqual([{ from: 20, to: 1000, written: 'max: 1_000' }]);
  });

  it('may be two signed words on one line', () => {
    expect(readDiff('-argon2 +md5')).toMatchObject({ removed: 'argon2', added: 'md5' });
  });

  it('is not confused with a list of dashes or a command-line option', () => {
    expect(readDiff('- Use bcrypt.\n- Drop md5.')).toBeNull();
    expect(readDiff('Run tar -xzf on the archive.')).toBeNull();
  });
});
