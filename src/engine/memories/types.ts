// Checks the type and metadata that a caller gives a project memory, and its initial importance.
import { RemanenceError } from '../../errors.ts';
import { MemoryType, type Metadata } from '../model.ts';
import { problemOf } from '../text/problem.ts';
import { PROJECT_TYPES } from './project-types.ts';

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
  const parsed = PROJECT_TYPES[type].schema.safeParse(withoutNulls(metadata));
  if (parsed.success) return { ...metadata, ...parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  const allowed = issue?.code === 'invalid_value' ? issue.values.map(String) : undefined;
  const provided = issue?.path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), metadata);
  throw new RemanenceError(
    'invalid',
    `metadata.${field} of a ${type} memory is ${JSON.stringify(provided)?.slice(0, 80)}: ${issue ? problemOf(issue) : 'invalid'}.`,
    {
      hint: allowed ? `Use one of ${allowed.join(', ')}.` : 'Leave the field out, or give it the documented type.',
      details: { field: `metadata.${field}`, provided, ...(allowed ? { allowed } : {}) },
    },
  );
}

const withoutNulls = (metadata: Metadata): Metadata =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));

const BY_PRIORITY: Readonly<Record<string, number>> = { Critical: 2, High: 1, Low: -1 };

/** The importance of a memory before anyone sets it. */
export const initialImportance = (type: MemoryType, { priority }: Metadata): number =>
  Math.min(10, PROJECT_TYPES[type].importance + (typeof priority === 'string' ? (BY_PRIORITY[priority] ?? 0) : 0));
