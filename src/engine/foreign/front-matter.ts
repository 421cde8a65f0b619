// The head of a Markdown file, as far as notes use it: texts, lists, and one level of nesting.

export type FrontMatter = ReadonlyMap<string, string | readonly string[]>;

const FENCED = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const FIELD = /^(\s*)([\w.-]+):[ \t]*(.*)$/;
const ITEM = /^\s*-[ \t]+(.*)$/;

/** Fields by name, those of a nested object as `outer.inner`; null where a file has no such head. */
export function readFrontMatter(text: string): { fields: FrontMatter | null; body: string } {
  const head = FENCED.exec(text);
  if (!head) return { fields: null, body: text };
  return { fields: readFields((head[1] ?? '').split(/\r?\n/)), body: text.slice(head[0].length) };
}

function readFields(lines: readonly string[]): FrontMatter {
  const fields = new Map<string, string | readonly string[]>();
  let outer = '';
  let open: string | null = null;
  for (const line of lines) {
    const field = FIELD.exec(line);
    const item = ITEM.exec(line);
    if (item && open !== null) {
      const before = fields.get(open);
      fields.set(open, [...(Array.isArray(before) ? before : []), plain(item[1] ?? '')]);
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

const isBlock = (value: string | readonly string[] | undefined): boolean =>
  typeof value === 'string' && /^[>|][+-]?$/.test(value);

function readValue(value: string): string | readonly string[] {
  const list = /^\[(.*)\]$/.exec(value)?.[1];
  if (list === undefined) return plain(value);
  return list.split(',').map(plain).filter(Boolean);
}

/** Without quotes, and without a comment behind it. */
const plain = (value: string): string => {
  const quoted = /^(["'])(.*)\1\s*$/.exec(value.trim());
  return quoted?.[2] ?? value.replace(/\s+#.*$/, '').trim();
};

export function textOf(fields: FrontMatter | null, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields?.get(name);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** A list, or a text with commas. */
export function listOf(fields: FrontMatter | null, name: string): string[] {
  const value = fields?.get(name) ?? [];
  const items = typeof value === 'string' ? value.split(',') : value;
  return items.map((item) => item.trim().replace(/^#/, '')).filter(Boolean);
}

/** Those that mean nothing to the reader of a format, as they are. */
export function otherFields(fields: FrontMatter | null, own: readonly string[]): Record<string, unknown> {
  const others = [...(fields ?? [])].filter(([name, value]) => !own.includes(name) && value.length > 0);
  return Object.fromEntries(others);
}
