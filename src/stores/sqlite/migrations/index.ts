import { house } from './001-house.ts';
import { code } from './002-code.ts';
import { trace } from './003-trace.ts';
import { maintenance } from './004-maintenance.ts';
import { observations } from './005-observations.ts';
import { access } from './006-access.ts';
import { ownership } from './007-ownership.ts';
import { digests } from './008-digests.ts';
import { reach } from './009-reach.ts';
import { guard } from './010-guard.ts';
import { cubeChanges } from './011-cube-changes.ts';
import { page } from './012-page.ts';
import { inbox } from './013-inbox.ts';
import { hours } from './014-hours.ts';
import { traceEdges } from './015-trace-edges.ts';
import { machines } from './016-machines.ts';
import { declared } from './017-declared.ts';
import { lookups } from './018-lookups.ts';
import { signs } from './019-signs.ts';
import { signedTraces } from './020-signed-traces.ts';
import type { Migration } from './migration.ts';

/** In order. Never edit a released migration: add the next one. */
export const migrations: readonly Migration[] = [
  house,
  code,
  trace,
  maintenance,
  observations,
  access,
  ownership,
  digests,
  reach,
  guard,
  cubeChanges,
  page,
  inbox,
  hours,
  traceEdges,
  machines,
  declared,
  lookups,
  signs,
  signedTraces,
];
