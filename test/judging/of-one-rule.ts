// Compact cases of one rule each.
import type { FixCase } from './case.ts';

type Told = readonly [fix: string, verdict: FixCase['verdict']];

export const ofOneRule = (rules: readonly (readonly [rule: string, ...fixes: Told[]])[]): FixCase[] =>
  rules.flatMap(([rule, ...fixes]) =>
    fixes.map(([fix, verdict]) => ({ name: `${rule} ${fix}`, rules: [rule], component: 'Thing', fix, verdict })),
  );

/** The changed lines of one file. */
export const diff = (path: string, lines: string): string => `--- a/${path}\n+++ b/${path}\n@@ -1,2 +1,2 @@\n${lines}`;
