// The counts of right answers, on cases that the rules were worked out on and on cases that they never saw.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, openTestEngine } from '../open.ts';
import type { ComponentCase, FixCase } from './case.ts';
import { HELD_TEMPLATES } from './components-held-templates.ts';
import { HELD_TEXTS } from './components-held-texts.ts';
import { WORKED_TEMPLATES } from './components-worked-templates.ts';
import { WORKED_TEXTS } from './components-worked-texts.ts';
import { FURTHER_FIXES } from './fixes-further.ts';
import { HELD_FIXES } from './fixes-held.ts';
import { WORKED_FIXES } from './fixes-worked.ts';
import { askComponents, askFixes, tally } from './measure.ts';

let open: OpenEngine;
beforeAll(async () => {
  open = await openTestEngine();
});
afterAll(() => open.dispose());

describe('validate_fix', () => {
  it.each<[string, readonly FixCase[], number]>([
    ['cases to work with', WORKED_FIXES, 20],
    ['further cases to work with', FURTHER_FIXES, 24],
    ['cases that are only measured', HELD_FIXES, 19],
  ])('judges %s as a reader would, and never the other way round', async (_, cases, atLeast) => {
    const answers = await askFixes(open, cases);
    const { right, wrongWay, misses } = tally(answers, ['aligned', 'contradicts']);
    expect(wrongWay, misses.join('\n')).toBe(0);
    expect(right, misses.join('\n')).toBeGreaterThanOrEqual(atLeast);
  });

  it('scores below one half exactly where the fix contradicts', async () => {
    const answers = await askFixes(open, [...WORKED_FIXES, ...FURTHER_FIXES, ...HELD_FIXES]);
    const odd = answers.filter(({ given, score }) => (given === 'contradicts') !== score < 0.5);
    expect(odd).toEqual([]);
  });
});

describe('check_consistency', () => {
  it.each<[string, readonly ComponentCase[]]>([
    ['cases to work with', [...WORKED_TEMPLATES, ...WORKED_TEXTS]],
    ['cases that are only measured', [...HELD_TEMPLATES, ...HELD_TEXTS]],
  ])('judges %s as a reader would, and says what cannot be judged', async (_, cases) => {
    const { right, misses } = tally(await askComponents(open, cases), ['consistent', 'deviates']);
    expect(misses).toEqual([]);
    expect(right).toBe(20);
  });
});
