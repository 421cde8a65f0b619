// Finds the names in a tool's arguments that its schema does not have, at any depth.
import * as z from 'zod';
import { isMisspelt } from '../engine/text/spelling.ts';

export interface UnknownArgument {
  /** Where it is: `time_range.from`. */
  readonly path: string;
  /** The paths that exist there. */
  readonly known: readonly string[];
  /** The path of the one that it was probably meant to be, if that is not given too. */
  readonly meant: string | null;
}

/** A call with more was not mistyped. */
const MAX_UNKNOWN = 20;
const MAX_SHOWN = 60;

export function unknownArguments(
  schema: z.core.$ZodType,
  given: unknown,
  above: readonly string[] = [],
): UnknownArgument[] {
  const found: UnknownArgument[] = [];
  for (const each of unknownIn(schema, given, above)) {
    found.push(each);
    if (found.length === MAX_UNKNOWN) break;
  }
  return found;
}

/** The refusal of the first misspelt name, or null. */
export function misspelling(strays: readonly UnknownArgument[]): string | null {
  const found = strays.find(({ meant }) => meant !== null);
  return found ? `there is no argument \`${found.path}\`; did you mean \`${found.meant}\`?` : null;
}

/** Only objects with fixed names are looked into: a free-form one may hold any. */
function* unknownIn(schema: z.core.$ZodType, given: unknown, above: readonly string[]): Generator<UnknownArgument> {
  const plain = unwrapped(schema);
  if (plain instanceof z.ZodArray && Array.isArray(given))
    for (const [i, each] of given.entries()) yield* unknownIn(plain.element, each, [...above, String(i)]);
  if (!(plain instanceof z.ZodObject) || typeof given !== 'object' || given === null) return;
  const path = (name: string) => [...above, name.slice(0, MAX_SHOWN)].join('.');
  const names = Object.keys(given);
  const known = Object.keys(plain.shape).map(path);
  for (const name of names.filter((each) => !Object.hasOwn(plain.shape, each))) {
    const meant = Object.keys(plain.shape).find((each) => !names.includes(each) && isMisspelt(name, each));
    yield { path: path(name), known, meant: meant === undefined ? null : path(meant) };
  }
  for (const [name, inner] of Object.entries(plain.shape))
    yield* unknownIn(inner, Reflect.get(given, name), [...above, name]);
}

/** The schema itself, without what makes it optional or transforms it. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrapped(schema.unwrap())
    : schema;
}
