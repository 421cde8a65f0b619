// Turns a template with holes for names, such as `type {Name}Handler struct`, into code that a grammar can parse.

interface Filled {
  readonly text: string;
  /** The names of the holes; the n-th is spelled `xhole<n>x` in the text. */
  readonly holes: readonly string[];
}

/** The values of the holes, derived from the component's name. */
export type Binding = ReadonlyMap<number, string>;

const DOUBLED = /\{\{\s*(\w+)\s*\}\}|\$\{(\w+)\}/g;
const SINGLE = /([A-Za-z_]?)(?:\{(\w+)\}|<(\w+)>)([A-Za-z_]?)/g;
const DECLARED =
  /\b(?:class|struct|interface|trait|enum|record|object|protocol|type|module|def|func|fun|fn|function|const|let|var|impl|extends|implements|new)\s{1,20}(?:\([^)\n]{0,200}\)\s{0,20})?\w{0,100}(?:\{(\w+)\}|(?<![A-Za-z])<(\w+)>|<(\w+)>(?=\w))/g;
const FILLING = /xhole(\d+)x/gi;

export function fillHoles(template: string): Filled {
  const holes: string[] = [];
  const fill = (hole: string): string => {
    const known = holes.indexOf(hole.toLowerCase());
    const at = known >= 0 ? known : holes.push(hole.toLowerCase()) - 1;
    return /^[A-Z]/.test(hole) ? `Xhole${at}x` : `xhole${at}x`;
  };
  const named = [...template.matchAll(DECLARED), ...template.matchAll(/\{\{\s*(\w+)\s*\}\}/g)];
  const declared = new Set(named.map(([, a, b, c]) => (a ?? b ?? c ?? '').toLowerCase()));
  const text = template
    .replace(DOUBLED, (_, a?: string, b?: string) => fill(a ?? b ?? ''))
    // `{id}` alone may be code; next to a name, or as the name in a declaration, it is a hole.
    .replace(SINGLE, (whole: string, before: string, braced?: string, angled?: string, after?: string) => {
      const hole = braced ?? angled ?? '';
      const isHole = declared.has(hole.toLowerCase()) || (braced !== undefined && after !== '');
      return isHole ? `${before}${fill(hole)}${after}` : whole;
    });
  return { text, holes };
}

export const hasHole = (name: string): boolean => /xhole\d+x/i.test(name);

/** Binds the holes: `Order` for `Xhole0xHandler` in `OrderHandler`; null if the name does not match. */
export function bind(name: string, actual: string, known: Binding = new Map()): Binding | null {
  const numbers: number[] = [];
  const source = name.replace(/[$.]/g, String.raw`\$&`).replace(FILLING, (hole: string, n: string, at: number) => {
    numbers.push(Number(n));
    const before = name[at - 1] ?? '';
    // `use{Name}` is not `user`: after a letter the hole begins with a capital.
    return hole.startsWith('X') && /[a-z]/.test(before) ? String.raw`([A-Z]\w*?)` : String.raw`(\w+?)`;
  });
  const match = new RegExp(`^${source}$`).exec(actual);
  if (!match) return null;
  const found = new Map(known);
  for (const [i, n] of numbers.entries()) {
    const value = match[i + 1] ?? '';
    const before = found.get(n);
    if (before !== undefined && plain(before) !== plain(value)) return null;
    found.set(n, before ?? value);
  }
  return found;
}

const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** The name with its holes filled; null if a hole has no value. */
export function filledWith(name: string, binding: Binding): string | null {
  const filled = name.replace(FILLING, (hole: string, n: string) => {
    const value = binding.get(Number(n));
    if (value === undefined) return hole;
    return hole.startsWith('X') ? `${value.charAt(0).toUpperCase()}${value.slice(1)}` : value;
  });
  return hasHole(filled) ? null : filled;
}

/** Describes the shape of a name, such as `a name that ends in Handler`. */
export function shapeInWords(name: string, holes: readonly string[]): string {
  const [before = '', after = '', ...more] = name.split(/xhole\d+x/i);
  if (more.length === 0 && before === '') return `a name that ends in ${after}`;
  if (more.length === 0 && after === '') return `a name that begins with ${before}`;
  return `a name like ${name.replace(FILLING, (_, n: string) => `{${holes[Number(n)] ?? 'name'}}`)}`;
}
