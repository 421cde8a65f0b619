// Adds or removes one entry in a client's JSON file, with or without comments; every other byte stays.
import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  modify,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import * as z from 'zod';
import { invalid } from '../../errors.ts';
import { spliceBetween } from '../difference.ts';
import { lineEndOf } from './line-ends.ts';

const JsonObject = z.record(z.string(), z.unknown());
const BOM = '\uFEFF';

/** `at` is the path of our entry. Additions to that entry stay. */
export function withJsonServer(text: string, path: string, at: readonly string[], entry: object): string {
  return onText(text, (body) => {
    const root = body.trim() === '' ? {} : readObject(body, path);
    const before = valueAt(root, at, path);
    const after = { ...before, ...entry };
    // A file that is up to date keeps its layout.
    if (JSON.stringify(before) === JSON.stringify(after)) return body;
    return change(body.trim() === '' ? `{}${lineEndOf(body)}` : body, at, after, before === undefined);
  });
}

export function withoutJsonServer(text: string, path: string, at: readonly string[]): string {
  return onText(text, (body) => {
    if (body.trim() === '' || valueAt(readObject(body, path), at, path) === undefined) return body;
    const cut = cutOut(body, at);
    const errors: ParseError[] = [];
    parse(cut, errors, { allowTrailingComma: true });
    // With a comment before the comma, only the parser's removal leaves valid JSON; it takes the comment along.
    return errors.length === 0 ? cut : applyEdits(body, modify(body, [...at], undefined, {}));
  });
}

function onText(text: string, edit: (body: string) => string): string {
  return text.startsWith(BOM) ? BOM + edit(text.slice(1)) : edit(text);
}

/** Reads the file's object, or throws why it cannot. */
export function readObject(text: string, path: string): Record<string, unknown> {
  const errors: ParseError[] = [];
  const root = JsonObject.safeParse(parse(text, errors, { allowTrailingComma: true }));
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    const reason = REASONS[printParseErrorCode(error.error)] ?? 'it cannot be read here';
    throw invalid(`${path} is not JSON: line ${line}: ${reason}.`, FIX_HINT);
  }
  if (!root.success) throw invalid(`${path} does not hold a JSON object.`, FIX_HINT);
  return root.data;
}

/** What the parser found, in words. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'there is a word that JSON does not know',
  InvalidNumberFormat: 'a number is not written as in JSON',
  PropertyNameExpected: 'the name of a property is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'something follows the end',
  UnexpectedEndOfComment: 'a comment does not end',
  UnexpectedEndOfString: 'a string does not end',
  UnexpectedEndOfNumber: 'a number does not end',
  InvalidUnicode: 'a character is not written as in JSON',
  InvalidEscapeCharacter: 'a backslash is followed by a wrong character',
  InvalidCharacter: 'there is a character that JSON does not allow',
};

const FIX_HINT = 'Nothing was written. Fix the file first, or name the other clients.';

/** The object at that path, undefined if missing. Throws if anything else is in the way: it is not ours to replace. */
function valueAt(root: Record<string, unknown>, at: readonly string[], path: string): object | undefined {
  let value: unknown = root;
  for (const [depth, key] of at.entries()) {
    const inner = JsonObject.parse(value)[key];
    if (inner === undefined) return undefined;
    value = inner;
    if (!JsonObject.safeParse(value).success)
      throw invalid(`${at.slice(0, depth + 1).join('.')} in ${path} is not an object.`, FIX_HINT);
  }
  return JsonObject.parse(value);
}

/** Formats the entry like the rest of the file, unless that would reformat other lines. */
function change(text: string, at: readonly string[], value: unknown, isNew: boolean): string {
  // Insert as the first entry: the last one may be followed by a comma and a comment.
  const first = { getInsertionIndex: () => 0 };
  const tidy = applyEdits(text, modify(text, [...at], value, { ...first, formattingOptions: layoutOf(text) }));
  if (!isNew || spliceBetween(text, tidy).removed.trim() === '') return tidy;
  return applyEdits(text, modify(text, [...at], value, first));
}

/** Cuts out our entry without the comments around it, which the parser's own removal would take along. */
function cutOut(text: string, at: readonly string[]): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const property = root && findNodeAtLocation(root, [...at])?.parent;
  const isLast = property?.parent?.children?.at(-1) === property && property?.parent?.children?.length !== 1;
  if (!property || isLast) return applyEdits(text, modify(text, [...at], undefined, {}));
  const behind = text.slice(property.offset + property.length).replace(/^\s*,?[ \t]*(?:\r?\n[ \t]*)?/, '');
  return text.slice(0, property.offset) + behind;
}

function layoutOf(text: string): FormattingOptions {
  const indent = /^[ \t]*\{\r?\n([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: lineEndOf(text) };
}
