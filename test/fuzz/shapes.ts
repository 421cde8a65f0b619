// The required shape of an answer, and what it must never show.
import { dirname } from 'node:path';
import * as z from 'zod';
import { MAIN } from '../stdio-client.ts';

const plain = z.string().min(1);
const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('it is no JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);

/** The text of an error, by profile. */
const ERRORS: Readonly<Record<string, z.ZodType>> = {
  'memory-mcp': plain,
  'agentic-memory': plain,
  'long-term-memory': json(
    z.strictObject({
      status: z.literal('error'),
      error: z.strictObject({
        code: z.string().regex(/^(VAL|NF|CON|SVC|INT)_[A-Z_]+$/),
        category: z.enum(['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE', 'INTERNAL_ERROR']),
        message: plain,
        details: z.record(z.string(), z.unknown()),
        suggestion: plain,
      }),
    }),
  ),
  'code-vector-memory': json(
    z.strictObject({ status: z.literal('error'), error: plain, tool: plain, hint: plain.optional() }),
  ),
  memgos: json(
    z.strictObject({
      success: z.literal(false),
      error: z.strictObject({
        type: z.string().regex(/^[a-z_]+_error$/),
        message: plain,
        code: z.string().regex(/^[A-Z_]+$/),
        details: z.record(z.string(), z.unknown()),
        timestamp: z.iso.datetime(),
      }),
    }),
  ),
};

const FORBIDDEN: readonly (readonly [string, RegExp | string])[] = [
  ['a raw stack', /\n\s+at .+:\d+:\d+/],
  ['a dump of a schema check', /ZodError|"code":\s*\\?"(invalid_|unrecognized)/],
  ['undefined', /\bundefined\b/],
  ['[object Object]', '[object Object]'],
  ['SQL', /\b(SELECT|INSERT INTO|DELETE FROM|UPDATE)\b.+\b(FROM|SET|VALUES|WHERE)\b/],
  ['words of SQLite', /SQLITE_|no such (table|column)|constraint failed|datatype mismatch/],
  [
    'words of the language',
    /is not a function|Cannot read propert|is not iterable|Maximum call stack|Unexpected token/,
  ],
  ['a path of the installation', dirname(MAIN)],
];

/** What is wrong with an error, as text. */
export function errorProblems(profile: string, text: string): string[] {
  const shape = ERRORS[profile]?.safeParse(text);
  return [...(shape?.success === false ? [`not in shape: ${z.prettifyError(shape.error)}`] : []), ...forbidden(text)];
}

export const forbidden = (text: string): string[] =>
  FORBIDDEN.filter(([, pattern]) => (typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text))).map(
    ([what]) => `it shows ${what}`,
  );

/** The code under which the table counts an error. */
export function codeOf(profile: string, text: string): string {
  const code = /"code":"([A-Z_]+)"/.exec(text)?.[1];
  if (code) return code;
  if (profile === 'memory-mcp' && text.startsWith('Database error')) return 'storage';
  return 'refused';
}
