import { describe, expect, it } from 'vitest';
import { readQuestion } from '../text/question.ts';
import { confidence, FLOOR, type Standing } from './confidence.ts';
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
    expect(sure(-3)).toBeLessThan(FLOOR);
  });

  it('follows nearness and words alone without a verdict', () => {
    expect(confidence(question, standing({}))).toBeGreaterThan(FLOOR);
    const far = { contents: ['Lunch is at noon.'], parts: { ...NO_PARTS, vector: 0.1 } };
    expect(confidence(question, standing(far))).toBeLessThan(FLOOR);
  });

  it('doubts a verdict against a passage of few words', () => {
    expect(sure(-2, 'Port 5433.')).toBeGreaterThan(sure(-2));
    expect(sure(-4, 'Port 5433.')).toBeLessThan(FLOOR);
  });

  it('doubts a verdict for a passage that does not contain the name asked for', () => {
    const asked = readQuestion('Which port does Larkspur use?');
    const passage = 'Marigold listens on port 5433.';
    const of = (contents: string[]) => confidence(asked, standing({ contents, verdict: { passage, odds: 0 } }));
    expect(of([passage])).toBeLessThan(of(['Larkspur listens on port 5433.']));
  });

  it('stays within bounds, whatever the verdict', () => {
    expect(sure(1e9)).toBe(sure(3));
    expect(sure(-1e9)).toBe(sure(-5));
  });
});
