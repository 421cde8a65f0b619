// The edges that a project memory declares: requirements, designs, components, patterns and tests find each other by
// name, in whatever order they are stored.
import { entitySpace } from '../access/actor.ts';
import { readId } from '../ids.ts';
import type { Memory, MemoryType, Scope } from '../model.ts';
import { tickets } from '../text/tickets.ts';
import { memoryName, type Named, namesOf, texts, traceKey } from './names.ts';

export const TRACE_LABELS = ['Requirement', 'Design', 'Pattern', 'Component', 'Function', 'Test', 'Memory'] as const;
export type TraceLabel = (typeof TRACE_LABELS)[number];

/** One end of an edge: all memories with that name in that space. */
export interface TraceName {
  readonly label: TraceLabel;
  readonly key: string;
  readonly space: string;
}

export interface Claim {
  readonly type: string;
  readonly from: TraceName;
  readonly to: TraceName;
}

export interface Trace {
  readonly names: readonly TraceName[];
  readonly claims: readonly Claim[];
}

export const LABEL_OF: Readonly<Record<MemoryType, TraceLabel>> = {
  requirements: 'Requirement',
  design: 'Design',
  code_pattern: 'Pattern',
  component: 'Component',
  function: 'Function',
  test_history: 'Test',
  session: 'Memory',
  user_preference: 'Memory',
};

export const traceLabel = (type: MemoryType | null): TraceLabel => (type === null ? 'Memory' : LABEL_OF[type]);

interface Told {
  readonly field: string;
  readonly edge: string;
  readonly other: TraceLabel;
  /** The edge starts at the other end. */
  readonly reversed?: true;
}

/** The metadata fields that declare edges, by type. */
const TELLS: Readonly<Record<MemoryType, readonly Told[]>> = {
  requirements: [
    { field: 'implementing_components', edge: 'IMPLEMENTS_REQ', other: 'Component', reversed: true },
    { field: 'depends_on', edge: 'DEPENDS_ON', other: 'Requirement' },
  ],
  design: [
    { field: 'related_requirements', edge: 'IMPLEMENTS_REQ', other: 'Requirement' },
    { field: 'affected_components', edge: 'FOLLOWS_DESIGN', other: 'Component', reversed: true },
    { field: 'supersedes', edge: 'SUPERSEDES', other: 'Design' },
  ],
  code_pattern: [{ field: 'applicable_components', edge: 'USES_PATTERN', other: 'Component', reversed: true }],
  component: [
    { field: 'dependencies', edge: 'DEPENDS_ON', other: 'Component' },
    { field: 'dependents', edge: 'DEPENDS_ON', other: 'Component', reversed: true },
    { field: 'base_pattern', edge: 'USES_PATTERN', other: 'Pattern' },
    { field: 'related_requirements', edge: 'IMPLEMENTS_REQ', other: 'Requirement' },
    { field: 'requirements', edge: 'IMPLEMENTS_REQ', other: 'Requirement' },
    { field: 'designs', edge: 'FOLLOWS_DESIGN', other: 'Design' },
  ],
  function: [
    { field: 'component', edge: 'CONTAINS', other: 'Component', reversed: true },
    { field: 'related_requirements', edge: 'IMPLEMENTS_REQ', other: 'Requirement' },
  ],
  test_history: [
    { field: 'affected_component', edge: 'TESTS', other: 'Component' },
    { field: 'related_requirements', edge: 'TESTS', other: 'Requirement' },
  ],
  session: [{ field: 'components_modified', edge: 'MENTIONS', other: 'Component' }],
  user_preference: [],
};

/** The edges implied by an id in a memory's text, such as `REQ-AUTH-1` or `ADR-7`. */
const IMPLIED: Partial<Readonly<Record<MemoryType, readonly Omit<Told, 'field'>[]>>> = {
  design: [{ edge: 'IMPLEMENTS_REQ', other: 'Requirement' }],
  component: [
    { edge: 'IMPLEMENTS_REQ', other: 'Requirement' },
    { edge: 'FOLLOWS_DESIGN', other: 'Design' },
  ],
  function: [{ edge: 'IMPLEMENTS_REQ', other: 'Requirement' }],
  test_history: [{ edge: 'TESTS', other: 'Requirement' }],
};

/** Names are separate for each user and project. */
const spaceOf = (scope: Scope): string => JSON.stringify(Object.values(entitySpace(scope)));

/** A memory by its id; ids are the same in every space. */
export const byId = (id: string): TraceName => ({ label: 'Memory', key: id, space: '' });

/** A claim after memory `gone` was merged into `kept`; null when the edge would lead from a memory to itself. */
export function redirected({ type, from, to }: Claim, gone: string, kept: string): Claim | null {
  const self = byId(gone);
  const end = (name: TraceName) => (name.label === self.label && name.key === self.key ? byId(kept) : name);
  const [begin, other] = [end(from), end(to)];
  return begin.label === other.label && begin.key === other.key ? null : { type, from: begin, to: other };
}

export function traceOf(memory: Named & Pick<Memory, 'id' | 'scope'>): Trace {
  const { id, type, content, metadata, scope } = memory;
  if (type === null) return { names: [], claims: [] };
  const space = spaceOf(scope);
  const self = byId(id);
  const claims = new Map<string, Claim>();
  const tell = ({ edge, other, reversed }: Omit<Told, 'field'>, name: string) => {
    const end = endOf(name, other, space);
    if (end === null) return;
    const claim = reversed ? { type: edge, from: end, to: self } : { type: edge, from: self, to: end };
    claims.set(JSON.stringify(claim), claim);
  };
  for (const told of TELLS[type]) for (const name of texts(metadata[told.field])) tell(told, name);
  const called = [...namesOf(memory), memoryName(memory)];
  const own = new Set(called.map(traceKey).filter(Boolean));
  for (const ticket of tickets(content)) {
    if (!own.has(traceKey(ticket))) for (const implied of IMPLIED[type] ?? []) tell(implied, ticket);
  }
  const names = [...own].map((key) => ({ label: LABEL_OF[type], key, space }));
  return { names: [self, ...names], claims: [...claims.values()] };
}

function endOf(name: string, label: TraceLabel, space: string): TraceName | null {
  const id = readId(name);
  if (id !== null) return byId(id);
  const key = traceKey(name);
  return key === '' ? null : { label, key, space };
}
