// Finds the names in a tool's arguments that its schema does not have, at any depth.
import * as z from 'zod';
import { isMisspelt } from '../engine/text/spelling.ts';
import { confiningAs, isConfining, SEEN_BY, scopesAmong } from './confining-arguments.ts';

export interface UnknownArgument {
  /** Where it is: `time_range.from`. */
  readonly path: string;
  /** The paths that exist there. */
  readonly known: readonly string[];
  /** The path of the one that it was probably meant to be, if that is not given too. */
  readonly meant: string | null;
  /** Whether it names who may see something, where only other names do. */
  readonly confines: boolean;
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

/** The refusal of the first name that must not be ignored, or null: it is misspelt, or confines who sees something. */
export function refusal(strays: readonly UnknownArgument[]): string | null {
  const found = strays.find(({ meant, confines }) => meant !== null || confines);
  if (found === undefined) return null;
  const { path, meant, known } = found;
  if (meant !== null) return `there is no argument \`${path}\`; did you mean \`${meant}\`?`;
  const others = scopesAmong(known).map((each) => `\`${each}\``);
  const described = known.includes('metadata') ? '; what only describes it belongs into `metadata`' : '';
  return `there is no argument \`${path}\`, so it would confine nothing: here ${others.join(' and ')} can, and --project of the server${described}`;
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
  const absent = Object.keys(plain.shape).filter((each) => !names.includes(each));
  const scopes = scopesAmong(Object.keys(plain.shape));
  const free = scopes.filter((each) => !names.includes(each));
  const taken = scopes.filter((each) => names.includes(each));
  for (const name of names.filter((each) => !Object.hasOwn(plain.shape, each))) {
    const meant = absent.find((each) => isMisspelt(name, each)) ?? confiningAs(name, free);
    const confines = scopes.includes(SEEN_BY) && isConfining(name) && confiningAs(name, taken) === undefined;
    yield { path: path(name), known, meant: meant === undefined ? null : path(meant), confines };
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
