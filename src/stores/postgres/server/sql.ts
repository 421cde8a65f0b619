// SQL as values: a statement carries its bound values, and can be nested in another one.
import { createHash } from 'node:crypto';

type Plain = string | number | bigint | boolean | null | Uint8Array;
type Value = Plain | readonly (string | number | null)[] | readonly Uint8Array[];

export class Sql {
  readonly texts: readonly string[];
  readonly values: readonly Value[];
  /** Whether each connection keeps its plan. */
  readonly isPrepared: boolean;

  constructor(texts: readonly string[], values: readonly Value[], isPrepared = false) {
    this.texts = texts;
    this.values = values;
    this.isPrepared = isPrepared;
  }

  /** In the form the driver takes. */
  get query(): { text: string; values: Value[] } {
    return {
      text: this.texts.reduce((text, part, i) => `${text}$${i}${part}`),
      values: this.values.map(storable),
    };
  }

  /**
   * The same with a name, under which the connection keeps its plan. The tenant is part of the text: a plan for any tenant
   * expects an average one, and reads all of a large one where an index would do.
   */
  named(tenant: number): { name: string; text: string; values: Value[] } {
    const texts = [this.texts[0] ?? ''];
    const bound: Value[] = [];
    for (const [i, value] of this.values.entries()) {
      const before = texts.pop() ?? '';
      const after = this.texts[i + 1] ?? '';
      if (value === tenant && before.endsWith('tenant_id = ')) {
        texts.push(`${before}${tenant}${after}`);
      } else {
        texts.push(before, after);
        bound.push(value);
      }
    }
    const { text, values } = new Sql(texts, bound).query;
    return { name: nameOf(text), text, values };
  }
}

/** A name stands for one text on every connection, whoever else uses it through a pooler. */
const names = new Map<string, string>();
function nameOf(text: string): string {
  const known = names.get(text) ?? `r${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
  names.set(text, known);
  return known;
}

/** PostgreSQL cannot store NUL in a text. */
const withoutNul = <T>(value: T): T | string =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;

function storable(value: Value): Value {
  if (!Array.isArray(value)) {
    // The driver would store any object as JSON.
    const isPlain = value === null || value instanceof Uint8Array || typeof value !== 'object';
    if (!isPlain || typeof value === 'symbol') throw new TypeError('Only plain values can be stored.');
    return withoutNul(value);
  }
  return value.some((each) => typeof each === 'string' && each.includes('\0')) ? value.map(withoutNul) : value;
}

/** Binds values and inserts statements as they are. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Value | Sql)[]): Sql {
  const out: string[] = [texts[0] ?? ''];
  const values: Value[] = [];
  const append = (text: string) => out.push(`${out.pop() ?? ''}${text}`);
  for (const [i, part] of parts.entries()) {
    const after = texts[i + 1] ?? '';
    if (part instanceof Sql) {
      append(part.texts[0] ?? '');
      out.push(...part.texts.slice(1));
      values.push(...part.values);
      append(after);
    } else {
      values.push(part);
      out.push(after);
    }
  }
  return new Sql(out, values);
}

/**
 * For frequent lookups by index whose plan does not depend on the values: each connection parses and plans them once.
 * The text must not vary with input, because a connection keeps every one.
 */
export const prepared = ({ texts, values }: Sql): Sql => new Sql(texts, values, true);

/** Only for our own text, never for input. */
export const raw = (text: string): Sql => new Sql([text], []);

export const NOTHING = raw('');

export const joined = (parts: readonly Sql[], between: string): Sql =>
  parts.reduce((all, part) => (all === NOTHING ? part : sql`${all}${raw(between)}${part}`), NOTHING);

/** The part if the condition is set, else nothing. */
export const when = (isSet: boolean, part: () => Sql): Sql => (isSet ? part() : NOTHING);
