import { describe, expect, it } from 'vitest';
import { isOrdinary } from './ordinary.ts';

describe('a prompt is about no memory', () => {
  it.each(['run the tests', 'fix the lint errors', 'looks good, commit it', 'what does this error mean?', 'thanks'])(
    'that says %j',
    (prompt) => expect(isOrdinary(prompt)).toBe(true),
  );

  it.each([
    'how do we run the tests?',
    'fix the retry of the invoice importer',
    'which database holds the invoices?',
    'add a timeout to the kiosk client',
    'müssen wir die Rechnungen nummerieren?',
  ])('unless it says, for example, %j', (prompt) => expect(isOrdinary(prompt)).toBe(false));
});
