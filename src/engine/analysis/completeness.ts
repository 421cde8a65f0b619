// How completely a component implements a requirement: it is recorded, its code exists, its tests pass.
import type { CodeState } from './component-code.ts';
import { passedShare, type TestRun } from './tests-of.ts';

export interface Completeness {
  /** 0..1. */
  readonly completeness: number;
  /** The reasons for this value, as sentences. */
  readonly basis: readonly string[];
}

const RECORDED = 0.4;
const CODE = 0.3;
const TESTS = 0.3;
/** Deducted when tests fail and none passes. The absence of tests is neutral. */
const NONE_PASSES = 0.2;

export const NOT_RECORDED: Completeness = {
  completeness: 0,
  basis: ['The requirement names it, but no such component is stored.'],
};

/** If no code is indexed at all, only the other parts count. */
export function completenessOf(code: CodeState, tests: readonly TestRun[]): Completeness {
  const passed = passedShare(tests);
  const knowable = RECORDED + TESTS + (code.kind === 'nothing-indexed' ? 0 : CODE);
  const fails = passed === 0 && tests.some(({ status }) => status === 'Failed' || status === 'Error');
  const reached = RECORDED + (code.kind === 'found' ? CODE : 0) + TESTS * passed - (fails ? NONE_PASSES : 0);
  return {
    completeness: Math.round((reached / knowable) * 100) / 100,
    basis: ['It is stored as a component.', codeBasis(code), testBasis(tests, passed)],
  };
}

function codeBasis(code: CodeState): string {
  switch (code.kind) {
    case 'found':
      return `Its code is indexed: ${code.file.path}.`;
    case 'missing':
      return `${code.path} is not in the indexed code.`;
    case 'unnamed':
      return 'It names no file, and no indexed code has its name.';
    case 'nothing-indexed':
      return 'No code is indexed, so its code could not be checked.';
  }
}

function testBasis(tests: readonly TestRun[], passed: number): string {
  if (tests.length === 0) return 'No test of it is recorded for this requirement.';
  const names = tests.map(({ name, status }) => `${name} ${status ?? 'without a result'}`).slice(0, 5);
  return `${Math.round(passed * tests.length)} of ${tests.length} tests passed: ${names.join(', ')}.`;
}
