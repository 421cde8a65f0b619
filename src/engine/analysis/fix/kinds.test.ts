import { describe, expect, it } from 'vitest';
import { isKind, termsWithKinds } from './kinds.ts';

const kindsIn = (text: string): string[] => termsWithKinds(text).filter(isKind);

describe('a kind', () => {
  it.each([
    ['personal data', 'user.email'],
    ['secrets', 'the API key'],
    ['two-factor authentication', 'a second factor'],
    ['regular expressions', 'a regex'],
  ])('%s includes %s', (kind, thing) => {
    expect(kindsIn(kind)).toHaveLength(1);
    expect(kindsIn(thing)).toEqual(kindsIn(kind));
  });

  it('is not found in words that only look similar', () => {
    expect(kindsIn('The blogger writes letters.')).toEqual([]);
  });
});
