import { describe, expect, it } from 'vitest';
import { countUp } from './progress.ts';

describe('progress', () => {
  it('grows from stage to stage', () => {
    const count = countUp();
    expect(count(2, 4, 'reading')).toEqual({ progress: 2, total: 4, message: 'reading' });
    expect(count(1, 3, 'linking')).toEqual({ progress: 5, total: 7, message: 'linking' });
  });

  it('is not sent twice, except as a sign of life, and then still grows', () => {
    const clock = { ms: 0 };
    const count = countUp(() => clock.ms);
    expect(count(4, 4, 'reading')?.progress).toBe(4);
    expect(count(4, 4, 'reading')).toBeNull();
    clock.ms = 2000;
    const alive = count(4, 4, 'reading')?.progress ?? 0;
    expect(alive).toBeGreaterThan(4);
    expect(alive).toBeLessThan(4.01);
    expect(count(5, 5, 'reading')?.progress).toBe(5);
  });
});
