// How a component is declared: what its methods return, its modifiers, whether it is exported. Silent where a language does not say.

import { lastPart } from '../../code/symbols.ts';
import { traceKey } from '../../memories/names.ts';
import { escaped } from '../../text/pattern.ts';
import type { Facts } from './facts.ts';
import type { Piece } from './piece.ts';

export type Difference = readonly [expected: string, actual: string] | null;

/** Null where the signature does not tell. */
function returnedBy({ signature, name }: Piece, language: string): string | null {
  const after = signature.slice(signature.indexOf(name) + name.length);
  const closed = after.slice(after.lastIndexOf(')', lastBefore(after)) + 1);
  switch (language.toLowerCase()) {
    case 'go': {
      const parameters = /^(?:\[[^\]]*\])?\([^()]*(?:\([^()]*\)[^()]*)*\)/.exec(after)?.[0];
      return parameters === undefined ? null : after.slice(parameters.length).replace(/\{.*$/s, '');
    }
    case 'rust':
    case 'swift':
      return /->(.+)$/s.exec(after)?.[1] ?? '';
    case 'java':
    case 'csharp':
      return signature.slice(0, signature.indexOf(name));
    case 'typescript':
    case 'tsx':
    case 'kotlin':
    case 'php':
      return /^\s*:(.+)$/s.exec(closed)?.[1] ?? null;
    default:
      return null;
  }
}

/** Before the type that follows the parameters. */
const lastBefore = (after: string): number => {
  const colon = after.lastIndexOf('):');
  return colon < 0 ? after.length : colon;
};

/** An error is returned in Go, and as a Result in Rust; elsewhere it is thrown. */
function typesFor(written: string, language: string): RegExp | null {
  if (written !== 'error') return new RegExp(String.raw`\b${escaped(written.split('.').at(-1) ?? written)}\b`);
  return /^go$/i.test(language) ? /\berror\b|\b\w+Error\b/ : /^rust$/i.test(language) ? /\bResult\b/ : null;
}

export function returnDifference(written: string, of: string | null, facts: Facts): Difference {
  const { methods, functions, subject, language } = facts;
  const type = typesFor(written, language);
  if (type === null) return null;
  const all = [...methods, ...functions, ...(subject ? [subject] : [])].filter(({ isConstructor }) => !isConstructor);
  const bearers = of === null ? all : all.filter(({ name }) => traceKey(name) === traceKey(of));
  const typed = bearers.flatMap((piece) => {
    const returned = returnedBy(piece, language);
    return returned === null ? [] : [{ piece, returned: returned.trim() }];
  });
  const [first] = typed;
  if (first === undefined || typed.length < bearers.length || typed.some(({ returned }) => type.test(returned)))
    return null;
  return [`${of ?? 'a method'} that returns ${written}`, `${first.piece.name} returns ${first.returned || 'nothing'}`];
}

const HAS_MODIFIERS: Readonly<Record<string, RegExp>> = {
  final: /^(?:java|php|swift|cpp|dart)$/i,
  sealed: /^(?:csharp|kotlin|java|scala|dart)$/i,
  abstract: /^(?:java|php|csharp|kotlin|typescript|tsx|dart|scala)$/i,
};

export function modifierDifference(word: string, { subject, plain, language }: Facts): Difference {
  if (subject === null || HAS_MODIFIERS[word]?.test(language) !== true) return null;
  const declared = new RegExp(
    String.raw`^.*\b(?:class|interface|record|struct)\s+${escaped(subject.name)}\b.*$`,
    'm',
  ).exec(plain);
  if (declared === null || new RegExp(String.raw`\b${word}\b`).test(declared[0])) return null;
  return [`${word} on ${subject.name}`, `is declared as ${declared[0].trim().replace(/\s*\{.*$/, '')}`];
}

export function exportDifference({ subject, plain, language }: Facts): Difference {
  if (subject === null || subject.container !== null) return null;
  const name = escaped(subject.name);
  const exporting = /^(?:typescript|javascript|tsx|jsx)$/i.test(language)
    ? String.raw`\bexport\b[^;{]*\b${name}\b|\bexport\s*(?:type\s*)?\{[^}]*\b${name}\b|\bexports\b[^;]*\b${name}\b|\bexport\s+default\b`
    : /^rust$/i.test(language)
      ? String.raw`\bpub\b[^;{]*\b${name}\b`
      : null;
  if (exporting === null || new RegExp(exporting).test(plain)) return null;
  return [`${subject.name} as an export`, 'is not exported'];
}

/** Where a private method says so itself. */
const TELLS_PRIVATE: Readonly<Record<string, (piece: Piece) => boolean>> = {
  typescript: ({ isPrivate }) => !isPrivate,
  javascript: ({ isPrivate }) => !isPrivate,
  python: ({ isPrivate }) => !isPrivate,
  php: ({ isPrivate }) => !isPrivate,
  kotlin: ({ isPrivate, signature }) => !isPrivate && !/\binternal\b/.test(signature),
  java: ({ signature }) => /\bpublic\b/.test(signature),
  csharp: ({ signature }) => /\bpublic\b/.test(signature),
  rust: ({ signature }) => /\bpub\b/.test(signature),
  go: ({ name }) => /^[A-Z]/.test(name),
};

export function singleMethodDifference({ subject, methods, language }: Facts): Difference {
  const isPublic = TELLS_PRIVATE[language.toLowerCase()];
  if (subject === null || isPublic === undefined) return null;
  const own = methods.filter(
    (piece) =>
      lastPart(piece.container ?? '') === subject.name &&
      !piece.isConstructor &&
      isPublic(piece) &&
      !/\bstatic\b/.test(piece.signature),
  );
  return own.length <= 1 ? null : ['one public method', `has ${own.map(({ name }) => name).join(', ')}`];
}

/** `.Result`, `fmt.Println`, `GlobalScope`, `@Autowired`: as written in code outside tests. */
export function nameDifference(written: string, plain: string): Difference {
  const used = new RegExp(String.raw`(?<![\w$${written.startsWith('.') ? '' : '.'}])${escaped(written)}(?![\w$])`).exec(
    withoutTests(plain),
  );
  return used ? [`no ${written}`, `uses ${written}`] : null;
}

/** Tests beside the code may do what the code must not. */
export const withoutTests = (plain: string): string => plain.replace(/#\[cfg\(test\)\][\s\S]*$/, '');
