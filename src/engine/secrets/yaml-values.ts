// What YAML puts between a name and its value: `!!str`, an anchor, or a block of lines after `|` or `>`.

const TAGS = /(?:(?:&[\w-]{1,64}|!![\w:-]{1,32})[ \t]{1,8}){1,4}(?=[^\s#])/y;
const BLOCK =
  /(?:(?:&[\w-]{1,64}|!![\w:-]{1,32})[ \t]{1,8}){0,4}[|>][-+\d]{0,2}[ \t]{0,40}(?:#[^\r\n]{0,200})?\r?\n(?:[ \t]{0,40}\r?\n){0,3}(?<indent>[ \t]{1,64})(?=\S)/y;
const LINE = /(?<word>[^\s]{1,4096})[ \t]{0,40}(?:(?<end>\r?\n)|$)/y;

/** Where the value itself begins. */
export function behindTags(text: string, from: number): number {
  TAGS.lastIndex = from;
  return TAGS.test(text) ? TAGS.lastIndex : from;
}

interface Block {
  readonly start: number;
  readonly end: number;
  readonly first: string;
}

/** Only lines of one word each: a description in a block is not a secret. */
export function blockAt(text: string, from: number): Block | null {
  BLOCK.lastIndex = from;
  const indent = BLOCK.exec(text)?.groups?.indent;
  if (indent === undefined) return null;
  const start = BLOCK.lastIndex;
  let end = start;
  let first = '';
  for (let at = start; ; ) {
    LINE.lastIndex = at;
    const { word = '', end: newline } = LINE.exec(text)?.groups ?? {};
    if (word === '') return null;
    if (first === '') first = word;
    end = at + word.length;
    at = LINE.lastIndex;
    if (newline === undefined || !text.startsWith(indent, at) || /\s/.test(text.charAt(at + indent.length))) break;
    at += indent.length;
  }
  return { start, end, first };
}
