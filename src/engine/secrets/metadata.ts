// Redacts objects of any shape: every string inside, keys included; a key that names a secret marks its value as one.
import { holderOf, isHeld, oneOf } from './names.ts';
import { type Redacted, redactText } from './redact.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `{ "name": "DB_PASSWORD", "value": "…" }`: one field names the other. */
function nameOf(fields: Fields, key: string): string {
  const named = key === 'value' ? (fields.name ?? fields.key) : undefined;
  return typeof named === 'string' ? named : key;
}

/** The name, with a number if it is taken; now it is. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} ${number}`;
  taken.add(free);
  return free;
}

export function redactMetadata(metadata: Fields): Redacted<Record<string, unknown>> {
  const kinds = new Set<string>();
  const note = (redacted: Redacted<string>): string => {
    for (const kind of redacted.kinds) kinds.add(kind);
    return redacted.value;
  };
  const text = (value: string, key: string): string => {
    const clean = note(redactText(value));
    if (key === '' || clean !== value) return clean;
    // Reads it as a settings line; everything after the name is the value.
    const line = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    const redacted = redactText(line);
    if (redacted.kinds.length === 0 || !redacted.value.startsWith(`${JSON.stringify(key)}: `)) return value;
    return `[REDACTED:${note(redacted) && redacted.kinds[0]}]`;
  };
  /** A secret's name also applies to everything nested below it. */
  const leaf = (value: string, key: string, holder: string | null): string => {
    const clean = text(value, key);
    return holder === null || clean !== value || !isHeld(key, value, holder) ? clean : text(value, oneOf(holder));
  };
  const clean = (value: unknown, key: string, holder: string | null): unknown => {
    if (typeof value === 'string') return leaf(value, key, holder);
    if (typeof value === 'number') {
      const clean = leaf(String(value), key, holder);
      return clean === String(value) ? value : clean;
    }
    if (Array.isArray(value)) return value.map((item) => clean(item, key, holder));
    return isFields(value) ? fields(value, holder) : value;
  };
  const fields = (object: Fields, above: string | null): Record<string, unknown> => {
    const taken = new Set(Object.keys(object));
    return Object.fromEntries(
      Object.entries(object).map(([key, item]) => {
        const name = nameOf(object, key);
        const shown = note(redactText(key));
        return [shown === key ? key : freeName(shown, taken), clean(item, name, holderOf(name, above))];
      }),
    );
  };
  return { value: fields(metadata, null), kinds: [...kinds] };
}
