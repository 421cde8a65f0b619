// All expectations of a pattern against the facts: the deviations, each once, and the score.
import { escaped } from '../../text/pattern.ts';
import { type Deviation, deviationFrom, weightOf } from './deviations.ts';
import type { Asked, Expectation } from './expectations.ts';
import type { Facts } from './facts.ts';

interface Broken {
  readonly asked: Expectation;
  readonly deviation: Deviation;
}

interface Compared {
  /** The weighted share of fulfilled expectations; null if there are none. */
  readonly score: number | null;
  readonly deviations: readonly Deviation[];
}

export function compared(expectations: readonly Expectation[], facts: Facts): Compared {
  const broken: Broken[] = [];
  let [kept, counted] = [0, 0];
  for (const asked of expectations) {
    const deviation = deviationFrom(asked, facts);
    if (deviation !== null && broken.some((other) => isRepeated({ asked, deviation }, other))) continue;
    if (deviation === null) kept += weightOf(asked);
    else broken.push({ asked, deviation });
    counted += weightOf(asked);
  }
  return {
    score: counted === 0 ? null : Math.round((kept / counted) * 100) / 100,
    deviations: broken.map(({ deviation }) => deviation),
  };
}

/** What is ruled out in several words, or by template and text alike, is one deviation: `println` and printing. */
function isRepeated(one: Broken, other: Broken): boolean {
  if (RULES_OUT.has(one.asked.kind) && RULES_OUT.has(other.asked.kind))
    return isNamedIn(one, other) || isNamedIn(other, one);
  return one.deviation.type === other.deviation.type && one.deviation.expected === other.deviation.expected;
}

const PRACTICE = 'practice';
const RULES_OUT: ReadonlySet<Asked['kind']> = new Set([
  'forbidden_call',
  'forbidden_import',
  'forbidden_name',
  'avoided',
  PRACTICE,
]);

/** Whether the name that the first finds in the code, as in `calls println()`, is in what the second finds. */
function isNamedIn(one: Broken, { deviation }: Broken): boolean {
  const [, name] = /^\w+ \W*([\w$]+(?:(?:\.|::|->)[\w$]+)*)/.exec(one.deviation.actual) ?? [];
  return (
    one.asked.kind !== PRACTICE &&
    name !== undefined &&
    new RegExp(String.raw`(?<![\w$])${escaped(name)}(?![\w$])`).test(deviation.actual)
  );
}
