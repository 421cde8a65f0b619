import type { Memory } from '../src/engine/model.ts';

/** A memory as a store returns it. */
export const memoryOf = (content: string, overrides: Partial<Memory> = {}): Memory => ({
  id: '',
  row: 1,
  scope: { cube: null, user: null, project: null, session: null },
  content,
  kind: 'semantic',
  type: null,
  label: null,
  tags: [],
  summary: null,
  importance: 1,
  metadata: {},
  eventTime: 0,
  ingestionTime: 0,
  updatedAt: 0,
  validFrom: 0,
  validUntil: null,
  invalidReason: null,
  supersededBy: null,
  accesses: 0,
  accessedAt: null,
  revision: 1,
  ...overrides,
});
