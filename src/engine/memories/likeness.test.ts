import { describe, expect, it } from 'vitest';
import { likeness } from './likeness.ts';

describe('a memory that repeats a known one', () => {
  it.each([
    ['The cache is warmed at six.', 'The cache is warmed at six!'],
    ['lunch at noon', 'Lunch  at\nnoon.'],
  ])('is a duplicate when only punctuation and spaces differ, whatever the vectors say: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.5)).toBe('duplicate');
  });

  it.each([
    ['retry when x > 5', 'retry when x < 5'],
    ['set DEBUG in the shell', 'set debug in the shell'],
    ['call !ready first', 'call ready first'],
    ['use 1.5 workers', 'use 15 workers'],
  ])('is not a duplicate when punctuation carries meaning: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.5)).toBeNull();
  });
});
