// Links from memories to code, as rows.
import * as z from 'zod';
import type { FileMatch, LinkState } from '../../engine/code/ports.ts';
import type { Row } from './row.ts';

const StateRow = z.object({
  memory_row: z.number(),
  project_id: z.number(),
  path: z.string(),
  container: z.string(),
  symbol: z.string(),
  digest: z.string(),
  now: z.string().nullable(),
  moved_to: z.string().nullable(),
});
const MatchRow = z.object({
  wanted: z.string(),
  id: z.number(),
  project_id: z.number(),
  path: z.string(),
  digest: z.string(),
});

export function readLink(row: Row): LinkState {
  const found = StateRow.parse(row);
  const { memory_row: memory, project_id: project, container, symbol, moved_to: movedTo, ...link } = found;
  return { ...link, memory, project, container: container || null, symbol: symbol || null, movedTo };
}

export function readMatch(row: Row): FileMatch {
  const { id: file, project_id: project, ...match } = MatchRow.parse(row);
  return { ...match, file, project };
}
