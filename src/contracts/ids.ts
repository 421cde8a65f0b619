import * as z from 'zod';

const Wrapped = z.object({ String: z.string() }).transform((wrapped) => wrapped.String);
const RecordId = z.union([Wrapped, z.object({ id: z.union([z.string(), Wrapped]) }).transform(({ id }) => id)]);

/** The id inside `{tb, id: {String}}`, the form memory-mcp shows, or inside its JSON; other input is unchanged. */
export function idIn<T>(given: T): T | string {
  const record = typeof given === 'string' && given.trimStart().startsWith('{') ? fromJson(given) : given;
  return RecordId.safeParse(record).data ?? given;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
