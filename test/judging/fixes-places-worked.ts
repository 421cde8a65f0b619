// Rules that hold in one place only, or for imports only, written before the code was read; the half to work with.
import { ofRules } from './of-one-rule.ts';

export const PLACE_FIXES_WORKED = [
  ...ofRules(
    [
      'Stripe must never be called inside a database transaction; the charge happens in a worker reading the outbox.',
      'Route modules must not import stripe.',
    ],
    ['Move the Stripe call out of the transaction into the outbox worker.', 'aligned'],
    ['Move the call to Stripe into a worker that reads the outbox.', 'aligned'],
    ['Remove the stripe import from the refunds route.', 'aligned'],
    ['Import stripe in the refunds route.', 'contradicts'],
    ['Call Stripe inside the transaction so that the refund is atomic.', 'contradicts'],
    ['Charge the card within the database transaction so nothing is left behind.', 'contradicts'],
    ['Rename the refunds route to reimbursements.', 'unrelated'],
    ['Cache the exchange rates for an hour.', 'unrelated'],
  ),
  ...ofRules(
    ['HTTP requests must never be made while the account lock is held.'],
    ['Make the HTTP request after the account lock is released.', 'aligned'],
    ['Make the HTTP request to the bank while the account lock is held.', 'contradicts'],
    ['Log how long the account lock is held.', 'unrelated'],
  ),
  ...ofRules(
    ['E-mails must not be sent inside the request handler; a background job sends them.'],
    ['Move sending the e-mail out of the request handler into a background job.', 'aligned'],
    ['Send the e-mail inside the request handler and wait for the answer.', 'contradicts'],
    ['Validate the e-mail address inside the request handler.', 'unrelated'],
  ),
  ...ofRules(
    ['Controllers must not import `pool`.'],
    ['Remove the import of pool from the orders controller.', 'aligned'],
    ['Import pool in the orders controller and query the table.', 'contradicts'],
    ['Raise the size of the connection pool to 30.', 'unrelated'],
  ),
  ...ofRules(
    ['Domain modules must not depend on axios.'],
    ['Replace the axios import in the pricing module by a port that is passed in.', 'aligned'],
    ['Add a dependency on axios to the pricing module for the rates.', 'contradicts'],
    ['Set the timeout of the axios calls in the gateway to 3 seconds.', 'unrelated'],
  ),
];
