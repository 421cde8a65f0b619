// Which edges a project memory tells of: requirements, designs, components, patterns and tests find each other by name,
// whichever was stored first.
import { entitySpace } from '../access/actor.ts';
import { readId } from '../ids.ts';
import { EDGE, type EdgeType, type Memory, type MemoryType, type Scope } from '../model.ts';
import { tickets } from '../text/tickets.ts';
import { memoryName, type Named, namesOf, texts, traceKey } from './names.ts';

export const TRACE_LABELS = ['Requirement', 'Design', 'Pattern', 'Component', 'Function', 'Test', 'Memory'] as const;
export type TraceLabel = (typeof TRACE_LABELS)[number];

/** One end of an edge: whichever memories answer to that name in that space. */
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
  readonly edge: EdgeType;
  readonly other: TraceLabel;
  /** The other end is where the edge begins. */
  readonly reversed?: true;
}

/** Which fields of its metadata tell of edges. */
const TELLS: Readonly<Record<MemoryType, readonly Told[]>> = {
  requirements: [
    { field: 'implementing_components', edge: EDGE.IMPLEMENTS_REQ, other: 'Component', reversed: true },
    { field: 'depends_on', edge: EDGE.DEPENDS_ON, other: 'Requirement' },
  ],
  design: [
    { field: 'related_requirements', edge: EDGE.IMPLEMENTS_REQ, other: 'Requirement' },
    { field: 'affected_components', edge: EDGE.FOLLOWS_DESIGN, other: 'Component', reversed: true },
    { field: 'supersedes', edge: EDGE.SUPERSEDES, other: 'Design' },
  ],
  code_pattern: [{ field: 'applicable_components', edge: EDGE.USES_PATTERN, other: 'Component', reversed: true }],
  component: [
    { field: 'dependencies', edge: EDGE.DEPENDS_ON, other: 'Component' },
    { field: 'dependents', edge: EDGE.DEPENDS_ON, other: 'Component', reversed: true },
    { field: 'base_pattern', edge: EDGE.USES_PATTERN, other: 'Pattern' },
    { field: 'related_requirements', edge: EDGE.IMPLEMENTS_REQ, other: 'Requirement' },
    { field: 'requirements', edge: EDGE.IMPLEMENTS_REQ, other: 'Requirement' },
    { field: 'designs', edge: EDGE.FOLLOWS_DESIGN, other: 'Design' },
  ],
  function: [
    { field: 'component', edge: EDGE.CONTAINS, other: 'Component', reversed: true },
    { field: 'related_requirements', edge: EDGE.IMPLEMENTS_REQ, other: 'Requirement' },
  ],
  test_history: [
    { field: 'affected_component', edge: EDGE.TESTS, other: 'Component' },
    { field: 'related_requirements', edge: EDGE.TESTS, other: 'Requirement' },
  ],
  session: [{ field: 'components_modified', edge: EDGE.MENTIONS, other: 'Component' }],
  user_preference: [],
};

/** What an id in the text of a memory means, as far as it is one: `REQ-AUTH-1`, `ADR-7`. */
const IMPLIED: Partial<Readonly<Record<MemoryType, readonly Omit<Told, 'field'>[]>>> = {
  design: [{ edge: EDGE.IMPLEMENTS_REQ, other: 'Requirement' }],
  component: [
    { edge: EDGE.IMPLEMENTS_REQ, other: 'Requirement' },
    { edge: EDGE.FOLLOWS_DESIGN, other: 'Design' },
  ],
  function: [{ edge: EDGE.IMPLEMENTS_REQ, other: 'Requirement' }],
  test_history: [{ edge: EDGE.TESTS, other: 'Requirement' }],
};

/** The names of one user and project are apart from those of others. */
const spaceOf = (scope: Scope): string => JSON.stringify(Object.values(entitySpace(scope)));

/** A memory by its id; ids are the same in every space. */
export const byId = (id: string): TraceName => ({ label: 'Memory', key: id, space: '' });

/** A claim as it reads once one memory has become another by id; null for an edge from a memory to itself. */
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
