// A tool is a value in a table: its schemas, its effect, and a handler of a few lines.
import * as z from 'zod';
import type { Actor } from '../engine/access/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { problemOfInput, valueAt } from '../engine/text/problem.ts';
import { invalid, RemanenceError } from '../errors.ts';
import type { Session } from './sessions.ts';
import { refusal, type UnknownArgument, unknownArguments } from './unknown-arguments.ts';

/** What a handler gets besides its input. */
export interface Call {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly signal: AbortSignal;
  readonly session: Session;
  /** The address of this server that was called, or null over stdio. */
  readonly address: string | null;
  /** Reports the progress of one stage; a total of 0 is not known yet. */
  progress(done: number, total: number, stage?: string): void;
}

interface Annotations {
  readonly readOnly: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
}

/** The effects of most tools. */
export const reads: Annotations = { readOnly: true };
export const adds: Annotations = { readOnly: false, destructive: false, idempotent: false };
export const changes: Annotations = { readOnly: false, destructive: true, idempotent: true };

type JsonSchema = Record<string, unknown> & { type: 'object' };

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: Record<string, unknown>;
  /** False for arrays and null, which are sent only as text and without a schema. */
  readonly givesObject: boolean;
  call(input: unknown, call: Call): Promise<unknown>;
}

export interface ToolFailure {
  readonly text: string;
  /** The data of a JSON-RPC error, for what fails before a tool is called. */
  readonly data?: Record<string, unknown>;
}

export interface Contract {
  readonly profile: string;
  readonly server: { readonly name: string; readonly version: string; readonly title: string };
  /** What a client is told when it connects. */
  readonly instructions: string;
  /** When to use which tool, in Markdown, for a project's CLAUDE.md or AGENTS.md; tools in backticks. */
  readonly guide: string;
  readonly tools: readonly Tool[];
  /** Whether an exceeded rate limit is reported in the result of the call, not as the HTTP status. */
  readonly tellsLimit?: boolean;
  /** The only place where an error takes the shape this profile's clients expect. */
  presentError(error: RemanenceError, tool: string): ToolFailure;
}

export interface ToolDefinition<I extends z.ZodObject, O extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly input: I;
  readonly output: O;
  handle(input: z.output<I>, call: Call): Promise<z.input<O>>;
}

export function defineTool<I extends z.ZodObject, O extends z.ZodType>(definition: ToolDefinition<I, O>): Tool {
  const { name, title, description, annotations, input, output } = definition;
  const givesObject = output instanceof z.ZodObject;
  return {
    name,
    title,
    description,
    annotations,
    // Generated only when the tools are listed.
    get inputSchema() {
      return { ...toJsonSchema(input, 'input'), type: 'object' as const };
    },
    get outputSchema() {
      return toJsonSchema(output, 'output');
    },
    givesObject,
    async call(given, call) {
      const present = withoutNulls(given ?? {});
      const strays = unknownArguments(input, present);
      const refused = refusal(strays);
      // A name whose value would be missed is refused; any other unknown one is ignored.
      if (refused !== null) throw invalid(`Invalid input for ${name}: ${refused}`);
      const handled = async () => {
        const parsed = input.safeParse(present);
        if (!parsed.success) throw invalidInput(name, parsed.error, present);
        return definition.handle(parsed.data, call);
      };
      const result = await handled().catch((error: unknown) => {
        throw strays.length > 0 ? withIgnored(error, name, strays) : error;
      });
      if (strays.length === 0 || !givesObject) return result;
      // A handler may have ignored some of what only it looks into.
      const ignored: readonly string[] = Object(result).ignored_arguments ?? [];
      return { ...Object(result), ignored_arguments: [...ignoring(strays).ignored_arguments, ...ignored] };
    },
  };
}

/** Tells the caller what had no effect. */
export const ignoring = (strays: readonly UnknownArgument[]) => ({
  ignored_arguments: strays.map(({ path }) => path),
});

/** A refusal may come from an argument that was ignored, so it names those. */
function withIgnored(error: unknown, tool: string, strays: readonly UnknownArgument[]): unknown {
  if (!(error instanceof RemanenceError) || error.code !== 'invalid') return error;
  const { ignored_arguments: ignored } = ignoring(strays);
  const known = new Set(strays.flatMap((each) => each.known));
  const told = `Ignored, because ${tool} has no such argument: ${ignored.join(', ')}. The arguments there are: ${[...known].join(', ')}.`;
  const { code, message, hint, details = {} } = error;
  return new RemanenceError(code, message, { hint: hint ? `${hint} ${told}` : told, details, cause: error });
}

/** The same tool under another name; its schemas are still generated only when it is listed. */
export function renamed(tool: Tool, name: string, title: string): Tool {
  return {
    name,
    title,
    description: tool.description,
    annotations: tool.annotations,
    get inputSchema() {
      return tool.inputSchema;
    },
    get outputSchema() {
      return tool.outputSchema;
    },
    givesObject: tool.givesObject,
    call: (input, call) => tool.call(input, call),
  };
}

/** The name of a profile's tool if another profile has the same name. */
export const qualified = (profile: string, tool: string): string => `${profile.replaceAll('-', '_')}_${tool}`;

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (io === 'input') spellNullable(jsonSchema);
      dropNoise(jsonSchema);
    },
  });
  return json;
}

/** Spells `string or null` as the contracts do: as one type, which every client can read. Null is still accepted. */
function spellNullable(schema: z.core.JSONSchema.BaseSchema): void {
  const [branch, other, ...rest] = schema.anyOf ?? [];
  if (typeof branch !== 'object' || typeof other !== 'object' || rest.length > 0 || other.type !== 'null') return;
  const { anyOf: _, ...own } = schema;
  for (const key of Object.keys(schema)) Reflect.deleteProperty(schema, key);
  Object.assign(schema, branch, own, { nullable: true });
}

/** Drops what means nothing to a client and costs tokens in every conversation. */
function dropNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema.additionalProperties;
  delete schema.propertyNames;
}

/** Null counts as missing everywhere: clients send it for fields they leave out. */
function withoutNulls(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function invalidInput(tool: string, error: z.ZodError, given: unknown): RemanenceError {
  const problems = error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${problemOfInput(issue, given)}`);
  return new RemanenceError('invalid', `Invalid input for ${tool}: ${problems.join('; ')}.`, {
    details: error.issues[0] ? inputDetails(error.issues[0], given) : {},
  });
}

/** Machine-readable details of the first problem with an input. */
function inputDetails(issue: z.core.$ZodIssue, given: unknown): Record<string, unknown> {
  const provided = valueAt(issue, given);
  return {
    field: issue.path.join('.'),
    ...(provided === undefined ? { missing: true } : { provided: shortened(provided) }),
    ...(issue.code === 'invalid_value' ? { allowed: issue.values } : {}),
    ...(issue.code === 'too_small' ? { minimum: Number(issue.minimum) } : {}),
    ...(issue.code === 'too_big' ? { maximum: Number(issue.maximum) } : {}),
    ...(issue.code === 'invalid_type' ? { expected: jsonType(issue.expected) } : {}),
    ...(issue.code === 'custom' ? issue.params : {}),
  };
}

/** A type by its name in JSON Schema. */
const jsonType = (expected: string): string =>
  expected === 'record' ? 'object' : expected === 'int' ? 'integer' : expected;

const shortened = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.slice(0, 200)
    : typeof value === 'object'
      ? `a value of type ${Array.isArray(value) ? 'array' : 'object'}`
      : value;

/** Optional; null counts as missing, since the contracts allow both. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}
