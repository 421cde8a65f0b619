import { describe, expect, it } from 'vitest';
import { likeness } from './likeness.ts';

describe('a memory that says again what is known', () => {
  it.each([
    ['The cache is warmed at six.', 'The cache is warmed at six!'],
    ['lunch at noon', 'Lunch  at\nnoon.'],
  ])('is a duplicate when only its marks and spaces differ, whatever the model thinks: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.5)).toBe('duplicate');
  });

  it.each([
    ['retry when x > 5', 'retry when x < 5'],
    ['set DEBUG in the shell', 'set debug in the shell'],
    ['call !ready first', 'call ready first'],
    ['use 1.5 workers', 'use 15 workers'],
  ])('is none when a mark says something: %j', (fresh, known) => {
    expect(likeness(fresh, known, 0.5)).toBeNull();
  });
});
