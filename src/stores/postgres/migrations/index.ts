import { memories } from './001-memories.ts';
import { graph } from './002-graph.ts';
import { code } from './003-code.ts';
import { people } from './004-people.ts';
import { walls } from './005-walls.ts';
import { machines } from './006-machines.ts';
import { declared } from './007-declared.ts';
import { counts } from './008-counts.ts';
import { signs } from './009-signs.ts';
import { signedTraces } from './010-signed-traces.ts';
import { waiting } from './011-waiting.ts';
import type { Migration } from './migration.ts';

/** In order. Never edit a released migration: add the next one. */
export const migrations: readonly Migration[] = [
  memories,
  graph,
  code,
  people,
  walls,
  machines,
  declared,
  counts,
  signs,
  signedTraces,
  waiting,
];
