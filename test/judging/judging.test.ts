// Counts right answers on cases that the rules were developed on, and on cases that were held out when first asked.
// `npm run judging` prints them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, openTestEngine } from '../open.ts';
import type { ComponentCase, FixCase } from './case.ts';
import { EXAMPLE_COMPONENTS } from './components-examples.ts';
import { FIELD_BROKEN_HELD } from './components-field-held-broken.ts';
import { FIELD_KEPT_HELD } from './components-field-held-kept.ts';
import { FIELD_BROKEN_WORKED } from './components-field-worked-broken.ts';
import { FIELD_KEPT_WORKED } from './components-field-worked-kept.ts';
import { HELD_TEMPLATES } from './components-held-templates.ts';
import { HELD_TEXTS } from './components-held-texts.ts';
import { IMPORTS_HELD } from './components-imports-held.ts';
import { IMPORTS_WORKED } from './components-imports-worked.ts';
import { LANGUAGE_COMPONENTS_HELD } from './components-languages-held.ts';
import { LANGUAGE_COMPONENTS_WORKED } from './components-languages-worked.ts';
import { TRADE_BROKEN_WORKED } from './components-trades-worked-broken.ts';
import { TRADE_KEPT_WORKED } from './components-trades-worked-kept.ts';
import { WORKED_TEMPLATES } from './components-worked-templates.ts';
import { WORKED_TEXTS } from './components-worked-texts.ts';
import { FIELD_FIXES_HELD } from './fixes-field-held.ts';
import { FIELD_FIXES_WORKED } from './fixes-field-worked.ts';
import { FURTHER_FIXES } from './fixes-further.ts';
import { HELD_FIXES } from './fixes-held.ts';
import { CODE_FIXES } from './fixes-in-code.ts';
import { LAST_CODE_FIXES } from './fixes-in-code-last.ts';
import { MORE_CODE_FIXES } from './fixes-in-code-more.ts';
import { FIXES_OF_ONE_KIND } from './fixes-of-one-kind.ts';
import { PLACE_FIXES_HELD } from './fixes-places-held.ts';
import { PLACE_FIXES_WORKED } from './fixes-places-worked.ts';
import { PRACTICE_FIXES } from './fixes-practice.ts';
import { LAST_PRACTICE_FIXES } from './fixes-practice-last.ts';
import { MORE_PRACTICE_FIXES } from './fixes-practice-more.ts';
import { PROJECT_FIXES_HELD } from './fixes-projects-held.ts';
import { PROJECT_FIXES_WORKED } from './fixes-projects-worked.ts';
import { SHORT_FIXES } from './fixes-short.ts';
import { STOPPED_FIXES, STOPPED_FIXES_HELD } from './fixes-stopped.ts';
import { TEAM_FIXES_HELD } from './fixes-teams-held.ts';
import { MORE_TEAM_FIXES } from './fixes-teams-more.ts';
import { TEAM_FIXES_WORKED } from './fixes-teams-worked.ts';
import { TRADE_FIXES_HELD } from './fixes-trades-held.ts';
import { TRADE_FIXES_WORKED } from './fixes-trades-worked.ts';
import { VOICE_FIXES } from './fixes-voices.ts';
import { VOICE_FIXES_HELD } from './fixes-voices-held.ts';
import { MORE_VOICE_FIXES } from './fixes-voices-more.ts';
import { WORKED_FIXES } from './fixes-worked.ts';
import { askComponents, askFixes, readFixes, type Tally, tally } from './measure.ts';

let open: OpenEngine;
beforeAll(async () => {
  open = await openTestEngine();
});
afterAll(() => open.dispose());

function print(set: string, { of, right, wrongWay, undecided, misses }: Tally): void {
  if (process.env.npm_lifecycle_event !== 'judging') return;
  const counts = `${right} of ${of} right, ${wrongWay} reversed, ${undecided} undecided`;
  process.stderr.write(`${[`${set}: ${counts}`, ...misses.map((miss) => `  ${miss}`)].join('\n')}\n`);
}

/** The least right answers and the most reversed ones; two reversed cases are known. */
const FIXES: readonly (readonly [set: string, cases: readonly FixCase[], atLeast: number, wrongWay: number])[] = [
  ['development cases', WORKED_FIXES, 20, 0],
  ['further development cases', FURTHER_FIXES, 28, 0],
  ['development cases of many projects', PROJECT_FIXES_WORKED, 30, 0],
  ['cases of strangers to work with', FIELD_FIXES_WORKED, 20, 0],
  ['the other half of the cases of strangers', FIELD_FIXES_HELD, 20, 0],
  ['cases in the words of many teams', TEAM_FIXES_WORKED, 20, 0],
  ['the other half of the cases in the words of many teams', TEAM_FIXES_HELD, 18, 0],
  ['cases of many trades to work with', TRADE_FIXES_WORKED, 20, 0],
  ['the other half of the cases of many trades', TRADE_FIXES_HELD, 14, 1],
  ['rules that hold in one place, to work with', PLACE_FIXES_WORKED, 20, 0],
  ['the other half of the rules that hold in one place', PLACE_FIXES_HELD, 16, 0],
  ['held-out cases', HELD_FIXES, 20, 0],
  ['held-out cases of many projects', PROJECT_FIXES_HELD, 27, 1],
];

describe('validate_fix', () => {
  const asked = new Map<readonly FixCase[], ReturnType<typeof askFixes>>();
  const answersTo = (cases: readonly FixCase[]) => {
    const answers = asked.get(cases) ?? askFixes(open, cases);
    asked.set(cases, answers);
    return answers;
  };

  it.each(FIXES)('judges %s as a reader would, and never the opposite', async (set, cases, atLeast, wrongWay) => {
    const counted = tally(await answersTo(cases), ['aligned', 'contradicts']);
    print(`validate_fix, ${set}`, counted);
    expect(counted.wrongWay, counted.misses.join('\n')).toBeLessThanOrEqual(wrongWay);
    expect(counted.right, counted.misses.join('\n')).toBeGreaterThanOrEqual(atLeast);
  });

  it.each<[string, readonly FixCase[], number]>([
    ['short cases', SHORT_FIXES, 106],
    ['rules about one of a kind', FIXES_OF_ONE_KIND, 23],
    ['rules in words and fixes in code', [...CODE_FIXES, ...MORE_CODE_FIXES, ...LAST_CODE_FIXES], 131],
    ['rules of many teams', [...MORE_TEAM_FIXES, ...VOICE_FIXES, ...MORE_VOICE_FIXES], 94],
    ['held-out rules of many teams', VOICE_FIXES_HELD, 14],
    ['rules by which something rests', STOPPED_FIXES, 27],
    ['held-out rules by which something rests', STOPPED_FIXES_HELD, 20],
    ['rules from many fields', [...PRACTICE_FIXES, ...MORE_PRACTICE_FIXES, ...LAST_PRACTICE_FIXES], 185],
  ])('reads %s as a reader would, and never the opposite', (set, cases, atLeast) => {
    const counted = tally(readFixes(cases), ['aligned', 'contradicts']);
    print(`validate_fix, ${set}`, counted);
    expect(counted.wrongWay, counted.misses.join('\n')).toBe(0);
    expect(counted.right, counted.misses.join('\n')).toBeGreaterThanOrEqual(atLeast);
  });

  it('scores below one half exactly if the fix contradicts', async () => {
    const answers = (await Promise.all(FIXES.map(([, cases]) => answersTo(cases)))).flat();
    expect(answers.filter(({ given, score }) => (given === 'contradicts') !== score < 0.5)).toEqual([]);
  });
});

describe('check_consistency', () => {
  it.each<[string, readonly ComponentCase[], number]>([
    ['development cases', [...WORKED_TEMPLATES, ...WORKED_TEXTS], 20],
    ['cases in many languages to work with', LANGUAGE_COMPONENTS_WORKED, 16],
    ['cases of strangers to work with', [...FIELD_KEPT_WORKED, ...FIELD_BROKEN_WORKED], 20],
    ['the other half of the cases of strangers', [...FIELD_KEPT_HELD, ...FIELD_BROKEN_HELD], 19],
    ['cases of many trades to work with', [...TRADE_KEPT_WORKED, ...TRADE_BROKEN_WORKED], 15],
    ['patterns that show or say more than they ask for', EXAMPLE_COMPONENTS, 7],
    ['forbidden imports to work with', IMPORTS_WORKED, 20],
    ['the other half of the forbidden imports', IMPORTS_HELD, 20],
    ['held-out cases', [...HELD_TEMPLATES, ...HELD_TEXTS], 20],
    ['cases in many languages that are only measured', LANGUAGE_COMPONENTS_HELD, 14],
  ])('judges %s as a reader would, and says what cannot be judged', async (set, cases, atLeast) => {
    const counted = tally(await askComponents(open, cases), ['consistent', 'deviates']);
    print(`check_consistency, ${set}`, counted);
    expect(counted.wrongWay, counted.misses.join('\n')).toBe(0);
    expect(counted.right, counted.misses.join('\n')).toBeGreaterThanOrEqual(atLeast);
  });
});
