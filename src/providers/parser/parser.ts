// Grammars in WebAssembly: loaded on first use of a language, kept for the life of the process or worker.
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { Language, Parser, Query } from 'web-tree-sitter';
import type { Extraction } from '../../engine/code/symbols.ts';
import { extract, type Grammar } from './extract.ts';
import type { CodeLanguage, ParsedLanguage } from './languages.ts';
import { regionTypes } from './regions.ts';
import { stopwatch } from './stopwatch.ts';

const DEADLINE_MS = 4000;

export interface CodeParserOptions {
  /** Maps a grammar's file name, such as `tree-sitter-go.wasm`, to its path, compressed or not. */
  readonly grammarPath: (file: string) => string;
  /** Path of web-tree-sitter.wasm, if it is not next to the library. */
  readonly runtimePath?: string;
  /** The processor time in which a file must be parsed and queried. */
  readonly deadlineMs?: number;
}

/**
 * A few hostile files exhaust the runtime's memory before the deadline. After that, this thread cannot parse anything:
 * the worker must be replaced and the file skipped.
 */
export class ParserCrash extends Error {
  constructor(language: string, options: ErrorOptions) {
    super(`the parser crashed on a ${language} file`, options);
    this.name = 'ParserCrash';
  }
}

const decompress = promisify(brotliDecompress);

/** Grammars compress to a fifteenth, so the package ships them compressed; they decompress in milliseconds. */
export async function readGrammar(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  return path.endsWith('.br') ? decompress(bytes) : bytes;
}

interface LoadedGrammar extends Grammar {
  readonly parser: Parser;
}

export class CodeParser {
  readonly #options: CodeParserOptions;
  readonly #grammars = new Map<string, Promise<LoadedGrammar>>();
  #runtime: Promise<void> | undefined;
  #crash: ParserCrash | undefined;

  constructor(options: CodeParserOptions) {
    this.#options = options;
  }

  /** Null when the deadline passes: such a file is read as plain text. */
  async read(text: string, language: CodeLanguage): Promise<Extraction | null> {
    if ('scan' in language) return language.scan(text);
    if (this.#crash) throw this.#crash;
    const grammar = await this.#grammar(language);
    try {
      return parse(text, grammar, stopwatch(this.#options.deadlineMs ?? DEADLINE_MS));
    } catch (error) {
      // WebAssembly.RuntimeError, which is missing as a value in Node's types.
      if (!(error instanceof Error) || error.name !== 'RuntimeError') throw error;
      this.#crash = new ParserCrash(language.name, { cause: error });
      throw this.#crash;
    }
  }

  #grammar(language: ParsedLanguage): Promise<LoadedGrammar> {
    const known = this.#grammars.get(language.name);
    if (known) return known;
    const loading = this.#load(language);
    this.#grammars.set(language.name, loading);
    // A grammar that cannot be read now may be readable later.
    loading.catch(() => this.#grammars.delete(language.name));
    return loading;
  }

  async #load(language: ParsedLanguage): Promise<LoadedGrammar> {
    const { grammarPath, runtimePath } = this.#options;
    this.#runtime ??= Parser.init(runtimePath ? { locateFile: () => runtimePath } : undefined);
    await this.#runtime;
    const grammar = await Language.load(await readGrammar(grammarPath(language.grammar)));
    return {
      language,
      parser: new Parser().setLanguage(grammar),
      query: new Query(grammar, language.query),
      regions: regionTypes(grammar),
    };
  }
}

function parse(text: string, grammar: LoadedGrammar, isLate: () => boolean): Extraction | null {
  const { language, parser } = grammar;
  const tree = parser.parse(language.prepare?.(text) ?? text, null, { progressCallback: isLate });
  if (!tree) {
    // A cancelled parser would resume with the old text.
    parser.reset();
    return null;
  }
  try {
    const extraction = extract(tree, text, grammar, isLate);
    return isLate() ? null : extraction;
  } finally {
    // The tree lives in WebAssembly memory, which nothing else frees.
    tree.delete();
  }
}
