// Rules about one level, phase or priority, with fixes of the same one and of others.
import type { FixCase } from './case.ts';
import { ofOneRule } from './of-one-rule.ts';

export const FIXES_OF_ONE_KIND: readonly FixCase[] = ofOneRule([
  [
    'A level 5 alert needs confirmation by two stations.',
    ['Show the last 10 alerts on the status page.', 'unrelated'],
    ['Send an email for level 4 alerts within 3 minutes.', 'unrelated'],
    ['Release level 5 alerts as soon as one station reports.', 'contradicts'],
    ['Let one station confirm a level 5 alert.', 'contradicts'],
    ['Release level 5 alerts after confirmation by two stations.', 'aligned'],
    ['Level 4 alerts need confirmation by one station.', 'unrelated'],
  ],
  [
    'herald must not send SMS for level 3 warnings.',
    ['Send SMS for level 4 only.', 'unrelated'],
    ['Send SMS for level 3 and 4 warnings.', 'contradicts'],
    ['Send SMS for warnings.', 'contradicts'],
    ['Stop sending SMS for level 3 warnings.', 'aligned'],
  ],
  [
    'P1 alerts are answered within 15 minutes.',
    ['Answer P2 alerts within 60 minutes.', 'unrelated'],
    ['Answer P1 alerts within 60 minutes.', 'contradicts'],
    ['Answer priority 1 alerts within 10 minutes.', 'aligned'],
  ],
  [
    'Phase 2 rollouts wait at least 3 days.',
    ['Let phase 1 rollouts wait 1 day.', 'unrelated'],
    ['Let phase 2 rollouts wait 1 day.', 'contradicts'],
  ],
  [
    'Level 3 alerts or higher must not be sent by SMS.',
    ['Send level 2 alerts by SMS.', 'unrelated'],
    ['Send level 4 alerts by SMS.', 'contradicts'],
  ],
  ['Only level 5 alerts may be sent by SMS.', ['Send level 4 alerts by SMS.', 'contradicts']],
  [
    'Error 404 must never be retried.',
    ['Retry error 503 three times.', 'unrelated'],
    ['Retry error 404 three times.', 'contradicts'],
  ],
  [
    'Clients must not use API version 1.',
    ['Use API version 2 in the clients.', 'unrelated'],
    ['Use API version 1 in the clients.', 'contradicts'],
  ],
  ['Passwords need at least 12 characters.', ['Accept passwords after 3 attempts.', 'unrelated']],
]);
