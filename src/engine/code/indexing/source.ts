// Prepares a file's text for the index: symbols with their parents, and chunks with their words, without secrets.
import { createHash } from 'node:crypto';
import { redactCode, redactText } from '../../secrets/redact.ts';
import type { ParsedFile, ParsedSymbol } from '../code-base.ts';
import type { CodeSymbol, Extraction } from '../symbols.ts';
import { chunkCode } from './chunks.ts';
import { chunkTerms, embeddingText } from './embedding-text.ts';

/** Only the first chunks of a long file without a grammar get vectors: it is data, which words find. */
const PLAIN_CHUNKS = 20;

/** Redacts secrets before parsing: code assigns variables, settings and prose assign plain words. */
export const withoutSecrets = (text: string, isCode: boolean): string =>
  isCode ? redactCode(text).value : redactText(text).value;

/** Makes an approximate vector of a text immediately. */
export type FirstVector = (text: string) => Float32Array;

/** The text must already be redacted; `extraction` is null if no grammar could parse it. */
export function readSource(
  path: string,
  text: string,
  language: string,
  extraction: Extraction | null,
  firstVector: FirstVector | null = null,
): ParsedFile {
  const { symbols, references, fingerprints } = extraction ?? { symbols: [], references: [], fingerprints: [] };
  const chunks = chunkCode(text, symbols);
  return {
    language,
    lines: lineCount(text),
    digest: digest(squeeze(text)),
    symbols: nested(symbols).map(({ symbol, parent }, i) => ({
      ...parsedSymbol(symbol, parent, text),
      fingerprint: fingerprints[i] ?? null,
    })),
    references,
    chunks: chunks.map((chunk, position) => {
      const read = extraction || position < PLAIN_CHUNKS ? embeddingText(path, chunk) : null;
      return {
        ...chunk,
        terms: chunkTerms(path, chunk).join(' '),
        digest: read === null ? null : digest(read),
        vector: read === null ? null : (firstVector?.(read) ?? null),
      };
    }),
  };
}

function parsedSymbol(symbol: CodeSymbol, parent: number | null, text: string): Omit<ParsedSymbol, 'fingerprint'> {
  const { startIndex, endIndex, ...rest } = symbol;
  return {
    ...rest,
    parent,
    digest: digest(squeeze(text.slice(startIndex, endIndex))),
  };
}

/** Adds the innermost enclosing symbol of each; symbols must be ordered by start, outer ones first. */
function nested(symbols: readonly CodeSymbol[]): { symbol: CodeSymbol; parent: number | null }[] {
  const open: number[] = [];
  return symbols.map((symbol, index) => {
    while (open.length > 0 && (symbols[open.at(-1) ?? 0]?.endIndex ?? 0) <= symbol.startIndex) open.pop();
    const parent = open.at(-1) ?? null;
    open.push(index);
    return { symbol, parent };
  });
}

const lineCount = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
};

const squeeze = (text: string): string => text.replace(/\s+/g, ' ');

const digest = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 20);
