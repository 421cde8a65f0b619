// Which definition stands for another in a list of functions: the function around a local one, the implementation of
// its overloads.
import type { Definition } from '../ports.ts';
import { isFunction } from '../symbols.ts';

/**
 * The definition to list for one that was found. A local function without a comment of its own is a detail of the
 * function around it, unless it is `named` in the question.
 */
export function representative(
  found: Definition,
  definitions: readonly Definition[],
  named: ReadonlySet<string>,
): Definition {
  const own = definitions.filter(({ file }) => file === found.file);
  return implementationOf(isDetail(found, named) ? outerOf(found, own, named) : found, own);
}

const isDetail = ({ kind, name, docstring }: Definition, named: ReadonlySet<string>): boolean =>
  isFunction(kind) && docstring === null && !named.has(name);

function outerOf(local: Definition, own: readonly Definition[], named: ReadonlySet<string>): Definition {
  const [parent] = own
    .filter((each) => each.kind !== 'section' && isWithin(local, each))
    .toSorted((a, b) => b.startLine - a.startLine || a.endLine - b.endLine);
  if (!parent || !isFunction(parent.kind)) return local;
  return isDetail(parent, named) ? outerOf(parent, own, named) : parent;
}

/** Whether it is a detail of a function around it that starts at or after this line. */
export function isDetailWithin(
  found: Definition,
  definitions: readonly Definition[],
  named: ReadonlySet<string>,
  firstLine: number,
): boolean {
  const around = (each: Definition) => isFunction(each.kind) && each.startLine >= firstLine && isWithin(found, each);
  return isDetail(found, named) && definitions.some((each) => each.file === found.file && around(each));
}

const isWithin = (inner: Definition, outer: Definition): boolean =>
  outer.startLine <= inner.startLine &&
  outer.endLine >= inner.endLine &&
  outer.endLine - outer.startLine > inner.endLine - inner.startLine;

/** The last of a row of overloads, which has the body; the definition itself if it has none. */
function implementationOf(found: Definition, own: readonly Definition[]): Definition {
  if (!isFunction(found.kind)) return found;
  const siblings = own
    .filter(({ container }) => container === found.container)
    .toSorted((a, b) => a.startLine - b.startLine);
  const at = siblings.indexOf(found);
  const after = siblings.slice(at + 1);
  const end = after.findIndex((each) => !isOverload(each, found));
  const last = (end < 0 ? after : after.slice(0, end)).at(-1);
  if (!last) return found;
  return isPython(found) && (isDecorated(last) || !isDecorated(found)) ? found : last;
}

/** Only these languages declare overloads without bodies; elsewhere functions of one name are different functions. */
const isOverload = (other: Definition, { name, kind, language, signature }: Definition): boolean =>
  other.name === name &&
  other.kind === kind &&
  (language === 'python' || (isTypeScript(language) && formOf(other.signature) === formOf(signature)));

const isTypeScript = (language: string): boolean => language === 'typescript' || language === 'tsx';
const isPython = ({ language }: Definition): boolean => language === 'python';
/** A property and its setter are decorated both; an implementation after `@overload` is not. */
const isDecorated = ({ startLine, line }: Definition): boolean => startLine < line;
/** A getter, its setter and a static method may have the same name. */
const formOf = (signature: string): string =>
  signature
    .split(/[(<]/)[0]
    ?.match(/\b(?:static|get|set)\b/g)
    ?.join() ?? '';
