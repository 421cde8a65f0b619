// The edges that a project memory declares: requirements, designs, components, patterns and tests find each other by
// name, in whatever order they are stored.
import { entitySpace } from '../access/actor.ts';
import { readId } from '../ids.ts';
import type { Memory, Scope } from '../model.ts';
import { tickets } from '../text/tickets.ts';
import { memoryName, type Named, namesOf, texts, traceKey } from './names.ts';
import { type DeclaredEdge, PROJECT_TYPES, type TraceLabel } from './project-types.ts';

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

export const traceOf = (memory: Named & Pick<Memory, 'id' | 'scope'>): Trace =>
  traceWithin(spaceOf(memory.scope), memory);

/** The same for a memory whose names belong to this space. */
export function traceWithin(space: string, memory: Named & Pick<Memory, 'id'>): Trace {
  const { id, type, content, metadata } = memory;
  if (type === null) return { names: [], claims: [] };
  const { label, tells, implies } = PROJECT_TYPES[type];
  const self = byId(id);
  const claims = new Map<string, Claim>();
  const tell = ({ edge, other, reversed }: DeclaredEdge, name: string) => {
    const end = endOf(name, other, space);
    if (end === null) return;
    const claim = reversed ? { type: edge, from: end, to: self } : { type: edge, from: self, to: end };
    claims.set(JSON.stringify(claim), claim);
  };
  for (const [field, told] of Object.entries(tells)) for (const name of texts(metadata[field])) tell(told, name);
  const called = [...namesOf(memory), memoryName(memory)];
  const own = new Set(called.map(traceKey).filter(Boolean));
  for (const ticket of tickets(content)) {
    if (!own.has(traceKey(ticket))) for (const implied of implies) tell(implied, ticket);
  }
  const names = [...own].map((key) => ({ label, key, space }));
  return { names: [self, ...names], claims: [...claims.values()] };
}

function endOf(name: string, label: TraceLabel, space: string): TraceName | null {
  const id = readId(name);
  if (id !== null) return byId(id);
  const key = traceKey(name);
  return key === '' ? null : { label, key, space };
}
