import { describe, expect, it } from 'vitest';
import { orderedAs } from './order.ts';

describe('the order of two deeds', () => {
  const rule = 'Invoices are archived before the order is closed.';

  it.each([
    'Archive the invoice first and close the order afterwards.',
    'Archive the invoice, then close the order after that.',
    'Close the order after the invoice has been archived.',
    'Before the order is closed, archive the invoice.',
    'Do not close the order until the invoice is archived.',
  ])('is kept by: %s', (fix) => {
    expect(orderedAs(rule, fix)).toBe('same');
  });

  it.each([
    'Close the order first and archive the invoice afterwards.',
    'Archive the invoice after the order has been closed.',
    'As soon as the order is closed, archive the invoice.',
    'Close the order and archive the invoice later.',
  ])('is turned round by: %s', (fix) => {
    expect(orderedAs(rule, fix)).toBe('opposite');
  });

  it.each([
    'Archive the invoice after 30 seconds.',
    'Translate the invoice before it is printed.',
    'Archive the invoice.',
    'Close the order before noon.',
    'Never archive the invoice before the customer has seen it.',
  ])('is not told by: %s', (fix) => {
    expect(orderedAs(rule, fix)).toBeNull();
  });

  it('is read from rules in other words', () => {
    expect(
      orderedAs(
        'A lot leaves quarantine only after the lab has released it.',
        'Let the lot leave quarantine before the lab releases it.',
      ),
    ).toBe('opposite');
    expect(
      orderedAs(
        'First take the queue lock, then take the device lock.',
        'Take the device lock first, and take the queue lock afterwards.',
      ),
    ).toBe('opposite');
    expect(
      orderedAs('Migrations run once the backup is complete.', 'Run the migrations after the backup is complete.'),
    ).toBe('same');
    expect(orderedAs('The valve is opened once the pump runs.', 'Log the pressure before the valve moves.')).toBeNull();
  });
});
