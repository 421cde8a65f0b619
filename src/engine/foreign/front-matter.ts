// Reads the front matter of a Markdown file, limited to what notes use: texts, lists, and one level of nesting.

export type FrontMatter = ReadonlyMap<string, string | readonly string[]>;

const FENCED = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const FIELD = /^(\s*)([\w.-]+):[ \t]*(.*)$/;
const ITEM = /^\s*-[ \t]+(.*)$/;
const BLOCK = /^[>|][+-]?\s*$/;
/** Of a list in brackets; one in quotes may hold commas. */
const ENTRY = /\s*"[^"]*"(?=\s*(?:,|$))|\s*'[^']*'(?=\s*(?:,|$))|[^,]+/g;

/** Fields by name, nested ones as `outer.inner`; null if the file has no front matter. */
export function readFrontMatter(text: string): { fields: FrontMatter | null; body: string } {
  const head = FENCED.exec(text);
  if (!head) return { fields: null, body: text };
  return { fields: readFields((head[1] ?? '').split(/\r?\n/)), body: text.slice(head[0].length) };
}

function readFields(lines: readonly string[]): FrontMatter {
  const fields = new Map<string, string | string[]>();
  let outer = '';
  let open = '';
  /** The indent of the field whose block of text is being read; infinite outside one. */
  let block = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const isInBlock = line.search(/\S/) > block;
    const field = isInBlock ? null : FIELD.exec(line);
    const item = isInBlock ? undefined : ITEM.exec(line)?.[1];
    const before = fields.get(open);
    if (item !== undefined && before === '') fields.set(open, [plain(item)]);
    // Added to the same list: a list may be long.
    else if (item !== undefined && Array.isArray(before)) before.push(plain(item));
    else if (field && (field[1] === '' || outer !== '')) {
      const [, indent = '', name = '', value = ''] = field;
      if (indent === '') outer = value.trim() === '' ? name : '';
      open = indent === '' || outer === '' ? name : `${outer}.${name}`;
      const opensBlock = BLOCK.test(value);
      block = opensBlock ? indent.length : Number.POSITIVE_INFINITY;
      fields.set(open, opensBlock ? '' : readValue(value.trim()));
    } else if (typeof before === 'string' && /^\s/.test(line)) {
      fields.set(open, before === '' ? line.trim() : `${before} ${line.trim()}`);
    }
  }
  return fields;
}

function readValue(value: string): string | string[] {
  const list = /^\[(.*)\]$/.exec(value)?.[1];
  if (list === undefined) return plain(value);
  return [...list.matchAll(ENTRY)].map(([entry]) => plain(entry)).filter(Boolean);
}

/** The value without quotes or a trailing comment. */
const plain = (value: string): string => {
  const quoted = /^(["'])(.*)\1\s*$/.exec(value.trim());
  return quoted?.[2] ?? value.replace(/(?<!\s)\s+#[\s\S]*$/, '').trim();
};

export function textOf(fields: FrontMatter | null, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields?.get(name);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** Reads a list, or a comma-separated text. */
export function listOf(fields: FrontMatter | null, name: string): string[] {
  const value = fields?.get(name) ?? [];
  const items = typeof value === 'string' ? value.split(',') : value;
  return items.map((item) => item.trim().replace(/^#/, '')).filter(Boolean);
}

/** The fields that the reader of a format does not interpret, unchanged. */
export function otherFields(fields: FrontMatter | null, own: readonly string[]): Record<string, unknown> {
  const others = [...(fields ?? [])].filter(([name, value]) => !own.includes(name) && value.length > 0);
  return Object.fromEntries(others);
}
