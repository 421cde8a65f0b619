import { describe, expect, it } from 'vitest';
import { readQuestion } from '../text/question.ts';
import { confidence, FLOOR, type Standing } from './confidence.ts';
import { NO_PARTS } from './parts.ts';

const PASSAGE = 'The staging database listens on port 5433 of db-stg, and PgBouncer in front of it on port 6432.';
const question = readQuestion('Which port does the staging database use?');
const standing = (more: Partial<Standing>): Standing => ({
  contents: [PASSAGE],
  former: null,
  parts: { ...NO_PARTS, vector: 0.5 },
  timeAlone: false,
  words: new Map(),
  rival: false,
  verdict: null,
  ...more,
});
const sure = (odds: number, passage = PASSAGE) => confidence(question, standing({ verdict: { passage, odds } }));

describe('the confidence', () => {
  it('follows the verdict', () => {
    expect(sure(2)).toBeGreaterThan(0.8);
    expect(sure(-3)).toBeLessThan(FLOOR);
  });

  it('follows nearness and words alone without a verdict', () => {
    expect(confidence(question, standing({}))).toBeGreaterThan(FLOOR);
    const far = { contents: ['Lunch is at noon.'], parts: { ...NO_PARTS, vector: 0.1 } };
    expect(confidence(question, standing(far))).toBeLessThan(FLOOR);
  });

  it('doubts a verdict against a passage that holds all words of the question', () => {
    const asked = readQuestion('What is Larkspur?');
    const words = new Map([['larkspur', 3]]);
    const of = (passage: string) => confidence(asked, standing({ words, verdict: { passage, odds: -3 } }));
    expect(
      of('Since May the gateway in front of Larkspur has had two certificates, one of them for staging alone.'),
    ).toBeGreaterThan(FLOOR);
    expect(
      of('Since May the gateway in front of Marigold has had two certificates, one of them for staging alone.'),
    ).toBeLessThan(FLOOR);
  });

  it('trusts no verdict on one or two words that the passage lacks', () => {
    const of = (...words: string[]) => {
      const weights = new Map(words.map((word) => [word, 3]));
      const asked = readQuestion(words.join(' '));
      return confidence(asked, standing({ words: weights, verdict: { passage: PASSAGE, odds: 0.3 } }));
    };
    expect(of('kubernetes')).toBeLessThan(FLOOR);
    expect(of('vacation', 'policy')).toBeLessThan(FLOOR);
    expect(of('port')).toBeGreaterThan(FLOOR);
    expect(of('vacation', 'port')).toBeGreaterThan(FLOOR);
    expect(of('how', 'often', 'rotated')).toBeGreaterThan(FLOOR);
  });

  it("grows with the weight of the question's words that the passage holds", () => {
    const words = new Map([
      ['port', 1],
      ['larkspur', 3],
    ]);
    const of = (passage: string) => confidence(question, standing({ words, verdict: { passage, odds: -1 } }));
    const sureness = ['nothing of the kind', 'the port', 'the Larkspur'].map(of);
    expect(sureness).toEqual(sureness.toSorted((a, b) => a - b));
    expect(new Set(sureness).size).toBe(3);
  });

  it.each([
    [
      'What does HRN-4032 mean?',
      'Error HRN-4031 means that the licence has expired.',
      'HRN-4032: the licence expired.',
    ],
    ['What is ENABLE_SLOW_PATH?', 'ENABLE_FAST_PATH skips the checks.', 'ENABLE_SLOW_PATH runs all checks.'],
    ['What did 2.5.0 drop?', 'Version 2.4.0 dropped Node 18.', 'Version 2.5.0 dropped Node 20.'],
  ])('is low if the first result lacks the code asked for: %s', (text, other, same) => {
    const of = (passage: string) =>
      confidence(readQuestion(text), standing({ contents: [passage], verdict: { passage, odds: 0.5 } }));
    expect(of(other)).toBeLessThan(FLOOR);
    expect(of(same)).toBeGreaterThan(FLOOR);
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
