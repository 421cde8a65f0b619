// The eight types of project memory: their metadata, and the initial importance of each.
import { z } from 'zod';
import { RemanenceError } from '../../errors.ts';
import { type MemoryKind, MemoryType, type Metadata } from '../model.ts';

const text = z.string();
const names = z.array(z.string());

/** Accepts any letter case; stores the spelling given here. */
const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.preprocess(
    (given) =>
      (typeof given === 'string' && values.find((value) => value.toLowerCase() === given.trim().toLowerCase())) ||
      given,
    z.enum(values),
  );

/** All fields are optional and others are allowed; a field listed here must have its type or one of its values. */
const METADATA = {
  requirements: z.looseObject({
    requirement_id: text.optional(),
    title: text.optional(),
    description: text.optional(),
    priority: oneOf('Critical', 'High', 'Medium', 'Low').optional(),
    status: oneOf('Draft', 'Approved', 'Implemented', 'Verified').optional(),
    source_document: text.optional(),
    implementing_components: names.optional(),
  }),
  design: z.looseObject({
    design_type: oneOf('ADR', 'Specification', 'Architecture', 'Interface').optional(),
    title: text.optional(),
    decision: text.optional(),
    rationale: text.optional(),
    consequences: z.union([text, names]).optional(),
    related_requirements: names.optional(),
    affected_components: names.optional(),
    status: oneOf('Proposed', 'Accepted', 'Deprecated', 'Superseded').optional(),
  }),
  code_pattern: z.looseObject({
    pattern_name: text.optional(),
    pattern_type: oneOf('Template', 'Convention', 'Idiom', 'Architecture').optional(),
    language: text.optional(),
    code_template: text.optional(),
    usage_context: text.optional(),
    applicable_components: names.optional(),
  }),
  component: z.looseObject({
    component_id: text.optional(),
    component_type: oneOf('Frontend', 'Backend', 'Agent', 'Library', 'Service', 'Database').optional(),
    name: text.optional(),
    file_path: text.optional(),
    dependencies: names.optional(),
    dependents: names.optional(),
    base_pattern: text.optional(),
  }),
  function: z.looseObject({
    function_id: text.optional(),
    name: text.optional(),
    signature: text.optional(),
    file_path: text.optional(),
    start_line: z.number().optional(),
    end_line: z.number().optional(),
    language: text.optional(),
    docstring: text.optional(),
    containing_class: text.optional(),
  }),
  test_history: z.looseObject({
    test_name: text.optional(),
    test_file: text.optional(),
    status: oneOf('Passed', 'Failed', 'Skipped', 'Error').optional(),
    affected_component: text.optional(),
    related_requirements: names.optional(),
  }),
  session: z.looseObject({
    session_id: text.optional(),
    summary: text.optional(),
    key_decisions: names.optional(),
    components_modified: names.optional(),
  }),
  user_preference: z.looseObject({ category: text.optional(), key: text.optional(), scope: text.optional() }),
} satisfies Record<MemoryType, z.ZodObject>;

/** Reads a type from free text; the error names the allowed values. */
export function readType(text: string): MemoryType {
  const type = MemoryType.safeParse(text.trim().toLowerCase());
  if (type.success) return type.data;
  const allowed = MemoryType.options;
  throw new RemanenceError('invalid', `Invalid memory type '${text.slice(0, 60)}'.`, {
    hint: `Use one of ${allowed.join(', ')}.`,
    details: { field: 'type', provided: text.slice(0, 60), allowed },
  });
}

/** Checks the metadata of a type; the error names the field and, for an enumeration, its values. */
export function readMetadata(type: MemoryType | null, metadata: Metadata): Metadata {
  if (type === null) return metadata;
  const parsed = METADATA[type].safeParse(withoutNulls(metadata));
  if (parsed.success) return { ...metadata, ...parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  const allowed = issue?.code === 'invalid_value' ? issue.values.map(String) : undefined;
  const provided = issue?.path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), metadata);
  throw new RemanenceError(
    'invalid',
    `metadata.${field} of a ${type} memory is ${JSON.stringify(provided)?.slice(0, 80)}: ${issue?.message ?? 'invalid'}.`,
    {
      hint: allowed ? `Use one of ${allowed.join(', ')}.` : 'Leave the field out, or give it the documented type.',
      details: { field: `metadata.${field}`, provided, ...(allowed ? { allowed } : {}) },
    },
  );
}

const withoutNulls = (metadata: Metadata): Metadata =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));

/** From 0 to 10. */
const IMPORTANCE: Readonly<Record<MemoryType, number>> = {
  requirements: 8,
  design: 7,
  code_pattern: 6,
  component: 5,
  user_preference: 5,
  function: 4,
  session: 4,
  test_history: 3,
};
const BY_PRIORITY: Readonly<Record<string, number>> = { Critical: 2, High: 1, Low: -1 };

/** The importance of a memory before anyone sets it. */
export const initialImportance = (type: MemoryType, { priority }: Metadata): number =>
  Math.min(10, IMPORTANCE[type] + (typeof priority === 'string' ? (BY_PRIORITY[priority] ?? 0) : 0));

const EPISODES: ReadonlySet<MemoryType> = new Set(['session', 'test_history']);

/** The kind under which other profiles see it. */
export const kindOfType = (type: MemoryType): MemoryKind =>
  EPISODES.has(type) ? 'episodic' : type === 'code_pattern' ? 'procedural' : 'semantic';
