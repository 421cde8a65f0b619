import { describe, expect, it } from 'vitest';
import { repeats, wordingOf } from './repeating.ts';

const repeated = (text: string, known: string) => repeats(wordingOf(text), wordingOf(known), 'user');

describe('what a user says', () => {
  it.each([
    ['We use pnpm here.', 'We use pnpm.'],
    ['Dana owns billing.', 'Dana owns billing and invoices since May.'],
    ['We decided to drop Redis.', 'Decision: drop Redis this year.'],
  ])('repeats what is known: %s', (text, known) => expect(repeated(text, known)).toBe(true));

  it.each([
    ['We use pnpm here.', 'The pipeline caches the pnpm store in a volume of its own.'],
    ['We decided to drop Redis.', 'Redis may drop keys when the memory of the host is full.'],
    ['Port 5499 is staging.', 'Port 5498 is staging.'],
  ])('does not repeat what only has its words: %s', (text, known) => expect(repeated(text, known)).toBe(false));
});
