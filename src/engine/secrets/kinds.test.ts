// Every kind of secret, in every source of text.
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../code/indexing/source.ts';
import { KINDS, leaks, PLACES, type Place } from './fixture-kinds.ts';
import { redactMetadata } from './metadata.ts';
import { redactText } from './redact.ts';

/** Known and accepted misses. */
const LEAKED: Partial<Record<Place, readonly string[]>> = { code: ['json password'] };

const KEPT: Readonly<Record<Place, (text: string) => string>> = {
  prose: (text) => redactText(text).value,
  code: (text) => withoutSecrets(text, true),
  json: (text) => redactText(text).value,
  metadata: (text) => JSON.stringify(redactMetadata(JSON.parse(text)).value),
  env: (text) => redactText(text).value,
};

describe('kinds of secret', () => {
  it('are 181, each with a distinct value', () => {
    expect(new Set(KINDS.map(({ kind }) => kind)).size).toBe(181);
    expect(new Set(KINDS.map(({ secret }) => secret)).size).toBe(KINDS.length);
  });

  it.each(Object.keys(KEPT) as Place[])('are kept out of %s', (place) => {
    const leaked = KINDS.filter((kind) => leaks(KEPT[place](PLACES[place](kind)), kind));
    expect(leaked.map(({ kind }) => kind)).toEqual(LEAKED[place] ?? []);
  });

  it('are cut once: redacted text stays unchanged', () => {
    for (const kind of KINDS) {
      const once = redactText(PLACES.prose(kind)).value;
      expect(redactText(once)).toEqual({ value: once, kinds: [] });
    }
  });

  it('leave every line of code in place when cut', () => {
    for (const kind of KINDS) {
      const code = `before();\n${PLACES.env(kind)}\nafter();\n`;
      const clean = withoutSecrets(code, true);
      expect(clean.split('\n')).toHaveLength(code.split('\n').length);
      expect(clean.split('\n').at(-2)).toBe('after();');
    }
  });
});
