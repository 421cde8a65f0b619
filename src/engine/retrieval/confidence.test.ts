import { describe, expect, it } from 'vitest';
import { readQuestion } from '../text/question.ts';
import { confidence, FLOOR, type Standing, trustIn } from './confidence.ts';
import { NO_PARTS } from './parts.ts';

const PASSAGE = 'The staging database listens on port 5433 of db-stg, and PgBouncer in front of it on port 6432.';
const question = readQuestion('Which port does the staging database use?');
const standing = (more: Partial<Standing>): Standing => ({
  contents: [PASSAGE],
  parts: { ...NO_PARTS, vector: 0.5 },
  timeAlone: false,
  words: new Map(),
  verdict: null,
  ...more,
});
const sure = (odds: number, passage = PASSAGE) => confidence(question, standing({ verdict: { passage, odds } }));

describe('the confidence', () => {
  it('follows the verdict on a passage of some length', () => {
    expect(sure(2)).toBeGreaterThan(0.8);
    expect(sure(-2)).toBeLessThan(FLOOR);
  });

  it('follows nearness and words alone without a verdict, and with one on a few words', () => {
    const alone = confidence(question, standing({}));
    for (const odds of [-4, 3]) expect(sure(odds, 'Port 5433.')).toBe(alone);
    expect(alone).toBeGreaterThan(FLOOR);
  });

  it('trusts a verdict more, the longer the passage is', () => {
    const words = (count: number) => trustIn(Array.from({ length: count }, () => 'word').join(' '));
    expect([words(6), words(11), words(16), words(200), trustIn('')]).toEqual([0, 0.5, 1, 1, 0]);
  });

  it('stays within bounds, whatever the verdict', () => {
    expect(sure(1e9)).toBe(sure(3));
    expect(sure(-1e9)).toBe(sure(-4));
  });
});
