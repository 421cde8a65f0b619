// Prepares a file's text for the index: symbols with their parents, and chunks with their words, without secrets.
import { hash } from 'node:crypto';
import { redactCode, redactText } from '../../secrets/redact.ts';
import type { ParsedFile, ParsedSymbol } from '../code-base.ts';
import type { CodeSymbol, Extraction } from '../symbols.ts';
import { chunkCode } from './chunks.ts';
import { chunkTermsIn, embeddingTexts } from './embedding-text.ts';

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
  const squeezed = squeeze(text);
  const squeezedPart = partsOf(text, squeezed);
  const embeddingText = embeddingTexts(path);
  const termsOf = chunkTermsIn(path);
  return {
    language,
    lines: lineCount(text),
    digest: digest(squeezed),
    symbols: nested(symbols).map(({ symbol, parent }, i) => ({
      ...parsedSymbol(symbol, parent, squeezedPart),
      fingerprint: fingerprints[i] ?? null,
    })),
    references,
    chunks: chunks.map((chunk, position) => {
      const read = extraction || position < PLAIN_CHUNKS ? embeddingText(chunk) : null;
      return {
        ...chunk,
        terms: termsOf(chunk),
        digest: read === null ? null : digest(read),
        vector: read === null ? null : (firstVector?.(read) ?? null),
      };
    }),
  };
}

function parsedSymbol(
  symbol: CodeSymbol,
  parent: number | null,
  squeezedPart: (start: number, end: number) => string,
): Omit<ParsedSymbol, 'fingerprint'> {
  const { startIndex, endIndex, ...rest } = symbol;
  return { ...rest, parent, digest: digest(squeezedPart(startIndex, endIndex)) };
}

/** Gives parts of a squeezed text by their place in the original, because symbols contain each other. */
function partsOf(text: string, squeezed: string): (start: number, end: number) => string {
  let places: Uint32Array | null = null;
  return (start, end) => {
    places ??= squeezedPlaces(text);
    return start < end ? squeezed.slice(places[start], (places[end - 1] ?? 0) + 1) : '';
  };
}

/** Where each character is in the squeezed text; of several blanks, all are where the one is. */
function squeezedPlaces(text: string): Uint32Array {
  const places = new Uint32Array(text.length);
  let place = -1;
  let wasBlank = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isBlank = code < 128 ? code === 32 || (code >= 9 && code <= 13) : /\s/.test(text.charAt(at));
    if (!(isBlank && wasBlank)) place++;
    places[at] = place;
    wasBlank = isBlank;
  }
  return places;
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

const digest = (text: string): string => hash('sha1', text, 'base64url').slice(0, 20);
