// Reads the input of a GET from its query string: the schema says which fields are numbers, booleans or lists.
import * as z from 'zod';

/** A value that is not a number stays text, so that the schema's error names the field. */
export function readQuery(schema: z.ZodObject, query: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const key of new Set(query.keys())) {
    const field = schema.shape[key];
    const values = query.getAll(key);
    input[key] = field instanceof z.ZodType ? readField(bare(field), values) : values[0];
  }
  return input;
}

function readField(field: z.ZodType, values: readonly string[]): unknown {
  const [first = ''] = values;
  if (field instanceof z.ZodArray) return [...values];
  if (field instanceof z.ZodNumber) return first.trim() === '' || Number.isNaN(Number(first)) ? first : Number(first);
  if (field instanceof z.ZodBoolean) return first === 'true' ? true : first === 'false' ? false : first;
  return first;
}

/** Unwraps an optional field. */
function bare(field: z.ZodType): z.ZodType {
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : field;
  return inner instanceof z.ZodType && inner !== field ? bare(inner) : field;
}
