// Where a component deviates from its pattern.
import type { Severity } from '../fix/judgement.ts';
import { differenceFrom } from './differences.ts';
import type { Asked, Expectation } from './expectations.ts';
import type { Facts } from './facts.ts';
import { isSame } from './signatures.ts';

export interface Deviation {
  readonly type: (typeof TYPE)[Asked['kind']];
  readonly expected: string;
  readonly actual: string;
  readonly severity: Severity;
  /** The source of the expectation, and the file that was checked. */
  readonly basis: string;
}

const TYPE = {
  method: 'missing_method',
  function: 'missing_function',
  async: 'not_async',
  decorator: 'missing_decorator',
  parameter: 'missing_parameter',
  takes: 'missing_parameter',
  form: 'other_form',
  base_class: 'other_base_class',
  forbidden_base: 'forbidden_base_class',
  naming: 'naming',
  method_naming: 'method_naming',
  method_affix: 'method_naming',
  dependency: 'missing_dependency',
  call: 'missing_call',
  forbidden_call: 'forbidden_call',
  import: 'missing_import',
  forbidden_import: 'forbidden_import',
  returns: 'other_return',
  each_method: 'unmarked_method',
  modifier: 'missing_modifier',
  sort: 'other_form',
  opening: 'missing_opening',
  single_method: 'more_methods',
  exported: 'not_exported',
  forbidden_name: 'forbidden_name',
  practice: 'forbidden_practice',
  broad_catch: 'broad_catch',
  error_handling: 'missing_error_handling',
  logging: 'missing_logging',
  avoided: 'avoided_choice',
} as const satisfies Readonly<Record<Asked['kind'], string>>;

const LIGHT: ReadonlySet<Asked['kind']> = new Set(['naming', 'method_naming', 'method_affix', 'logging']);
const HEAVY: ReadonlySet<Asked['kind']> = new Set([
  'base_class',
  'forbidden_base',
  'method',
  'function',
  'forbidden_call',
  'forbidden_import',
]);
const weightOf = ({ kind }: Asked): 1 | 2 | 3 => (HEAVY.has(kind) ? 3 : LIGHT.has(kind) ? 1 : 2);
const SEVERITY: Readonly<Record<1 | 2 | 3, Severity>> = { 3: 'high', 2: 'medium', 1: 'low' };

/** An expectation about a missing method does not apply: the missing method is reported instead. */
export function applies(
  asked: Asked,
  { subject, methods, functions }: Pick<Facts, 'subject' | 'methods' | 'functions'>,
): boolean {
  if (!('of' in asked) || asked.of === null) return true;
  const { of } = asked;
  return [...methods, ...functions, ...(subject ? [subject] : [])].some(({ name }) => isSame(name, of));
}

/** The weighted share of fulfilled expectations; null if there are none. */
export function scoreOf(expectations: readonly Expectation[], facts: Facts): number | null {
  const weigh = (all: readonly Expectation[]) => all.reduce((sum, each) => sum + weightOf(each), 0);
  const kept = expectations.filter((each) => differenceFrom(each, facts) === null);
  return expectations.length === 0 ? null : Math.round((weigh(kept) / weigh(expectations)) * 100) / 100;
}

export function deviationFrom(expectation: Expectation, facts: Facts): Deviation | null {
  const differs = differenceFrom(expectation, facts);
  if (differs === null) return null;
  const [expected, actual] = differs;
  const basis = `Required by ${expectation.basis}; checked in ${facts.source}.`;
  return { type: TYPE[expectation.kind], expected, actual, severity: SEVERITY[weightOf(expectation)], basis };
}
