// Every kind of secret in every place that a text comes from, held against the share that must be kept out.
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../code/source.ts';
import { KINDS, leaks, PLACES, type Place } from './fixture-kinds.ts';
import { redactMetadata } from './metadata.ts';
import { redactText } from './redact.ts';

const LEAST = 110;

const KEPT: Readonly<Record<Place, (text: string) => string>> = {
  prose: (text) => redactText(text).value,
  code: (text) => withoutSecrets(text, true),
  json: (text) => redactText(text).value,
  metadata: (text) => JSON.stringify(redactMetadata(JSON.parse(text)).value),
  env: (text) => redactText(text).value,
};

describe('kinds of secret', () => {
  it('are at least 115, each with a value of its own', () => {
    expect(new Set(KINDS.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(115);
    expect(new Set(KINDS.map(({ secret }) => secret)).size).toBe(KINDS.length);
  });

  it('are kept out in each place', () => {
    const rows = (Object.keys(KEPT) as Place[]).map((place) => {
      const leaked = KINDS.filter((kind) => leaks(KEPT[place](PLACES[place](kind)), kind));
      return { place, kept: KINDS.length - leaked.length, of: KINDS.length, leaked: leaked.map(({ kind }) => kind) };
    });
    process.stdout.write(
      rows
        .map(({ place, kept, of, leaked }) => `${place.padEnd(10)} ${kept} of ${of}  ${leaked.join(', ')}\n`)
        .join(''),
    );
    for (const { kept } of rows) expect(kept).toBeGreaterThanOrEqual(LEAST);
  });

  it('are cut once: what was cut is left alone', () => {
    for (const kind of KINDS) {
      const once = redactText(PLACES.prose(kind)).value;
      expect(redactText(once)).toEqual({ value: once, kinds: [] });
    }
  });

  it('leave every line of code where it was', () => {
    for (const kind of KINDS) {
      const code = `before();\n${PLACES.env(kind)}\nafter();\n`;
      const clean = withoutSecrets(code, true);
      expect(clean.split('\n')).toHaveLength(code.split('\n').length);
      expect(clean.split('\n').at(-2)).toBe('after();');
    }
  });
});
