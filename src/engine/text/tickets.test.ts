import { describe, expect, it } from 'vitest';
import { openingTitle, tickets } from './tickets.ts';

describe('an id that a text opens with', () => {
  it('is followed by a title', () => {
    expect(openingTitle('ADR-3: Password hashing. We use bcrypt.')).toBe('Password hashing');
    expect(openingTitle('## ADR-3 Password hashing\n\nWe use bcrypt.')).toBe('Password hashing');
    expect(openingTitle(`REQ-1: ${'a very long sentence '.repeat(10)}`)).toBeNull();
  });
});

describe('the ids that a text claims', () => {
  it.each<[string, string[]]>([
    ['Implements REQ-P-1 and REQ-P-2.', ['REQ-P-1', 'REQ-P-2']],
    ['It does not implement REQ-P-1 any more.', []],
    ['No charges: it no longer implements REQ-P-1, REQ-P-2. It follows ADR-3.', ['ADR-3']],
    ['It no longer implements REQ-P-1 but REQ-P-2.', ['REQ-P-2']],
    ['REQ-P-1 is no longer implemented here; REQ-P-2 is.', ['REQ-P-2']],
    ['It never logs names (REQ-P-1).', ['REQ-P-1']],
  ])('%s', (text, expected) => {
    expect(tickets(text)).toEqual(expected);
  });
});
