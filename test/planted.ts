// Plants a different secret in each place, so that a secret found again shows where it entered.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Schema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  get items() {
    return Schema.optional();
  },
});
type Schema = z.infer<typeof Schema>;

export const readSchema = (schema: unknown): Schema => Schema.parse(schema);

/** Names a field of an input, such as `memories.0.content`. */
export type Path = readonly string[];

export class Planting {
  readonly #planted = new Map<string, string>();

  /** A unique token for that place. */
  secret(where: string): string {
    const body = `x7${createHash('sha256').update(`${this.size} ${where}`).digest('hex').slice(0, 34)}`;
    this.#planted.set(body, where);
    return `gh${'p_'}${body}`;
  }

  get size(): number {
    return this.#planted.size;
  }

  /** Where the secrets in these bytes entered, verbatim or as words of an index. */
  foundIn(bytes: Buffer): string[] {
    const text = bytes.toString('latin1').toLowerCase();
    return [...this.#planted].filter(([body]) => text.includes(body)).map(([, where]) => where);
  }
}

/** Every file below a folder with a planted secret in its bytes or its name. */
export function leaksIn(folder: string, planting: Planting): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const bytes = entry.isFile() ? readFileSync(path) : Buffer.alloc(0);
    return planting.foundIn(Buffer.concat([Buffer.from(`${path}\n`), bytes])).map((where) => `${where} in ${path}`);
  });
}

/** An input that fits a schema; `known` provides names of existing data. */
export function sampleOf(schema: Schema, known: (name: string, schema: Schema) => unknown, name = ''): unknown {
  const given = known(name, schema);
  if (given !== undefined) return given;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object') {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, field]) => [key, sampleOf(field, known, key)]),
    );
  }
  if (schema.type === 'array') return schema.items ? [sampleOf(schema.items, known, name)] : [];
  if (schema.type === 'number' || schema.type === 'integer') return schema.default ?? schema.minimum ?? 1;
  if (schema.type === 'boolean') return false;
  return 'plain words';
}

/** The paths of strings in an input, including keys of free-form objects. */
export function stringFields(schema: Schema, at: Path = []): Path[] {
  if (schema.type === 'object' && schema.properties) {
    return Object.entries(schema.properties).flatMap(([key, field]) => stringFields(field, [...at, key]));
  }
  if (schema.type === 'array' && schema.items) return stringFields(schema.items, [...at, '0']);
  return schema.type === 'string' || schema.type === 'object' ? [at] : [];
}

/** The input with another value at that path. */
export function withField(input: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(input)) return [withField(input[0], rest, value)];
  const fields = z.record(z.string(), z.unknown()).parse(input ?? {});
  return { ...fields, [key]: withField(fields[key], rest, value) };
}
