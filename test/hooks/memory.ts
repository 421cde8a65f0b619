import type { Memory } from '../../src/engine/model.ts';

/** A memory that is not stored. */
export const memoryOf = (content: string): Memory => ({
  id: '06gy4mec020hdd2b4s35',
  row: 1,
  scope: { cube: null, user: null, project: null, session: null },
  content,
  kind: 'semantic',
  type: null,
  label: null,
  tags: [],
  summary: null,
  importance: 0.5,
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
});
