// Which classes may extend each other, and which of their members are only declared, so that heirs must define them.
import type { Definition, StoredChunk } from '../code/ports.ts';
import { isFunction } from '../code/symbols.ts';
import { plainCode } from './consistency/plain-code.ts';

/** Languages whose classes extend each other's. */
const FAMILIES: readonly RegExp[] = [
  /^(?:typescript|tsx|javascript|jsx)$/i,
  /^(?:java|kotlin|scala|groovy)$/i,
  /^(?:c|cpp)$/i,
];
export const familyOf = (language: string): number | string => {
  const family = FAMILIES.findIndex((pattern) => pattern.test(language));
  return family < 0 ? language.toLowerCase() : family;
};

type Lines = (file: number, from: number, to: number) => string;

/** Reads the lines of files from their chunks. */
export function linesOf(chunks: readonly StoredChunk[]): Lines {
  const lines = new Map(
    chunks.flatMap(({ file, text, startLine }) =>
      text.split('\n').map((line, i) => [`${file}:${startLine + i}`, line] as const),
    ),
  );
  return (file, from, to) =>
    Array.from({ length: to - from + 1 }, (_, i) => lines.get(`${file}:${from + i}`) ?? '').join('\n');
}

/** Abstract, a method of an interface, or one that only throws that it is not implemented. */
export function isOnlyDeclared({ kind, file, language, startLine, endLine }: Definition, lines: Lines): boolean {
  if (!isFunction(kind)) return false;
  const code = lines(file, startLine, endLine);
  return (
    ABSTRACT.test(code) ||
    (!code.includes('{') && PURE_VIRTUAL.test(code)) ||
    (UNIMPLEMENTED.test(code) && !DOES_MORE.test(plainCode(code, language))) ||
    (NEEDS_BODY.test(language) && code !== '' && !/[{=]/.test(code))
  );
}
const ABSTRACT = /^\s*(?:@(?:abc\.)?abstract\w*|(?:[\w@]+\s+)*abstract\s)/;
const PURE_VIRTUAL = /\)\s*(?:const\s*)?(?:noexcept\s*)?=\s*0\s*;/;
const UNIMPLEMENTED =
  /\braise\s+NotImplementedError\b|\bthrow\s+(?:new\s+)?\w*(?:NotImplemented|UnsupportedOperation)\w*|\bthrow\s+new\s+Error\(\s*["'`](?:not implemented|must be implemented|abstract)/i;
/** What only throws in some cases is implemented in the others. */
const DOES_MORE = /\b(?:return|yield|if|unless|switch|match|when)\b/;
/** A method without one is abstract or belongs to an interface. */
const NEEDS_BODY = /^(?:java|csharp|kotlin|php|typescript|tsx|rust)$/i;
