// Where a component is not as its pattern asks.
import { traceKey } from '../../memories/names.ts';
import { choicesIn } from '../fix/families.ts';
import type { Severity } from '../fix/judgement.ts';
import { says } from '../reading.ts';
import { CATCHES, type Expectation, LOGS, styleOf } from './expectations.ts';
import type { Facts } from './facts.ts';

export interface Deviation {
  readonly type:
    | 'missing_method'
    | 'other_base_class'
    | 'naming'
    | 'method_naming'
    | 'missing_dependency'
    | 'missing_error_handling'
    | 'missing_logging'
    | 'avoided_choice';
  readonly expected: string;
  readonly actual: string;
  readonly severity: Severity;
  /** What says so, and where it was looked for. */
  readonly basis: string;
}

const WEIGHT: Readonly<Record<Expectation['kind'], number>> = {
  base_class: 3,
  method: 3,
  error_handling: 2,
  avoided: 2,
  dependency: 2,
  naming: 1,
  method_naming: 1,
  logging: 1,
};
const SEVERITY: Readonly<Record<number, Severity>> = { 3: 'high', 2: 'medium', 1: 'low' };

/** The weight of what is kept in the weight of all that is asked; null where nothing is asked. */
export function scoreOf(expectations: readonly Expectation[], facts: Facts): number | null {
  const total = expectations.reduce((sum, { kind }) => sum + WEIGHT[kind], 0);
  const kept = expectations.filter((each) => deviationFrom(each, facts) === null);
  return total === 0 ? null : Math.round((kept.reduce((sum, { kind }) => sum + WEIGHT[kind], 0) / total) * 100) / 100;
}

export function deviationFrom(expectation: Expectation, facts: Facts): Deviation | null {
  const differs = differenceFrom(expectation, facts);
  if (differs === null) return null;
  const severity = SEVERITY[WEIGHT[expectation.kind] - (facts.isCode ? 0 : 1)] ?? 'low';
  return { ...differs, severity, basis: `Asked for by ${expectation.basis}; looked for in ${facts.source}.` };
}

function differenceFrom(
  expectation: Expectation,
  { bases, methods, text, className }: Facts,
): Pick<Deviation, 'type' | 'expected' | 'actual'> | null {
  switch (expectation.kind) {
    case 'method': {
      if (methods.some((name) => traceKey(name) === traceKey(expectation.name))) return null;
      const actual = methods.length > 0 ? `has ${methods.slice(0, 8).join(', ')}` : 'has no methods';
      return { type: 'missing_method', expected: `the method ${expectation.name}`, actual };
    }
    case 'base_class':
      if (bases.includes(expectation.name) || className === expectation.name) return null;
      return {
        type: 'other_base_class',
        expected: `the base class ${expectation.name}`,
        actual: bases.length > 0 ? `extends ${bases.join(', ')}` : 'extends nothing',
      };
    case 'naming':
      if (className === null || className.endsWith(expectation.suffix)) return null;
      return {
        type: 'naming',
        expected: `a name that ends in ${expectation.suffix}`,
        actual: `is called ${className}`,
      };
    case 'method_naming': {
      const others = methods.filter((name) => (styleOf(name) ?? expectation.style) !== expectation.style);
      return others.length === 0
        ? null
        : {
            type: 'method_naming',
            expected: `methods in ${expectation.style}`,
            actual: `has ${others.slice(0, 5).join(', ')}`,
          };
    }
    case 'dependency':
      return mentions(text, expectation.name)
        ? null
        : {
            type: 'missing_dependency',
            expected: `use of ${expectation.name}`,
            actual: `does not mention ${expectation.name}`,
          };
    case 'error_handling':
      return CATCHES.test(text) || /\b(?:errors?|exceptions?) (?:is|are) (?:caught|wrapped|handled)/i.test(text)
        ? null
        : { type: 'missing_error_handling', expected: 'errors that are caught', actual: 'catches none' };
    case 'logging':
      return LOGS.test(text) ? null : { type: 'missing_logging', expected: 'lines in the log', actual: 'logs nothing' };
    case 'avoided': {
      const { choice } = expectation;
      const used = choicesIn(text).find(({ family, member }) => family === choice.family && member === choice.member);
      return used ? { type: 'avoided_choice', expected: `no ${choice.written}`, actual: `uses ${used.written}` } : null;
    }
  }
}

/** By its identifier, or, in prose, in other spellings. */
const mentions = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\w$])${name.replace(/[$]/g, String.raw`\$`)}(?![\w$])`).test(text) || says(text, name);
