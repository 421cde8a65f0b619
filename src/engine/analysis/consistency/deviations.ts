// Where a component deviates from its pattern.
import { isClass, lastPart } from '../../code/symbols.ts';
import { choicesIn } from '../fix/families.ts';
import type { Severity } from '../fix/judgement.ts';
import { says } from '../reading.ts';
import { type Asked, BARE, BROAD, CATCHES, type Expectation, LOGS, styleOf } from './expectations.ts';
import type { Call, Facts } from './facts.ts';
import { isModule, isOfKind } from './modules.ts';
import { PRACTICES } from './practices.ts';
import {
  type Difference,
  exportDifference,
  modifierDifference,
  nameDifference,
  returnDifference,
  singleMethodDifference,
  withoutTests,
} from './shape.ts';
import {
  asyncDifference,
  decoratorDifference,
  isAssigned,
  isSame,
  listed,
  parameterDifference,
  takenDifference,
} from './signatures.ts';
import { bind } from './template.ts';

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
  modifier: 'missing_modifier',
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
export const weightOf = ({ kind }: Asked): 1 | 2 | 3 => (HEAVY.has(kind) ? 3 : LIGHT.has(kind) ? 1 : 2);
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

export function deviationFrom(expectation: Expectation, facts: Facts): Deviation | null {
  const differs = differenceFrom(expectation, facts);
  if (differs === null) return null;
  const [expected, actual] = differs;
  const basis = `Required by ${expectation.basis}; checked in ${facts.source}.`;
  return { type: TYPE[expectation.kind], expected, actual, severity: SEVERITY[weightOf(expectation)], basis };
}

const FAILS = /\b(?:catch|except|rescue|throw|raise)\b/;

function differenceFrom(asked: Asked, facts: Facts): Difference {
  const { methods, functions, bases, subject, calls, imports, text, plain } = facts;
  switch (asked.kind) {
    case 'method':
      return methods.some(({ name }) => isSame(name, asked.name)) || isAssigned(asked.name, facts)
        ? null
        : [`the method ${asked.name}`, listed(methods, 'has no methods')];
    case 'function':
      return functions.some(({ name }) => isSame(name, asked.name))
        ? null
        : [`the function ${asked.name}`, listed(functions, 'has no functions')];
    case 'async':
      return asyncDifference(asked.of, facts);
    case 'decorator':
      return decoratorDifference(asked.written, asked.of, facts);
    case 'parameter':
      return parameterDifference(asked.written, facts);
    case 'takes':
      return takenDifference(asked.written, asked.of, facts);
    case 'form': {
      const form = subject !== null && isClass(subject.kind) ? 'class' : 'function';
      return subject === null || form === asked.form ? null : [`a ${asked.form}`, `is a ${form}`];
    }
    case 'base_class':
      return (asked.isContract === true && !NAMES_CONTRACTS.test(facts.language)) ||
        subject?.name === asked.name ||
        bases.some((base) => isSameBase(base, asked.name))
        ? null
        : [`the base class ${asked.name}`, bases.length > 0 ? `extends ${bases.join(', ')}` : 'extends nothing'];
    case 'forbidden_base': {
      const used = bases.find((base) => isSameBase(base, asked.name));
      return used === undefined ? null : [`another base class than ${asked.name}`, `extends ${used}`];
    }
    case 'naming':
      return subject === null || bind(asked.pattern, subject.name)
        ? null
        : [asked.inWords, `is called ${subject.name}`];
    case 'method_naming': {
      const others = methods.filter(({ name }) => (styleOf(name) ?? asked.style) !== asked.style);
      return others.length === 0 ? null : [`methods in ${asked.style}`, listed(others, '')];
    }
    case 'method_affix': {
      const { affix, at, onlyAsync } = asked;
      const others = methods.filter(
        ({ name, isAsync, isConstructor }) =>
          !isConstructor && (isAsync || !onlyAsync) && !(at === 'end' ? name.endsWith(affix) : name.startsWith(affix)),
      );
      const where = at === 'end' ? 'end in' : 'begin with';
      return others.length === 0 ? null : [`methods that ${where} ${affix}`, listed(others, '')];
    }
    case 'dependency':
      return mentions(text, asked.name) || (asked.onFailure === true && !FAILS.test(plain))
        ? null
        : [`use of ${asked.name}`, `does not mention ${asked.name}`];
    case 'call':
      return calls.some((call) => isCall(call, asked)) || isMentioned(asked, facts)
        ? null
        : [`a call of ${spelled(asked)}`, `never calls ${spelled(asked)}`];
    case 'forbidden_call':
      return calls.some((call) => isForbiddenCall(call, asked, facts)) && mentions(withoutTests(plain), asked.name)
        ? [`no call of ${spelled(asked)}`, `calls ${spelled(asked)}`]
        : null;
    case 'import':
      return imports.some((each) => isModule(each, asked.module))
        ? null
        : [`an import of ${asked.module}`, `does not import ${asked.module}`];
    case 'forbidden_import': {
      const used = imports.find((each) => isModule(each, asked.module) || isOfKind(each, asked.module));
      return used === undefined ? null : [`no import of ${asked.module}`, `imports ${used}`];
    }
    case 'broad_catch': {
      const used = (asked.bareOnly ? BARE : BROAD).exec(plain)?.[0];
      return used === undefined ? null : ['errors caught by their names', `catches everything: ${used.trim()}`];
    }
    case 'returns':
      return returnDifference(asked.written, asked.of, facts);
    case 'modifier':
      return modifierDifference(asked.word, facts);
    case 'single_method':
      return singleMethodDifference(facts);
    case 'exported':
      return exportDifference(facts);
    case 'forbidden_name':
      return nameDifference(asked.written, plain);
    case 'practice': {
      const found =
        PRACTICES.find(({ name }) => name === asked.name)?.found(withoutTests(plain), facts.language) ?? null;
      return found === null
        ? null
        : [`no ${asked.name}`, found.trim() === '' ? 'catches and does nothing' : `has ${found.trim()}`];
    }
    case 'error_handling':
      return /^(?:go|rust|c)$/i.test(facts.language) || CATCHES.test(plain)
        ? null
        : ['errors that are caught', 'catches none'];
    case 'logging':
      return LOGS.test(plain) ? null : ['lines in the log', 'logs nothing'];
    case 'avoided': {
      const { choice } = asked;
      const used = choicesIn(plain).find(({ family, member }) => family === choice.family && member === choice.member);
      return used ? [`no ${choice.written}`, `uses ${used.written}`] : null;
    }
  }
}

/** Elsewhere whatever has the methods fulfils the contract. */
const NAMES_CONTRACTS = /^(?:java|csharp|kotlin|php|typescript|tsx|swift|rust|scala|dart)$/i;

const isSameBase = (base: string, asked: string): boolean =>
  asked.includes('.') ? base === asked || base === lastPart(asked) : lastPart(base) === asked;

const spelled = ({ name, qualifier }: Call): string => `${qualifier === null ? '' : `${qualifier}.`}${name}()`;

/** Not every grammar sees a call in `queue_as :low`; a method that it defines itself is only called by a call. */
const isMentioned = ({ name }: Call, { plain, methods }: Facts): boolean =>
  !methods.some((method) => method.name === name) && mentions(plain, name);

/** `logger.info()` is also called as `this.logger.info()`. */
function isCall(call: Call, { name, qualifier }: Call): boolean {
  if (call.name !== name) return false;
  const asked = qualifier?.replace(/^(?:this|self)\.?/, '') ?? '';
  return asked === '' || `.${(call.qualifier ?? '').replace(/->|::/g, '.')}`.endsWith(`.${asked}`);
}

export const isForbiddenCall = (call: Call, asked: Asked, facts: Facts): boolean =>
  asked.kind === 'forbidden_call' && isCall(call, asked) && !(asked.fromElsewhere === true && isOwn(call, facts));

/** Whether it calls what the component defines. */
function isOwn({ name, qualifier }: Call, { methods, functions, language }: Facts): boolean {
  const isMethod = methods.some((method) => method.name === name);
  if (qualifier !== null) return isMethod && OWN.test(qualifier);
  return functions.some((each) => each.name === name) || (isMethod && !NAMES_ITSELF.test(language));
}
/** A receiver in Go is a letter or two. */
const OWN = /^(?:\$?this|self|Self|static|cls|super|parent|[a-z]{1,2})$/;
/** Where a call of a method always says of what. */
const NAMES_ITSELF = /^(?:typescript|tsx|javascript|jsx|python|php|go|rust)$/i;

/** Matches the identifier, or any spelling of it in prose. */
const mentions = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\w$])${name.replace(/[$]/g, String.raw`\$`)}(?![\w$])`).test(text) || says(text, name);
