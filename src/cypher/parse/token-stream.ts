// The token stream for the parser, with its errors for unexpected tokens.
import type { Expression, Query } from '../ast.ts';
import { CypherError, type ErrorDetail, type Span, textError } from '../error.ts';
import { type Lexeme, tokens } from './lexer.ts';

/** Words that begin or join clauses and operators; a variable with such a name must be quoted. */
const RESERVED = new Set(
  'AND AS CALL CASE CREATE DELETE DETACH ELSE END FOREACH IN IS LOAD MATCH MERGE NOT OPTIONAL OR REMOVE RETURN THEN UNION UNWIND WHEN WHERE WITH XOR'.split(
    ' ',
  ),
);

const DEEPEST = 100;

/** Rules that lower rules start again: expressions contain expressions and whole queries. */
interface Grammar {
  readonly expression: (stream: TokenStream) => Expression;
  readonly block: (stream: TokenStream) => Query;
}

export class TokenStream {
  readonly text: string;
  readonly #grammar: Grammar;
  readonly #tokens: readonly Lexeme[];
  #position = 0;
  #depth = 0;
  #tooDeep = false;
  /** Places where a pattern failed to parse; retrying inside every parenthesis would take exponential time. */
  readonly #noPattern = new Set<number>();
  #furthest: { readonly position: number; readonly error: CypherError } | null = null;

  constructor(text: string, grammar: Grammar) {
    this.text = text;
    this.#grammar = grammar;
    this.#tokens = tokens(text);
  }

  expression(): Expression {
    return this.#grammar.expression(this);
  }

  /** A query inside an expression. */
  block(): Query {
    return this.#grammar.block(this);
  }

  peek(ahead = 0): Lexeme {
    const token = this.#tokens[Math.min(this.#position + ahead, this.#tokens.length - 1)];
    if (!token) throw new Error('the token list must include its end');
    return token;
  }

  next(): Lexeme {
    const token = this.peek();
    this.#position++;
    return token;
  }

  get start(): number {
    return this.peek().start;
  }

  /** The span from there to the end of the last consumed token. */
  since(start: number): Span {
    return { start, end: this.#tokens[this.#position - 1]?.end ?? start };
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'symbol' && token.text === symbol;
  }

  isWord(word: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'name' && token.text.toUpperCase() === word;
  }

  /** Whether the next words are these, ignoring case. */
  isPhrase(phrase: string): boolean {
    return phrase.split(' ').every((word, index) => this.isWord(word, index));
  }

  takeSymbol(symbol: string): boolean {
    const found = this.isSymbol(symbol);
    if (found) this.#position++;
    return found;
  }

  takePhrase(phrase: string): boolean {
    const found = this.isPhrase(phrase);
    if (found) this.#position += phrase.split(' ').length;
    return found;
  }

  needSymbol(symbol: string, meaning?: string): void {
    if (!this.takeSymbol(symbol)) throw this.unexpected(meaning ?? `'${symbol}'`);
  }

  needPhrase(phrase: string): void {
    if (!this.takePhrase(phrase)) throw this.unexpected(phrase);
  }

  /** Any name: of a label, a type, a property or a function. */
  needName(meaning: string): Lexeme {
    const { kind } = this.peek();
    if (kind !== 'name' && kind !== 'quotedName') throw this.unexpected(meaning);
    return this.next();
  }

  isVariable(ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'quotedName' || (token.kind === 'name' && !RESERVED.has(token.text.toUpperCase()));
  }

  needVariable(): { readonly name: string; readonly at: Span } {
    if (!this.isVariable()) throw this.unexpected('a variable');
    const { text, start, end } = this.next();
    return { name: text, at: { start, end } };
  }

  unexpected(expected: string): CypherError {
    const token = this.peek();
    if (token.kind === 'badNumber') {
      return textError(this.text, token, 'UnexpectedSyntax', `'${token.text}' is not ${expected}.`);
    }
    const found = token.kind === 'end' ? 'The query ends too early' : `Unexpected '${token.text.slice(0, 40)}'`;
    return this.error('UnexpectedSyntax', `${found}: expected ${expected}.`);
  }

  error(detail: ErrorDetail, message: string, at: Span = this.peek(), hint?: string): CypherError {
    return textError(this.text, at, detail, message, hint === undefined ? {} : { hint });
  }

  /** Runs a recursive rule, up to a limited depth. */
  nested<T>(rule: () => T): T {
    if (++this.#depth > DEEPEST) {
      this.#tooDeep = true;
      throw this.error('UnexpectedSyntax', `The query is nested more than ${DEEPEST} levels deep.`);
    }
    const result = rule();
    this.#depth--;
    return result;
  }

  /** Of two failed readings, the one that got further has the better error. */
  best(error: unknown): unknown {
    return this.#furthest && this.#furthest.position > this.#position ? this.#furthest.error : error;
  }

  /** The rule's result, or null with nothing consumed. */
  attempt<T>(rule: () => T | null): T | null {
    const [position, depth] = [this.#position, this.#depth];
    if (this.#noPattern.has(position)) return null;
    let found: T | null = null;
    try {
      found = rule();
    } catch (error) {
      // The other reading of the same text reports the error; excessive depth is final.
      if (this.#tooDeep || !(error instanceof CypherError)) throw error;
      if (this.#position > (this.#furthest?.position ?? -1)) this.#furthest = { position: this.#position, error };
    }
    if (found !== null) return found;
    [this.#position, this.#depth] = [position, depth];
    this.#noPattern.add(position);
    return null;
  }
}
