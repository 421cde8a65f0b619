// Client files in JSON, with or without comments: one entry is put in or taken out, and every other byte stays.
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
import { z } from 'zod';
import { invalid } from '../../errors.ts';
import { spliceBetween } from '../difference.ts';

const JsonObject = z.record(z.string(), z.unknown());
const BOM = '\uFEFF';

/** `at` leads to our entry. What somebody added to that entry stays. */
export function withJsonServer(text: string, path: string, at: readonly string[], entry: object): string {
  return onText(text, (body) => {
    const root = body.trim() === '' ? {} : readObject(body, path);
    const before = valueAt(root, at, path);
    const after = { ...before, ...entry };
    // A file that says it already keeps the layout it has.
    if (JSON.stringify(before) === JSON.stringify(after)) return body;
    return change(body.trim() === '' ? `{}${eolOf(body)}` : body, at, after, before === undefined);
  });
}

export function withoutJsonServer(text: string, path: string, at: readonly string[]): string {
  return onText(text, (body) => {
    if (body.trim() === '' || valueAt(readObject(body, path), at, path) === undefined) return body;
    const cut = cutOut(body, at);
    const errors: ParseError[] = [];
    parse(cut, errors, { allowTrailingComma: true });
    // With a comment before the comma, the parser's own way leaves JSON and takes the comment along.
    return errors.length === 0 ? cut : applyEdits(body, modify(body, [...at], undefined, {}));
  });
}

function onText(text: string, edit: (body: string) => string): string {
  return text.startsWith(BOM) ? BOM + edit(text.slice(1)) : edit(text);
}

/** What the file says, or why it says nothing. */
export function readObject(text: string, path: string): Record<string, unknown> {
  const errors: ParseError[] = [];
  const root = JsonObject.safeParse(parse(text, errors, { allowTrailingComma: true }));
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw invalid(`${path} is not JSON: ${printParseErrorCode(error.error)} in line ${line}.`, MEND);
  }
  if (!root.success) throw invalid(`${path} holds no JSON object.`, MEND);
  return root.data;
}

const MEND = 'Nothing was written. Mend the file first, or name the other clients.';

/** The object there; undefined when there is none. Whatever else stands in its way is not ours to replace. */
function valueAt(root: Record<string, unknown>, at: readonly string[], path: string): object | undefined {
  let value: unknown = root;
  for (const [depth, key] of at.entries()) {
    const inner = JsonObject.parse(value)[key];
    if (inner === undefined) return undefined;
    value = inner;
    if (!JsonObject.safeParse(value).success)
      throw invalid(`${at.slice(0, depth + 1).join('.')} in ${path} is not an object.`, MEND);
  }
  return JsonObject.parse(value);
}

/** Laid out like the rest, unless that would lay out the lines of others anew. */
function change(text: string, at: readonly string[], value: unknown, isNew: boolean): string {
  // First among its kind: behind the last one there may be a comma and a comment.
  const first = { getInsertionIndex: () => 0 };
  const tidy = applyEdits(text, modify(text, [...at], value, { ...first, formattingOptions: layoutOf(text) }));
  if (!isNew || spliceBetween(text, tidy).removed.trim() === '') return tidy;
  return applyEdits(text, modify(text, [...at], value, first));
}

/** Where we stand first, comments of others stand before and behind us; the parser's own way would take them along. */
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
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: eolOf(text) };
}

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');
