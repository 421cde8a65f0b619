// A project of code as the store returns it.
import type { Project } from '../src/engine/code/ports.ts';

export const projectOf = (change: Partial<Project> = {}): Project => ({
  id: 1,
  name: 'shop',
  root: '/shop',
  machine: null,
  scope: { cube: null, user: null, project: null, session: null },
  commit: null,
  watch: false,
  selection: { include: [], exclude: [] },
  generation: 1,
  asked: 1,
  indexedAt: 500,
  ...change,
});
