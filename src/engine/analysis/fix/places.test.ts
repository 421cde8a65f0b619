// Rules that hold in one place, and rules on imports.
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../../test/memory.ts';
import { alignmentOf, judgeDocuments } from './alignment.ts';
import { readProposal } from './proposal.ts';

const verdictOn = (rules: readonly string[], fix: string) =>
  alignmentOf(
    judgeDocuments(
      readProposal(fix, 'Refunds'),
      rules.map((rule) => ({
        memory: memoryOf(rule, { type: 'requirements' }),
        tied: true,
        similarity: 0.45,
        basis: 'tied',
      })),
    ),
  ).verdict;

const STRIPE = 'Stripe must never be called inside a database transaction; the charge happens in a worker.';
const LOCK = 'HTTP requests must never be made while the account lock is held.';
const MAIL = 'E-mails must not be sent inside the request handler.';

describe('what must not be done in one place', () => {
  it.each([
    [STRIPE, 'Call Stripe inside the transaction so that the refund is atomic.'],
    [STRIPE, 'Open the transaction, then call Stripe in it.'],
    [STRIPE, 'Wrap the Stripe call in a transaction.'],
    [STRIPE, 'Keep the Stripe call inside the transaction but shorten the timeout.'],
    [STRIPE, 'Charge the card within the database transaction so nothing is left behind.'],
    [LOCK, 'Make the HTTP request to the bank while the account lock is held.'],
    [MAIL, 'Send the e-mail inside the request handler and wait for the answer.'],
  ])('is broken there: %s %s', (rule, fix) => {
    expect(verdictOn([rule], fix)).toBe('contradicts');
  });

  it.each([
    [STRIPE, 'Move the Stripe call out of the transaction.'],
    [STRIPE, 'Call Stripe after the transaction commits.'],
    [STRIPE, 'Do not call Stripe inside the transaction.'],
    [STRIPE, 'Remove the Stripe call from the transaction.'],
    [LOCK, 'Make the HTTP request after the account lock is released.'],
    [LOCK, 'Make the HTTP request before the account lock is taken.'],
    [MAIL, 'Move sending the e-mail out of the request handler.'],
  ])('is kept by doing it elsewhere: %s %s', (rule, fix) => {
    expect(verdictOn([rule], fix)).toBe('aligned');
  });

  it.each([
    [STRIPE, 'Log the Stripe id inside the transaction.'],
    [STRIPE, 'Record the charge within the database transaction.'],
    [STRIPE, 'Wrap both inserts in one database transaction.'],
    [STRIPE, 'Call Stripe before the transaction commits.'],
    [LOCK, 'Make the HTTP request after the account lock is taken.'],
    [LOCK, 'Log how long the account lock is held.'],
    [MAIL, 'Validate the e-mail address inside the request handler.'],
    [MAIL, 'Move the e-mail validation out of the request handler.'],
  ])('is neither by another deed, nor where the place is uncertain: %s %s', (rule, fix) => {
    expect(verdictOn([rule], fix)).toBe('unrelated');
  });
});

const ROUTES = 'Route modules must not import stripe.';
const DOMAIN = 'Domain modules must not depend on axios.';

describe('a rule on imports', () => {
  it.each([
    [ROUTES, 'Import stripe in the refunds route.', 'contradicts'],
    [ROUTES, "Add `import { charge } from 'stripe'` to the refunds route.", 'contradicts'],
    [ROUTES, 'Remove the stripe import from the refunds route.', 'aligned'],
    [DOMAIN, 'Add a dependency on axios to the pricing module for the rates.', 'contradicts'],
    [DOMAIN, 'Replace the axios import in the pricing module by a port that is passed in.', 'aligned'],
    ['Handlers must not import `braintree`.', 'Call PaymentPort instead of braintree.', 'aligned'],
  ])('is about what is imported: %s %s', (rule, fix, verdict) => {
    expect(verdictOn([rule], fix)).toBe(verdict);
  });

  it.each([
    [ROUTES, 'Move the call to Stripe into a worker.'],
    [ROUTES, 'Import stripe in the worker.'],
    [ROUTES, 'Import the refunds from Stripe every night.'],
    [DOMAIN, 'Set the timeout of the axios calls in the gateway to 3 seconds.'],
    ['Controllers must not import `pool`.', 'Raise the size of the connection pool to 30.'],
  ])('has nothing to say on calls, on other parts and on other meanings of the word: %s %s', (rule, fix) => {
    expect(verdictOn([rule], fix)).toBe('unrelated');
  });

  const diff = (lines: string) => `--- a/src/refunds.ts\n+++ b/src/refunds.ts\n@@ -1,2 +1,2 @@\n${lines}`;

  it.each([
    [ROUTES, diff("+import { refundCharge } from '../payments/stripe.js';\n const a = 1;"), 'contradicts'],
    [ROUTES, diff("-import { refundCharge } from '../payments/stripe.js';\n const a = 1;"), 'aligned'],
    [ROUTES, diff('+  await stripe.refunds.create({ charge });\n const a = 1;'), 'unrelated'],
    [ROUTES, diff('-  log(stripe.id);\n+  log(charge.id);'), 'unrelated'],
    [STRIPE, diff("+import { refundCharge } from '../payments/stripe.js';\n const a = 1;"), 'unrelated'],
  ])('reads the imports of a diff, and not its calls: %s %s', (rule, fix, verdict) => {
    expect(verdictOn([rule], fix)).toBe(verdict);
  });

  it('that describes instead of naming a module is read as any other', () => {
    expect(
      verdictOn(
        ['Tests must not depend on the network.'],
        'Let the payment test call https://api.stripe.com over the network in test mode.',
      ),
    ).toBe('contradicts');
  });
});

it('a fix that takes a call out of where it is forbidden keeps that rule, and does not break one on imports', () => {
  expect(verdictOn([STRIPE, ROUTES], 'Move the Stripe call out of the transaction into the worker.')).toBe('aligned');
});
