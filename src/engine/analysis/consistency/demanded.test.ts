import { describe, expect, it } from 'vitest';
import { askedByText } from './demanded.ts';
import { applies } from './deviations.ts';

const kinds = (text: string) => askedByText(text).map(({ kind }) => kind);

describe('the text of a pattern', () => {
  it.each([
    'Class components are not allowed.',
    'Never use classes.',
    'Do not write classes.',
    'Handlers must not be classes.',
    'Avoid classes.',
    'Use functions instead of classes.',
    'Use functions, not classes.',
    'Write functions, no classes.',
    'Do not use classes for handlers.',
    'Components must not be written as classes.',
  ])('demands a function if it forbids classes: %s', (text) => {
    expect(kinds(text)).toContain('form');
  });

  it.each(['Handlers must not import ORM classes.', 'Never expose the classes of the driver.'])(
    'demands no function if it only forbids a use of certain classes: %s',
    (text) => expect(kinds(text)).not.toContain('form'),
  );

  it('demands a parameter of the constructor if it speaks of the constructor', () => {
    expect(kinds("The constructor's only parameter is a `Clock`.")).toEqual(['parameter']);
    expect(kinds('Every method takes a `Context` as its first parameter.')).toContain('takes');
  });

  it('demands no parameter of a missing method', () => {
    const facts = { subject: null, methods: [], functions: [] };
    const takes = { kind: 'takes', written: 'Context' } as const;
    expect(applies({ ...takes, of: 'handle' }, facts)).toBe(false);
    expect(applies({ ...takes, of: null }, facts)).toBe(true);
  });
});
