// The methods and constructors of a component against what is asked of them: async, decorators, parameters.
import { isClass, isFunction, lastPart } from '../../code/symbols.ts';
import { traceKey } from '../../memories/names.ts';
import type { Facts } from './facts.ts';
import { namesOfParameter, type Piece } from './piece.ts';
import type { Difference } from './shape.ts';

export const listed = (all: readonly { readonly name: string }[], none: string): string =>
  all.length > 0
    ? `has ${all
        .map(({ name }) => name)
        .slice(0, 8)
        .join(', ')}`
    : none;
export const isSame = (a: string, b: string): boolean => traceKey(a) === traceKey(b);

/** Not every grammar sees a method in `handle = async () => {}` or in a C++ declaration. */
export const isAssigned = (name: string, { plain, language }: Facts): boolean =>
  new RegExp(
    String.raw`(?<![\w$.])${name.replaceAll('$', String.raw`\$`)}\s*[:=]\s*(?:async\s*)?(?:\(|function\b|\w+\s*=>)${/^c(?:pp)?$/i.test(language) ? String.raw`|\w[\w:<>&*]*\s+[&*]?${name}\s*\(` : ''}`,
  ).test(plain);

export function asyncDifference(of: string | null, { subject, methods, functions }: Facts): Difference {
  if (of === null) {
    const all = subject && isFunction(subject.kind) ? [subject] : methods;
    const others = all.filter(({ isAsync, isConstructor, isPrivate }) => !isAsync && !isConstructor && !isPrivate);
    return others.length === 0 ? null : ['async methods', `${listed(others, '')} that are not async`];
  }
  const own = [...methods, ...functions, ...(subject ? [subject] : [])].find(({ name }) => isSame(name, of));
  return own === undefined || own.isAsync ? null : [`${of} as an async function`, `${own.name} is not async`];
}

const isWritten = (written: string, plain: string): boolean =>
  /^\w+$/.test(written) && new RegExp(String.raw`(?:@|\[)(?:\w+[.:]+)*${written}\b`).test(plain);

export function decoratorDifference(
  written: string,
  of: string | null,
  { subject, methods, plain }: Facts,
): Difference {
  const bearers: readonly Piece[] =
    of === null ? [...(subject ? [subject] : []), ...methods] : methods.filter(({ name }) => isSame(name, of));
  const given = bearers.flatMap(({ decorators }) => decorators);
  if (given.some((each) => isDecorator(each, written))) return null;
  // On a field or a parameter it is there as well.
  if (of === null && isWritten(written, plain)) return null;
  const has = given.length > 0 ? `has ${given.join(', ')}` : 'has no decorators';
  return [`the decorator ${written}`, of === null ? has : `${of} ${has}`];
}

/** Rust attaches several traits by one attribute. */
const DERIVED = /^derive\((\w+)\)$/;

function isDecorator(given: string, asked: string): boolean {
  const nameOf = (written: string) => written.replace(/\(.*$/s, '').toLowerCase();
  if (nameOf(given) !== nameOf(asked) && lastPart(nameOf(given)) !== lastPart(nameOf(asked))) return false;
  const [, derived] = DERIVED.exec(asked) ?? [];
  if (derived !== undefined) return new RegExp(String.raw`\b${derived}\b`).test(given);
  const settings = [...asked.matchAll(/\w+\s*=\s*[\w"'.]+/g)].map(([each]) => each.replace(/\s/g, ''));
  return settings.every((each) => given.replace(/\s/g, '').includes(each));
}

export function parameterDifference(written: string, { methods, functions, subject, language }: Facts): Difference {
  // In Python the parentheses of a class hold its bases.
  const declared = subject && !(isClass(subject.kind) && /^python$/i.test(language)) ? [subject] : [];
  const makers = functions.filter(({ name }) => /^new/i.test(name));
  const given = [...methods.filter(({ isConstructor }) => isConstructor), ...makers, ...declared].flatMap(
    ({ parameters }) => parameters,
  );
  const asked = namesOfParameter(written);
  const has = given.some((each) => namesOfParameter(each).some((name) => asked.some((other) => isSame(name, other))));
  if (has || asked.length === 0) return null;
  return [`the constructor parameter ${written}`, given.length > 0 ? `takes ${given.join(', ')}` : 'takes none'];
}

/** Of a named method that one, otherwise every method but the constructor. */
export function takenDifference(
  written: string,
  of: string | null,
  { subject, methods, functions }: Facts,
): Difference {
  const all = [...methods, ...functions, ...(subject && isFunction(subject.kind) ? [subject] : [])];
  const bearers = all.filter(({ name, isConstructor, isPrivate }) =>
    of === null ? !isConstructor && !isPrivate && !/^New[A-Z]/.test(name) : isSame(name, of),
  );
  const [type = ''] = written.split('.').slice(-1);
  const lacking = bearers.find(({ parameters }) => !parameters.some((each) => namesOfParameter(each).includes(type)));
  return lacking
    ? [`the parameter ${written}`, `${lacking.name} takes ${lacking.parameters.join(', ') || 'none'}`]
    : null;
}
