// The parser for tests: grammars come straight from the development dependency.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Extraction } from '../../engine/code/symbols.ts';
import { languageOf } from './languages.ts';
import { CodeParser } from './parser.ts';

const { resolve } = createRequire(import.meta.url);

export const grammarPath = (file: string): string =>
  resolve(`tree-sitter-wasm/${file.replace(/^tree-sitter-|\.wasm$/g, '')}/${file}`);

const parser = new CodeParser({ grammarPath });

export const fixture = (file: string): string => readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8');

export async function read(file: string, text: string): Promise<Extraction> {
  const language = languageOf(file, text);
  if (!language) throw new Error(`no language for ${file}`);
  const extraction = await parser.read(text, language);
  if (!extraction) throw new Error(`${file} took too long`);
  return extraction;
}

/** One readable line each, the format of the expected files. */
export function print({ symbols, references }: Extraction): string {
  const ranges = symbols.map(
    ({ kind, name, container, line, startLine, endLine, signature, docstring }) =>
      `${startLine}-${endLine} ${kind} ${container ? `${container} / ` : ''}${name} @${line}: ${signature}${docstring ? ` ## ${docstring.replaceAll('\n', '\\n')}` : ''}`,
  );
  const targets = references.map(
    ({ kind, name, qualifier, receiver, alias, line, from, scope }) =>
      `${line} ${kind} ${name}${qualifier ? ` of ${qualifier}` : ''}${receiver ? `: ${receiver}` : ''}${alias ? ` as ${alias}` : ''} in ${from === null ? (scope ?? '-') : symbols[from]?.name}`,
  );
  return `${[...ranges, '', ...targets].join('\n')}\n`;
}
