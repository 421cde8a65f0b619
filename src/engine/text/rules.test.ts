import { expect, it } from 'vitest';
import { reportsDone } from './rules.ts';

const RULE = 'The oil has to be changed every 250 hours.';

it('tells that a rule was followed', () => {
  expect(reportsDone('The oil was changed on 3 May at 240 hours.', RULE)).toBe(true);
});

it.each([
  ['gives another rule', 'The oil has to be changed every 300 hours, as was decided on 3 May.'],
  ['tells that the rule was changed', 'The oil interval was extended to 300 hours on 3 May.'],
  ['is about another thing', 'The filter was cleaned on 3 May.'],
])('does not if the report %s', (_, report) => {
  expect(reportsDone(report, RULE)).toBe(false);
});
