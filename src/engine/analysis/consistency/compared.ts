// All expectations of a pattern against the facts: the deviations, each once, and the score.
import { escaped } from '../../text/pattern.ts';
import { type Deviation, deviationFrom, isForbiddenCall, weightOf } from './deviations.ts';
import type { Asked, Expectation } from './expectations.ts';
import type { Call, Facts } from './facts.ts';

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
    if (deviation !== null && broken.some((other) => isRepeated({ asked, deviation }, other, facts))) continue;
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
function isRepeated(one: Broken, other: Broken, facts: Facts): boolean {
  if (rulesOut(one.asked) && rulesOut(other.asked)) {
    const callsOf = ({ asked }: Broken) => facts.calls.filter((call) => isForbiddenCall(call, asked, facts));
    return (isNamedIn(one, other) || isNamedIn(other, one)) && areSame(callsOf(one), callsOf(other));
  }
  return (
    one.deviation.type === other.deviation.type &&
    one.deviation.expected === other.deviation.expected &&
    one.deviation.actual === other.deviation.actual
  );
}

/** `log()` and `audit.log()` are one deviation, unless `log()` is also called by itself. */
const areSame = (some: readonly Call[], others: readonly Call[]): boolean =>
  some.length === 0 ||
  others.length === 0 ||
  (some.length === others.length && some.every((each) => others.includes(each)));

const rulesOut = (asked: Asked): boolean => asked.kind === 'practice' || ruledOut(asked) !== null;

/** What must not be named in the code; null for a practice, which is known only by the code that it finds. */
function ruledOut(asked: Asked): string | null {
  switch (asked.kind) {
    case 'forbidden_call':
      return asked.qualifier === null ? asked.name : `${asked.qualifier}.${asked.name}`;
    case 'forbidden_import':
      return asked.module;
    case 'forbidden_name':
      return asked.written;
    case 'avoided':
      return asked.choice.written;
    default:
      return null;
  }
}

/** Whether the name that one rules out is what the other rules out, or found. */
function isNamedIn({ asked }: Broken, other: Broken): boolean {
  const name = ruledOut(asked);
  const text = `${ruledOut(other.asked) ?? ''} ${other.deviation.actual}`;
  return name !== null && new RegExp(String.raw`(?<![\w$])${escaped(name)}(?![\w$])`).test(text);
}
