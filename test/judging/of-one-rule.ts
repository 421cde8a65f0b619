// Compact cases of one rule each, or of a few.
import type { FixCase } from './case.ts';

type Told = readonly [fix: string, verdict: FixCase['verdict']];

export const ofOneRule = (rules: readonly (readonly [rule: string, ...fixes: Told[]])[]): FixCase[] =>
  rules.flatMap(([rule, ...fixes]) =>
    fixes.map(([fix, verdict]) => ({ name: `${rule} ${fix}`, rules: [rule], component: 'Thing', fix, verdict })),
  );

/** The same for a component with several rules. */
export const ofRules = (rules: readonly string[], ...fixes: readonly Told[]): FixCase[] =>
  fixes.map(([fix, verdict]) => ({ name: fix, rules, component: 'Thing', fix, verdict }));

/** The changed lines of one file. */
export const diff = (path: string, lines: string): string => `--- a/${path}\n+++ b/${path}\n@@ -1,2 +1,2 @@\n${lines}`;
