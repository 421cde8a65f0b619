import { describe, expect, it } from 'vitest';
import { allWordsOf } from './deeds.ts';
import { goesBy, meansOf } from './means.ts';

function goes(rule: string, fix: string) {
  const means = meansOf(rule);
  return means && goesBy(means, fix, allWordsOf(fix), false);
}

describe('the means that a rule asks for', () => {
  it.each([
    ['Emails are sent through SendGrid.', 'Send the receipt email through SendGrid.', 'same'],
    ['Emails are sent through SendGrid.', 'Send the receipt email through Mailgun.', 'other'],
    ['Emails are sent through SendGrid.', 'Sort the emails by date.', null],
    ['Controls must be reachable by keyboard.', 'Make the control reachable by keyboard.', 'same'],
    ['Use feature flags for risky changes.', 'Put the new cart behind a feature toggle.', 'same'],
  ])('%s %s: %s', (rule, fix, expected) => {
    expect(goes(rule, fix)).toBe(expected);
  });

  it('are null if the rule names none', () => {
    expect(meansOf('Prices include tax')).toBeNull();
  });

  it('are found among many adverbs in reasonable time', () => {
    expect(meansOf(`Emails are ${'only '.repeat(100)}sent through SendGrid.`)?.role).toBe('means');
    expect(meansOf(`is ${'only '.repeat(100)}`)).toBeNull();
  });
});
