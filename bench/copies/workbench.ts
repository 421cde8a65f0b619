// Files of real repositories with their syntax trees, and copies of their functions.
import { join } from 'node:path';
import { Language, type Node, Parser, Query, type Tree } from 'web-tree-sitter';
import type { Fingerprint } from '../../src/engine/code/duplicates/fingerprint.ts';
import { decode } from '../../src/engine/code/duplicates/fingerprint-bytes.ts';
import type { CodeSymbol } from '../../src/engine/code/symbols.ts';
import { extract, type Grammar } from '../../src/providers/parser/extract.ts';
import { languageOf } from '../../src/providers/parser/languages.ts';
import { readGrammar } from '../../src/providers/parser/parser.ts';
import { regionTypes } from '../../src/providers/parser/regions.ts';
import { type Change, change } from './copy.ts';
import { applied, type Original, seeded } from './original.ts';

export interface CodeFunction {
  readonly symbol: CodeSymbol;
  readonly fingerprint: Fingerprint;
}

interface LoadedGrammar extends Grammar {
  readonly parser: Parser;
}

export class Workbench {
  readonly #grammarFolder: string;
  readonly #grammars = new Map<string, LoadedGrammar>();

  constructor(grammars: string) {
    this.#grammarFolder = grammars;
  }

  /** The functions large enough to compare; empty without a grammar. */
  async functions(path: string, text: string): Promise<CodeFunction[]> {
    const grammar = await this.#grammar(path, text);
    return grammar ? withTree(grammar, text, (tree) => functionsIn(tree, text, grammar)) : [];
  }

  /** The function after these changes in sequence; null if one of them does not apply. */
  async copy(
    path: string,
    text: string,
    symbol: CodeSymbol,
    changes: readonly Change[],
    seed: number,
  ): Promise<(CodeFunction & { readonly text: string }) | null> {
    const grammar = await this.#grammar(path, text);
    if (!grammar) return null;
    const random = seeded(seed);
    let current = text;
    let made: CodeFunction | undefined;
    for (const [i, kind] of changes.entries()) {
      const from = made?.symbol ?? symbol;
      const edits = withTree(grammar, current, (tree) =>
        change(kind, originalOf(tree, current, from, grammar.language.name), random),
      );
      if (!edits) {
        if (i === 0 || changes.length === 1) return null;
        continue;
      }
      const changed = applied(current, edits);
      made = withTree(grammar, changed, (tree) => functionsIn(tree, changed, grammar)).find(
        ({ symbol: { startIndex } }) => startIndex === from.startIndex,
      );
      if (!made) return null;
      current = changed;
    }
    return made ? { ...made, text: current.slice(made.symbol.startIndex, made.symbol.endIndex) } : null;
  }

  async #grammar(path: string, text: string): Promise<LoadedGrammar | null> {
    const language = languageOf(path, text);
    if (!language || 'scan' in language) return null;
    const known = this.#grammars.get(language.name);
    if (known) return known;
    await Parser.init({ locateFile: () => join(this.#grammarFolder, 'web-tree-sitter.wasm') });
    const grammar = await Language.load(await readGrammar(join(this.#grammarFolder, `${language.grammar}.br`)));
    const loaded = {
      language,
      parser: new Parser().setLanguage(grammar),
      query: new Query(grammar, language.query),
      regions: regionTypes(grammar),
    };
    this.#grammars.set(language.name, loaded);
    return loaded;
  }
}

function withTree<T>({ parser, language }: LoadedGrammar, text: string, use: (tree: Tree) => T): T {
  const tree = parser.parse(language.prepare?.(text) ?? text);
  if (!tree) throw new Error(`could not parse a ${language.name} file`);
  try {
    return use(tree);
  } finally {
    tree.delete();
  }
}

function functionsIn(tree: Tree, text: string, grammar: Grammar): CodeFunction[] {
  const { symbols, fingerprints } = extract(tree, text, grammar);
  return symbols.flatMap((symbol, i) => {
    const bytes = fingerprints[i];
    const fingerprint = bytes && decode(bytes);
    return fingerprint ? { symbol, fingerprint } : [];
  });
}

function originalOf(tree: Tree, text: string, symbol: CodeSymbol, language: string): Original {
  const { startIndex: start, endIndex: end, name, line } = symbol;
  const node: Node = tree.rootNode.descendantForIndex(start, end - 1) ?? tree.rootNode;
  const row = text.split('\n', line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return { language, text, node, start, end, name, nameStart: text.indexOf(name, Math.max(start, row)) };
}
