// Parses names as written: `std::vec::Vec<T>`, `os.path`, `\Shop\Item`, `./lib/shape.js`.

const GENERICS = /<[^<>]*>|\[[^[\]]*\]|\([^()]*\)/g;
const PLAIN_NAME = /^[\w$]+$/;
const SEPARATOR = /::|->|\?\.|[.\\]/g;

/** Longer than any real name; generated code and hostile files may exceed it. */
const MAX_LENGTH = 2000;

export interface Path {
  readonly name: string;
  readonly qualifier: string | null;
}

export const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Removes type and call arguments, however deep. */
function withoutGenerics(text: string): string {
  let path = text.slice(0, MAX_LENGTH);
  for (let shorter = path.replace(GENERICS, ''); shorter !== path; shorter = path.replace(GENERICS, '')) path = shorter;
  return path;
}

/** The last name of a path and what precedes it. `&mut a::B<T>` is B in a. */
export function splitPath(text: string): Path {
  if (PLAIN_NAME.test(text)) return { name: text, qualifier: null };
  const path = collapse(withoutGenerics(text)).replace(/^[&*\s]+|^(?:mut|dyn|const) /g, '');
  const last = [...path.matchAll(SEPARATOR)].findLast(({ index }) => index + 1 < path.length);
  if (!last) return { name: path, qualifier: null };
  const name = path.slice(last.index + last[0].length).trim();
  return { name, qualifier: path.slice(0, last.index).replace(/(?:::|\\)$/, '') || null };
}

/** Like `splitPath`, for `core::Shape<std::string>::operator<`: only an operator's owner loses its type arguments. */
export function splitDefinitionPath(text: string): Path {
  const operator = text.search(/\boperator\b/);
  const head = masked(operator < 0 ? text : text.slice(0, operator));
  const last = [...head.matchAll(/::|\./g)].at(-1);
  const name = text.slice(last ? last.index + last[0].length : 0);
  const owner = last && withoutGenerics(text.slice(0, last.index)).trim();
  // A conversion is named by its type: `operator bool() const`.
  const plain = operator < 0 ? splitPath(name).name : collapse(name.replace(/(?<!operator *)\(\).*$/s, ''));
  return { name: plain, qualifier: owner || null };
}

/** Blanks out type arguments; keeps every position. */
function masked(text: string): string {
  const blank = text.replace(/<[^<>]*>/g, (generics) => '_'.repeat(generics.length));
  return blank === text ? text : masked(blank);
}

/** The name of a file import: its last part without the extension and without the major version of a Go module. */
export function fileName(path: string): string {
  const base =
    path
      .replace(/\/+$|\/v\d+$/, '')
      .split(/[/:]/)
      .at(-1) ?? path;
  return base.replace(/(?<=.)\.\w+$/, '') || path;
}
