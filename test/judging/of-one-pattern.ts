// Compact cases of one pattern each.
import type { ComponentCase } from './case.ts';

interface Told {
  readonly component: string;
  readonly file: string;
  readonly code: string;
  /** What one of the deviations must contain; without it the component is consistent. */
  readonly about?: RegExp;
}

/** Cases in which the component names the pattern as its own. */
export const ofOnePattern = (pattern: NonNullable<ComponentCase['pattern']>, ...told: readonly Told[]) =>
  told.map(
    ({ component, file, code, about }): ComponentCase => ({
      name: `${component} as a ${pattern.name}`,
      pattern,
      follows: true,
      component,
      file,
      code: { [file]: code },
      ...(about === undefined ? { verdict: 'consistent' } : { verdict: 'deviates', about }),
    }),
  );
