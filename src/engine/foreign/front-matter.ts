// Reads the front matter of a Markdown file, limited to what notes use: texts, lists, and one level of nesting.

export type FrontMatter = ReadonlyMap<string, string | readonly string[]>;

const FENCED = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const FIELD = /^(\s*)([\w.-]+):[ \t]*(.*)$/;
const ITEM = /^\s*-[ \t]+(.*)$/;

/** Fields by name, nested ones as `outer.inner`; null if the file has no front matter. */
export function readFrontMatter(text: string): { fields: FrontMatter | null; body: string } {
  const head = FENCED.exec(text);
  if (!head) return { fields: null, body: text };
  return { fields: readFields((head[1] ?? '').split(/\r?\n/)), body: text.slice(head[0].length) };
}

function readFields(lines: readonly string[]): FrontMatter {
  const fields = new Map<string, string | string[]>();
  let outer = '';
  let open: string | null = null;
  for (const line of lines) {
    const field = FIELD.exec(line);
    const item = ITEM.exec(line);
    if (item && open !== null) {
      const before = fields.get(open);
      // Added to the same list: a list may be long.
      if (Array.isArray(before)) before.push(plain(item[1] ?? ''));
      else fields.set(open, [plain(item[1] ?? '')]);
    } else if (field && (field[1] === '' || outer !== '') && !isBlock(fields.get(open ?? ''))) {
      const [, indent = '', name = '', value = ''] = field;
      if (indent === '') outer = value.trim() === '' ? name : '';
      open = indent === '' || outer === '' ? name : `${outer}.${name}`;
      fields.set(open, readValue(value.trim()));
    } else if (open !== null && /^\s/.test(line)) {
      const before = fields.get(open);
      if (typeof before === 'string') fields.set(open, `${isBlock(before) ? '' : `${before} `}${line.trim()}`);
    }
  }
  return fields;
}

// The length first: a text that grows is copied for a pattern.
const isBlock = (value: string | readonly string[] | undefined): boolean =>
  typeof value === 'string' && value.length <= 2 && /^[>|][+-]?$/.test(value);

function readValue(value: string): string | string[] {
  const list = /^\[(.*)\]$/.exec(value)?.[1];
  if (list === undefined) return plain(value);
  return list.split(',').map(plain).filter(Boolean);
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
