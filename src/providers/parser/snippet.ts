// Parses pasted code to find out whether it exists: functions, a method without its class, a body, a signature.

import type { Outline, Snippet, SnippetFunction } from '../../engine/code/code-base.ts';
import { fingerprint } from '../../engine/code/duplicates/fingerprint.ts';
import { decode } from '../../engine/code/duplicates/fingerprint-bytes.ts';
import { plainTokens } from '../../engine/code/duplicates/plain-tokens.ts';
import { parseSignature } from '../../engine/code/duplicates/signatures.ts';
import type { CodeSymbol } from '../../engine/code/symbols.ts';
import { type CodeLanguage, LANGUAGES, languageOf } from './languages.ts';
import type { CodeParser } from './parser.ts';

const MEMBER: Record<string, (code: string) => string> = {
  java: (code) => `class A {\n${code}\n}`,
  csharp: (code) => `class A {\n${code}\n}`,
  typescript: (code) => `class A {\n${code}\n}`,
  tsx: (code) => `class A {\n${code}\n}`,
  javascript: (code) => `class A {\n${code}\n}`,
  php: (code) => `<?php\nclass A {\n${code}\n}`,
  rust: (code) => `impl A {\n${code}\n}`,
  scala: (code) => `object A {\n${code}\n}`,
};
const indented = (code: string): string => code.replace(/^/gm, '    ');
const BODY: Record<string, (code: string) => string> = {
  java: (code) => `class A { void f() {\n${code}\n} }`,
  csharp: (code) => `class A { void F() {\n${code}\n} }`,
  typescript: (code) => `function f() {\n${code}\n}`,
  tsx: (code) => `function f() {\n${code}\n}`,
  javascript: (code) => `function f() {\n${code}\n}`,
  php: (code) => `<?php\nfunction f() {\n${code}\n}`,
  rust: (code) => `fn f() {\n${code}\n}`,
  go: (code) => `package a\nfunc f() {\n${code}\n}`,
  c: (code) => `void f() {\n${code}\n}`,
  cpp: (code) => `void f() {\n${code}\n}`,
  kotlin: (code) => `fun f() {\n${code}\n}`,
  swift: (code) => `func f() {\n${code}\n}`,
  scala: (code) => `object A { def f() = {\n${code}\n} }`,
  python: (code) => `def f():\n${indented(code)}`,
  ruby: (code) => `def f\n${code}\nend`,
  bash: (code) => `f() {\n${code}\n}`,
};

export async function readSnippet(parser: CodeParser, text: string, language: string | null): Promise<Snippet> {
  const asked = text.trim();
  const known = knownLanguage(asked, language);
  if (known) {
    for (const wrapped of [asked, MEMBER[known.name]?.(asked)]) {
      const functions = wrapped === undefined ? [] : outermost(await functionsIn(parser, wrapped, known));
      if (functions.length > 0) return { kind: 'functions', functions };
    }
  }
  const signature =
    asked.includes('\n') && /[{:]\s*\n/.test(asked) ? null : parseSignature(asked.replace(/[{:;]\s*$/, ''));
  if (signature) return { kind: 'signature', signature };
  const body = known && BODY[known.name]?.(asked);
  const [whole] = body ? outermost(await functionsIn(parser, body, known)) : [];
  const made = whole?.fingerprint ?? fingerprint(plainTokens(asked));
  return made ? { kind: 'body', fingerprint: made } : { kind: 'too-small' };
}

/** What loose code defines and refers to: a class, functions, or a method without its class. */
export async function readOutline(parser: CodeParser, text: string, language: string | null): Promise<Outline | null> {
  const known = knownLanguage(text, language);
  if (!known) return null;
  const plain = await parser.read(text, known);
  if (plain && plain.symbols.length > 0) return { symbols: plain.symbols, references: plain.references };
  const member = MEMBER[known.name]?.(text);
  const inside = member === undefined ? null : await parser.read(member, known);
  const methods = inside?.symbols.filter(({ container }) => container !== null) ?? [];
  return inside && methods.length > 0 ? { symbols: methods, references: inside.references } : null;
}

/** By its name or fence tag (`py`, `ts`); guessed when not given. */
function knownLanguage(text: string, language: string | null): CodeLanguage | null {
  const tag = language?.toLowerCase();
  const named = LANGUAGES.find(({ name }) => name === tag);
  return named ?? (tag === undefined ? null : languageOf(`code.${tag}`, text)) ?? guessLanguage(text);
}

interface Placed extends SnippetFunction {
  readonly symbol: CodeSymbol;
}

async function functionsIn(parser: CodeParser, text: string, language: CodeLanguage): Promise<Placed[]> {
  const extraction = await parser.read(text, language);
  return (extraction?.symbols ?? []).flatMap((symbol, i) => {
    const bytes = extraction?.fingerprints[i];
    const made = bytes && decode(bytes);
    return made ? { name: symbol.name, fingerprint: made, symbol } : [];
  });
}

/** Drops functions nested in others: they were pasted along with them. */
function outermost(functions: readonly Placed[]): SnippetFunction[] {
  const isInside = ({ symbol: a }: Placed, { symbol: b }: Placed) =>
    a !== b && a.startIndex >= b.startIndex && a.endIndex <= b.endIndex;
  return functions
    .filter((each) => !functions.some((other) => isInside(each, other)))
    .map(({ name, fingerprint: made }) => ({ name, fingerprint: made }));
}

/** This much of a text is enough to guess its language. */
const TELLING = 3000;

/** The first match counts; the rest may be any language with braces. */
const GUESSES: readonly (readonly [RegExp, string])[] = [
  [/<\?php|\$\w+\s*=[^=]|\$this->|\bfunction\b[^{]*\(\s*(?:\??\w+\s+)?\$/, 'php'],
  [/^\s*(?:async\s+)?def\s+\w+.*:\s*(?:#.*)?$|^\s*(?:elif|except|with)\b.*:\s*$/m, 'python'],
  [/^\s*def\s+[\w.?!=]+[\s\S]*^\s*end\b/m, 'ruby'],
  [/^\s*func\s+(?:\([^)]*\)\s*)?\w+\(.*\{\s*$[\s\S]*|\w+\s*:=\s/m, 'go'],
  [/\bfn\s+\w+|\blet\s+mut\b|\bimpl\b.*\{/, 'rust'],
  [/\bfun\s+(?:<[^>]*>\s*)?[\w.]+\s*\(/, 'kotlin'],
  [/\bfunc\s+\w+.*->|\bguard\s+let\b/, 'swift'],
  [/=>|\bfunction\b|\b(?:const|let)\s+[\w{[]/, 'typescript'],
  [/\bstd::|\btemplate\s*</, 'cpp'],
  [/->\w|\b(?:char|void|size_t|unsigned)\s*\*|#include/, 'c'],
  [/\b(?:foreach|using|namespace)\b|\bstring\s+\w+/, 'csharp'],
  [/\b(?:public|private|protected|final)\b|\b[A-Z]\w*\s+\w+\s*=\s*new\b/, 'java'],
  [/\bfi\b|\bdone\b|\besac\b|\$\{\w+/, 'bash'],
];

function guessLanguage(text: string): CodeLanguage | null {
  const head = text.slice(0, TELLING);
  const name = GUESSES.find(([pattern]) => pattern.test(head))?.[1];
  return LANGUAGES.find((language) => language.name === name) ?? null;
}
